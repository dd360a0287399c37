import { NAMED } from '../../../contract/people'
import type { LeadResult } from '../../../contract/statuses'
import { all, type ReadDb, sql } from '../../store/sql'
import type { Call } from './calls'

export interface PastAttempt {
  id: number
  startedAt: number
  endedAt: number | null
  outcome: string | null
  result: LeadResult | null
  calls: Pick<Call, 'id' | 'status' | 'answeredBy' | 'clientPhoneNumber' | 'talkedMs' | 'createdAt'>[]
}

interface AttemptRow {
  id: number
  started_at: number
  ended_at: number | null
  outcome: string | null
  result: LeadResult | null
}

interface CallRow {
  id: number
  attempt_id: number
  status: Call['status']
  answered_by: Call['answeredBy']
  client_phone_number: string
  talked_ms: number
  created_at: number
}

/** The latest attempts of a lead, newest first, each with its calls in the order in which they were dialed. */
export function historyOf(db: ReadDb, leadId: number): PastAttempt[] {
  const calls = Map.groupBy(
    all<CallRow>(
      db,
      sql`SELECT id, attempt_id, status, answered_by, client_phone_number, talked_ms, created_at FROM calls
        WHERE lead_id = ${leadId} AND attempt_id IS NOT NULL ORDER BY id`,
    ),
    call => call.attempt_id,
  )
  return all<AttemptRow>(
    db,
    sql`SELECT id, started_at, ended_at, outcome, result FROM attempts WHERE lead_id = ${leadId} ORDER BY id DESC LIMIT ${NAMED}`,
  ).map(row => ({
    id: row.id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    result: row.result,
    calls: (calls.get(row.id) ?? []).map(call => ({
      id: call.id,
      status: call.status,
      answeredBy: call.answered_by,
      clientPhoneNumber: call.client_phone_number,
      talkedMs: call.talked_ms,
      createdAt: call.created_at,
    })),
  }))
}
