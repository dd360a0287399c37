import type { ReactNode } from 'react'
import { Duration, Money } from '../../parts/values'
import { deskTime } from '../../stores/desk'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import { placeIn } from '../../week'
import css from './calls.module.css'
import type { Filters } from './filters'

/**
 * What the calls of these filters came to. The service sums up spans of time and campaigns; with any other filter, or
 * without a first day, nothing is said.
 */
export function Sums({ filters: { page, from, ...others } }: { filters: Filters }) {
  const { status, number, assistant, type } = others
  if (!from || status || number || assistant || type) return null
  return <SumsOf from={from} to={others.to} campaign={others.campaign} />
}

function SumsOf({ from, to, campaign }: { from: string; to: string | undefined; campaign: string | undefined }) {
  const { client, store } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const { data } = useLive(
    `sums ${from} ${to} ${campaign} ${zone}`,
    () => {
      const today = placeIn(zone, deskTime(store.getState().clock)).date
      return client.stats.get({ from, to: to ?? (today > from ? today : from), campaign_id: campaign })
    },
    event => event.type === 'call.changed',
  )
  if (!data) return null
  const { talk_seconds, goals, cost } = data.totals
  return (
    <span className={css.sums}>
      <Sum word="Talked">
        <Duration seconds={talk_seconds} />
      </Sum>
      <Sum word="Goals">{goals}</Sum>
      <Sum word="Cost">
        <Money value={cost} />
      </Sum>
    </span>
  )
}

const Sum = ({ word, children }: { word: string; children: ReactNode }) => (
  <span>
    {word} <b className="num">{children}</b>
  </span>
)
