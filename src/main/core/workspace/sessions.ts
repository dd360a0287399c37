import { insert, one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { DAY } from '../kernel/time'
import { hash, secret } from './api-keys'

/** Creates a token for the link to the console: it works once, within a day. `now`: wall time. */
export function createConsoleToken(db: WriteDb, userId: number, now: number): string {
  const token = secret('')
  run(db, sql`DELETE FROM console_tokens WHERE expires_at <= ${now}`)
  insert(
    db,
    sql`INSERT INTO console_tokens (hash, user_id, expires_at) VALUES (${hash(token)}, ${userId}, ${now + DAY})`,
  )
  return token
}

/** Exchanges a token for a session of thirty days. Returns undefined when the token is unknown, used or expired. */
export function openSession(context: Context, token: string): string | undefined {
  const now = context.wall.now()
  return transact(context, () => {
    const row = one<{ user_id: number }>(
      context.db,
      sql`DELETE FROM console_tokens WHERE hash = ${hash(token)} AND expires_at > ${now} RETURNING user_id`,
    )
    if (!row) return undefined
    const session = secret('')
    run(context.db, sql`DELETE FROM console_sessions WHERE expires_at <= ${now}`)
    insert(
      context.db,
      sql`INSERT INTO console_sessions (hash, user_id, expires_at)
        VALUES (${hash(session)}, ${row.user_id}, ${now + 30 * DAY})`,
    )
    return session
  })
}

/**
 * The user of a session; undefined when it is unknown or expired, was ended, or its user was removed. `now`: wall time.
 */
export const userOfSession = (db: ReadDb, session: string, now: number): number | undefined =>
  one<{ user_id: number }>(
    db,
    sql`SELECT user_id FROM console_sessions WHERE hash = ${hash(session)} AND expires_at > ${now}`,
  )?.user_id

/** Ends a session: somebody signs out. */
export const endSession = (db: WriteDb, session: string) =>
  run(db, sql`DELETE FROM console_sessions WHERE hash = ${hash(session)}`)
