import { Temporal } from 'temporal-polyfill'
import type { Forecast } from '../../../contract/rehearsals'
import { callResults } from '../../../contract/stats'
import { isoTime } from '../../../contract/wire'
import type { Context } from '../kernel/context'
import { bucketStarts, DAY, HOUR, QUARTER_HOUR } from '../kernel/time'
import { callPrice, toUsd } from '../money/amounts'
import type { Dial, Plan, Run, Setting } from './model'
import { readPlan } from './plan'
import { rehearseOnce } from './run'
import { basisInWords, unfinishedBecause, warningsOf } from './warnings'

/** The number of runs lies between these two, so that all runs together simulate about `TOTAL_LEADS` leads. */
const MOST_RUNS = 200
const FEWEST_RUNS = 5
const TOTAL_LEADS = 200_000

/** Up to this span the buckets are hours, else days. */
const LONGEST_BY_HOUR = 14 * DAY

/** How many times a campaign is simulated. With more leads, fewer runs give as good a forecast. */
export const runsFor = (leads: number) =>
  Math.min(MOST_RUNS, Math.max(FEWEST_RUNS, Math.floor(TOTAL_LEADS / Math.max(1, leads))))

/** How many leads are simulated in all runs; the middle run is simulated twice, the second time to record its dials. */
export const workFor = (leads: number) => leads * (runsFor(leads) + 1)

/**
 * Simulates a campaign many times and returns a forecast. It only reads the store. Yields how many leads were simulated
 * since it last yielded, so that other work can run in between.
 */
export function* forecast(context: Context, setting: Setting): Generator<number, Forecast> {
  const prepared = yield* withoutProgress(readPlan(context, setting))
  const { assistant, experience } = prepared
  // Without an assistant nothing is dialed.
  const plan = assistant ? prepared.plan : { ...prepared.plan, until: prepared.plan.now }
  const runs: Run[] = []
  for (let i = 0; i < runsFor(plan.leads.length); i++) runs.push(yield* simulate(plan, i))
  const middle = middleOf(runs)
  const dialSums = createDialSums(plan)
  yield* simulate(plan, middle.seed, dialSums.add)
  const { slots } = dialSums
  const by = spanOf(plan, middle).to - plan.start <= LONGEST_BY_HOUR ? 'hour' : 'day'
  const ranged = (of: (run: Run) => number) => rangeOf(middle, runs, of)
  const moments = rangeOf(middle, runs, run => (hasLeads(plan) ? (run.finish ?? Infinity) : Infinity))
  const talkedOf = ({ results }: Run) => results.goal + results.talked
  return {
    runs: runs.length,
    start_at: isoTime(plan.start),
    timezone: plan.rules.timezone,
    assumptions: {
      basis: experience.basis,
      calls: experience.calls,
      text: basisInWords(experience),
      ...ratesOf(plan),
      lines: Math.min(plan.rules.max_calls_in_parallel, plan.lines),
      calls_per_second: plan.callsPerSecond,
      call_minute: toUsd(plan.price),
    },
    leads: { total: plan.leads.length, ...middle.leads },
    dials: ranged(dialsOf),
    talked: ranged(talkedOf),
    goals: ranged(run => run.results.goal),
    results: middle.results,
    talk_seconds: ranged(run => Math.round(run.talkMs / 1000)),
    cost: ranged(run => toUsd(run.cost)),
    first_dial_at: moment(middle.firstDial),
    last_dial_at: moment(middle.lastDial),
    finish_at: { expected: moment(moments.expected), low: moment(moments.low), high: moment(moments.high) },
    unfinished_because: unfinishedBecause(prepared, middle),
    peak_lines: middle.peakLines,
    busiest_hour: busiestOf(slots, plan.rules.timezone, plan.start),
    balance: {
      now: toUsd(plan.balance),
      covers_dials: middle.coveredDials,
      runs_out_at: moment(middle.runsOutAt),
      low_at: moment(middle.lowAt),
    },
    by,
    buckets: yield* bucketsOf(plan, runs, middle, slots, by),
    warnings: warningsOf(context, setting, prepared, middle),
  }
}

/** Runs `work` and yields 0 for each of its steps. */
function* withoutProgress<T>(work: Generator<void, T>): Generator<number, T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield 0
  }
}

/** One run. In its progress every lead counts, also those that are left over. */
function* simulate(plan: Plan, seed: number, onDial?: (dial: Dial) => void): Generator<number, Run> {
  const run = yield* rehearseOnce(plan, seed, onDial)
  yield run.leads.left_over
  return run
}

const hasLeads = (plan: Plan) => plan.leads.length > 0
const moment = (at: number | null) => (at === null || at === Infinity ? null : isoTime(at))
const dialsOf = ({ results }: Run) => callResults.reduce((sum, result) => sum + results[result], 0)

/** The value of the middle run, and the bounds of 90 % of the runs. */
function rangeOf(middle: Run, runs: readonly Run[], of: (run: Run) => number) {
  const [low, high] = bounds(runs.map(of))
  const expected = of(middle)
  return { expected, low: Math.min(low, expected), high: Math.max(high, expected) }
}

function bounds(values: number[]): [number, number] {
  const sorted = Float64Array.from(values).sort()
  const cut = Math.floor(sorted.length * 0.05)
  return [sorted[cut]!, sorted[sorted.length - 1 - cut]!]
}

