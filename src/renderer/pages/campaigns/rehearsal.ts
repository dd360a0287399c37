import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Forecast, Rehearsal } from '../../../contract/rehearsals'
import { bucketEnd, type Expected, type Outcomes, onlyExpected, sumOf } from '../../parts/outcomes'
import { type Change, useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { placeIn } from '../../week'
import type { Stats } from './stats-so-far'

/** Of those that are kept, as many are searched for one with the campaign's own settings. */
const SEARCHED = 5

type Changes = Record<string, unknown>

export interface Rehearsing {
  /** The newest one that is done. */
  done: Rehearsal | undefined
  /** One that goes on. */
  running: Rehearsal | undefined
  /** The newest one, when it could not be simulated. */
  failed: Rehearsal | undefined
  start: Change<Changes | undefined, unknown>
  cancel: Change<number, unknown>
  isLoaded: boolean
}

/** The rehearsals of a campaign as it is saved. They stay when the page is left. `id` null: none is asked for. */
export function useSavedRehearsal(id: number | null): Rehearsing {
  const { ask, client } = useDesk()
  const { data, isLoading } = useQuery(
    ask.rehearsals.list.queryOptions({ input: id === null ? skipToken : { campaign_id: id, per_page: SEARCHED } }),
  )
  const current = data?.data.filter(one => one.is_current && one.start_at === null) ?? []
  const start = useChange(() => client.rehearsals.create({ id: id! }), { about: id })
  const cancel = useChange((rehearsal: number) => client.rehearsals.remove({ id: rehearsal }), {
    about: id,
    assume: (rehearsal, shown) =>
      shown.change<{ data: Rehearsal[] }>(ask.rehearsals.list.key(), list => ({
        ...list,
        data: list.data.filter(one => one.id !== rehearsal),
      })),
  })
  return { ...newestOf(current), start, cancel, isLoaded: !isLoading }
}

/** The rehearsals of settings that are not saved. `key`: the settings as a text; other settings have no rehearsal yet. */
export function useRehearsalOf(campaignId: number, key: string): Rehearsing & { isOther: boolean } {
  const { ask, client } = useDesk()
  const [asked, setAsked] = useState<{ key: string; id: number } | null>(null)
  const { data } = useQuery({
    ...ask.rehearsals.get.queryOptions({ input: { id: asked?.id ?? 0 } }),
    enabled: asked !== null,
  })
  const start = useChange((changes: Changes | undefined) => client.rehearsals.create({ id: campaignId, ...changes }), {
    about: key,
    onDone: answer => setAsked({ key, id: answer.data.id }),
  })
  const cancel = useChange((id: number) => client.rehearsals.remove({ id }), {
    about: key,
    onDone: () => setAsked(null),
  })
  const shown = asked && data && data.status !== 'cancelled' ? [data] : []
  return { ...newestOf(shown), start, cancel, isLoaded: true, isOther: asked !== null && asked.key !== key }
}

const newestOf = (rehearsals: readonly Rehearsal[]) => ({
  done: rehearsals.find(({ status }) => status === 'done'),
  running: rehearsals.find(({ status }) => status === 'running'),
  failed: rehearsals[0]?.status === 'failed' ? rehearsals[0] : undefined,
})

/** With more columns than this, days are shown in place of hours. */
const MOST_HOURS = 48

/** What a forecast expects by hour or, when these are too many, by day. Hours that are closed are left out. */
export function expectedOf({ by, timezone, buckets }: Forecast): { by: 'hour' | 'day'; buckets: Outcomes[] } {
  const open = buckets.filter(bucket => bucket.open || bucket.dials > 0)
  if (by === 'hour' && open.length <= MOST_HOURS)
    return { by, buckets: open.map(bucket => onlyExpected(bucket.start, expectedIn(bucket))) }
  return { by: 'day', buckets: byDay(buckets, timezone).map(([start, of]) => onlyExpected(start, of)) }
}

const expectedIn = ({ dials, talked, goals }: Expected): Expected => ({ dials, talked, goals })

function byDay(buckets: Forecast['buckets'], zone: string): [start: string, Expected][] {
  const days = new Map<string, [string, Expected]>()
  for (const { start, dials, talked, goals } of buckets) {
    const { date } = placeIn(zone, Date.parse(start))
    const [first, sum] = days.get(date) ?? [start, { dials: 0, talked: 0, goals: 0 }]
    days.set(date, [first, { dials: sum.dials + dials, talked: sum.talked + talked, goals: sum.goals + goals }])
  }
  return [...days.values()].filter(([, { dials }]) => dials > 0)
}

/** Which share of a bucket, of which a forecast knows what comes after `begun`, lies after `now`. */
function shareAhead(start: string, begun: number, now: number, { by, timezone }: Forecast): number {
  const end = bucketEnd(start, by, timezone)
  const from = Math.max(Date.parse(start), begun)
  return end <= from ? 0 : Math.min(1, Math.max(0, (end - now) / (end - from)))
}

/** How many columns of what is expected stand after those of what was. */
const AHEAD = 10

/**
 * The results so far, and after them how many calls a forecast expects after `stats.now`. Of the hour that is going on it
 * expects the share of what is left of that hour.
 */
export function withExpected({ by, timezone, buckets, now }: Stats, forecast: Forecast | null): Outcomes[] {
  const last = buckets.at(-1)
  const known = forecast && !(by === 'hour' && forecast.by === 'day') ? forecast.buckets : []
  const begun = forecast ? Date.parse(forecast.start_at) : now
  const ahead = known
    .map(bucket => ({ ...bucket, dials: Math.round(bucket.dials * shareAhead(bucket.start, begun, now, forecast!)) }))
    .filter(({ dials }) => dials > 0)
  const expected: [string, number][] =
    by === 'day'
      ? byDay(ahead, timezone).map(([start, { dials }]) => [start, dials])
      : ahead.map(({ start, dials }) => [start, dials])
  if (!last) return expected.slice(0, AHEAD).map(([start, n]) => onlyExpected(start, n))
  // What is expected of the hour or day that is going on stands on what it has had.
  const end = bucketEnd(last.start, by, timezone)
  const isNow = ([start]: [string, number]) => Date.parse(start) < end
  const later = expected.filter(one => !isNow(one))
  // Hours before the first call are left out, since there is something to see after them.
  const first = later.length > 0 ? buckets.findIndex(bucket => sumOf(bucket) > 0) : 0
  return [
    ...buckets.slice(first < 0 ? -1 : first, -1),
    { ...last, expected: expected.find(isNow)?.[1] ?? 0 },
    ...later.slice(0, AHEAD).map(([start, n]) => onlyExpected(start, n)),
  ]
}
