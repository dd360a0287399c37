import type { Totals } from '../../../contract/stats'
import type { Client } from '../../api/client'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
/** How many columns are shown: hours, or the days of two weeks. */
const COLUMNS = 14
/** The service accepts about this many days in one request. */
const MAX_DAYS = 990

export interface Stats {
  by: 'hour' | 'day'
  timezone: string
  totals: Totals
  buckets: (Totals & { start: string })[]
  now: number
}

/** The results of a campaign's calls, by hours of its time zone on its first day, by days later. */
export async function statsSoFar(client: Client, id: number, now: number): Promise<Stats> {
  const [{ created_at, timezone }, { data: latest }] = await Promise.all([
    client.campaigns.get({ id }),
    client.calls.list({ campaign_id: id, per_page: 1 }),
  ])
  // The page's clock may be a little behind the service's.
  const end = Math.max(now, ...latest.map(call => Date.parse(call.created_at))) + 1
  const created = Date.parse(created_at)
  const by = end - created <= DAY ? 'hour' : 'day'
  const shown = end - (COLUMNS - 1) * (by === 'hour' ? HOUR : DAY)
  const { totals, buckets } = await client.stats.get({
    from: new Date(Math.max(Math.min(created, shown), end - MAX_DAYS * DAY)).toISOString(),
    to: new Date(end).toISOString(),
    by,
    campaign_id: id,
    timezone,
  })
  return { by, timezone, totals, now, buckets: buckets.slice(-COLUMNS) }
}
