import type { Totals } from '../../../contract/stats'
import { count, money } from '../../parts/format'
import { t } from '../../words/words'

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
const points = (n: number) => t('{n, plural, one {# point} other {# points}}', { n })

const measures = {
  dials: { of: totals => totals.dials || null, format: count },
  talked: { of: totals => share(totals.talked, totals.dials), format: points, good: 'more' },
  goals: { of: totals => share(totals.goals, totals.judged), format: points, good: 'more' },
  average: { of: totals => (totals.talked === 0 ? null : totals.average_talk_seconds), format: n => t('{n} s', { n }) },
  /** In cents. */
  costOfGoal: {
    of: totals => (totals.goals === 0 ? null : Math.round((totals.cost / totals.goals) * 100)),
    format: n => t('{amount} a goal', { amount: money(n / 100) }),
    good: 'less',
  },
} satisfies Record<string, Measure>

/** "+4 points on last Tuesday". Empty when today has nothing to compare yet. */
export function compare(name: keyof typeof measures, now: Totals, then: Totals, day: string): Comparison {
  const { of, format, good }: Measure = measures[name]
  const [mine, theirs] = [of(now), of(then)]
  if (mine === null) return { note: '' }
  if (theirs === null) return { note: t('none last {day}', { day }) }
  const difference = mine - theirs
  if (difference === 0) return { note: t('same as last {day}', { day }) }
  const change = `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`
  const note = t('{difference} on last {day}', { difference: change, day })
  if (!good) return { note }
  return { note, trend: difference > 0 === (good === 'more') ? 'better' : 'worse' }
}
