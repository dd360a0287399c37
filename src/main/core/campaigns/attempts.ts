import { one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'

/** The lead's attempt that is under way, if there is one. */
export const openAttempt = (db: ReadDb, leadId: number) =>
  one<{ id: number }>(db, sql`SELECT id FROM attempts WHERE lead_id = ${leadId} AND ended_at IS NULL`)?.id

/** Ends the lead's attempt, if one is under way. */
export const endAttempt = (context: Context, leadId: number, outcome: string) =>
  run(
    context.db,
    sql`UPDATE attempts SET ended_at = ${context.clock.now()}, outcome = ${outcome} WHERE lead_id = ${leadId} AND ended_at IS NULL`,
  )
