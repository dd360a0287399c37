import { Button, Menu } from '@mantine/core'
import { IconPencil, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo, useState } from 'react'
import type { Forecast } from '../../../contract/rehearsals'
import { money } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { OutcomeChart, OutcomeKey } from '../../parts/OutcomeChart'
import type { Outcomes as Columns } from '../../parts/outcomes'
import { PageHeader } from '../../parts/PageHeader'
import { Panel } from '../../parts/Panel'
import { ProgressFunnel } from '../../parts/ProgressFunnel'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { stepsOf } from '../../parts/use-open-row'
import { go, linkTo, usePlace } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { deskTime } from '../../stores/desk'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { AddLead } from '../leads/AddLead'
import { LeadPane } from '../leads/LeadPane'
import { About } from './About'
import {
  type Counted,
  leadsInWords,
  leadsOf,
  MINUTE,
  shownCounts,
  standing,
  startInWords,
  stateOf,
  stillInWords,
  stillToReach,
  whenInZone,
} from './campaign-text'
import css from './campaigns.module.css'
import { LeadsPanel } from './LeadsPanel'
import { NextDue } from './NextDue'
import { PlannedStart, PlanStartDialog } from './PlanStart'
import { RehearsalPanel } from './RehearsalPanel'
import { useSavedRehearsal, withExpected } from './rehearsal'
import { Standing } from './Standing'
import { StoppedByHalt } from './StoppedByHalt'
import { type Stats, useStatsSoFar } from './stats-so-far'
import { useCampaignActions } from './use-campaign-actions'
import { useCampaignLeads } from './use-campaign-leads'
import { useForecastAhead } from './use-forecast-ahead'
import { WhyNotDialing } from './WhyNotDialing'

/** One campaign: its leads by state, the outcomes of its calls, who is called next, and why nobody is called. */
export function CampaignPage({ id }: { id: number }) {
  const { ask } = useDesk()
  const { path, query } = usePlace()
  const now = useClock(ms => ms - (ms % MINUTE))
  const campaignAnswer = useQuery(ask.campaigns.get.queryOptions({ input: { id } }))
  const whyAnswer = useQuery(ask.explain.campaign.queryOptions({ input: { id } }))
  const readyAnswer = useQuery(ask.readiness.check.queryOptions({ input: { campaign_id: id } }))
  const rehearsing = useSavedRehearsal(id)
  const error = failureOf(campaignAnswer, whyAnswer, readyAnswer)
  const { data: campaign } = campaignAnswer
  const { data: why } = whyAnswer
  useAskAt(why?.next_at, ask.explain.campaign.key({ input: { id } }))
  const stats = useStatsSoFar(campaign)
  const actions = useCampaignActions(campaign, () => go('/campaigns'))
  const isAdding = query.get('add') === 'lead'
  const [isPlanning, setPlanning] = useState(false)
  const left = campaign?.status === 'in-progress' ? stillToReach(campaign.lead_counts) : 0
  const forecast = useForecastAhead(rehearsing, left)
  const answeredAt = useDeskState(state => deskTime(state.clock, whyAnswer.dataUpdatedAt))
  const openPlan = useCallback(() => setPlanning(true), [])
  const open = Number(query.get('open')) || undefined
  const closed = linkTo(path, { ...Object.fromEntries(query), add: undefined, open: undefined })
  const close = useCallback(() => {
    location.hash = closed
  }, [closed])

  // The numbers so far come with the rest, because they make the pane longer.
  if (!campaign || !why || !readyAnswer.data || stats.isLoading || !rehearsing.isLoaded)
    return error ? (
      <div className={layout.column}>
        <PageHeader trail={[[t('Campaigns'), '/campaigns']]} title={t('Campaign')} />
        <div className={layout.notice}>
          <Notice tone="bad" title={error.message} />
        </div>
      </div>
    ) : (
      <PageLoading path={path} />
    )

  const state = stateOf(campaign, why)
  const isRunning = campaign.status === 'in-progress'
  const showsWhy =
    isRunning && !why.dialing && (state === 'waiting' || why.reasons.some(({ code }) => !whileWorking.has(code)))
  const outcomes = (
    <Outcomes
      key="outcomes"
      stats={stats.data ?? null}
      forecast={forecast}
      isRunning={isRunning}
      error={failureOf(stats)}
    />
  )
  const finish = isRunning && forecast?.finish_at.expected
  const due = why.next_leads.length > 0 && (
    <NextDue
      key="due"
      leads={why.next_leads}
      timezone={campaign.timezone}
      retries={campaign.max_retries}
      isDialing={why.dialing}
      now={Math.max(now, answeredAt)}
    />
  )
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Campaigns'), '/campaigns']]}
        title={campaign.name}
        badge={<StatusBadge kind="campaign" name={state} look="pill" />}
        meta={
          state === 'stopped-itself' ? (
            ''
          ) : (
            <>
              <Standing {...standing(campaign, why, now)} />
              {finish && ` · ${t('done about {when}', { when: whenInZone(finish, campaign.timezone, now) })}`}
            </>
          )
        }
        actions={
          <>
            <Button
              component="a"
              href={linkTo(`/campaigns/${id}/edit`)}
              leftSection={<IconPencil size={14} aria-hidden />}
            >
              {t('Edit')}
            </Button>
            {isRunning ? (
              <Button
                leftSection={<IconPlayerStopFilled size={12} aria-hidden />}
                loading={actions.isBusy}
                onClick={() => actions.stop(campaign)}
              >
                {t('Stop')}
              </Button>
            ) : (
              <Button
                variant="filled"
                {...tip(asRehearsed(rehearsing.done?.forecast, campaign.timezone, now))}
                leftSection={<IconPlayerPlayFilled size={12} aria-hidden />}
                loading={actions.isBusy}
                onClick={() => actions.start(campaign)}
              >
                {startInWords(stillToReach(campaign.lead_counts))}
              </Button>
            )}
            <MoreMenu>
              {!isRunning && <Menu.Item onClick={() => setPlanning(true)}>{t('Start at a time')}</Menu.Item>}
              <Menu.Item onClick={() => actions.duplicate(campaign)}>{t('Copy as draft')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item className="danger" onClick={() => actions.remove(campaign)}>
                {t('Delete campaign')}
              </Menu.Item>
            </MoreMenu>
          </>
        }
      />
      <div className={layout.split}>
        <ScrollRegion label={t('Campaign')}>
          <div className={layout.body}>
            {(actions.failed || error) && <Notice tone="bad" title={actions.failed ?? error!.message} />}
            {state === 'stopped-itself' && <StoppedItself campaign={campaign} />}
            {campaign.stopped_by_halt && <StoppedByHalt id={id} leads={stillToReach(campaign.lead_counts)} />}
            {campaign.start_at && <PlannedStart campaign={campaign} now={now} onMove={() => setPlanning(true)} />}
            {showsWhy && <WhyNotDialing campaign={campaign} why={why} now={now} />}
            <Funnel campaign={campaign} filters={Object.fromEntries(query)} path={path} />
            {!isRunning && stillToReach(campaign.lead_counts) > 0 && (
              <RehearsalPanel
                rehearsing={rehearsing}
                left={stillToReach(campaign.lead_counts)}
                zone={campaign.timezone}
                now={now}
              />
            )}
            {showsWhy ? [due, outcomes] : [outcomes, due]}
            <LeadsPanel
              campaignId={id}
              timezone={campaign.timezone}
              retries={campaign.max_retries}
              isRunning={isRunning}
            />
          </div>
        </ScrollRegion>
        {isAdding ? (
          <AddLead key={id} campaign={campaign} onClose={close} />
        ) : open !== undefined ? (
          <LeadOf campaignId={id} open={open} onClose={close} />
        ) : (
          <About
            campaign={campaign}
            why={why}
            checks={readyAnswer.data.checks}
            stats={stats.data ?? null}
            forecast={forecast}
            now={now}
            onPlan={openPlan}
          />
        )}
      </div>
      {actions.dialog}
      {isPlanning && <PlanStartDialog campaign={campaign} now={now} onClose={() => setPlanning(false)} />}
    </div>
  )
}

