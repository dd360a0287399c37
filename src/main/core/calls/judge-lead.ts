import { endAttempt } from '../campaigns/attempts'
import * as campaigns from '../campaigns/campaigns'
import { contactsOf, setContactStatus } from '../campaigns/contacts'
import * as leadStates from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { type Outcome, reached, retryDelay, verdictOf } from '../campaigns/retry'
import { intoWindow } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import type { Call } from './calls'
import { leadResultOf, outcomeOf } from './outcome'
import { isFault, recentDials } from './recent-dials'
import { mostFail } from './self-stop'

/**
 * Moves the lead of a final call as its result and the campaign's rules say. Returns `kept` when the lead would be given
 * up now, but most calls of its campaign fail through us or the carrier: it is tried once more. Call inside a transaction.
 */
export function judgeLead(context: Context, call: Call, leadId: number): 'moved' | 'kept' {
  const lead = leads.find(context.db, leadId)
  const campaign = campaigns.byId(context.db, call.campaignId ?? lead?.campaignId ?? 0)
  if (!lead || !campaign) return 'moved'
  const rules = campaign.settings
  const outcome = outcomeOf(call, rules)
  const result = leadResultOf(call, outcome, rules)
  if (call.contact > 0) setContactStatus(context, leadId, call.contact, reached(outcome) ? 'answered' : 'called')
  const contactsLeft = contactsOf(context.db, [leadId]).some(contact => contact.position > call.contact)
  const verdict = verdictOf(outcome, rules, contactsLeft, lead.attempts + 1)
  const now = context.clock.now()
  const attemptEnded = { attempts: lead.attempts + 1, nextContact: 0, noCapacityCount: 0, callbackAt: null }
  const callbackAt = callbackOf(call, lead, outcome)
  if (callbackAt !== null) {
    endAttempt(context, leadId, outcome, result)
    const dueAt = intoWindow(rules, lead.timeZone, Math.max(callbackAt, now))
    leadStates.move(context, leadId, 'retry', { ...attemptEnded, dueAt, rank: 0, callbackAt })
    return 'moved'
  }
  if (verdict === 'next_contact') {
    leadStates.move(context, leadId, 'nextContact', { dueAt: now, nextContact: call.contact + 1, noCapacityCount: 0 })
    return 'moved'
  }
  endAttempt(context, leadId, outcome, result)
  const retry = (attempts: number) => {
    const dueAt = intoWindow(rules, lead.timeZone, now + retryDelay(rules, attempts))
    leadStates.move(context, leadId, 'retry', { ...attemptEnded, attempts, dueAt, rank: 1 })
  }
  switch (verdict) {
    case 'done':
      leadStates.move(context, leadId, 'reach', { ...attemptEnded, cutOff: outcome === 'interrupted' })
      if (outcome === 'interrupted') notifyCutOff(context, call, leadId)
      return 'moved'
    case 'exhausted':
      if (isFault(call) && mostFail(recentDials(context.db, campaign))) {
        retry(lead.attempts)
        return 'kept'
      }
      leadStates.move(context, leadId, 'exhaust', attemptEnded)
      return 'moved'
    case 'retry':
      retry(attemptEnded.attempts)
      return 'moved'
  }
}

/**
 * When the lead is to be called back, also when no retry is left: the operator set it during the call, or the customer
 * asked for it. A callback that was set before this call is done with this call. Null: no callback.
 */
function callbackOf(call: Call, lead: leads.Lead, outcome: Outcome): number | null {
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
