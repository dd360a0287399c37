import type { EndReason } from '../../../contract/calls'
import { type Judged, unjudged } from '../../ports/models'
import { run, sql } from '../../store/sql'
import * as blacklist from '../campaigns/blacklist'
import { completeIfDone } from '../campaigns/campaign-states'
import * as campaigns from '../campaigns/campaigns'
import { type Context, transact } from '../kernel/context'
import { callPrice, inUsd } from '../money/amounts'
import { book } from '../money/ledger'
import { getSettings } from '../workspace/settings'
import type { CallEvent } from './call-states'
import type { Call } from './calls'
import * as calls from './calls'
import { judgeLead } from './judge-lead'
import { couldNotSpeak, resultOf, verdictOn } from './outcome'
import { enqueuePostCall } from './post-call-webhook'
import * as promises from './promised-callbacks'
import { noteSilence, watchFailures } from './self-stop'

/**
 * Makes a call final: its status, its cost, its lead and its webhook change in one transaction. Does nothing when the
 * call is final already, or its state does not accept the event.
 */
export function finalize(
  context: Context,
  call: Call,
  event: CallEvent,
  endReason: EndReason,
  judged: Judged = unjudged,
) {
  transact(context, () => {
    if (!calls.move(context, call, event)) return
    const ended = { ...call, endReason }
    const costItems = couldNotSpeak(ended) ? [] : charge(context, call)
    const campaign = call.campaignId === null ? undefined : campaigns.byId(context.db, call.campaignId)
    // Statistics count outbound calls only.
    const verdict = verdictOn(judged, campaign?.settings.goal_completion_variable ?? null)
    const result = call.type === 'inbound' ? null : resultOf(ended, verdict)
    run(
      context.db,
      sql`UPDATE calls SET end_reason = ${endReason}, result = ${result}, verdict = ${verdict},
        evaluation = ${JSON.stringify(judged.items)}, evaluated_by = ${judged.by},
        ended_at = coalesce(ended_at, ${context.clock.now()}), ask_at = NULL, deadline_at = NULL,
        carrier_cost = ${costItems.reduce((sum, item) => sum + item.amount, 0)}, cost_items = ${JSON.stringify(costItems)}
        WHERE id = ${call.id}`,
    )
    const final = calls.byId(context.db, call.id)!
    const lead = final.leadId === null ? 'moved' : judgeLead(context, final, final.leadId)
    promises.afterCall(context, final, result)
    if (final.doNotCall)
      blacklist.add(context, final.userId, {
        phoneNumber: final.clientPhoneNumber,
        reason: 'Asked not to be called again',
        source: 'call',
        callId: final.id,
      })
    enqueuePostCall(context, final)
    noteSilence(context, final)
    if (campaign?.status !== 'in-progress') return
    watchFailures(context, campaign, final, lead === 'kept')
    completeIfDone(context, campaigns.byId(context.db, campaign.id)!)
  })
}

/** Charges the user for the call, by the second from the answer. */
function charge(context: Context, call: Call): Call['costItems'] {
  const perMinute = call.minutePrice ?? getSettings(context.db).rates.call_minute
  const amount = callPrice(call.talkedMs, perMinute)
  if (amount === 0) return []
  const what = `${Math.ceil(call.talkedMs / 1000)} s of talking at ${inUsd(perMinute, true)} a minute`
  book(context, call.userId, {
    type: 'call',
    amount: -amount,
    // Without the phone number: the entry stays when the person is forgotten.
    what: `Call ${call.id}: ${what}`,
    callId: call.id,
    campaignId: call.campaignId,
  })
  return [{ what, amount }]
}
