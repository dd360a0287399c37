import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Totals } from '../../../contract/stats'
import { count, isoDay, percent, weekdayName } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { OutcomeChart, OutcomeKey } from '../../parts/OutcomeChart'
import type { Outcomes } from '../../parts/outcomes'
import { Panel } from '../../parts/Panel'
import { StatStrip, StatTile } from '../../parts/StatTile'
import { Duration, Money } from '../../parts/values'
import { deskTime } from '../../stores/desk'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { compare } from './comparison'

interface Day {
  totals: Totals
  /** A week before, until the same time of day. */
  before: Totals
  hours: Outcomes[]
}

/** The totals of today's finished calls, and of the same day last week. */
export function useDay(zone: string): UseQueryResult<Day> {
  const { client, ask, store } = useDesk()
  const day = useClock(now => isoDay(now, zone))
  return useQuery({
    // It begins as the key of the operation, so it is old when that is.
    queryKey: [...ask.stats.key(), 'today', day, zone],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const now = new Date(deskTime(store.getState().clock)).toISOString()
      const [whole, soFar] = await Promise.all([
        client.stats.get({ from: day, to: day, by: 'hour' }),
        client.stats.get({ from: day, to: now, by: 'day' }),
      ])
      return { totals: whole.totals, before: soFar.week_before, hours: whole.buckets }
    },
  })
}

/** Five numbers of today, each compared with the same day last week until the same time. */
export function Numbers({ day: { data, error }, zone }: { day: UseQueryResult<Day>; zone: string }) {
  const weekday = useClock(now => weekdayName(now, zone))
  if (error && !data)
    return (
      <Notice tone="bad" title={t('Today’s numbers cannot be shown')}>
        {error.message}
      </Notice>
    )
  const now = data?.totals ?? null
  const comparison = (name: Parameters<typeof compare>[0]) =>
    data ? compare(name, data.totals, data.before, weekday) : null
  return (
    <StatStrip label={t('Today so far, beside last {weekday} up to the same time', { weekday })}>
      <StatTile label={t('Dials')} loading={!now} value={count(now?.dials ?? 0)} {...comparison('dials')} />
      <StatTile
        label={t('Talked to a person')}
        loading={!now}
        value={count(now?.talked ?? 0)}
        unit={now && now.dials > 0 && percent(now.talked, now.dials)}
        {...comparison('talked')}
      />
      <StatTile
        label={t('Goal reached')}
        loading={!now}
        value={now && now.guessed > 0 && now.judged === 0 ? '–' : count(now?.goals ?? 0)}
        unit={now && goalsInWords(now)}
        {...comparison('goals')}
      />
      <StatTile
        label={t('Average talk')}
        loading={!now}
        value={now && now.talked > 0 ? <Duration seconds={now.average_talk_seconds} /> : '–'}
        {...comparison('average')}
      />
      <StatTile
        label={t('Cost')}
        loading={!now}
        value={<Money value={now?.cost ?? 0} />}
        unit={
          now && now.goals > 0 && rich('<cost></cost> a goal', { cost: () => <Money value={now.cost / now.goals} /> })
        }
        {...comparison('costOfGoal')}
      />
    </StatStrip>
  )
}

/** The share of judged talks, and the guesses beside it: a guess is never added to a judgement. */
function goalsInWords({ goals, judged, talked, guessed_goals, guessed }: Totals): string {
  const share = percent(goals, judged)
  const ofTalks = judged === talked ? t('{share} of talks', { share }) : t('{share} of judged talks', { share })
  return [judged > 0 && ofTalks, guessed > 0 && t('{n} guessed', { n: guessed_goals })].filter(Boolean).join(', ')
}

/** Working hours are always shown. Other hours are shown when something was dialed in them. */
const [FIRST_HOUR, LAST_HOUR] = [8, 19]

export function ByTheHour({ day: { data }, zone }: { day: UseQueryResult<Day>; zone: string }) {
  // In every zone an hour begins at a full quarter of an hour of UTC, so this is exact enough.
  const quarter = useClock(now => now - (now % (15 * 60_000)))
  const hours = data?.hours ?? null
  const shown = useMemo(() => hours && shownHours(hours), [hours])
  return (
    <Panel title={t('By the hour')} count={zone} action={<OutcomeKey buckets={hours} />}>
      <OutcomeChart buckets={shown} by="hour" zone={zone} now={quarter} height={132} />
    </Panel>
  )
}

function shownHours(hours: Outcomes[]): Outcomes[] {
  const dialed = hours.flatMap((hour, i) => (Object.values(hour.results).some(n => n > 0) ? [i] : []))
  return hours.slice(Math.min(FIRST_HOUR, ...dialed), Math.max(LAST_HOUR, ...dialed) + 1)
}
