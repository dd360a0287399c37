import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import layout from '../../parts/layout.module.css'
import { Duration, Money } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { type Filters, isFiltered, whichOf } from './filters'

/** What the calls with these filters add up to. Without a filter nothing is shown: it would be all calls of all time. */
export const LogTotals = ({ filters }: { filters: Filters }) => (isFiltered(filters) ? <Totals of={filters} /> : null)

function Totals({ of }: { of: Filters }) {
  const { ask } = useDesk()
  const { data } = useQuery(ask.calls.totals.queryOptions({ input: whichOf(of), placeholderData: keepPreviousData }))
  if (!data) return null
  const { talk_seconds, goals, guessed_goals, cost } = data
  return (
    <span className={layout.sums}>
      <Total word={t('Talked')}>
        <Duration seconds={talk_seconds} />
      </Total>
      <Total word={t('Goals')}>{goals}</Total>
      {guessed_goals > 0 && <Total word={t('Guessed')}>{guessed_goals}</Total>}
      <Total word={t('Cost')}>
        <Money value={cost} />
      </Total>
    </span>
  )
}

const Total = ({ word, children }: { word: string; children: ReactNode }) => (
  <span>
    {word} <b className="num">{children}</b>
  </span>
)
