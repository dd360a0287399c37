import * as z from 'zod'
import { changed, type InputOf, operation } from './operation'
import { searchText } from './search'
import { verdicts } from './stats'
import { callStatuses, LIVE_AT_MOST } from './statuses'
import { anyVariables, day, dayOrMoment, IsoTime, id, page, paging, partialNumber, pathId, queryInt } from './wire'

export const CallStatus = z.enum(callStatuses)
export type CallStatus = z.output<typeof CallStatus>

export const callTypes = ['inbound', 'outbound', 'web'] as const

export const answeredBy = z.enum(['human', 'machine', 'unknown'])
export type AnsweredBy = z.output<typeof answeredBy>

/** Why a call ended. These values are stored and shown in the API. */
export const endReasons = [
  'end_call',
  'transferred',
  'max_duration',
  'silence',
  'voicemail',
  'engine_failed',
  'customer_hung_up',
  'hung_up',
  'operator',
  'halt',
  'busy',
  'no_answer',
  'declined',
  'remote_hang_up',
  'unreachable',
  'carrier_failed',
  'line_error',
  'interrupted',
  'no_line',
  'not_dialing',
  'blacklisted',
  'no_assistant',
  'no_balance',
] as const
export type EndReason = (typeof endReasons)[number]

export const TranscriptItem = z
  .object({
    text: z.string(),
    type: z.enum(['transcript', 'function_call']),
    sender: z.enum(['bot', 'human']),
    timestamp: z.number(),
    end_timestamp: z.number().optional(),
    interrupted: z.boolean().optional(),
    latency: z
      .object({ heard_ms: z.int().optional(), thought_ms: z.int().optional(), voiced_ms: z.int().optional() })
      .optional(),
  })
  .meta({ id: 'TranscriptItem' })
export type TranscriptItem = z.output<typeof TranscriptItem>

export const EvaluationItem = z
  .object({
    name: z.string(),
    type: z.string(),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    description: z.string(),
  })
  .meta({ id: 'EvaluationItem' })
export type EvaluationItem = z.output<typeof EvaluationItem>

/** What comes after a call of a lead: another try, its next contact, the callback that it asked for, or nothing. */
export const nextSteps = ['retry', 'contact', 'callback', 'none'] as const

/** A call as lists show it. */
export const CallSummary = z
  .object({
    id: z.int(),
    assistant_id: z.int().nullable(),
    assistant_name: z.string().nullable(),
    campaign_id: z.int().nullable(),
    campaign_name: z.string().nullable(),
    lead_id: z.int().nullable(),
    type: z.enum(callTypes),
    duration: z.int(),
    assistant_phone_number: z.string().nullable(),
    client_phone_number: z.string(),
    name: z.string().nullable(),
    status: CallStatus,
    end_reason: z.enum(endReasons).nullable(),
    transcript: z.array(TranscriptItem),
    variables: z.record(z.string(), z.unknown()),
    given_variables: z.record(z.string(), z.unknown()),
    evaluation: z.array(EvaluationItem),
    evaluated_by: z.string().nullable(),
    webhook_response: z.unknown(),
    carrier_cost: z.string(),
    total_cost: z.string(),
    answered_by: answeredBy.nullable(),
    recording_url: z.string().nullable(),
    created_at: IsoTime,
    updated_at: IsoTime,
    answered_at: IsoTime.nullable(),
    transferred_to: z.string().nullable(),
    spoken_by: z.string().nullable(),
    next: z
      .object({
        step: z.enum(nextSteps),
        at: IsoTime.nullable(),
        contact: z.int().nullable(),
        call_id: z.int().nullable(),
      })
      .nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CallSummary' })
export type CallSummary = z.output<typeof CallSummary>

export const Call = CallSummary.extend({
  cost_items: z.array(z.object({ what: z.string(), amount: z.number() })),
  allowed_because: z.array(z.object({ rule: z.string(), value: z.string() })),
  deliveries: z.array(z.object({ id: z.int(), status: z.string(), tries: z.int() })),
}).meta({ id: 'Call' })
export type Call = z.output<typeof Call>

/** The orders of the log. The first one is that of a list without one. */
export const callOrders = ['newest', 'oldest', 'longest', 'shortest', 'dearest', 'cheapest'] as const
export type CallOrder = (typeof callOrders)[number]

/** What the log can be filtered by. */
const filters = {
  status: CallStatus.optional(),
  type: z.enum(callTypes).optional(),
  phone_number: partialNumber.optional(),
  assistant_id: queryInt(1).optional(),
  campaign_id: queryInt(1).optional(),
  goal: z.enum(verdicts).optional(),
  date_from: day.optional(),
  date_to: day.optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
  search: searchText.optional(),
}

const tag = 'Calls'

export const calls = {
  make: operation({
    method: 'POST',
    path: '/user/make_call',
    tag,
    summary: 'Call one number; the call runs on by itself',
    input: z.object({
      phone_number: z.string().meta({ example: '+15550100001' }),
      assistant_id: z.union([id, z.uuid('must be an id or a uuid.')]),
      variables: anyVariables.optional(),
    }),
    output: z.object({ message: z.string(), data: z.object({}), call_id: z.int(), status: z.literal('initiated') }),
    refuses: ['bad_request', 'not_found', 'conflict', 'insufficient_balance'],
  }),
  list: operation({
    method: 'GET',
    path: '/user/calls',
    tag,
    summary: 'List calls, newest first or in another order',
    input: z.object({ ...filters, order: z.enum(callOrders).optional(), ...paging(15) }),
    output: page(CallSummary),
  }),
  totals: operation({
    method: 'GET',
    path: '/user/calls/totals',
    tag,
    summary: 'What the calls that fit the filters of the list add up to, those that are final',
    input: z.object(filters),
    output: z.object({
      calls: z.int(),
      talked: z.int(),
      talk_seconds: z.int(),
      goals: z.int(),
      guessed_goals: z.int(),
      cost: z.number(),
    }),
  }),
  live: operation({
    method: 'GET',
    path: '/user/calls/live',
    tag,
    summary: 'The calls that are under way or being evaluated, oldest first, and how many lines there are',
    input: z.object({
      limit: queryInt(0, LIVE_AT_MOST).default(100),
      words: queryInt(0, 1000).optional(),
    }),
    output: z.object({
      on_line: z.int(),
      evaluating: z.int(),
      lines: z.int(),
      data: z.array(CallSummary),
    }),
  }),
  get: operation({
    method: 'GET',
    path: '/user/calls/{id}',
    tag,
    summary: 'One call, with its costs, why it was allowed, and its webhooks',
    input: z.object({ id: pathId }),
    output: Call,
    refuses: ['not_found'],
  }),
  waveform: operation({
    method: 'GET',
    path: '/user/calls/{id}/waveform',
    tag,
    summary: "The waveform of a call's recording, for each side",
    input: z.object({ id: pathId, points: queryInt(10, 2000).default(400) }),
    output: z.object({
      duration_ms: z.int(),
      customer: z.array(z.number()),
      assistant: z.array(z.number()),
    }),
    refuses: ['not_found'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/calls/{id}',
    tag,
    summary: 'Delete a call, its transcript and its recording; what it cost stays in the ledger',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found', 'conflict'],
  }),
  hangUp: operation({
    method: 'POST',
    path: '/user/calls/{id}/hang-up',
    tag,
    summary: 'End a call that is under way',
    input: z.object({ id: pathId }),
    output: changed(z.object({ id: z.int(), status: CallStatus })),
    refuses: ['not_found', 'conflict'],
  }),
}

export type MakeCall = InputOf<typeof calls.make>
