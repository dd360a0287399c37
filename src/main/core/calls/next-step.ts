import type { CallSummary } from '../../../contract/calls'
import { isoTime } from '../../../contract/wire'
import { one, type ReadDb, sql } from '../../store/sql'
import * as leads from '../campaigns/leads'
import { isLive } from './call-states'
import type { Call } from './calls'

export const queries = {
  after: ({ id, leadId }: Pick<Call, 'id' | 'leadId'>) =>
    sql`SELECT id, contact, created_at FROM calls WHERE lead_id = ${leadId} AND id > ${id} ORDER BY id LIMIT 1`,
}

/** What came after a call of a lead, or comes next. Null while the call is open, and when nothing is to be said. */
export function nextStep(db: ReadDb, call: Call): CallSummary['next'] {
  if (call.leadId === null || isLive(call)) return null
  const after = one<{ id: number; contact: number; created_at: number }>(db, queries.after(call))
  if (after) {
    const step = call.callbackAt !== null ? 'callback' : after.contact > call.contact ? 'contact' : 'retry'
    const contact = step === 'contact' ? after.contact : null
    return { step, at: isoTime(after.created_at), contact, call_id: after.id }
  }
  const lead = leads.find(db, call.leadId)
  if (!lead) return null
  const { status, nextContact, dueAt, callbackAt, cutOff } = lead
  if (status === 'reached-max-retries' || status === 'blacklisted' || (status === 'completed' && cutOff))
    return { step: 'none', at: null, contact: null, call_id: null }
  const isWaiting = status === 'scheduled' || status === 'rescheduled'
  if (callbackAt !== null && (isWaiting || status === 'created'))
    return { step: 'callback', at: isoTime(callbackAt), contact: null, call_id: null }
  if (!isWaiting || dueAt === null) return null
  const isContact = nextContact > call.contact
  return {
    step: isContact ? 'contact' : 'retry',
    at: isoTime(dueAt),
    contact: isContact ? nextContact : null,
    call_id: null,
  }
}
