import * as z from 'zod'
import { type InputOf, operation } from './operation'
import { dayOrMoment, IsoTime, queryInt, timeZone } from './wire'

/** The result of a call, as an operator counts it: the first of these that applies. */
export const callResults = ['goal', 'talked', 'voicemail', 'no_answer', 'busy', 'failed'] as const
export type CallResult = (typeof callResults)[number]

/** Whether the goal of a talk was reached. What the built-in rules find is a guess, which is not counted as a judgement. */
export const verdicts = ['goal', 'no_goal', 'guessed_goal', 'guessed_no_goal'] as const
export type Verdict = (typeof verdicts)[number]

export const Totals = z
  .object({
    dials: z.int(),
    talked: z.int(),
    goals: z.int(),
    judged: z.int(),
    guessed: z.int(),
    do_not_call: z.int(),
    guessed_goals: z.int(),
    talk_seconds: z.int(),
    average_talk_seconds: z.int(),
    cost: z.number(),
    results: z.record(z.enum(callResults), z.int()),
  })
  .meta({ id: 'Totals' })
export type Totals = z.output<typeof Totals>

const Costs = z.object({
  calls: z.int(),
  answered: z.int(),
  goals: z.int(),
  guessed_goals: z.int(),
  cost: z.number(),
  cost_per_answered: z.number().nullable(),
  cost_per_goal: z.number().nullable(),
})

export const stats = {
  get: operation({
    method: 'GET',
    path: '/user/stats',
    tag: 'Statistics',
    summary: 'Dials, talks, goals, cost and results by hour or day, and the same time a week before',
    description:
      'Counts calls that are final, by their start. Days and hours are those of `timezone`, which the answer names.',
    input: z.object({
      from: dayOrMoment,
      to: dayOrMoment,
      by: z.enum(['hour', 'day']).default('day'),
      campaign_id: queryInt(1).optional(),
      timezone: timeZone.optional(),
    }),
    output: z.object({
      from: IsoTime,
      to: IsoTime,
      now: IsoTime,
      by: z.enum(['hour', 'day']),
      timezone: z.string(),
      totals: Totals,
      week_before: Totals,
      buckets: z.array(z.object({ start: IsoTime, ...Totals.shape })),
    }),
  }),
  costs: operation({
    method: 'GET',
    path: '/user/stats/costs',
    tag: 'Statistics',
    summary: 'What calls have cost: by campaign, for each answered call, and for each goal that was reached',
    description: 'Counts calls that are final, by their start. Days are those of the workspace.',
    input: z.object({ from: dayOrMoment, to: dayOrMoment }),
    output: z.object({
      from: IsoTime,
      to: IsoTime,
      timezone: z.string(),
      total: Costs,
      rows: z.array(
        Costs.extend({
          kind: z.enum(['campaign', 'single', 'inbound']),
          campaign: z.object({ id: z.int().nullable(), name: z.string() }).nullable(),
        }),
      ),
    }),
  }),
}

export type StatsRequest = InputOf<typeof stats.get>
