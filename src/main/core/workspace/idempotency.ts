import { insert, one, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'

/** What a request that bears an Idempotency-Key is known by. */
export interface IdempotencyKey {
  /** Whose key, which method and path. */
  scope: string
  key: string
}

export interface IdempotencyRecord {
  /** Of the body that was asked with. */
  fingerprint: Buffer
  /** Null while the first one is at work, or was cut off. */
  status: number | null
  /** JSON. */
  body: string | null
}

/** Answers are kept so long, wall time. */
const KEPT = DAY

export function findRecord(context: Context, { scope, key }: IdempotencyKey): IdempotencyRecord | undefined {
  const kept = one<IdempotencyRecord>(
    context.db,
    sql`SELECT fingerprint, status, body FROM kept_answers
      WHERE scope = ${scope} AND key = ${key} AND created_at > ${context.wall.now() - KEPT}`,
  )
  return kept && { ...kept, body: kept.body === null ? null : context.secrets.open(kept.body) }
}

/** Keeps an answer, or puts it in place of one that was at work. */
export function keepRecord(
  context: Context,
  { scope, key }: IdempotencyKey,
  { fingerprint, status, body }: IdempotencyRecord,
) {
  // An answer may hold a key that is shown only once.
  const sealed = body === null ? null : context.secrets.seal(body)
  insert(
    context.db,
    sql`INSERT INTO kept_answers (scope, key, fingerprint, status, body, created_at)
      VALUES (${scope}, ${key}, ${fingerprint}, ${status}, ${sealed}, ${context.wall.now()})
      ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        created_at = excluded.created_at`,
  )
}

/** Forgets one that was at work: it may be asked again. */
export const dropRecord = (context: Context, { scope, key }: IdempotencyKey) =>
  run(context.db, sql`DELETE FROM kept_answers WHERE scope = ${scope} AND key = ${key} AND status IS NULL`)

/** Forgets what is kept no longer; when there is something to forget next, wall time, or null. */
export function forgetRecords(context: Context): number | null {
  run(context.db, sql`DELETE FROM kept_answers WHERE created_at <= ${context.wall.now() - KEPT}`)
  const oldest = one<{ at: number | null }>(context.db, sql`SELECT min(created_at) AS at FROM kept_answers`)!.at
  return oldest === null ? null : oldest + KEPT
}
