import { Temporal } from 'temporal-polyfill'
import type { CallResult, StatsRequest, Totals, Verdict } from '../../../contract/stats'
import { all, and, type ReadDb, sql } from '../../store/sql'
import { isFinal } from '../calls/call-states'
import type { Context } from '../kernel/context'
import { invalidField } from '../kernel/errors'
import { bucketStarts, DAY, HOUR, QUARTER_HOUR, type Span, spanOf } from '../kernel/time'
import { toUsd } from '../money/amounts'
import { getSettings } from '../workspace/settings'

export interface Stats extends Span {
  /** Desk time, by which one bucket may still be going on and later ones have not begun. */
  now: number
  timezone: string
  totals: Totals
  weekBefore: Totals
  buckets: (Totals & { start: number })[]
}

/** How many hours or days one answer has at most. */
const MOST_BUCKETS = 1000

/**
 * The results of the final calls that began in a span: totals, totals of the same span a week before, and totals by hour
 * or day in the time zone that was asked for, else in the workspace's. Throws `invalid` when the span is empty, or has too many hours or days.
 */
export function statsOf({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number, asked: StatsRequest): Stats {
  const now = clock.now()
  const { from, to, by, campaign_id: campaignId, timezone = getSettings(db).timezone } = asked
  const span = spanOf({ from, to }, timezone) as Span
  if ((span.to - span.from) / (by === 'hour' ? HOUR : DAY) > MOST_BUCKETS)
    throw invalidField('to', `is too far from from to be counted by ${by}.`)
  const slots = slotsOf(db, userId, span, campaignId)
  const starts = bucketStarts(span, by, timezone)
  let next = 0
  const buckets = starts.map((start, i) => {
    const first = next
    while (next < slots.length && slots[next]!.at < (starts[i + 1] ?? span.to)) next++
    return { start, ...total(slots.slice(first, next)) }
  })
  const week = { from: weekBefore(span.from, timezone), to: weekBefore(span.to, timezone) }
  return {
    ...span,
    now,
    timezone,
    totals: total(slots),
    weekBefore: total(slotsOf(db, userId, week, campaignId)),
    buckets,
  }
}

/** The calls of a quarter of an hour with one result and verdict. */
interface Slot {
  at: number
  result: CallResult
  verdict: Verdict | null
  n: number
  talked_ms: number
  cost: number
  do_not_call: number
}

export const queries = {
  slots: (userId: number, { from, to }: Span, campaignId?: number) => sql`
    SELECT max(${from}, created_at / ${QUARTER_HOUR} * ${QUARTER_HOUR}) AS at, result, verdict, count(*) AS n, sum(talked_ms) AS talked_ms,
      sum(carrier_cost) AS cost, sum(do_not_call) AS do_not_call FROM calls
    WHERE ${and([
      isFinal,
      sql`user_id = ${userId} AND result IS NOT NULL AND created_at >= ${from} AND created_at < ${to}`,
      campaignId !== undefined && sql`campaign_id = ${campaignId}`,
    ])} GROUP BY 1, 2, 3 ORDER BY 1`,
}

const slotsOf = (db: ReadDb, userId: number, span: Span, campaignId?: number) =>
  all<Slot>(db, queries.slots(userId, span, campaignId))

function total(slots: readonly Slot[]): Totals {
  const results: Record<CallResult, number> = { goal: 0, talked: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 }
  let talkedMs = 0
  let personMs = 0
  let cost = 0
  let doNotCall = 0
  const verdicts: Record<Verdict, number> = { goal: 0, no_goal: 0, guessed_goal: 0, guessed_no_goal: 0 }
  for (const slot of slots) {
    results[slot.result] += slot.n
    talkedMs += slot.talked_ms
    if (slot.result === 'goal' || slot.result === 'talked') {
      personMs += slot.talked_ms
      if (slot.verdict) verdicts[slot.verdict] += slot.n
    }
    cost += slot.cost
    doNotCall += slot.do_not_call
  }
  const talked = results.goal + results.talked
  return {
    dials: Object.values(results).reduce((sum, n) => sum + n, 0),
    talked,
    goals: results.goal,
    judged: verdicts.goal + verdicts.no_goal,
    guessed: verdicts.guessed_goal + verdicts.guessed_no_goal,
    guessed_goals: verdicts.guessed_goal,
    do_not_call: doNotCall,
    talk_seconds: Math.round(talkedMs / 1000),
    average_talk_seconds: talked === 0 ? 0 : Math.round(personMs / talked / 1000),
    cost: toUsd(cost),
    results,
  }
}

/** The same local time a week before, also when the clocks have changed in between. */
const weekBefore = (ms: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).subtract({ weeks: 1 }).epochMilliseconds
