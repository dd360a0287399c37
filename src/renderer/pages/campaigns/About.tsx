import type { ReactNode } from 'react'
import type { Explanation } from '../../../contract/explain'
import { counted } from '../../../contract/words'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { count, percent } from '../../parts/format'
import { Guess } from '../../parts/Guess'
import { KeyValue } from '../../parts/KeyValue'
import { Duration, Money } from '../../parts/values'
import { linkTo } from '../../router'
import { hoursInWords } from '../../week'
import { type Counted, hoursOf, intervalsInWords, leadsInWords, leadsOf, whenInZone } from './campaign-text'
import { Readiness } from './Readiness'
import type { Stats } from './stats-so-far'

/** The pane of a campaign: what it lacks before it can start, its results so far, its state now, and its settings. */
export function About({
  campaign,
  why,
  stats,
  now,
}: {
  campaign: Counted
  why: Explanation
  stats: Stats | null
  now: number
}) {
  const edit = (
    <a className="link" href={linkTo(`/campaigns/${campaign.id}/edit`)}>
      Edit
    </a>
  )
  const isRunning = campaign.status === 'in-progress'
  const busyLines = campaign.lead_counts.processing ?? 0
  return (
    <DetailPane label="About this campaign">
      {!isRunning && (
        <PaneSection title="Before it can start">
          <Readiness
            leads={leadsOf(campaign.lead_counts)}
            assistant={campaign.assistant_name}
            hours={hoursOf(campaign)}
          />
        </PaneSection>
      )}
      <PaneSection title="So far">
        <KeyValue rows={Object.entries(soFar(stats))} />
      </PaneSection>
      {isRunning && (
        <PaneSection title="Right now">
          <KeyValue
            rows={Object.entries<ReactNode>({
              Lines: `${count(busyLines)} of ${count(campaign.max_calls_in_parallel)} busy`,
              Queued: leadsInWords(campaign.lead_counts.scheduled ?? 0),
              'To retry': leadsInWords(campaign.lead_counts.rescheduled ?? 0),
              ...(why.next_at && !why.dialing && { Resumes: whenInZone(why.next_at, campaign.timezone, now) }),
            })}
          />
        </PaneSection>
      )}
      <PaneSection title="Settings" action={edit}>
        <KeyValue rows={Object.entries(settingsInWords(campaign))} />
      </PaneSection>
    </DetailPane>
  )
}

function soFar(stats: Stats | null): Record<string, ReactNode> {
  const t = stats?.totals
  const share = (part: number, whole: number, unit = '') =>
    whole > 0 && (
      <span className="dim">
        {percent(part, whole)}
        {unit}
      </span>
    )
  const dash = <span className="dim">–</span>
  return {
    Dials: t ? count(t.dials) : dash,
    Talked: t ? (
      <>
        {count(t.talked)} {share(t.talked, t.dials)}
      </>
    ) : (
      dash
    ),
    'Goal reached':
      t && (t.judged > 0 || t.guessed === 0) ? (
        <>
          {count(t.goals)} {share(t.goals, t.judged, t.judged === t.talked ? ' of talks' : ' of judged talks')}
        </>
      ) : (
        dash
      ),
    ...(t &&
      t.guessed > 0 && {
        'Goal guessed': (
          <>
            {count(t.guessed_goals)} <span className="dim">of {count(t.guessed)}</span> <Guess />
          </>
        ),
      }),
    'Asked not to be called': t ? count(t.do_not_call) : dash,
    'Average talk': t && t.talked > 0 ? <Duration seconds={t.average_talk_seconds} /> : dash,
    Cost: t && t.cost > 0 ? <Money value={t.cost} /> : dash,
    'Cost per goal': t && t.goals > 0 ? <Money value={t.cost / t.goals} /> : dash,
  }
}

const settingsInWords = (c: Counted): Record<string, ReactNode> => ({
  Assistant: c.assistant_name ?? <span className="danger">none</span>,
  Hours: hoursInWords(hoursOf(c)),
  'Time zone': c.respect_lead_time_zone ? `the lead’s, else ${c.timezone}` : c.timezone,
  Lines: `up to ${count(c.max_calls_in_parallel)}`,
  Retries: c.max_retries === 0 ? 'none' : `${c.max_retries}, after ${intervalsInWords(c)} min`,
  Voicemail: c.retry_on_voicemail ? 'is retried' : 'counts as done',
  ...(c.retry_on_goal_incomplete && { 'Goal missed': 'is retried' }),
  ...(c.max_calls_per_number_per_day && {
    'Per number': `${counted(c.max_calls_per_number_per_day, 'call')} a day`,
  }),
  Goal: c.goal_completion_variable ? (
    <span className="mono">{c.goal_completion_variable}</span>
  ) : (
    'the assistant’s own verdict'
  ),
  'At the end': c.mark_complete_when_no_leads ? 'marked as completed' : 'keeps running, and waits for leads',
})
