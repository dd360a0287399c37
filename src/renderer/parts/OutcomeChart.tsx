import { Tooltip } from '@mantine/core'
import type { CallResult } from '../../contract/stats'
import css from './OutcomeChart.module.css'
import { count } from './values'

/** How many calls of an hour or a day had each result. The buckets of `stats.get` have this form. */
export interface Outcomes {
  start: string
  results: Record<CallResult, number>
  /** Of the results `talked`, those of which the built-in rules guess that they reached the goal. */
  guessed_goals: number
}

/** From bottom to top. Failed calls are on top, where even a very thin bar is seen. */
const parts = [
  { name: 'goal', word: 'Goal reached', of: ({ results }) => results.goal },
  { name: 'guess', word: 'Goal guessed', of: ({ guessed_goals }) => guessed_goals },
  { name: 'talked', word: 'Talked, no goal', of: ({ results, guessed_goals }) => results.talked - guessed_goals },
  { name: 'voicemail', word: 'Voicemail', of: ({ results }) => results.voicemail },
  { name: 'missed', word: 'No answer, busy', of: ({ results }) => results.no_answer + results.busy },
  { name: 'failed', word: 'Failed', of: ({ results }) => results.failed },
] as const satisfies { name: string; word: string; of: (outcomes: Outcomes) => number }[]

/** Guesses are named only where there are some. */
const partsIn = (buckets: readonly Outcomes[] | null) =>
  parts.filter(({ name }) => name !== 'guess' || buckets?.some(({ guessed_goals }) => guessed_goals > 0))

interface Props {
  /** Null while they are loaded. Then the plot is empty. */
  buckets: readonly Outcomes[] | null
  by: 'hour' | 'day'
  zone: string
  /** Epoch milliseconds. The bucket with this moment is marked as not complete. */
  now?: number
  height?: number
}

/** Stacked bars in plain HTML, which need no measuring, and a table for screen readers. */
export function OutcomeChart({ buckets, by, zone, now, height = 168 }: Props) {
  const shown = partsIn(buckets)
  const columns = (buckets ?? []).map((bucket, i, all) => {
    const next = all[i + 1] ? Date.parse(all[i + 1]!.start) : Number.POSITIVE_INFINITY
    const counts = shown.map(part => ({ ...part, n: part.of(bucket) }))
    return {
      start: bucket.start,
      label: labelOf(bucket.start, by, zone),
      counts,
      sum: counts.reduce((sum, { n }) => sum + n, 0),
      isNow: now !== undefined && Date.parse(bucket.start) <= now && now < next,
    }
  })
  const { top, lines } = scaleOf(Math.max(1, ...columns.map(column => column.sum)))
  // Labels that would touch are left out.
  const labelEvery = by === 'hour' ? Math.ceil(columns.length / 24) : Math.ceil(columns.length / 14)
  return (
    <figure className={css.figure} aria-label={by === 'hour' ? 'Outcomes by the hour' : 'Outcomes by the day'}>
      <div className={css.plot} style={{ height }} aria-hidden>
        {lines.map(n => (
          <div key={n} className={css.grid} style={{ bottom: `${(n / top) * 100}%` }}>
            <span>{buckets && count(n)}</span>
          </div>
        ))}
        <div className={css.bars}>
          {columns.map((column, i) => (
            <Tooltip key={column.start} openDelay={60} label={<Card {...column} />}>
              <div className={css.column} data-now={column.isNow || undefined}>
                <div className={css.stack} style={{ height: `${(column.sum / top) * 100}%` }}>
                  {column.counts
                    .filter(({ n }) => n > 0)
                    .reverse()
                    .map(({ name, n }) => (
                      <i key={name} data-part={name} style={{ flexGrow: n }} />
                    ))}
                </div>
                {i % labelEvery === 0 && (
                  <span className={css.tick} data-nth={(i / labelEvery) % 4}>
                    {column.label}
                  </span>
                )}
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
      {/* In a div, because a table cannot be made one pixel wide. */}
      <div className="sr">
        <table>
          <caption>{by === 'hour' ? 'Outcomes by the hour' : 'Outcomes by the day'}</caption>
          <thead>
            <tr>
              <th scope="col">{by === 'hour' ? 'Hour' : 'Day'}</th>
              {shown.map(part => (
                <th key={part.name} scope="col">
                  {part.word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(column => (
              <tr key={column.start}>
                <th scope="row">{column.label}</th>
                {column.counts.map(({ name, n }) => (
                  <td key={name}>{n}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

interface Column {
  label: string
  isNow: boolean
  sum: number
  counts: { name: string; word: string; n: number }[]
}

const Card = ({ label, isNow, sum, counts }: Column) => (
  <div className={css.card}>
    <b>
      {label}
      {isNow && ', so far'} · {count(sum)} {sum === 1 ? 'call' : 'calls'}
    </b>
    {counts.map(({ name, word, n }) => (
      <span key={name}>
        <i data-part={name} />
        {word}
        <em>{count(n)}</em>
      </span>
    ))}
  </div>
)

/** What the colours mean, for the head of the chart's panel. */
export const OutcomeKey = ({ buckets }: Pick<Props, 'buckets'>) => (
  <div className={css.key} data-wide>
    {partsIn(buckets).map(part => (
      <span key={part.name}>
        <i data-part={part.name} />
        {part.word}
      </span>
    ))}
  </div>
)

function labelOf(start: string, by: 'hour' | 'day', zone: string): string {
  const options =
    by === 'hour' ? ({ hour: '2-digit', hour12: false } as const) : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(new Date(start))
}

/** The top of the scale, and its lines at round numbers: at most five and zero. */
function scaleOf(peak: number): { top: number; lines: number[] } {
  const magnitude = 10 ** Math.floor(Math.log10(peak / 4 || 1))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map(n => n * magnitude).find(n => Number.isInteger(n) && peak / n <= 4) ?? 1,
  )
  const top = Math.ceil(peak / step) * step
  return { top, lines: Array.from({ length: top / step + 1 }, (_, i) => i * step) }
}
