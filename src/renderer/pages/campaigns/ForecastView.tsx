import { IconAlertTriangleFilled, IconInfoCircle } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Forecast, Rehearsal, RehearsalWarning } from '../../../contract/rehearsals'
import { count, money } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import { OutcomeChart, OutcomeKey } from '../../parts/OutcomeChart'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { whenInWords } from './campaign-text'
import css from './forecast.module.css'
import { expectedOf } from './rehearsal'

interface Given {
  forecast: Forecast
  /** Epoch milliseconds, not finer than a minute. */
  now: number
}

/** Of how many runs the bounds tell: 9 of 10, as the service counts them. */
const between = (low: string, high: string) => (low === high ? '' : t('{low} to {high}', { low, high }))

/** When it is done, with the bounds of nine of ten runs. `than`: a forecast to compare with. */
export function DoneBy({ forecast, now, than }: Given & { than?: Forecast | null }) {
  const { finish_at: finish, timezone: zone, unfinished_because } = forecast
  const when = (at: string) => whenInWords(at, zone, now)
  const bounds = finish.low && finish.high ? between(when(finish.low), when(finish.high)) : ''
  return (
    <div className={css.big}>
      <span>{t('Done by')}</span>
      <strong>{finish.expected ? when(finish.expected) : t('not within a year')}</strong>
      <em>
        {finish.expected ? [bounds, zone].filter(Boolean).join(', ') : unfinished_because && said(unfinished_because)}
      </em>
      {than && (
        <em>
          {t('with the saved settings: {when}', {
            when: than.finish_at.expected ? when(than.finish_at.expected) : t('not within a year'),
          })}
        </em>
      )}
    </div>
  )
}

/** The dials, talks, goals and cost that are expected, each with its bounds, and the cost against the balance. */
export function WhatToExpect({ forecast, than }: { forecast: Forecast; than?: Forecast | null }) {
  const { balance, busiest_hour: busiest, assumptions } = forecast
  const range = (
    { expected, low, high }: Forecast['dials'],
    write: (n: number) => string,
    saved: Forecast['dials'] | undefined,
  ) => (
    <>
      {write(expected)} <span className="dim">{low === high ? '' : `${write(low)}–${write(high)}`}</span>
      {saved && saved.expected !== expected && (
        <span className="dim">
          {' · '}
          {t('saved: {value}', { value: write(saved.expected) })}
        </span>
      )}
    </>
  )
  const rows: [string, ReactNode][] = [
    [t('Still to reach'), t('{n, plural, one {# lead} other {# leads}}', { n: forecast.leads.total })],
    [t('Dials'), range(forecast.dials, count, than?.dials)],
    [t('Talks'), range(forecast.talked, count, than?.talked)],
    [t('Goals'), range(forecast.goals, count, than?.goals)],
    [t('Cost'), range(forecast.cost, n => money(n), than?.cost)],
    [
      t('Balance'),
      balance.runs_out_at === null ? (
        t('{balance}, covers it', { balance: money(balance.now) })
      ) : (
        <span key="short" className="danger">
          {t('{balance}, covers {n, plural, one {# dial} other {# dials}}', {
            balance: money(balance.now),
            n: balance.covers_dials,
          })}
        </span>
      ),
    ],
  ]
  if (busiest)
    rows.push([
      t('Busiest hour'),
      t('{dials, plural, one {# dial} other {# dials}}, {n} of {lines, plural, one {# line} other {# lines}}', {
        dials: busiest.dials,
        n: busiest.lines,
        lines: assumptions.lines,
      }),
    ])
  return <KeyValue rows={rows} />
}

