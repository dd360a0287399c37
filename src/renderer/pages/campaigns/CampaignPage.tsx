import { Button, Menu } from '@mantine/core'
import { IconPencil, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback } from 'react'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { OutcomeChart, OutcomeKey } from '../../parts/OutcomeChart'
import { PageHeader } from '../../parts/PageHeader'
import { Panel } from '../../parts/Panel'
import { ProgressFunnel } from '../../parts/ProgressFunnel'
import { StatusBadge } from '../../parts/StatusBadge'
import { go, linkTo, usePlace } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { deskTime } from '../../stores/desk'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { About } from './About'
import { AddLead } from './AddLead'
import { type Counted, leadsInWords, leadsOf, MINUTE, standing, stateOf, stillInWords } from './campaign-text'
import css from './campaigns.module.css'
import { LeadsPanel } from './LeadsPanel'
import { NextDue } from './NextDue'
import { Standing } from './Standing'
import { StoppedByHalt } from './StoppedByHalt'
import { type Stats, useStatsSoFar } from './stats-so-far'
import { useCampaignActions } from './use-campaign-actions'
import { WhyNotDialing } from './WhyNotDialing'

/** One campaign: its leads by state, the outcomes of its calls, who is called next, and why nobody is called. */
export function CampaignPage({ id }: { id: number }) {
  const { ask } = useDesk()
  const { path, query } = usePlace()
  const now = useClock(ms => ms - (ms % MINUTE))
  const campaignAnswer = useQuery(ask.campaigns.get.queryOptions({ input: { id } }))
  const whyAnswer = useQuery(ask.explain.campaign.queryOptions({ input: { id } }))
  const error = failureOf(campaignAnswer, whyAnswer)
  const { data: campaign } = campaignAnswer
  const { data: why } = whyAnswer
  useAskAt(why?.next_at, ask.explain.campaign.key({ input: { id } }))
  const stats = useStatsSoFar(campaign)
  const actions = useCampaignActions(campaign, () => go('/campaigns'))
  const isAdding = query.get('add') === 'lead'
  const answeredAt = useDeskState(state => deskTime(state.clock, whyAnswer.dataUpdatedAt))
  const closed = linkTo(path, { ...Object.fromEntries(query), add: undefined })
  const close = useCallback(() => {
    location.hash = closed
  }, [closed])

  if (!campaign || !why)
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
  const outcomes = <Outcomes key="outcomes" stats={stats.data ?? null} error={failureOf(stats)} />
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
        meta={state === 'stopped-itself' ? '' : <Standing {...standing(campaign, why, now)} />}
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
                leftSection={<IconPlayerPlayFilled size={12} aria-hidden />}
                loading={actions.isBusy}
                onClick={() => actions.start(campaign)}
              >
                {t('Start')}
              </Button>
            )}
            <MoreMenu>
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
        <section className={layout.scroll} tabIndex={0} aria-label={t('Campaign')}>
          <div className={layout.body}>
            {(actions.failed || error) && <Notice tone="bad" title={actions.failed ?? error!.message} />}
            {state === 'stopped-itself' && <StoppedItself campaign={campaign} />}
            {campaign.stopped_by_halt && <StoppedByHalt id={id} />}
            {showsWhy && <WhyNotDialing campaign={campaign} why={why} now={now} />}
            <Funnel campaign={campaign} filters={Object.fromEntries(query)} path={path} />
            {showsWhy ? [due, outcomes] : [outcomes, due]}
            <LeadsPanel
              campaignId={id}
              timezone={campaign.timezone}
              retries={campaign.max_retries}
              isRunning={isRunning}
            />
          </div>
        </section>
        {isAdding ? (
          <AddLead key={id} id={id} name={campaign.name} assistantId={campaign.assistant_id} onClose={close} />
        ) : (
          <About campaign={campaign} why={why} stats={stats.data ?? null} now={now} />
        )}
      </div>
      {actions.dialog}
    </div>
  )
}

/** Reasons that are normal while a campaign works: they come and go with its calls. */
const whileWorking = new Set<string>(['campaign_lines_in_use', 'desk_lines_in_use', 'no_leads', 'nothing_due'])

const StoppedItself = ({ campaign: { stopped_because: because } }: { campaign: Counted }) => (
  <Notice
    tone="bad"
    title={because!.reason}
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
        counts={campaign.lead_counts}
        linkTo={status =>
          linkTo(path, { ...filters, page: undefined, status: filters.status === status ? undefined : status })
        }
      />
    </Panel>
  )
}

const Outcomes = memo(({ stats, error }: { stats: Stats | null; error: Error | null }) => (
  <Panel
    title={stats?.by === 'hour' ? t('Outcomes by the hour') : t('Outcomes by the day')}
    count={stats?.timezone}
    action={<OutcomeKey buckets={stats?.buckets ?? null} />}
  >
    {error && <Notice tone="bad" title={error.message} />}
    {stats?.totals.dials === 0 ? (
      <p className={css.none}>{t('No calls yet.')}</p>
    ) : (
      <OutcomeChart
        buckets={stats?.buckets ?? null}
        by={stats?.by ?? 'day'}
        zone={stats?.timezone ?? 'UTC'}
        now={stats?.now}
        height={164}
      />
    )}
  </Panel>
))
