import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Duration, Money } from '../../parts/values'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { placeIn } from '../../week'
import { t } from '../../words/words'
import css from './calls.module.css'
import type { Filters } from './filters'

/**
 * The totals of the calls with these filters. The service can add up only by time and campaign. With any other filter,
 * or without a first day, nothing is shown.
 */
export function LogTotals({ filters: { page, from, ...others } }: { filters: Filters }) {
  const { search, status, assistant, type } = others
  if (!from || search || status || assistant || type) return null
  return <Totals from={from} to={others.to} campaign={others.campaign} />
}

function Totals({ from, to, campaign }: { from: string; to: string | undefined; campaign: string | undefined }) {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const today = useClock(now => placeIn(zone, now).date)
  const { data } = useQuery(
    ask.stats.get.queryOptions({
      input: { from, to: to ?? (today > from ? today : from), campaign_id: campaign },
      placeholderData: keepPreviousData,
    }),
  )
  if (!data) return null
  const { talk_seconds, goals, guessed_goals, cost } = data.totals
  return (
    <span className={css.sums}>
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
