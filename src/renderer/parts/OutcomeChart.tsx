import { memo } from 'react'
import { t } from '../words/words'
import { count } from './format'
import css from './OutcomeChart.module.css'
import { bucketAt, bucketLabel, type Outcomes, outcomeParts, partsIn, scaleOf, sumOf } from './outcomes'
import { richTip, SHORT_DELAY } from './tips/tip'

interface Props {
  /** Null while they are loaded. Then the plot is empty. Keep the list while it is the same. */
  buckets: readonly Outcomes[] | null
  by: 'hour' | 'day'
  zone: string
  /** Epoch milliseconds, not finer than needed. The bucket with this moment is marked as not complete. */
  now?: number
  height?: number
  /** The name, when it shows something else than outcomes. */
  title?: string
}

/** Stacked bars in plain HTML, which need no measuring, and a table for screen readers. Renders when its data change. */
export const OutcomeChart = memo(function OutcomeChart({ buckets, by, zone, now, height = 168, title: name }: Props) {
  const parts = partsIn(buckets)
  // As one text, so that a column renders again only when it is another one.
  const named = parts.map(part => part.name).join(' ')
  const { top, lines } = scaleOf(Math.max(1, ...(buckets ?? []).map(sumOf)))
  // Labels that would touch are left out.
  const labelEvery = Math.ceil((buckets?.length ?? 0) / (by === 'hour' ? 24 : 14))
  const current = buckets && now !== undefined ? bucketAt(buckets, by, zone, now) : -1
  const title = name ?? (by === 'hour' ? t('Outcomes by the hour') : t('Outcomes by the day'))
  return (
    <figure className={css.figure} aria-label={title}>
      <div className={css.plot} style={{ height }} aria-hidden>
        {lines.map(n => (
          <div key={n} className={css.grid} style={{ bottom: `${(n / top) * 100}%` }}>
            <span>{buckets && count(n)}</span>
          </div>
        ))}
        <div className={css.bars}>
          {buckets?.map((bucket, i) => (
            <Column
              key={bucket.start}
              bucket={bucket}
              label={bucketLabel(bucket.start, by, zone)}
              top={top}
              named={named}
              nth={i % labelEvery === 0 ? (i / labelEvery) % 4 : null}
              isNow={i === current}
            />
          ))}
        </div>
      </div>
      {/* In a div, because a table cannot be made one pixel wide. */}
      <div className="sr">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{by === 'hour' ? t('Hour') : t('Day')}</th>
              {parts.map(part => (
                <th key={part.name} scope="col">
                  {part.word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets?.map(bucket => (
              <tr key={bucket.start}>
                <th scope="row">{bucketLabel(bucket.start, by, zone)}</th>
                {parts.map(part => (
                  <td key={part.name}>{part.of(bucket)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
})

interface ColumnProps {
  bucket: Outcomes
  label: string
  top: number
  /** The names of the parts that its card names. */
  named: string
  /** Its place among four labels, so that fewer are shown where there is less room. Null: it has no label. */
  nth: number | null
  isNow: boolean
}

const Column = memo(function Column(props: ColumnProps) {
  const { bucket, label, top, nth, isNow } = props
  return (
    <div
      className={css.column}
      data-now={isNow || undefined}
      {...richTip(() => <Card {...props} />, { delay: SHORT_DELAY })}
    >
      <div className={css.stack} style={{ height: `${(sumOf(bucket) / top) * 100}%` }}>
        {outcomeParts
          .filter(part => part.of(bucket) > 0)
          .reverse()
          .map(part => (
            <i key={part.name} data-part={part.name} style={{ flexGrow: part.of(bucket) }} />
          ))}
      </div>
      {nth !== null && (
        <span className={css.tick} data-nth={nth}>
          {label}
        </span>
      )}
    </div>
  )
})

function Card({ bucket, label, named, isNow }: ColumnProps) {
  const sum = sumOf(bucket)
  return (
    <div className={css.card}>
      <b>
        {isNow ? t('{label}, so far', { label }) : label} · {t('{n, plural, one {# call} other {# calls}}', { n: sum })}
      </b>
      {outcomeParts
        .filter(({ name }) => named.split(' ').includes(name))
        .map(part => (
          <span key={part.name}>
            <i data-part={part.name} />
            {part.word}
            <em>{count(part.of(bucket))}</em>
          </span>
        ))}
    </div>
  )
}

/** What the colours mean, for the head of the chart's panel. */
export const OutcomeKey = memo(function OutcomeKey({
  buckets,
  expects,
}: Pick<Props, 'buckets'> & { expects?: boolean }) {
  return (
    <div className={css.key} data-wide>
      {partsIn(buckets, expects).map(part => (
        <span key={part.name}>
          <i data-part={part.name} />
          {part.word}
        </span>
      ))}
    </div>
  )
})
