import * as z from 'zod'
import { campaignChanges } from './campaigns'
import { changed, operation } from './operation'
import { callResults } from './stats'
import { IsoTime, moment, page, paging, pathId, queryInt } from './wire'

export const rehearsalStatuses = ['running', 'done', 'failed', 'cancelled'] as const
export type RehearsalStatus = (typeof rehearsalStatuses)[number]

/** What an operator should know before the campaign starts, the most important first. */
export const rehearsalWarnings = [
  'no_assistant',
  'no_leads',
  'dialing_halted',
  'dialing_paused',
  'never_open',
  'unfinished',
  'balance',
  'low_balance',
  'failing',
  'campaign_lines',
  'desk_lines',
  'calls_per_second',
  'calls_per_number',
  'other_campaigns',
  'missing_variable',
  'no_history',
] as const
export type RehearsalWarning = (typeof rehearsalWarnings)[number]

/** The calls from which results and durations are taken: the first of these that has enough calls. */
export const rehearsalBases = ['campaign', 'assistant', 'account', 'defaults'] as const

const Range = z.object({ expected: z.number(), low: z.number(), high: z.number() })
const Moments = z.object({ expected: IsoTime.nullable(), low: IsoTime.nullable(), high: IsoTime.nullable() })

const Assumptions = z.object({
  basis: z.enum(rehearsalBases),
  calls: z.int(),
  text: z.string(),
  rates: z.record(z.enum(callResults), z.number()),
  average_talk_seconds: z.number(),
  lines: z.int(),
  calls_per_second: z.int(),
  call_minute: z.number(),
})

const Bucket = z.object({
  start: IsoTime,
  open: z.boolean(),
  dials: z.int(),
  talked: z.int(),
  goals: z.int(),
  cost: z.number(),
  lines: z.int(),
  left: Range,
})

export const Forecast = z
  .object({
    runs: z.int(),
    start_at: IsoTime,
    timezone: z.string(),
    assumptions: Assumptions,
    leads: z.object({
      total: z.int(),
      talked: z.int(),
      voicemail: z.int(),
      not_reached: z.int(),
      blacklisted: z.int(),
      left_over: z.int(),
    }),
    dials: Range,
    talked: Range,
    goals: Range,
    results: z.record(z.enum(callResults), z.int()),
    talk_seconds: Range,
    cost: Range,
    first_dial_at: IsoTime.nullable(),
    last_dial_at: IsoTime.nullable(),
    finish_at: Moments,
    unfinished_because: z.string().nullable(),
    peak_lines: z.int(),
    busiest_hour: z.object({ start: IsoTime, dials: z.int(), lines: z.int() }).nullable(),
    balance: z.object({
      now: z.number(),
      covers_dials: z.int(),
      runs_out_at: IsoTime.nullable(),
      low_at: IsoTime.nullable(),
    }),
    by: z.enum(['hour', 'day']),
    buckets: z.array(Bucket),
    warnings: z.array(z.object({ code: z.enum(rehearsalWarnings), text: z.string() })),
  })
  .meta({ id: 'Forecast' })
export type Forecast = z.output<typeof Forecast>

export const Rehearsal = z
  .object({
    id: z.int(),
    campaign_id: z.int(),
    status: z.enum(rehearsalStatuses),
    changes: z.record(z.string(), z.unknown()),
    is_current: z.boolean(),
    start_at: IsoTime.nullable(),
    progress: z.object({ done: z.int(), expected: z.int(), percent: z.int() }),
    forecast: Forecast.nullable(),
    error: z.string().nullable(),
    created_at: IsoTime,
    finished_at: IsoTime.nullable(),
  })
  .meta({ id: 'Rehearsal' })
export type Rehearsal = z.output<typeof Rehearsal>

const tag = 'Campaigns'

export const rehearsals = {
  create: operation({
    method: 'POST',
    path: '/user/campaigns/{id}/rehearse',
    tag,
    status: 201,
    summary: 'Forecast the results of a campaign; nothing is dialed and nothing is changed',
    description:
      'It runs in the background with the leads as they are, from now or from `start_at`. Finished rehearsals are kept for ' +
      'a week, 20 at most. Settings of the campaign can be given to try them without saving them.',
    input: z.object({
      id: pathId,
      start_at: moment.optional(),
      ...campaignChanges,
    }),
    output: changed(Rehearsal),
    refuses: ['not_found', 'conflict'],
  }),
  list: operation({
    method: 'GET',
    path: '/user/rehearsals',
    tag,
    summary: 'Rehearsals that run or are kept, newest first',
    input: z.object({ campaign_id: queryInt(1).optional(), ...paging(15) }),
    output: page(Rehearsal),
  }),
  get: operation({
    method: 'GET',
    path: '/user/rehearsals/{id}',
    tag,
    summary: 'The progress of a rehearsal, and its forecast when it is done',
    input: z.object({ id: pathId }),
    output: Rehearsal,
    refuses: ['not_found'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/rehearsals/{id}',
    tag,
    summary: 'Cancel a rehearsal that runs, or delete one that has ended',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
}
