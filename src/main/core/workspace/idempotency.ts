import { insert, one, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'

/** Identifies a request that has the header Idempotency-Key. */
export interface IdempotencyKey {
  /** API key, method and path. */
  scope: string
  key: string
}

export interface IdempotencyRecord {
  /** A hash of the request's body. */
  fingerprint: Buffer
  /** Of the answer; null while the first request runs, or when it was interrupted. */
  status: number | null
  /** The answer as JSON. */
  body: string | null
}

/** How long records are kept, wall time. */
const LIFETIME = DAY

/** The record of a request; undefined when there is none, or it has expired. */
export function findRecord(context: Context, { scope, key }: IdempotencyKey): IdempotencyRecord | undefined {
  const found = one<IdempotencyRecord>(
    context.db,
    sql`SELECT fingerprint, status, body FROM kept_answers
      WHERE scope = ${scope} AND key = ${key} AND created_at > ${context.wall.now() - LIFETIME}`,
  )
  return found && { ...found, body: found.body === null ? null : context.secrets.open(found.body) }
}

/** Stores a record, in place of an earlier one of the same request. */
export function keepRecord(
  context: Context,
  { scope, key }: IdempotencyKey,
  { fingerprint, status, body }: IdempotencyRecord,
) {
  // The answer may contain a secret, such as a new API key.
  const sealed = body === null ? null : context.secrets.seal(body)
  insert(
    context.db,
    sql`INSERT INTO kept_answers (scope, key, fingerprint, status, body, created_at)
      VALUES (${scope}, ${key}, ${fingerprint}, ${status}, ${sealed}, ${context.wall.now()})
      ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        created_at = excluded.created_at`,
  )
}

/** Deletes a record that has no answer yet, so that the request can be sent again. */
export const dropRecord = (context: Context, { scope, key }: IdempotencyKey) =>
  run(context.db, sql`DELETE FROM kept_answers WHERE scope = ${scope} AND key = ${key} AND status IS NULL`)

/** Deletes expired records. Returns the wall time at which the next one expires; null: there is none. */
export function deleteExpiredRecords(context: Context): number | null {
  run(context.db, sql`DELETE FROM kept_answers WHERE created_at <= ${context.wall.now() - LIFETIME}`)
  const oldest = one<{ at: number | null }>(context.db, sql`SELECT min(created_at) AS at FROM kept_answers`)!.at
  return oldest === null ? null : oldest + LIFETIME
}
