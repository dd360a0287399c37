import { Temporal } from 'temporal-polyfill'
import type { CallResult, Totals } from '../../../contract/stats'
import { all, and, type ReadDb, sql } from '../../store/sql'
import { bucketStarts, MINUTE, type Span } from '../kernel/time'
import { toUsd } from '../money/amounts'
import { getSettings } from '../workspace/settings'

export interface Stats extends Span {
  timezone: string
  totals: Totals
  weekBefore: Totals
  buckets: (Totals & { start: number })[]
}

/** So many hours or days are shown at most. */
const MOST_BUCKETS = 1000
/** Every time zone's hours begin at one of these. */
const SLOT = 15 * MINUTE

/** Too long a span for its buckets. */
export const tooManyBuckets = ({ from, to }: Span, by: 'hour' | 'day') =>
  (to - from) / (by === 'hour' ? 60 * MINUTE : 24 * 60 * MINUTE) > MOST_BUCKETS

/** What the final calls that began in a span came to, in all and by hour or day of the workspace. */
export function statsOf(db: ReadDb, userId: number, span: Span, by: 'hour' | 'day', campaignId?: number): Stats {
  const { timezone } = getSettings(db)
  const slots = slotsOf(db, userId, span, campaignId)
  const starts = bucketStarts(span, by, timezone)
  let next = 0
  const buckets = starts.map((start, i) => {
    const first = next
    while (next < slots.length && slots[next]!.at < (starts[i + 1] ?? span.to)) next++
    return { start, ...total(slots.slice(first, next)) }
  })
  const week = { from: weekBefore(span.from, timezone), to: weekBefore(span.to, timezone) }
  return { ...span, timezone, totals: total(slots), weekBefore: total(slotsOf(db, userId, week, campaignId)), buckets }
}

interface Slot {
  at: number
  result: CallResult
  n: number
  talked_ms: number
  cost: number
}

export const queries = {
  slots: (userId: number, { from, to }: Span, campaignId?: number) => sql`
    SELECT max(${from}, created_at / ${SLOT} * ${SLOT}) AS at, result, count(*) AS n, sum(talked_ms) AS talked_ms,
      sum(carrier_cost) AS cost FROM calls
    WHERE ${and([
      sql`user_id = ${userId} AND result IS NOT NULL AND created_at >= ${from} AND created_at < ${to}`,
      campaignId !== undefined && sql`campaign_id = ${campaignId}`,
    ])} GROUP BY 1, 2 ORDER BY 1`,
}
const slotsOf = (db: ReadDb, userId: number, span: Span, campaignId?: number) =>
  all<Slot>(db, queries.slots(userId, span, campaignId))

function total(slots: readonly Slot[]): Totals {
  const results: Record<CallResult, number> = { goal: 0, talked: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 }
  let talkedMs = 0
  let personMs = 0
  let cost = 0
  for (const slot of slots) {
    results[slot.result] += slot.n
    talkedMs += slot.talked_ms
    if (slot.result === 'goal' || slot.result === 'talked') personMs += slot.talked_ms
    cost += slot.cost
  }
  const talked = results.goal + results.talked
  return {
    dials: Object.values(results).reduce((sum, n) => sum + n, 0),
    talked,
    goals: results.goal,
    talk_seconds: Math.round(talkedMs / 1000),
    average_talk_seconds: talked === 0 ? 0 : Math.round(personMs / talked / 1000),
    cost: toUsd(cost),
    results,
  }
}

const weekBefore = (ms: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).subtract({ weeks: 1 }).epochMilliseconds
