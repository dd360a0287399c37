import type { Totals } from '../../../contract/stats'

/** How a number compares with that of the same day last week. */
export interface Comparison {
  note: string
  trend?: 'better' | 'worse'
}

interface Measure {
  /** Null when there is nothing to measure. */
  of: (totals: Totals) => number | null
  format: (size: number) => string
  /** Which direction is better, if either. */
  good?: 'more' | 'less'
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100))
const points = (n: number) => `${n} ${n === 1 ? 'point' : 'points'}`

const measures = {
  dials: { of: totals => totals.dials || null, format: String },
  talked: { of: totals => share(totals.talked, totals.dials), format: points, good: 'more' },
  goals: { of: totals => share(totals.goals, totals.judged), format: points, good: 'more' },
  average: { of: totals => (totals.talked === 0 ? null : totals.average_talk_seconds), format: n => `${n} s` },
  /** In cents. */
  costOfGoal: {
    of: totals => (totals.goals === 0 ? null : Math.round((totals.cost / totals.goals) * 100)),
    format: n => `$${(n / 100).toFixed(2)} a goal`,
    good: 'less',
  },
} satisfies Record<string, Measure>

/** "+4 points on last Tuesday". Empty when today has nothing to compare yet. */
export function compare(name: keyof typeof measures, now: Totals, then: Totals, day: string): Comparison {
  const { of, format, good }: Measure = measures[name]
  const [mine, theirs] = [of(now), of(then)]
  if (mine === null) return { note: '' }
  if (theirs === null) return { note: `none last ${day}` }
  const difference = mine - theirs
  if (difference === 0) return { note: `same as last ${day}` }
  const note = `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))} on last ${day}`
  if (!good) return { note }
  return { note, trend: difference > 0 === (good === 'more') ? 'better' : 'worse' }
}
