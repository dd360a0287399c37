import { endAttempt } from '../campaigns/attempts'
import * as campaigns from '../campaigns/campaigns'
import { contactsOf, setContactStatus } from '../campaigns/contacts'
import * as leadStates from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { type Outcome, reached, retryDelay, verdictOf } from '../campaigns/retry'
import { intoWindow } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import type { Call } from './calls'
import { outcomeOf } from './outcome'

/** Decides what the result means for the lead. */
export function judgeLead(context: Context, call: Call, leadId: number) {
  const lead = leads.find(context.db, leadId)
  const campaign = campaigns.byId(context.db, call.campaignId ?? lead?.campaignId ?? 0)
  if (!lead || !campaign) return
  const rules = campaign.settings
  const outcome = outcomeOf(call, rules)
  if (call.contact > 0) setContactStatus(context, leadId, call.contact, reached(outcome) ? 'answered' : 'called')
  const contactsLeft = contactsOf(context.db, [leadId]).some(contact => contact.position > call.contact)
  const verdict = verdictOf(outcome, rules, contactsLeft, lead.attempts + 1)
  const now = context.clock.now()
  if (verdict === 'next_contact') {
    leadStates.move(context, leadId, 'nextContact', { dueAt: now, nextContact: call.contact + 1, noCapacityCount: 0 })
    return
  }
  endAttempt(context, leadId, outcome)
  const settled = { attempts: lead.attempts + 1, nextContact: 0, noCapacityCount: 0, callbackAt: null }
  const promised = promiseOf(call, lead, outcome)
  if (promised !== null) {
    const dueAt = intoWindow(rules, lead.timeZone, Math.max(promised, now))
    leadStates.move(context, leadId, 'retry', { ...settled, dueAt, rank: 0, callbackAt: promised })
    return
  }
  switch (verdict) {
    case 'done':
      leadStates.move(context, leadId, 'reach', { ...settled, cutOff: outcome === 'interrupted' })
      if (outcome === 'interrupted') notifyCutOff(context, call, leadId)
      return
    case 'exhausted':
      leadStates.move(context, leadId, 'exhaust', settled)
      return
    case 'retry': {
      const at = now + retryDelay(rules, settled.attempts)
      leadStates.move(context, leadId, 'retry', { ...settled, dueAt: intoWindow(rules, lead.timeZone, at), rank: 1 })
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

function notifyCutOff(context: Context, call: Call, leadId: number) {
  context.bus.publish(call.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `The call to ${call.clientPhoneNumber} was cut off while talking. It is not made again by itself.`,
    lead_id: leadId,
    call_ids: [call.id],
  })
}
