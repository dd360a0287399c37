import { one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'

/** A stored value of the workspace; undefined when it was never set. */
export function getState<T>(db: ReadDb, key: string): T | undefined {
  const row = one<{ value: string }>(db, sql`SELECT value FROM state WHERE key = ${key}`)
  return row && (JSON.parse(row.value) as T)
}

export function setState(db: WriteDb, key: string, value: unknown) {
  run(
    db,
    sql`INSERT INTO state (key, value) VALUES (${key}, ${JSON.stringify(value)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
  )
}