/**
 * The run that is nearest to the median in all measures. Its figures belong to one run and fit together; medians of
 * single measures would not.
 */
function middleOf(runs: readonly Run[]): Run {
  const far = new Float64Array(runs.length)
  const measures = [
    (run: Run) => run.finish ?? Infinity,
    dialsOf,
    (run: Run) => run.cost,
    (run: Run) => run.leads.talked,
  ]
  for (const measure of measures) {
    const values = runs.map(measure)
    const sorted = Float64Array.from(values).sort()
    values.forEach((value, i) => {
      // Equal values have the same rank.
      const rank = (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2
      far[i] = Math.max(far[i]!, Math.abs(rank - (runs.length - 1) / 2))
    })
  }
  return runs[far.indexOf(Math.min(...far))]!
}

function ratesOf({ sample }: Plan) {
  const share = (result: string) => sample.filter(call => call.result === result).length / sample.length
  const talks = sample.filter(call => call.result === 'goal' || call.result === 'talked')
  const talkMs = talks.reduce((sum, call) => sum + call.talkMs, 0)
  return {
    rates: Object.fromEntries(callResults.map(result => [result, share(result)])) as Forecast['assumptions']['rates'],
    average_talk_seconds: talks.length === 0 ? 0 : Math.round(talkMs / talks.length / 1000),
  }
}

interface Sum {
  start: number
  dials: number
  talked: number
  goals: number
  cost: number
  /** The most lines in use at once. */
  lines: number
}

/** Sums up dials by quarters of an hour; the hours and days of every time zone consist of these. */
function createDialSums({ price }: Plan) {
  const slots = new Map<number, Sum>()
  return {
    add({ at, lines, call }: Dial) {
      const start = Math.floor(at / QUARTER_HOUR) * QUARTER_HOUR
      let sum = slots.get(start)
      if (!sum) slots.set(start, (sum = emptySum(start)))
      addTo(sum, {
        dials: 1,
        talked: Number(call.result === 'goal' || call.result === 'talked'),
        goals: Number(call.result === 'goal'),
        cost: callPrice(call.talkMs, price),
        lines,
      })
    },
    /** The sums, in the order of time. */
    get slots() {
      return [...slots.values()]
    },
  }
}

const emptySum = (start: number): Sum => ({ start, dials: 0, talked: 0, goals: 0, cost: 0, lines: 0 })

function addTo(sum: Sum, { dials, talked, goals, cost, lines }: Omit<Sum, 'start'>) {
  sum.dials += dials
  sum.talked += talked
  sum.goals += goals
  sum.cost += cost
  sum.lines = Math.max(sum.lines, lines)
}

/** From the start to the last dial or finished lead of a run. */
const spanOf = (plan: Plan, run: Run) => ({
  from: plan.start,
  to: Math.max(plan.start, (run.finishedAt.at(-1) ?? plan.start) + 1, (run.lastDial ?? plan.start) + 1),
})

/** The dials of the middle run by hour or day, and how many leads are left at the end of each, with bounds. */
function* bucketsOf(
  plan: Plan,
  runs: readonly Run[],
  middle: Run,
  slots: readonly Sum[],
  by: 'hour' | 'day',
): Generator<number, Forecast['buckets']> {
  const span = spanOf(plan, middle)
  const { timezone } = plan.rules
  const starts = plan.leads.length === 0 ? [] : bucketStarts(span, by, timezone)
  // How far each run's leads have been counted.
  const counted = runs.map(() => 0)
  const buckets: Forecast['buckets'] = []
  let next = 0
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? span.to
    const sum = emptySum(start)
    for (; next < slots.length && slots[next]!.start < end; next++) addTo(sum, slots[next]!)
    const left = runs.map((run, r) => {
      while (counted[r]! < run.finishedAt.length && run.finishedAt[counted[r]!]! < end) counted[r]!++
      return plan.leads.length - counted[r]!
    })
    for (const zone of plan.zones) while (plan.windows.computeNext(zone, start)) yield 0
    const open = plan.zones.some(zone => {
      const window = plan.windows.of(plan.rules, zone, start)
      return window.open || window.until < end
    })
    const expected = left[runs.indexOf(middle)]!
    const [low, high] = bounds(left)
    buckets.push({
      start: isoTime(start),
      open,
      dials: sum.dials,
      talked: sum.talked,
      goals: sum.goals,
      cost: toUsd(sum.cost),
      lines: sum.lines,
      left: { expected, low: Math.min(low, expected), high: Math.max(high, expected) },
    })
    yield 0
  }
  return buckets
}

/** The hour, in the campaign's time zone, with the most dials. */
function busiestOf(slots: readonly Sum[], timezone: string, start: number): Forecast['busiest_hour'] {
  // The UTC offset of a time zone may have half and quarter hours.
  const offset = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6
  const hours = new Map<number, Sum>()
  for (const slot of slots) {
    const hour = Math.floor((slot.start + offset) / HOUR) * HOUR - offset
    let sum = hours.get(hour)
    if (!sum) hours.set(hour, (sum = emptySum(hour)))
    addTo(sum, slot)
  }
  let busiest: Sum | undefined
  for (const sum of hours.values()) if (sum.dials > (busiest?.dials ?? 0)) busiest = sum
  return busiest ? { start: isoTime(Math.max(start, busiest.start)), dials: busiest.dials, lines: busiest.lines } : null
}