/** What a start costs, and when it is done, as far as it was rehearsed. */
const asRehearsed = (forecast: Forecast | null | undefined, zone: string, now: number) =>
  forecast?.finish_at.expected &&
  t('As rehearsed: about {cost}, done about {when}', {
    cost: money(forecast.cost.expected),
    when: whenInZone(forecast.finish_at.expected, zone, now),
  })

/** The open lead, with the leads before and after it in the list. */
function LeadOf({ campaignId, open, onClose }: { campaignId: number; open: number; onClose: () => void }) {
  const { answer, openLead } = useCampaignLeads(campaignId)
  const steps = stepsOf({ ids: answer.data?.data.map(({ id }) => id), open, onOpen: openLead })
  return <LeadPane key={open} id={open} {...steps} onClose={onClose} />
}

/** Reasons that are normal while a campaign works: they come and go with its calls. */
const whileWorking = new Set<string>(['campaign_lines_in_use', 'desk_lines_in_use', 'no_leads', 'nothing_due'])

const StoppedItself = ({ campaign: { stopped_because: because } }: { campaign: Counted }) => (
  <Notice
    tone="bad"
    title={said(because!.reason)}
    action={
      because!.call_ids.length > 0 && (
        <a className="link" href={linkTo(`/calls/${because!.call_ids.at(-1)}`)}>
          {t('Open the last of these calls')}
        </a>
      )
    }
  >
    {t('It stopped itself. Its leads keep their place; start it again when the cause is fixed.')}
  </Notice>
)

function Funnel({ campaign, filters, path }: { campaign: Counted; filters: Record<string, string>; path: string }) {
  const all = leadsOf(campaign.lead_counts)
  return (
    <Panel title={leadsInWords(all)} action={<span className="dim">{stillInWords(campaign.lead_counts)}</span>}>
      <ProgressFunnel
        counts={shownCounts(campaign)}
        linkTo={status =>
          linkTo(path, { ...filters, page: undefined, status: filters.status === status ? undefined : status })
        }
      />
    </Panel>
  )
}

const Outcomes = memo(function Outcomes({
  stats,
  forecast,
  isRunning,
  error,
}: {
  stats: Stats | null
  /** What is expected after now; null while it is not known. */
  forecast: Forecast | null
  isRunning: boolean
  error: Error | null
}) {
  const buckets = useMemo(
    (): Columns[] | null => stats && (isRunning ? withExpected(stats, forecast) : stats.buckets),
    [stats, forecast, isRunning],
  )
  return (
    <Panel
      title={stats?.by === 'hour' ? t('Outcomes by the hour') : t('Outcomes by the day')}
      count={stats?.timezone}
      action={<OutcomeKey buckets={buckets} expects={isRunning} />}
    >
      {error && <Notice tone="bad" title={error.message} />}
      {stats?.totals.dials === 0 && !buckets?.some(({ expected }) => expected) ? (
        <p className={css.none}>{t('No calls yet.')}</p>
      ) : (
        <OutcomeChart
          buckets={buckets}
          by={stats?.by ?? 'day'}
          zone={stats?.timezone ?? 'UTC'}
          now={stats?.now}
          height={164}
        />
      )}
    </Panel>
  )
})
