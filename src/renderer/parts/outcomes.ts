import type { CallResult } from '../../contract/stats'
import { momentAt, placeIn } from '../week'
import { t } from '../words/words'
import { dayAndMonth, hourOfDay } from './format'

/** How many calls of an hour or a day had each result. The buckets of `stats.get` have this form. */
export interface Outcomes {
  start: string
  results: Record<CallResult, number>
  /** Of the results `talked`, those of which the built-in rules guess that they reached the goal. */
  guessed_goals: number
  /** Calls that a rehearsal expects besides: how many, or also what comes of them. They are drawn hatched. */
  expected?: number | Expected
}

/** Calls that are still to be made. The talks include the goals. */
export interface Expected {
  dials: number
  talked: number
  goals: number
}

const inDetail = (expected: Outcomes['expected']) => (typeof expected === 'object' ? expected : undefined)

/** From bottom to top. Failed calls are on top, where even a very thin bar is seen. */
export const outcomeParts = [
  { name: 'goal', word: t('Goal reached'), of: ({ results }) => results.goal },
  { name: 'guess', word: t('Goal guessed'), of: ({ guessed_goals }) => guessed_goals },
  { name: 'talked', word: t('Talked, no goal'), of: ({ results, guessed_goals }) => results.talked - guessed_goals },
  { name: 'voicemail', word: t('Voicemail'), of: ({ results }) => results.voicemail },
  { name: 'missed', word: t('No answer, busy'), of: ({ results }) => results.no_answer + results.busy },
  { name: 'failed', word: t('Failed'), of: ({ results }) => results.failed },
  { name: 'expected', word: t('Expected'), of: ({ expected }) => (typeof expected === 'number' ? expected : 0) },
  { name: 'expected-goal', word: t('Goal, expected'), of: ({ expected }) => inDetail(expected)?.goals ?? 0 },
  {
    name: 'expected-talked',
    word: t('Talked, expected'),
    of: ({ expected }) => (inDetail(expected)?.talked ?? 0) - (inDetail(expected)?.goals ?? 0),
  },
  {
    name: 'expected-missed',
    word: t('Not reached, expected'),
    of: ({ expected }) => (inDetail(expected)?.dials ?? 0) - (inDetail(expected)?.talked ?? 0),
  },
] as const satisfies { name: string; word: string; of: (outcomes: Outcomes) => number }[]
export type OutcomePart = (typeof outcomeParts)[number]

const isExpected = ({ name }: OutcomePart) => name.startsWith('expected')

/**
 * The parts that are named: guesses and expected calls only where there are some, results only where calls were made.
 * `expects`: calls are expected, also before it is known how many.
 */
export function partsIn(buckets: readonly Outcomes[] | null, expects = false): OutcomePart[] {
  const some = (is: (bucket: Outcomes) => boolean) => buckets?.some(is) ?? false
  const hasDetails = some(({ expected }) => typeof expected === 'object')
  const hasExpected = !hasDetails && (expects || some(({ expected }) => typeof expected === 'number'))
  const hasGuesses = some(({ guessed_goals }) => guessed_goals > 0)
  const hasCalls = !hasDetails || some(bucket => resultsOf(bucket) > 0)
  return outcomeParts.filter(part => {
    if (part.name === 'expected') return hasExpected
    if (isExpected(part)) return hasDetails
    return hasCalls && (hasGuesses || part.name !== 'guess')
  })
}

/** The calls of a bucket that were made. */
const resultsOf = (bucket: Outcomes) =>
  outcomeParts.reduce((sum, part) => sum + (isExpected(part) ? 0 : part.of(bucket)), 0)

/** All calls of a bucket, with those that are expected. */
export const sumOf = (bucket: Outcomes) => outcomeParts.reduce((sum, part) => sum + part.of(bucket), 0)

/** Buckets of which nothing is known but what is expected. */
export const onlyExpected = (start: string, expected: number | Expected): Outcomes => ({
  start,
  results: { goal: 0, talked: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 },
  guessed_goals: 0,
  expected,
})

/** `14`, or `24 Nov`. */
export const bucketLabel = (start: string, by: 'hour' | 'day', zone: string) =>
  (by === 'hour' ? hourOfDay : dayAndMonth)(new Date(start), zone)

const HOUR = 60

/** Where the last bucket ends in epoch milliseconds: at the next full hour, or the next midnight, of the zone's clocks. */
export function bucketEnd(start: string, by: 'hour' | 'day', zone: string): number {
  const at = Date.parse(start)
  const { date, minute } = placeIn(zone, at)
  if (by === 'hour') return at + (HOUR - (minute % HOUR)) * 60_000 - (at % 60_000)
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return momentAt(zone, next.toISOString().slice(0, 16))
}

/** The place of the bucket with a moment, in epoch milliseconds, or -1. Each bucket ends where the next one begins. */
export const bucketAt = (buckets: readonly Outcomes[], by: 'hour' | 'day', zone: string, now: number): number => {
  const at = buckets.findLastIndex(({ start }) => Date.parse(start) <= now)
  return at === buckets.length - 1 && at >= 0 && now >= bucketEnd(buckets[at]!.start, by, zone) ? -1 : at
}

/** The top of the scale for a peak, and its lines at round numbers: at most five and zero. */
export function scaleOf(peak: number): { top: number; lines: number[] } {
  const magnitude = 10 ** Math.floor(Math.log10(peak / 4 || 1))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map(n => n * magnitude).find(n => Number.isInteger(n) && peak / n <= 4) ?? 1,
  )
  const top = Math.ceil(peak / step) * step
  return { top, lines: Array.from({ length: top / step + 1 }, (_, i) => i * step) }
}
