import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import type { Explanation } from '../../../contract/explain'
import type { Check } from '../../../contract/readiness'
import type { Forecast } from '../../../contract/rehearsals'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { count, percent } from '../../parts/format'
import { Guess } from '../../parts/Guess'
import { KeyValue } from '../../parts/KeyValue'
import { Duration, Money, Time } from '../../parts/values'
import { linkTo } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { hoursAt, hoursInWords } from '../../week'
import { t } from '../../words/words'
import { type Counted, hoursOf, intervalsInWords, leadsInWords, whenInZone } from './campaign-text'
import css from './campaigns.module.css'
import { usePace } from './pace'
import { Readiness } from './Readiness'
import type { Stats } from './stats-so-far'

/** The pane of a campaign: what it lacks before it can start, its results so far, its state now, and its settings. */
export const About = memo(function About({
  campaign,
  why,
  checks,
  stats,
  forecast,
  now,
  onPlan,
}: {
  campaign: Counted
  why: Explanation
  /** What it lacks before it can start. */
  checks: readonly Check[]
  stats: Stats | null
  /** Of what is still to come; null while it is not known. */
  forecast: Forecast | null
  now: number
  /** Asks for the time of a planned start. */
  onPlan: () => void
}) {
  const edit = (
    <a className="link" href={linkTo(`/campaigns/${campaign.id}/edit`)}>
      {t('Edit')}
    </a>
  )
  const isRunning = campaign.status === 'in-progress'
  const { ask } = useDesk()
  const { data: assistants } = useQuery(ask.assistants.listOutbound.queryOptions({ input: {} }))
  const webhook = assistants?.find(one => one.id === campaign.assistant_id)?.webhook_url ?? null
  return (
    <DetailPane label={t('About this campaign')}>
      {!isRunning && (
        <PaneSection title={t('Before it can start')}>
          <Readiness checks={checks} hours={hoursOf(campaign)} webhook={webhook} id={campaign.id} />
          {campaign.start_at === null && (
            <div className={css.links}>
              <button type="button" className="link" onClick={onPlan}>
                {t('Start at a time')}
              </button>
            </div>
          )}
        </PaneSection>
      )}
      <PaneSection title={t('So far')}>
        <KeyValue rows={Object.entries(soFar(stats))} />
      </PaneSection>
      {isRunning && (
        <PaneSection title={t('Right now')}>
          <RightNow campaign={campaign} why={why} forecast={forecast} now={now} />
        </PaneSection>
      )}
      <PaneSection title={t('Settings')} action={edit}>
        <KeyValue rows={Object.entries(settingsInWords(campaign))} />
      </PaneSection>
    </DetailPane>
  )
})

/** What a running campaign does now: its lines, its queue, its pace, and until when. */
function RightNow({
  campaign,
  why,
  forecast,
  now,
}: {
  campaign: Counted
  why: Explanation
  forecast: Forecast | null
  now: number
}) {
  const { lead_counts: counts, timezone: zone } = campaign
  const pace = usePace(campaign.id)
  const hours = hoursAt(hoursOf(campaign), zone, now)
  const when = (at: string) => whenInZone(at, zone, now)
  const rows: [string, ReactNode][] = [
    [
      t('Lines'),
      t('{n} of {lines} busy', { n: count(counts.processing ?? 0), lines: count(campaign.max_calls_in_parallel) }),
    ],
    [states.lead.scheduled.word, leadsInWords(counts.scheduled ?? 0)],
    [states.lead.rescheduled.word, leadsInWords(counts.rescheduled ?? 0)],
    [
      t('Pace'),
      pace === null ? (
        <span key="unknown" className="dim">
          –
        </span>
      ) : (
        t('{n, plural, one {# dial} other {# dials}} in the last hour', { n: pace })
      ),
    ],
  ]
  if (why.next_at && !why.dialing) rows.push([t('Resumes'), when(why.next_at)])
  else if (hours.open && hours.until !== null && !campaign.respect_lead_time_zone)
    rows.push([t('Hours end'), when(new Date(hours.until).toISOString())])
  if (campaign.started_at) rows.push([t('Started'), <Time key="at" at={campaign.started_at} zone={zone} />])
  const finish = forecast?.finish_at.expected
  rows.push([
    t('Done about'),
    finish ? (
      when(finish)
    ) : (
      <span key="unknown" className="dim">
        –
      </span>
    ),
  ])
  return <KeyValue rows={rows} />
}

function soFar(stats: Stats | null): Record<string, ReactNode> {
  const totals = stats?.totals
  const share = (part: number, whole: number, inWords = (share: string) => share) =>
    whole > 0 && <span className="dim">{inWords(percent(part, whole))}</span>
  const ofTalks = (share: string) =>
    totals!.judged === totals!.talked ? t('{share} of talks', { share }) : t('{share} of judged talks', { share })
  const dash = <span className="dim">–</span>
  return {
    [t('Dials')]: totals ? count(totals.dials) : dash,
    [t('Talked')]: totals ? (
      <>
        {count(totals.talked)} {share(totals.talked, totals.dials)}
      </>
    ) : (
      dash
    ),
    [t('Goal reached')]:
      totals && (totals.judged > 0 || totals.guessed === 0) ? (
        <>
          {count(totals.goals)} {share(totals.goals, totals.judged, ofTalks)}
        </>
      ) : (
        dash
      ),
    ...(totals &&
      totals.guessed > 0 && {
        [t('Goal guessed')]: (
          <>
            {count(totals.guessed_goals)} <span className="dim">{t('of {n}', { n: count(totals.guessed) })}</span>{' '}
            <Guess />
          </>
        ),
      }),
    [t('Asked not to be called')]: totals ? count(totals.do_not_call) : dash,
    [t('Average talk')]: totals && totals.talked > 0 ? <Duration seconds={totals.average_talk_seconds} /> : dash,
    [t('Cost')]: totals && totals.cost > 0 ? <Money value={totals.cost} /> : dash,
    [t('Cost per goal')]: totals && totals.goals > 0 ? <Money value={totals.cost / totals.goals} /> : dash,
  }
}

const settingsInWords = (c: Counted): Record<string, ReactNode> => ({
  [t('Assistant')]: c.assistant_name ? (
    <a className="link" href={linkTo(`/assistants/${c.assistant_id}`)}>
      {c.assistant_name}
    </a>
  ) : (
    <span className="danger">{t('none')}</span>
  ),
  [t('Hours')]: hoursInWords(hoursOf(c)),
  [t('Time zone')]: c.respect_lead_time_zone ? t('the lead’s, else {zone}', { zone: c.timezone }) : c.timezone,
  [t('Lines')]: t('up to {n, plural, one {# call} other {# calls}} at once', { n: c.max_calls_in_parallel }),
  [t('Retries')]:
    c.max_retries === 0 ? t('none') : t('{n}, after {minutes} min', { n: c.max_retries, minutes: intervalsInWords(c) }),
  [t('Voicemail')]: c.retry_on_voicemail ? t('is retried') : t('counts as done'),
  ...(c.retry_on_goal_incomplete && { [t('Goal missed')]: t('is retried') }),
  ...(c.max_calls_per_number_per_day && {
    [t('Per number')]: t('{n, plural, one {# call} other {# calls}} a day', { n: c.max_calls_per_number_per_day }),
  }),
  [t('Goal')]: c.goal_completion_variable ? (
    <span className="mono">{c.goal_completion_variable}</span>
  ) : (
    t('the assistant’s own verdict')
  ),
  [t('At the end')]: c.mark_complete_when_no_leads ? t('marked as completed') : t('keeps running, and waits for leads'),
})
