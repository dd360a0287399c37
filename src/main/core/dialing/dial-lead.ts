import type { ReadDb } from '../../store/sql'
import type * as assistants from '../assistants/assistants'
import type { Call } from '../calls/calls'
import * as calls from '../calls/calls'
import { countDials } from '../calls/counted-dials'
import * as place from '../calls/place'
import { allowanceInWords, meansFor } from '../calls/place'
import { endAttempt, openAttempt, startAttempt } from '../campaigns/attempts'
import * as blacklist from '../campaigns/blacklist'
import { completeIfDone } from '../campaigns/campaign-states'
import { type Campaign, callerIdsOf, recordDial } from '../campaigns/campaigns'
import { contactsOf, dialZone, setContactStatus } from '../campaigns/contacts'
import * as leadStates from '../campaigns/lead-states'
import type * as leads from '../campaigns/leads'
import { retryDelay, verdictOf } from '../campaigns/retry'
import { dayAt, intoWindow, nextOpening } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { SECOND } from '../kernel/time'
import { missingInWords, shortage } from '../money/amounts'
import * as numbers from '../numbers/numbers'
import type { Round } from './round'

/** A number that is in a call now is looked at again after this time, ms. */
const WHILE_ON_LINE = 10 * SECOND

/**
 * Dials a lead, if it may be dialed now, and returns the call. Otherwise returns whether only this lead waits, or the whole
 * campaign. Call inside a transaction.
 */
export function dialLead(
  context: Context,
  campaign: Campaign,
  assistant: assistants.Assistant,
  lead: leads.Lead,
  round: Round,
): Call | 'lead waits' | 'campaign waits' {
  const rules = campaign.settings
  const target = nextTarget(context, campaign, lead)
  if (!target) return 'lead waits'
  const zone = dialZone(rules, lead.timeZone, target.position, target.phoneNumber)
  const window = round.window(campaign, zone)
  if (!window.open) {
    // Open by desk time and not yet by the machine's clock: a moment later.
    const opening = nextOpening(rules, zone, round.now) ?? window.until
    leadStates.defer(context, lead.id, opening > round.now ? opening : window.until)
    return 'lead waits'
  }
  if (calls.isOnLineWith(context.db, campaign.userId, target.phoneNumber)) {
    leadStates.defer(context, lead.id, round.now + WHILE_ON_LINE)
    return 'lead waits'
  }

  // The campaign's numbers take turns.
  const callerIds = callerIdsOf(context.db, campaign, assistant)
  const from = callerIds[(lead.id + lead.attempts + target.position) % callerIds.length] ?? null
  const means = meansFor(context.db, campaign.userId, numbers.minutePrice(context.db, campaign.userId, from))
  const missing = shortage(means)
  if (missing) {
    context.bus.publish(campaign.userId, {
      type: 'campaign.waits',
      id: campaign.id,
      reason: missingInWords('A call', missing),
    })
    return 'campaign waits'
  }
  const today = dialsToday(context.db, campaign, target.phoneNumber, zone, round.now)
  if (today.tomorrow !== null) {
    leadStates.defer(context, lead.id, nextOpening(rules, zone, today.tomorrow) ?? today.tomorrow)
    return 'lead waits'
  }

  const attemptId = openAttempt(context.db, lead.id) ?? startAttempt(context, lead.id)
  leadStates.move(context, lead.id, 'dial', { nextContact: target.position })
  const call = place.open(context, {
    userId: campaign.userId,
    assistant,
    to: target.phoneNumber,
    from,
    variables: { ...lead.variables, ...target.variables },
    campaign: { id: campaign.id, name: campaign.name },
    lead: { id: lead.id, attemptId, contact: target.position },
    allowedBecause: [
      {
        rule: 'window',
        value: `${rules.allowed_hours_start_time.slice(0, 5)} to ${rules.allowed_hours_end_time.slice(0, 5)} ${zone}`,
      },
      { rule: 'attempt', value: `${lead.attempts + 1} of ${rules.max_retries + 1}` },
      { rule: 'blacklist', value: 'not listed' },
      { rule: 'balance', value: allowanceInWords(means) },
      ...(rules.max_calls_per_number_per_day === null
        ? []
        : [{ rule: 'calls today', value: `${today.n} of ${rules.max_calls_per_number_per_day}` }]),
    ],
  })
  recordDial(context, campaign.id, call.id)
  return call
}

interface Target {
  position: number
  phoneNumber: string
  variables: leads.Lead['variables']
}

/**
 * The contact of the lead to dial next; null: none, and the lead was moved. A blacklisted primary number makes the lead
 * blacklisted. Blacklisted contacts are skipped; when none is left, the attempt ends as not answered.
 */
function nextTarget(context: Context, campaign: Campaign, lead: leads.Lead): Target | null {
  const isListed = (number: string) => blacklist.isListed(context.db, campaign.userId, number, context.clock.now())
  if (isListed(lead.phoneNumber)) {
    endAttempt(context, lead.id, 'given_up')
    leadStates.move(context, lead.id, 'blacklist')
    completeIfDone(context, campaign)
    return null
  }
  if (lead.nextContact === 0) return { position: 0, phoneNumber: lead.phoneNumber, variables: {} }
  for (const contact of contactsOf(context.db, [lead.id])) {
    if (contact.position < lead.nextContact) continue
    if (!isListed(contact.phoneNumber)) return contact
    setContactStatus(context, lead.id, contact.position, 'skipped')
  }
  const attempts = lead.attempts + 1
  const outcome = 'no_answer'
  const ended = { attempts, nextContact: 0, rank: 1, callbackAt: null, noCapacityCount: 0 } as const
  endAttempt(context, lead.id, outcome, outcome)
  if (verdictOf(outcome, campaign.settings, false, attempts) === 'exhausted') {
    leadStates.move(context, lead.id, 'exhaust', ended)
    completeIfDone(context, campaign)
  } else {
    const at = context.clock.now() + retryDelay(campaign.settings, attempts)
    leadStates.move(context, lead.id, 'retry', { ...ended, dueAt: intoWindow(campaign.settings, lead.timeZone, at) })
  }
  return null
}

/** How often a number was dialed today in the zone; `tomorrow`: when the next day begins, if the cap is reached. */
function dialsToday(db: ReadDb, campaign: Campaign, number: string, zone: string, now: number) {
  const cap = campaign.settings.max_calls_per_number_per_day
  if (cap === null) return { n: 0, tomorrow: null }
  const today = dayAt(zone, now)
  const n = countDials(db, campaign.userId, number, today.start)
  return { n, tomorrow: n >= cap ? today.end : null }
}
