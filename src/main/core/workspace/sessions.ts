import { all, insert, one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { isDiskTrouble, notFound } from '../kernel/errors'
import { DAY, MINUTE } from '../kernel/time'
import { hash, secret } from './api-keys'
import { publishChange } from './users'

/** How long a link to the console works, if it is not used. */
export const LINK_LASTS = DAY

/** Creates a token for the link to the console: it works once, within a day. `now`: wall time. */
export function createConsoleToken(db: WriteDb, userId: number, now: number): string {
  const token = secret('')
  run(db, sql`DELETE FROM console_tokens WHERE expires_at <= ${now}`)
  insert(
    db,
    sql`INSERT INTO console_tokens (hash, user_id, expires_at) VALUES (${hash(token)}, ${userId}, ${now + LINK_LASTS})`,
  )
  return token
}

/** A link to the console that signs a user in. It can be used once, within a day. */
export const consoleLink = ({ db, wall }: Pick<Context, 'db' | 'wall'>, origin: string, userId: number) =>
  `${origin}/?token=${createConsoleToken(db, userId, wall.now())}`

/**
 * Exchanges a token for a session of thirty days. `agent`: what the browser says of itself. Returns undefined when the token
 * is unknown, used or expired.
 */
export function openSession(context: Context, token: string, agent: string | null): string | undefined {
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
      sql`INSERT INTO console_sessions (hash, user_id, expires_at, created_at, agent)
        VALUES (${hash(session)}, ${row.user_id}, ${now + 30 * DAY}, ${now}, ${agent?.slice(0, 300) ?? null})`,
    )
    publishChange(context)
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
export function endSession(context: Context, session: string) {
  run(context.db, sql`DELETE FROM console_sessions WHERE hash = ${hash(session)}`)
  publishChange(context)
}

export interface SessionRecord {
  id: string
  agent: string | null
  created_at: number | null
  last_used_at: number | null
  expires_at: number
}

/** What a session is called: the beginning of its hash, by which it cannot be guessed. */
const idOf = sql`lower(hex(substr(hash, 1, 8)))`

/** The id of a session, as `sessionsOf` names it. */
export const sessionId = (session: string) => hash(session).subarray(0, 8).toString('hex')

/** The sessions of a user that are not expired, the latest first. `now`: wall time. */
export const sessionsOf = (db: ReadDb, userId: number, now: number) =>
  all<SessionRecord>(
    db,
    sql`SELECT ${idOf} AS id, agent, created_at, last_used_at, expires_at FROM console_sessions
      WHERE user_id = ${userId} AND expires_at > ${now} ORDER BY coalesce(last_used_at, created_at, 0) DESC, expires_at DESC`,
  )

/** Ends one session of a user by its id. Throws `not_found`. */
export function endById(context: Context, userId: number, id: string) {
  if (run(context.db, sql`DELETE FROM console_sessions WHERE user_id = ${userId} AND ${idOf} = ${id}`) === 0)
    throw notFound('Session')
  publishChange(context)
}

/** Ends all sessions of a user but one, by its id. Returns how many. */
export function endOthers(context: Context, userId: number, kept: string | undefined): number {
  const ended = run(
    context.db,
    sql`DELETE FROM console_sessions WHERE user_id = ${userId} AND ${idOf} <> ${kept ?? ''} AND expires_at > ${context.wall.now()}`,
  )
  if (ended > 0) publishChange(context)
  return ended
}

/** When the use of a session was last written, by its database. */
const noted = new WeakMap<ReadDb, Map<string, number>>()

/** Writes that a session is used, once a minute at most; without room on the disk it is not. */
export function noteUse(context: Context, session: string) {
  const { db, wall } = context
  const ofDb = noted.get(db) ?? new Map<string, number>()
  noted.set(db, ofDb)
  const id = sessionId(session)
  const now = wall.now()
  if (now - (ofDb.get(id) ?? Number.NEGATIVE_INFINITY) < MINUTE) return
  ofDb.set(id, now)
  try {
    transact(context, () =>
      run(db, sql`UPDATE console_sessions SET last_used_at = ${now} WHERE hash = ${hash(session)}`),
    )
  } catch (error) {
    if (!isDiskTrouble(error)) throw error
    context.log.warn({ err: error }, 'the last use of a session could not be written')
  }
}
