import { skipToken, useQuery } from '@tanstack/react-query'
import type { Campaign } from '../../../contract/campaigns'
import type { Totals } from '../../../contract/stats'
import type { Client } from '../../api/client'
import { deskTime } from '../../stores/desk'
import { useDesk } from '../../stores/use-desk'

const HOUR = 60 * 60 * 1000
/** By how much the service's clock may be ahead of the page's. */
const AHEAD = 60 * 1000
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
export function useStatsSoFar(campaign: Pick<Campaign, 'id' | 'created_at' | 'timezone'> | undefined) {
  const { client, ask, store } = useDesk()
  return useQuery({
    // It begins as the key of the operation, so it is old when that is.
    queryKey: [...ask.stats.key(), 'so far', campaign?.id, campaign?.timezone],
    queryFn: campaign ? () => statsSoFar(client, campaign, deskTime(store.getState().clock)) : skipToken,
  })
}

async function statsSoFar(
  client: Client,
  { id, created_at, timezone }: Pick<Campaign, 'id' | 'created_at' | 'timezone'>,
  now: number,
): Promise<Stats> {
  // The page's clock may be a little behind the service's.
  const end = now + AHEAD
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
