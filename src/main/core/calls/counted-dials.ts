import { one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'
import type { Call } from './calls'

/** How long a dial counts for the cap of calls a number and day, in any time zone. */
const COUNTED = 3 * DAY

/** Keeps that a number was dialed, without the call. Call inside a transaction. */
export function keepDial({ db, clock }: Context, { userId, type, clientPhoneNumber, createdAt }: Call) {
  const since = clock.now() - COUNTED
  run(db, sql`DELETE FROM deleted_dials WHERE dialed_at < ${since}`)
  if (type === 'outbound' && createdAt >= since)
    run(
      db,
      sql`INSERT INTO deleted_dials (user_id, phone_number, dialed_at) VALUES (${userId}, ${clientPhoneNumber}, ${createdAt})`,
    )
}

/** How often a user has dialed a number since a moment (desk time), calls that were deleted included. */
export const countDials = (db: ReadDb, userId: number, number: string, since: number): number =>
  one<{ n: number }>(
    db,
    sql`SELECT (SELECT count(*) FROM calls WHERE client_phone_number = ${number} AND created_at >= ${since}
        AND user_id = ${userId} AND type = 'outbound')
      + (SELECT count(*) FROM deleted_dials WHERE user_id = ${userId} AND phone_number = ${number}
        AND dialed_at >= ${since}) AS n`,
  )!.n

/** Forgets the dials of a number. Call inside a transaction. */
export const forgetDials = (context: Context, userId: number, number: string) =>
  run(context.db, sql`DELETE FROM deleted_dials WHERE user_id = ${userId} AND phone_number = ${number}`)
