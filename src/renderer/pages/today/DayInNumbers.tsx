import type { Totals } from '../../../contract/stats'
import { Notice } from '../../parts/Notice'
import { OutcomeChart, OutcomeKey, type Outcomes } from '../../parts/OutcomeChart'
import { Panel } from '../../parts/Panel'
import { StatStrip, StatTile } from '../../parts/StatTile'
import { count, Duration, Money, percent } from '../../parts/values'
import { deskTime } from '../../stores/desk'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { type Live, useLive } from '../../stores/use-live'
import { beside } from './comparison'

interface Day {
  totals: Totals
  /** A week before, up to the same time. */
  before: Totals
  hours: Outcomes[]
}

/** What the final calls of today came to, as they become final. */
export function useDay(zone: string): Live<Day> {
  const { client, store } = useDesk()
  const day = useClock(now => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now))
  return useLive(
    `${day} ${zone}`,
    async () => {
      const now = new Date(deskTime(store.getState().clock)).toISOString()
      const [whole, soFar] = await Promise.all([
        client.stats.get({ from: day, to: day, by: 'hour' }),
        client.stats.get({ from: day, to: now, by: 'day' }),
      ])
      return { totals: whole.totals, before: soFar.week_before, hours: whole.buckets }
    },
    event => event.type === 'call.changed' || event.type === 'settings.changed',
  )
}

/** The day's five numbers, beside those of the same day last week up to the same time. */
export function Numbers({ day: { data, error }, zone }: { day: Live<Day>; zone: string }) {
  const weekday = useClock(now => new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long' }).format(now))
  if (error && !data)
    return (
      <Notice tone="bad" title="Today's numbers cannot be shown">
        {error.message}
      </Notice>
    )
  const now = data?.totals ?? null
  const than = (name: Parameters<typeof beside>[0]) => data && beside(name, data.totals, data.before, weekday)
  return (
    <StatStrip label={`Today so far, beside last ${weekday} up to the same time`}>
      <StatTile label="Dials" loading={!now} value={count(now?.dials ?? 0)} {...than('dials')} />
      <StatTile
        label="Talked to a person"
        loading={!now}
        value={count(now?.talked ?? 0)}
        unit={now && now.dials > 0 && percent(now.talked, now.dials)}
        {...than('talked')}
      />
      <StatTile
        label="Goal reached"
        loading={!now}
        value={count(now?.goals ?? 0)}
        unit={now && now.talked > 0 && `${percent(now.goals, now.talked)} of talks`}
        {...than('goals')}
      />
      <StatTile
        label="Average talk"
        loading={!now}
        value={now && now.talked > 0 ? <Duration seconds={now.average_talk_seconds} /> : '–'}
        {...than('average')}
      />
      <StatTile
        label="Cost"
        loading={!now}
        value={<Money value={now?.cost ?? 0} />}
        unit={
          now &&
          now.goals > 0 && (
            <>
              <Money value={now.cost / now.goals} /> a goal
            </>
          )
        }
        {...than('costOfGoal')}
      />
    </StatStrip>
  )
}

/** Working hours are always shown, the others once something was dialed in them. */
const [FIRST_HOUR, LAST_HOUR] = [8, 19]

export function ByTheHour({ day: { data }, zone }: { day: Live<Day>; zone: string }) {
  // In every zone hours begin with a quarter of one of UTC's.
  const quarter = useClock(now => now - (now % (15 * 60_000)))
  return (
    <Panel title="By the hour" count={zone} action={<OutcomeKey />}>
      <OutcomeChart buckets={data && shownHours(data.hours)} by="hour" zone={zone} now={quarter} height={132} />
    </Panel>
  )
}

function shownHours(hours: Outcomes[]): Outcomes[] {
  const dialed = hours.flatMap((hour, i) => (Object.values(hour.results).some(n => n > 0) ? [i] : []))
  return hours.slice(Math.min(FIRST_HOUR, ...dialed), Math.max(LAST_HOUR, ...dialed) + 1)
}
