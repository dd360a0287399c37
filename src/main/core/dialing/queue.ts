import { all, one, sql } from '../../store/sql'
import type { Campaign } from '../campaigns/campaigns'
import * as leadStates from '../campaigns/lead-states'
import type { Context } from '../kernel/context'
import { queries } from './claim'
import type { Round } from './round'

/** How many leads of a campaign the dialer takes in hand, and how few it lets that become. */
export const QUEUE_SIZE = 1000

export const REFILL_BELOW = 500

/** Takes the next leads in hand: a thousand, not the whole list, and only where it may be dialed now. */
export function fillQueue(context: Context, campaign: Campaign, round: Round) {
  const counts = leadStates.countsOf(context.db, campaign.id)
  if (!counts.created) return
  for (const promised of all<{ id: number; callback_at: number }>(
    context.db,
    queries.promised(campaign.id, QUEUE_SIZE),
  ))
    leadStates.move(context, promised.id, 'queue', { dueAt: Math.max(promised.callback_at, round.now), rank: 0 })
  const queued = campaign.settings.respect_lead_time_zone
    ? one<{ n: number }>(
        context.db,
        sql`SELECT count(*) AS n FROM (SELECT 1 FROM leads WHERE campaign_id = ${campaign.id}
          AND status IN ('scheduled', 'rescheduled') AND rank = 1 AND due_at <= ${round.now} LIMIT ${REFILL_BELOW})`,
      )!.n
    : (counts.scheduled ?? 0) - one<{ n: number }>(context.db, queries.promisedLater(campaign.id, round.now))!.n
  if (queued >= REFILL_BELOW) return
  const wanted = QUEUE_SIZE - queued
  const ids = campaign.settings.respect_lead_time_zone
    ? openZones(context, campaign, round).flatMap(zone =>
        all<{ id: number }>(context.db, queries.waitingInZone(campaign.id, zone, wanted)),
      )
    : all<{ id: number }>(context.db, queries.waiting(campaign.id, wanted))
  for (const { id } of ids.sort((a, b) => a.id - b.id).slice(0, wanted))
    leadStates.move(context, id, 'queue', { dueAt: round.now, rank: 1 })
}

/** The zones of waiting leads in which it may be dialed now; the others wake the dialer when they open. */
function openZones(context: Context, campaign: Campaign, round: Round): (string | null)[] {
  // One look-up a zone, whatever the number of leads.
  const zones = all<{ zone: string | null }>(
    context.db,
    sql`WITH RECURSIVE zones (zone) AS (
        SELECT min(time_zone) FROM leads WHERE campaign_id = ${campaign.id} AND status = 'created'
        UNION ALL
        SELECT (SELECT min(time_zone) FROM leads WHERE campaign_id = ${campaign.id} AND status = 'created' AND time_zone > zone)
          FROM zones WHERE zone IS NOT NULL)
      SELECT zone FROM zones WHERE zone IS NOT NULL`,
  )
  return [null, ...zones.map(({ zone }) => zone)].filter(zone => {
    const window = round.window(campaign, zone ?? campaign.settings.timezone)
    if (!window.open) round.wakes.push(window.until)
    return window.open
  })
}
