import type { LeadStatus } from '../../contract/leads'
import { states } from '../theme/states'
import { t } from '../words/words'
import { count, percent } from './format'
import css from './ProgressFunnel.module.css'
import { tip } from './tips/tip'

export type Counts = Partial<Record<LeadStatus, number>>

/** The order in the bar, from done to those that are never called. */
const order: LeadStatus[] = [
  'completed',
  'processing',
  'rescheduled',
  'scheduled',
  'created',
  'reached-max-retries',
  'blacklisted',
]

interface Props {
  counts: Counts
  /** The link to the leads of a state. With it every state is listed under the bar. */
  linkTo?: (state: LeadStatus) => string
}

/** How many leads of a campaign are in each state. The bar alone fits a table row. */
export function ProgressFunnel({ counts, linkTo }: Props) {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const there = order.filter(state => counts[state])
  const words = there.map(state => `${states.lead[state].word} ${count(counts[state]!)}`).join(', ') || t('No leads')
  return (
    <div className={linkTo ? css.full : undefined}>
      <div className={css.bar} role="img" aria-label={words} {...tip(!linkTo && words)}>
        {there.map(state => (
          <span key={state} data-state={state} style={{ flexGrow: counts[state] }} />
        ))}
      </div>
      {linkTo && (
        <ul className={css.legend}>
          {order.map(state => (
            <li key={state}>
              <a href={linkTo(state)} data-state={state}>
                <span className={css.key}>
                  <i aria-hidden />
                  {states.lead[state].word}
                </span>
                <strong>{count(counts[state] ?? 0)}</strong>
                <span className="dim">{all > 0 && percent(counts[state] ?? 0, all)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