/** What becomes of the leads, and why some are not reached. */
export function WhatBecomes({ forecast: { leads, unfinished_because } }: { forecast: Forecast }) {
  const rows: [string, number, string][] = [
    [t('Talked to'), leads.talked, ''],
    [t('Voicemail'), leads.voicemail, ''],
    [t('Not reached'), leads.not_reached, t('after all tries')],
    [t('Do not call'), leads.blacklisted, t('their number is on the list')],
    [t('Left over'), leads.left_over, said(unfinished_because ?? '')],
  ]
  return (
    <KeyValue
      rows={rows
        .filter(([, n]) => n > 0)
        .map(([name, n, why]) => [
          name,
          <>
            {count(n)} <span className="dim">{why}</span>
          </>,
        ])}
    />
  )
}

/** What the readiness says already, or the figures beside. */
const saidElsewhere: readonly RehearsalWarning[] = ['no_leads', 'no_assistant', 'dialing_halted', 'dialing_paused']
/** What is only good to know. */
const mild: readonly RehearsalWarning[] = ['no_history', 'other_campaigns', 'low_balance']

/** What an operator should know before the start, in the person's language. */
export function ForecastWarnings({ warnings }: Pick<Forecast, 'warnings'>) {
  const shown = warnings.filter(({ code }) => !saidElsewhere.includes(code))
  if (shown.length === 0) return null
  return (
    <ul className={css.warnings}>
      {shown.map(({ code, text }) => (
        <li key={text} data-mild={mild.includes(code) || undefined}>
          {mild.includes(code) ? (
            <IconInfoCircle size={14} aria-hidden />
          ) : (
            <IconAlertTriangleFilled size={14} aria-label={t('look at it')} />
          )}
          <span>{said(text)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Dials and talks that are expected, by hour or day. */
export const ExpectedChart = memo(function ExpectedChart({
  forecast,
  height,
}: {
  forecast: Forecast
  height?: number
}) {
  const { by, buckets } = expectedOf(forecast)
  return (
    <>
      <OutcomeKey buckets={buckets} />
      <OutcomeChart
        buckets={buckets}
        by={by}
        zone={forecast.timezone}
        height={height}
        title={by === 'hour' ? t('Expected by the hour') : t('Expected by the day')}
      />
    </>
  )
})

/** Of the drawing of the leads that are left. */
const [WIDTH, HEIGHT] = [300, 86]

/** How many leads are still to be reached as time goes on. The band has nine of ten runs; shaded is what is closed. */
export const LeadsLeft = memo(function LeadsLeft({ forecast: { buckets, leads } }: { forecast: Forecast }) {
  const step = WIDTH / Math.max(1, buckets.length)
  const y = (n: number) => HEIGHT - 2 - (n / Math.max(1, leads.total)) * (HEIGHT - 4)
  const points = (of: (left: Forecast['dials']) => number) => [
    `0,${y(leads.total)}`,
    ...buckets.map(({ left }, i) => `${((i + 1) * step).toFixed(1)},${y(of(left)).toFixed(1)}`),
  ]
  const band = [...points(left => left.high), ...points(left => left.low).reverse()].join(' ')
  return (
    <figure className={css.left}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Leads still to reach, {from} to {to}', {
          from: count(leads.total),
          to: count(buckets.at(-1)?.left.expected ?? leads.total),
        })}
      >
        {buckets.map(
          (bucket, i) =>
            !bucket.open && (
              <rect key={bucket.start} className={css.closed} x={i * step} y={0} width={step} height={HEIGHT} />
            ),
        )}
        <polygon className={css.band} points={band} />
        <polyline
          className={css.middle}
          points={points(left => left.expected).join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption>
        {t('Leads still to reach, {from} to {to}', {
          from: count(leads.total),
          to: count(buckets.at(-1)?.left.expected ?? leads.total),
        })}
        {'. '}
        {t('The band has 9 of 10 runs.')}
      </figcaption>
    </figure>
  )
})

/** How many runs the forecast has, and from which calls its results are taken. */
export const basisOf = ({ forecast }: Rehearsal): string =>
  t('{n, plural, one {# run} other {# runs}}', { n: forecast!.runs })
