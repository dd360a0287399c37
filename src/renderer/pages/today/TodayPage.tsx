import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FirstSteps } from '../../../contract/first-steps'
import { clockTime, weekdayAndDay } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { lazily } from '../../shell/lazy-page'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState, useLiveCalls } from '../../stores/use-desk'
import { useFirstSteps } from '../../stores/use-first-steps'
import { t } from '../../words/words'
import { Callbacks, Missed } from './CallsToReturn'
import { ByTheHour, Numbers, useDay } from './DayInNumbers'
import type { FirstRunProps } from './FirstRun'
import { LiveCalls } from './LiveCalls'
import { NeedsAttention } from './NeedsAttention'
import { RunningCampaigns } from './RunningCampaigns'
import css from './today.module.css'
import { isQuiet, useAttention } from './use-attention'

const firstRun = lazily<FirstRunProps>(async () => (await import('./FirstRun')).FirstRun)

/** The running calls, the numbers of the day, and what needs a person. On a new desk: what to do first. */
export function TodayPage() {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone)
  // Asked for at once, together with what decides whether they are shown.
  const attention = useAttention()
  useLiveCalls()
  const campaigns = useQuery(ask.campaigns.list.queryOptions({ input: { explain: true } }))
  const steps = useFirstSteps()
  const error = failureOf(steps, campaigns)
  if (error && !(steps.data && campaigns.data))
    return (
      <div className={css.body}>
        <Notice tone="bad" title={t('The desk cannot be shown')}>
          {error.message}
        </Notice>
      </div>
    )
  if (!zone || !steps.data || !campaigns.data) return <PageLoading path="/today" />
  if (steps.data.state !== 'shown') return <Today zone={zone} />
  if (attention.isPending) return <PageLoading path="/today" />
  // What needs a person is never behind the first steps.
  const hasMore = campaigns.data.length > 0 || (attention.data !== undefined && !isQuiet(attention.data))
  return <WithFirstSteps zone={zone} steps={steps.data} hasMore={hasMore} />
}

/** Today with the first steps above it. While there was nothing else yet, they have the page for themselves. */
function WithFirstSteps({ zone, steps, hasMore }: { zone: string; steps: FirstSteps; hasMore: boolean }) {
  const FirstRun = firstRun.use()
  const hasCall = steps.steps.some(({ code, about, state }) => code === 'test_call' && (about || state === 'done'))
  // Who makes the test call here goes on here.
  const began = useRef(!hasCall)
  const isAlone = began.current && !hasMore
  if (FirstRun === 'loading') return <PageLoading path="/today" />
  if (FirstRun === 'failed') return <Today zone={zone} />
  return <FirstRun steps={steps.steps} isAlone={isAlone} today={first => <Today zone={zone} first={first} />} />
}

function Today({ zone, first }: { zone: string; first?: React.ReactNode }) {
  const day = useDay(zone)
  const found = useAttention()
  return (
    <>
      <PageHeader title={t('Today')} meta={<Now zone={zone} />} />
      <div className={css.body}>
        {first}
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
