import { insert, one, run, sql } from '../store/sql'
import { DAY, type Desk } from './desk'

/** What a request that bears an Idempotency-Key is known by. */
export interface Mark {
  /** Whose key, which method and path. */
  scope: string
  key: string
}

export interface KeptAnswer {
  /** Of the body that was asked with. */
  fingerprint: Buffer
  /** Null while the first one is at work, or was cut off. */
  status: number | null
  /** JSON. */
  body: string | null
}

/** Answers are kept so long, wall time. */
const KEPT = DAY

export const findAnswer = (desk: Desk, { scope, key }: Mark) =>
  one<KeptAnswer>(
    desk.db,
    sql`SELECT fingerprint, status, body FROM kept_answers
      WHERE scope = ${scope} AND key = ${key} AND created_at > ${desk.wall.now() - KEPT}`,
  )

/** Keeps an answer, or puts it in place of one that was at work. */
export function keepAnswer(desk: Desk, { scope, key }: Mark, { fingerprint, status, body }: KeptAnswer) {
  const now = desk.wall.now()
  run(desk.db, sql`DELETE FROM kept_answers WHERE created_at <= ${now - KEPT}`)
  insert(
    desk.db,
    sql`INSERT INTO kept_answers (scope, key, fingerprint, status, body, created_at)
      VALUES (${scope}, ${key}, ${fingerprint}, ${status}, ${body}, ${now})
      ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body`,
  )
}

/** Forgets one that was at work: it may be asked again. */
export const dropAnswer = (desk: Desk, { scope, key }: Mark) =>
  run(desk.db, sql`DELETE FROM kept_answers WHERE scope = ${scope} AND key = ${key} AND status IS NULL`)
