import { all, one, type ReadDb, run, sql, type WriteDb } from '../store/sql'
import { type Desk, transact } from './desk'

export interface Settings {
  name: string
  timezone: string
  carrier: string
  max_calls_in_parallel: number
  calls_per_second: number
  /** Millionths of a USD: below this balance the operator is warned. */
  low_balance: number
  rates: {
    /** Millionths of a USD for a minute of talking. */
    call_minute: number
  }
}

const systemZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const defaults: Settings = {
  name: 'My desk',
  timezone: systemZone === 'Etc/UTC' || !systemZone.includes('/') ? 'UTC' : systemZone,
  carrier: 'simulated',
  max_calls_in_parallel: 30,
  calls_per_second: 5,
  low_balance: 5_000_000,
  rates: { call_minute: 100_000 },
}

/** A value of the workspace by its key, or undefined. */
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

export const getSettings = (db: ReadDb): Settings => ({ ...defaults, ...getState<Partial<Settings>>(db, 'settings') })

/** Changes what is given; everybody who looks at the workspace is told. */
export function changeSettings(desk: Desk, change: Partial<Settings>): Settings {
  return transact(desk, () => {
    setState(desk.db, 'settings', { ...getState<Partial<Settings>>(desk.db, 'settings'), ...given(change) })
    for (const { id } of all<{ id: number }>(desk.db, sql`SELECT id FROM users`))
      desk.bus.publish(id, { type: 'settings.changed' })
    return getSettings(desk.db)
  })
}

const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
