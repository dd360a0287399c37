import type { LeadResult } from '../../../contract/statuses'
import { one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import type { Outcome } from './retry'

/** The id of the lead's open attempt; undefined when there is none. */
export const openAttempt = (db: ReadDb, leadId: number) =>
  one<{ id: number }>(db, sql`SELECT id FROM attempts WHERE lead_id = ${leadId} AND ended_at IS NULL`)?.id

/** Begins an attempt and returns its id. */
export const startAttempt = (context: Context, leadId: number): number =>
  one<{ id: number }>(
    context.db,
    sql`INSERT INTO attempts (lead_id, started_at) VALUES (${leadId}, ${context.clock.now()}) RETURNING id`,
  )!.id

/** Ends the lead's open attempt, if there is one. `result`: what came of it; null when it was ended without a result. */
export function endAttempt(
  context: Context,
  leadId: number,
  outcome: Outcome | 'given_up',
  result: LeadResult | null = null,
) {
  const ended = run(
    context.db,
    sql`UPDATE attempts SET ended_at = ${context.clock.now()}, outcome = ${outcome}, result = ${result}
      WHERE lead_id = ${leadId} AND ended_at IS NULL`,
  )
  if (ended > 0 && result !== null) run(context.db, sql`UPDATE leads SET result = ${result} WHERE id = ${leadId}`)
}

/** Removes an attempt in which nobody was dialed. Returns whether it was removed. */
export const removeWithoutDials = (context: Context, attemptId: number | null): boolean =>
  run(
    context.db,
    sql`DELETE FROM attempts WHERE id = ${attemptId} AND NOT EXISTS (SELECT 1 FROM calls WHERE attempt_id = ${attemptId})`,
  ) > 0
