import { one, run, sql, type WriteDb } from '../../store/sql'

/** Counts a dial by the simulated carrier. Returns how often it has dialed this number, including this time. */
export const countSimulatedDial = (db: WriteDb, number: string): number =>
  one<{ n: number }>(
    db,
    sql`INSERT INTO simulator_dials (phone_number, n) VALUES (${number}, 1) ON CONFLICT DO UPDATE SET n = n + 1 RETURNING n`,
  )!.n

/** Deletes how often a number was dialed. */
export const forgetSimulatedDials = (db: WriteDb, number: string) =>
  run(db, sql`DELETE FROM simulator_dials WHERE phone_number = ${number}`)
