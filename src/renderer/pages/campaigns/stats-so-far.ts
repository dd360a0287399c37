import { skipToken, useQuery } from '@tanstack/react-query'
import type { Campaign } from '../../../contract/campaigns'
import type { Totals } from '../../../contract/stats'
import type { Client } from '../../api/client'
import { bucketEnd } from '../../parts/outcomes'
import { deskTime } from '../../stores/desk'
import { useAskAt } from '../../stores/use-ask-at'
import { useDesk } from '../../stores/use-desk'

const HOUR = 60 * 60 * 1000
/** By how much the service's clock may be ahead of the page's, also in a quick simulation. */
const AHEAD = HOUR
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
  /** The service's time when it answered, in epoch milliseconds. */
  now: number
}

/** The results of a campaign's calls, by hours of its time zone on its first day, by days later. */
export function useStatsSoFar(campaign: Pick<Campaign, 'id' | 'created_at' | 'timezone'> | undefined) {
  const { client, ask, store } = useDesk()
  const key = ask.stats.key()
  const answer = useQuery({
    // It begins as the key of the operation, so it is old when that is.
    queryKey: [...key, 'so far', campaign?.id, campaign?.timezone],
    queryFn: campaign ? () => statsSoFar(client, campaign, deskTime(store.getState().clock)) : skipToken,
  })
  const { data } = answer
  const last = data?.buckets.at(-1)
  // No event is published when an hour or a day ends.
  useAskAt(data && last && new Date(bucketEnd(last.start, data.by, data.timezone)).toISOString(), key)
  return answer
}

async function statsSoFar(
  client: Client,
  { id, created_at, timezone }: Pick<Campaign, 'id' | 'created_at' | 'timezone'>,
  now: number,
): Promise<Stats> {
  const end = now + AHEAD
  const created = Date.parse(created_at)
  const by = now - created <= DAY ? 'hour' : 'day'
  const shown = end - COLUMNS * (by === 'hour' ? HOUR : DAY)
  const answer = await client.stats.get({
    from: new Date(Math.max(Math.min(created, shown), end - MAX_DAYS * DAY)).toISOString(),
    to: new Date(end).toISOString(),
    by,
    campaign_id: id,
    timezone,
  })
  const at = Date.parse(answer.now)
  const begun = answer.buckets.filter(({ start }) => Date.parse(start) <= at)
  return { by, timezone: answer.timezone, totals: answer.totals, now: at, buckets: begun.slice(-COLUMNS) }
}
