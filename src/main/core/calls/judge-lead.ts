import * as campaigns from '../campaigns/campaigns'
import { contactsOf, setContactStatus } from '../campaigns/contacts'
import * as leadStates from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { type Outcome, reached, retryDelay, verdictOf } from '../campaigns/retry'
import { intoWindow } from '../campaigns/windows'
import type { Desk } from '../kernel/context'
import type { Call } from './calls'
import { outcomeOf } from './outcome'

/** Decides what the result means for the lead. */
export function judgeLead(desk: Desk, call: Call, leadId: number) {
  const lead = leads.find(desk.db, leadId)
  const campaign = campaigns.byId(desk.db, call.campaignId ?? lead?.campaignId ?? 0)
  if (!lead || !campaign) return
  const rules = campaign.settings
  const outcome = outcomeOf(call, rules)
  if (call.contact > 0) setContactStatus(desk, leadId, call.contact, reached(outcome) ? 'answered' : 'called')
  const contactsLeft = contactsOf(desk.db, [leadId]).some(contact => contact.position > call.contact)
  const verdict = verdictOf(outcome, rules, contactsLeft, lead.attempts + 1)
  const now = desk.clock.now()
  if (verdict === 'next_contact') {
    leadStates.move(desk, leadId, 'nextContact', { dueAt: now, nextContact: call.contact + 1, lineMisses: 0 })
    return
  }
  leadStates.endAttempt(desk, leadId, outcome)
  const settled = { attempts: lead.attempts + 1, nextContact: 0, lineMisses: 0, callbackAt: null }
  const promised = promiseOf(call, lead, outcome)
  if (promised !== null) {
    const dueAt = intoWindow(rules, lead.timeZone, Math.max(promised, now))
    leadStates.move(desk, leadId, 'retry', { ...settled, dueAt, rank: 0, callbackAt: promised })
    return
  }
  switch (verdict) {
    case 'done':
      leadStates.move(desk, leadId, 'reach', { ...settled, cutOff: outcome === 'interrupted' })
      if (outcome === 'interrupted') tellCutOff(desk, call, leadId)
      return
    case 'exhausted':
      leadStates.move(desk, leadId, 'exhaust', settled)
      return
    case 'retry': {
      const at = now + retryDelay(rules, settled.attempts)
      leadStates.move(desk, leadId, 'retry', { ...settled, dueAt: intoWindow(rules, lead.timeZone, at), rank: 1 })
    }
  }
}

/**
 * When the lead is to be called again by promise, however many retries are left: of the conversation, or of the operator
 * while the call ran. A promise from before the call was kept by it.
 */
function promiseOf(call: Call, lead: leads.Lead, outcome: Outcome): number | null {
  if (call.doNotCall || outcome === 'interrupted') return null
  if (lead.callbackAt !== null && lead.callbackAt > call.createdAt) return lead.callbackAt
  return reached(outcome) ? call.callbackAt : null
}

function tellCutOff(desk: Desk, call: Call, leadId: number) {
  desk.bus.publish(call.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `The call to ${call.clientPhoneNumber} was cut off while talking. It is not made again by itself.`,
    lead_id: leadId,
    call_ids: [call.id],
  })
}
