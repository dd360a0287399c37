import { useQuery } from '@tanstack/react-query'
import { clockTime, weekdayAndDay } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { PageLoading } from '../../shell/PageLoading'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState, useLiveCalls } from '../../stores/use-desk'
import { t } from '../../words/words'
import { Callbacks, Missed } from './CallsToReturn'
import { ByTheHour, Numbers, useDay } from './DayInNumbers'
import { LiveCalls } from './LiveCalls'
import { NeedsAttention } from './NeedsAttention'
import { RunningCampaigns } from './RunningCampaigns'
import css from './today.module.css'
import { useAttention } from './use-attention'
import { Welcome } from './Welcome'

/** The running calls, the numbers of the day, and what needs a person. Without an assistant: what to do first. */
export function TodayPage() {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone)
  // Asked for at once, together with what decides whether they are shown.
  useAttention()
  useLiveCalls()
  useQuery(ask.campaigns.list.queryOptions({ input: { explain: true } }))
  const { data, error } = useQuery(ask.assistants.list.queryOptions({ input: { per_page: 1 } }))
  if (error && !data)
    return (
      <div className={css.body}>
        <Notice tone="bad" title={t('The desk cannot be shown')}>
          {error.message}
        </Notice>
      </div>
    )
  if (!zone || !data) return <PageLoading path="/today" />
  return data.total === 0 ? <Welcome /> : <Today zone={zone} />
}

function Today({ zone }: { zone: string }) {
  const day = useDay(zone)
  const found = useAttention()
  return (
    <>
      <PageHeader title={t('Today')} meta={<Now zone={zone} />} />
      <div className={css.body}>
        <Numbers day={day} zone={zone} />
        <div className={css.two}>
          <div className="stack">
            <LiveCalls />
            <ByTheHour day={day} zone={zone} />
            <RunningCampaigns />
          </div>
          <div className="stack">
            <NeedsAttention found={found} />
            <Callbacks found={found} />
            {found.data && <Missed found={found.data} />}
          </div>
        </div>
      </div>
    </>
  )
}

const Now = ({ zone }: { zone: string }) =>
  useClock(now => `${weekdayAndDay(now, zone)}, ${clockTime(now, zone)} ${zone}`)
