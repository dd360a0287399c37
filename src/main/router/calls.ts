import { contract } from '../../contract'
import type { Call as CallAnswer, CallSummary } from '../../contract/calls'
import type { InputOf } from '../../contract/operation'
import { readSearch } from '../../contract/search'
import { isoTime } from '../../contract/wire'
import * as callList from '../core/calls/call-list'
import * as calls from '../core/calls/calls'
import { type Call, transcriptOf } from '../core/calls/calls'
import { hangUpAtOnce } from '../core/calls/hang-up'
import { nextStep } from '../core/calls/next-step'
import * as place from '../core/calls/place'
import { recordingFile, recordingUrl } from '../core/calls/recordings'
import { removeCall } from '../core/calls/remove-call'
import type { Context, Outside } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { dayRange, spanOf } from '../core/kernel/time'
import { eightDecimals, toUsd } from '../core/money/amounts'
import { ofCall } from '../core/webhooks/deliveries'
import { getSettings } from '../core/workspace/settings'
import { waveformOf } from '../store/waveform'
import { pager } from './pages'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function callsRoutes(context: Context, outside: Outside) {
  const { db } = context
  const page = pager(context, contract.calls.list)
  const filterOf = (input: InputOf<typeof contract.calls.totals>): callList.CallFilter => ({
    status: input.status,
    type: input.type,
    phoneNumber: input.phone_number,
    assistantId: input.assistant_id,
    campaignId: input.campaign_id,
    goal: input.goal,
    search: readSearch(input.search),
    ...dayRange(input),
    ...spanOf(input, getSettings(db).timezone),
  })
  return os.calls.router({
    make: os.calls.make.handler(
      withErrors(({ userId }, input) => {
        const call = place.make(context, userId, input)
        return { message: 'The call was started.', data: {}, call_id: call.id, status: 'initiated' as const }
      }),
    ),
    list: os.calls.list.handler(
      whenValid(({ userId }, input) => {
        const found = callList.list(db, userId, filterOf(input), paged(input), input.order)
        return page(input, found, call => callSummary(context, call))
      }),
    ),
    totals: os.calls.totals.handler(
      whenValid(({ userId }, input) => {
        const { talked_ms, cost, ...totals } = callList.totalsOf(db, userId, filterOf(input))
        return { ...totals, talk_seconds: Math.round(talked_ms / 1000), cost: toUsd(cost) }
      }),
    ),
    live: os.calls.live.handler(
      whenValid(({ userId }, { limit, words }) => {
        const { onLine, evaluating, calls } = callList.live(db, userId, limit)
        return {
          on_line: onLine,
          evaluating,
          lines: getSettings(db).max_calls_in_parallel,
          data: calls.map(call => callSummary(context, call, words)),
        }
      }),
    ),
    get: os.calls.get.handler(whenValid(({ userId }, { id }) => callAnswer(context, calls.get(db, userId, id)))),
    waveform: os.calls.waveform.handler(
      whenValidLater(async ({ userId }, { id, points }) => {
        const { recording } = calls.get(db, userId, id)
        const found = recording === null ? null : await waveformOf(recordingFile(context, recording), points)
        if (!found) throw notFound('Recording')
        return { duration_ms: found.durationMs, customer: found.left, assistant: found.right }
      }),
    ),
    remove: os.calls.remove.handler(
      whenValid(({ userId }, { id }) => {
        removeCall(context, userId, id)
        return { message: 'The call was deleted.' }
      }),
    ),
    hangUp: os.calls.hangUp.handler(
      whenValidLater(async ({ userId }, { id }) => {
        const { status } = await hangUpAtOnce(context, outside, userId, id)
        return { message: 'The call is being ended.', data: { id, status } }
      }),
    ),
  })
}

/** `words`: of the transcript only so many items, the latest; all without it. */
export function callSummary(context: Context, c: Call, words?: number): CallSummary {
  return {
    id: c.id,
    assistant_id: c.assistantId,
    assistant_name: c.assistantName,
    campaign_id: c.campaignId,
    campaign_name: c.campaignName,
    lead_id: c.leadId,
    type: c.type,
    duration: Math.ceil(c.talkedMs / 1000),
    assistant_phone_number: c.assistantPhoneNumber,
    client_phone_number: c.clientPhoneNumber,
    name: c.name,
    status: c.status,
    end_reason: c.endReason,
    transcript: transcriptOf(context.db, c.id, words),
    variables: c.variables,
    given_variables: c.given,
    evaluation: c.evaluation,
    evaluated_by: c.evaluatedBy,
    webhook_response: c.webhookResponse ?? null,
    carrier_cost: eightDecimals(c.carrierCost),
    total_cost: eightDecimals(c.carrierCost),
    answered_by: c.answeredBy,
    recording_url: recordingUrl(context, c.recording),
    created_at: isoTime(c.createdAt),
    updated_at: isoTime(c.updatedAt),
    answered_at: c.answeredAt === null ? null : isoTime(c.answeredAt),
    spoken_by: c.spokenBy,
    transferred_to: c.transferredTo,
    next: nextStep(context.db, c),
    warnings: c.warnings,
  }
}

export const callAnswer = (context: Context, c: Call): CallAnswer => ({
  ...callSummary(context, c),
  cost_items: c.costItems.map(({ what, amount }) => ({ what, amount: toUsd(amount) })),
  allowed_because: c.allowedBecause,
  deliveries: ofCall(context.db, c.id),
})
