import type { EvaluationItem } from '../../contract/calls'
import { all, run, sql } from '../store/sql'
import * as blacklist from './blacklist'
import type { Call, CallEvent } from './calls'
import * as calls from './calls'
import * as campaigns from './campaigns'
import * as deliveries from './deliveries'
import { type Desk, transact } from './desk'
import * as leadStates from './lead-states'
import * as leads from './leads'
import { book, callPrice, toUsd } from './money'
import { type Outcome, outcomeOf, reached, resultOf, retryDelay, verdictOf } from './outcome'
import type { EndCause } from './ports'
import { getSettings } from './settings'
import { nextOpening, windowAt } from './windows'

/**
 * Makes a call final, once: its status, its cost, its lead's move and its webhook are one transaction. A call that is
 * final already, or whose state does not answer the event, is left alone.
 */
export function finalize(
  desk: Desk,
  call: Call,
  event: CallEvent,
  endReason: string,
  evaluation: EvaluationItem[] = [],
) {
  transact(desk, () => {
    if (!calls.move(desk, call, event)) return
    const costItems = charge(desk, call)
    const campaign = call.campaignId === null ? undefined : campaigns.byId(desk.db, call.campaignId)
    // Statistics count what we dial.
    const result =
      call.type === 'inbound' ? null : resultOf(call, evaluation, campaign?.settings.goal_completion_variable ?? null)
    run(
      desk.db,
      sql`UPDATE calls SET end_reason = ${endReason}, result = ${result}, evaluation = ${JSON.stringify(evaluation)},
        ended_at = coalesce(ended_at, ${desk.clock.now()}), ask_at = NULL, deadline_at = NULL,
        carrier_cost = ${costItems.reduce((sum, item) => sum + item.amount, 0)}, cost_items = ${JSON.stringify(costItems)}
        WHERE id = ${call.id}`,
    )
    const settled = calls.byId(desk.db, call.id)!
    if (settled.leadId !== null) judgeLead(desk, settled, settled.leadId)
    if (settled.doNotCall)
      blacklist.add(desk, settled.userId, {
        phoneNumber: settled.clientPhoneNumber,
        reason: 'Asked not to be called again',
        source: 'call',
      })
    deliveries.queueForCall(desk, settled)
    if (campaign?.status !== 'in-progress') return
    stopIfFailing(desk, campaign)
    campaigns.completeIfDone(desk, campaigns.byId(desk.db, campaign.id)!)
  })
}

/** Books what the call costs: by the second from the answer, nothing over the operator's own trunk. */
function charge(desk: Desk, call: Call): Call['costItems'] {
  const perMinute = getSettings(desk.db).rates.call_minute
  const amount = callPrice(call.talkedMs, perMinute)
  if (amount === 0) return []
  const what = `${Math.ceil(call.talkedMs / 1000)} s of talking at ${toUsd(perMinute).toFixed(2)} a minute`
  book(desk, call.userId, {
    type: 'call',
    amount: -amount,
    // No number: money is kept when a person is forgotten.
    what: `Call ${call.id}: ${what}`,
    callId: call.id,
  })
  return [{ what, amount }]
}

/** Decides what the result means for the lead. */
function judgeLead(desk: Desk, call: Call, leadId: number) {
  const lead = leads.find(desk.db, leadId)
  const campaign = campaigns.byId(desk.db, call.campaignId ?? lead?.campaignId ?? 0)
  if (!lead || !campaign) return
  const rules = campaign.settings
  const outcome = outcomeOf(call, rules)
  if (call.contact > 0) leads.setContactStatus(desk, leadId, call.contact, reached(outcome) ? 'answered' : 'called')
  const contactsLeft = leads.contactsOf(desk.db, [leadId]).some(contact => contact.position > call.contact)
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

/** The zone whose clock a lead's window follows. */
export const zoneOf = (rules: campaigns.Rules, leadZone: string | null) =>
  rules.respect_lead_time_zone ? (leadZone ?? rules.timezone) : rules.timezone

export const intoWindow = (rules: campaigns.Rules, leadZone: string | null, at: number, windowOf = windowAt) =>
  nextOpening(rules, zoneOf(rules, leadZone), at, windowOf) ?? at

function tellCutOff(desk: Desk, call: Call, leadId: number) {
  desk.bus.publish(call.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `The call to ${call.clientPhoneNumber} was cut off while talking. It is not made again by itself.`,
    lead_id: leadId,
    call_ids: [call.id],
  })
}

/** How many of a campaign's last dials are looked at, more than half of which must not have failed technically. */
const LOOK_BACK = 20
/** What the carrier is to blame for; a call that recovery or a deadline settled is not. */
const carrierFaults: string[] = ['unreachable', 'line_error'] satisfies EndCause[]

function stopIfFailing(desk: Desk, campaign: campaigns.Campaign) {
  const recent = all<{ id: number; status: string; end_reason: string }>(
    desk.db,
    sql`SELECT id, status, end_reason FROM (
        SELECT id, status, end_reason, asked_at FROM calls INDEXED BY calls_campaign
        WHERE campaign_id = ${campaign.id} AND status NOT IN ('initiated', 'ringing', 'in-progress', 'ended')
        ORDER BY created_at DESC, id DESC LIMIT ${LOOK_BACK})
      WHERE asked_at >= ${campaign.startedAt}`,
  )
  const failed = recent.filter(({ status, end_reason }) => status === 'failed' && carrierFaults.includes(end_reason))
  if (failed.length * 2 <= LOOK_BACK) return
  campaigns.stopItself(
    desk,
    campaign,
    `The carrier failed ${failed.length} of its last ${recent.length} dials.`,
    failed.map(call => call.id),
  )
}
