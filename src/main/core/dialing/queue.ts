import type { LeadStatus } from '../../../contract/leads'
import { all, one, type Query, type ReadDb, sql } from '../../store/sql'
import type { Campaign } from '../campaigns/campaigns'
import * as leadStates from '../campaigns/lead-states'
import { isQueued, isWaiting } from '../campaigns/lead-states'
import type { Context } from '../kernel/context'
import type { Round } from './round'

/** How many leads of a campaign are queued at most. */
export const QUEUE_SIZE = 1000

/** With fewer queued leads than this, the queue is filled again. */
export const REFILL_BELOW = 500

export const queries = {
  due: (campaignId: number, rank: 0 | 1, now: number, limit: number) =>
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND ${isQueued}
      AND rank = ${rank} AND due_at <= ${now} ORDER BY due_at, id LIMIT ${limit}`,
  nextDue: (campaignId: number, rank: 0 | 1, now: number) =>
    sql`SELECT due_at FROM leads WHERE campaign_id = ${campaignId} AND ${isQueued}
      AND rank = ${rank} AND due_at > ${now} ORDER BY due_at LIMIT 1`,
  next: (campaignId: number, rank: 0 | 1, limit: number) =>
    sql`SELECT id, phone_number, name, due_at, rank, variables, status, attempts, callback_at FROM leads
      WHERE campaign_id = ${campaignId} AND ${isQueued} AND rank = ${rank} ORDER BY due_at, id LIMIT ${limit}`,
  dueInZones: (campaignId: number, now: number) =>
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM leads WHERE campaign_id = ${campaignId} AND ${isQueued}
      AND rank = 1 AND due_at <= ${now} LIMIT ${REFILL_BELOW})`,
  waiting: (campaignId: number, limit: number) =>
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND status = 'created'
      ORDER BY created_at, id LIMIT ${limit}`,
  callbacks: (campaignId: number, limit: number) =>
    sql`SELECT id, callback_at FROM leads WHERE campaign_id = ${campaignId} AND status = 'created'
      AND ${isWaiting} AND callback_at IS NOT NULL ORDER BY callback_at LIMIT ${limit}`,
  // Callbacks that are queued for later do not count as queued when the queue is filled.
  laterCallbacks: (campaignId: number, now: number) =>
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM leads WHERE campaign_id = ${campaignId} AND callback_at > ${now}
      AND callback_at IS NOT NULL AND ${isWaiting} AND status = 'scheduled'
      LIMIT ${QUEUE_SIZE})`,
  waitingInZone: (campaignId: number, zone: string | null, limit: number) =>
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND status = 'created' AND time_zone IS ${zone}
      ORDER BY id LIMIT ${limit}`,
}

/** The ids of leads that are due now: callbacks first, then by due time. */
export function dueLeads(db: ReadDb, campaignId: number, now: number, limit: number): number[] {
  const ids = ([0, 1] as const).flatMap(rank => all<{ id: number }>(db, queries.due(campaignId, rank, now, limit)))
  return ids.slice(0, limit).map(({ id }) => id)
}

/** When the next queued lead is due after `now`; null: none is. */
export function nextDue(db: ReadDb, campaignId: number, now: number): number | null {
  const ats = ([0, 1] as const).flatMap(
    rank => one<{ due_at: number }>(db, queries.nextDue(campaignId, rank, now))?.due_at ?? [],
  )
  return ats.length > 0 ? Math.min(...ats) : null
}

export interface QueuedLead {
  id: number
  phone_number: string
  name: string | null
  due_at: number
  rank: 0 | 1
  variables: string
  status: LeadStatus
  attempts: number
  callback_at: number | null
}

/** The queued leads that are dialed next, in the dialer's order: of those that are due, callbacks go first. */
export function nextLeads(db: ReadDb, campaignId: number, now: number, limit: number): QueuedLead[] {
  const found = ([0, 1] as const).flatMap(rank => all<QueuedLead>(db, queries.next(campaignId, rank, limit)))
  const turn = ({ due_at }: QueuedLead) => Math.max(now, due_at)
  return found
    .sort((a, b) => turn(a) - turn(b) || a.rank - b.rank || a.due_at - b.due_at || a.id - b.id)
    .slice(0, limit)
}

/**
 * Queues the callbacks, and fills the queue with the next leads of the list. With `respect_lead_time_zone`, only leads
 * whose window is open now are queued. The whole list is not queued: that would be a long write for a large campaign.
 */
export function fillQueue(context: Context, campaign: Campaign, round: Round) {
  const { db } = context
  const { id: campaignId } = campaign
  const counts = leadStates.countsOf(db, campaignId)
  if (!counts.created) return
  for (const { id, callback_at } of all<{ id: number; callback_at: number }>(
    db,
    queries.callbacks(campaignId, QUEUE_SIZE),
  ))
    leadStates.move(context, id, 'queue', { dueAt: Math.max(callback_at, round.now), rank: 0 })
  const count = (query: Query) => one<{ n: number }>(db, query)!.n
  const byZone = campaign.settings.respect_lead_time_zone
  const queued = byZone
    ? count(queries.dueInZones(campaignId, round.now))
    : (counts.scheduled ?? 0) - count(queries.laterCallbacks(campaignId, round.now))
  if (queued >= REFILL_BELOW) return
  const wanted = QUEUE_SIZE - queued
  const ids = byZone
    ? openZones(context, campaign, round).flatMap(zone =>
        all<{ id: number }>(db, queries.waitingInZone(campaignId, zone, wanted)),
      )
    : all<{ id: number }>(db, queries.waiting(campaignId, wanted))
  for (const { id } of ids.sort((a, b) => a.id - b.id).slice(0, wanted))
    leadStates.move(context, id, 'queue', { dueAt: round.now, rank: 1 })
}

/** The time zones of a campaign's leads that are not queued yet, and null for leads whose zone is not known. */
export function waitingZones(db: ReadDb, campaignId: number): (string | null)[] {
  // Finds each zone with one look-up in the index; SELECT DISTINCT would read every lead.
  const zones = all<{ zone: string | null }>(
    db,
    sql`WITH RECURSIVE zones (zone) AS (
        SELECT min(time_zone) FROM leads WHERE campaign_id = ${campaignId} AND status = 'created'
        UNION ALL
        SELECT (SELECT min(time_zone) FROM leads WHERE campaign_id = ${campaignId} AND status = 'created' AND time_zone > zone)
          FROM zones WHERE zone IS NOT NULL)
      SELECT zone FROM zones WHERE zone IS NOT NULL`,
  )
  const hasUnknown = one(
    db,
    sql`SELECT 1 FROM leads WHERE campaign_id = ${campaignId} AND status = 'created' AND time_zone IS NULL LIMIT 1`,
  )
  return [...(hasUnknown ? [null] : []), ...zones.map(({ zone }) => zone)]
}

/** The time zones of waiting leads whose window is open now. The round wakes the dialer when another one opens. */
const openZones = (context: Context, campaign: Campaign, round: Round) =>
  waitingZones(context.db, campaign.id).filter(zone => {
    const window = round.window(campaign, zone ?? campaign.settings.timezone)
    if (!window.open) round.wakes.push(window.until)
    return window.open
  })
