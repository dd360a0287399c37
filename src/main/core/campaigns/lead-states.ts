import type { LeadStatus } from '../../../contract/leads'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { type Moves, next } from '../kernel/state-machine'
import { type RetryIntervals, retryDelay } from './retry'

export type LeadEvent =
  | 'queue' // for the dialer
  | 'release' // out of the queue, because the campaign stopped
  | 'dial'
  | 'noCapacity' // the carrier had no line; the lead is queued again
  | 'noCapacityAgain' // the same, for a lead that was rescheduled before
  | 'reach' // a person or a voicemail was reached, and no attempt follows
  | 'nextContact' // not reached; the attempt continues with the next contact
  | 'retry' // not reached; another attempt follows
  | 'exhaust' // not reached, and no retry is left
  | 'blacklist'
  | 'complete' // by the operator
  | 'giveUp' // by the operator
  | 'reset' // moved to another campaign, or its number changed
  | 'restart' // by the operator

/** The states of a lead. The schema allows the same moves and refuses all others. */
export const leadMoves: Moves<LeadStatus, LeadEvent> = {
  created: {
    queue: 'scheduled',
    blacklist: 'blacklisted',
    complete: 'completed',
    giveUp: 'reached-max-retries',
    reset: 'created',
  },
  scheduled: {
    dial: 'processing',
    release: 'created',
    blacklist: 'blacklisted',
    complete: 'completed',
    giveUp: 'reached-max-retries',
    reset: 'created',
  },
  processing: {
    noCapacity: 'scheduled',
    noCapacityAgain: 'rescheduled',
    reach: 'completed',
    nextContact: 'rescheduled',
    retry: 'rescheduled',
    exhaust: 'reached-max-retries',
  },
  rescheduled: {
    dial: 'processing',
    blacklist: 'blacklisted',
    complete: 'completed',
    giveUp: 'reached-max-retries',
    reset: 'created',
    // When every contact that is left is blacklisted, the attempt ends without a dial.
    retry: 'rescheduled',
    exhaust: 'reached-max-retries',
  },
  completed: { restart: 'created' },
  'reached-max-retries': { restart: 'created' },
  blacklisted: { restart: 'created' },
}

/** Whether a lead with this status is still to be dialed. */
export const waits = (status: LeadStatus) => status === 'created' || status === 'scheduled' || status === 'rescheduled'

/** The same as a condition of SQL. SQLite uses a partial index only if the query contains its condition as the schema has it. */
export const isWaiting = sql`status IN ('created', 'scheduled', 'rescheduled')`

/** A lead that is queued for the dialer: it has a due time. */
export const isQueued = sql`status IN ('scheduled', 'rescheduled')`

interface Row {
  user_id: number
  campaign_id: number
  status: LeadStatus
  attempts: number
  next_contact: number
  rank: number
  due_at: number | null
  callback_at: number | null
  line_misses: number
  cut_off: number
}

export interface Patch {
  /** Epoch ms; for the states `scheduled` and `rescheduled` only, which need one. */
  dueAt?: number
  rank?: 0 | 1
  attempts?: number
  nextContact?: number
  callbackAt?: number | null
  noCapacityCount?: number
  cutOff?: boolean
}

/**
 * Moves a lead as `leadMoves` says. Returns false, and changes nothing, when its state does not accept the event. Call
 * inside a transaction.
 */
export function move(context: Context, id: number, event: LeadEvent, patch: Patch = {}): boolean {
  const row = one<Row>(
    context.db,
    sql`SELECT user_id, campaign_id, status, attempts, next_contact, rank, due_at, callback_at, line_misses, cut_off
      FROM leads WHERE id = ${id}`,
  )
  const to = row && next(leadMoves, row.status, event)
  if (!row || !to) return false
  const isToQueue = to === 'scheduled' || to === 'rescheduled'
  const changed = run(
    context.db,
    sql`UPDATE leads SET status = ${to}, updated_at = ${context.clock.now()},
      due_at = ${isToQueue ? (patch.dueAt ?? row.due_at) : null}, rank = ${isToQueue ? (patch.rank ?? row.rank) : 1},
      attempts = ${patch.attempts ?? row.attempts}, next_contact = ${patch.nextContact ?? row.next_contact},
      callback_at = ${patch.callbackAt === undefined ? row.callback_at : patch.callbackAt},
      line_misses = ${patch.noCapacityCount ?? row.line_misses}, cut_off = ${Number(patch.cutOff ?? row.cut_off === 1)}
      WHERE id = ${id} AND status = ${row.status}`,
  )
  if (changed === 0) return false
  context.bus.publish(row.user_id, { type: 'lead.changed', id, campaign_id: row.campaign_id, status: to })
  return true
}

/** Changes when a queued lead is due. Call inside a transaction. */
export function setDue(context: Context, id: number, due: { at: number; rank: 0 | 1; callbackAt: number | null }) {
  const lead = one<Pick<Row, 'user_id' | 'campaign_id' | 'status'>>(
    context.db,
    sql`UPDATE leads SET due_at = ${due.at}, rank = ${due.rank}, callback_at = ${due.callbackAt},
      updated_at = ${context.clock.now()} WHERE id = ${id} AND ${isQueued}
      RETURNING user_id, campaign_id, status`,
  )
  if (lead)
    context.bus.publish(lead.user_id, { type: 'lead.changed', id, campaign_id: lead.campaign_id, status: lead.status })
}

/** Changes the due time of a queued lead without an event, as the dialer does for many leads. Call inside a transaction. */
export const defer = (context: Context, id: number, dueAt: number) =>
  run(context.db, sql`UPDATE leads SET due_at = ${dueAt} WHERE id = ${id} AND ${isQueued}`)

/**
 * Recomputes when a campaign's queued leads are due, after its rules changed: now, or after the retry interval. If the
 * window is closed at that moment, the dialer defers the lead to its next opening. Callbacks keep their time. Call inside
 * a transaction.
 */
export function recomputeDueTimes(context: Context, campaignId: number, rules: RetryIntervals) {
  const now = context.clock.now()
  const isLater = sql`campaign_id = ${campaignId} AND ${isQueued} AND rank = 1 AND due_at > ${now}`
  const found = all<{ attempts: number }>(context.db, sql`SELECT DISTINCT attempts FROM leads WHERE ${isLater}`)
  for (const { attempts } of found)
    run(
      context.db,
      sql`UPDATE leads SET due_at = max(${now}, coalesce(
          (SELECT max(ended_at) FROM attempts WHERE lead_id = leads.id) + ${retryDelay(rules, attempts)}, ${now}))
        WHERE ${isLater} AND attempts = ${attempts}`,
    )
}

export type LeadCounts = Partial<Record<LeadStatus, number>>

/** How many leads are still to be dialed, without those that are on the phone now. */
export const countWaiting = ({ created = 0, scheduled = 0, rescheduled = 0 }: LeadCounts) =>
  created + scheduled + rescheduled

/** How many leads of a campaign are in each state; states without leads are left out. */
export const countsOf = (db: ReadDb, campaignId: number): LeadCounts =>
  Object.fromEntries(
    all<{ status: LeadStatus; n: number }>(
      db,
      sql`SELECT status, n FROM lead_counts WHERE campaign_id = ${campaignId} AND n > 0`,
    ).map(({ status, n }) => [status, n]),
  )

/** The same for every campaign of a user that has leads, read at once. */
export function countsByCampaign(db: ReadDb, userId: number): Map<number, LeadCounts> {
  const counts = new Map<number, LeadCounts>()
  const rows = all<{ campaign_id: number; status: LeadStatus; n: number }>(
    db,
    sql`SELECT campaign_id, status, n FROM lead_counts WHERE user_id = ${userId} AND n > 0`,
  )
  for (const { campaign_id, status, n } of rows) counts.set(campaign_id, { ...counts.get(campaign_id), [status]: n })
  return counts
}

/** How many leads are completed because the person asked in the call not to be called again, by campaign of a user. */
export const askedByCampaign = (db: ReadDb, userId: number): ReadonlyMap<number, number> =>
  new Map(
    all<{ campaign_id: number; n: number }>(db, askedQueries.byCampaign(userId)).map(row => [row.campaign_id, row.n]),
  )

/** The same for one campaign. */
export const askedOf = (db: ReadDb, campaignId: number) => one<{ n: number }>(db, askedQueries.of(campaignId))!.n

const asked = sql`status = 'completed' AND result = 'do_not_call'`
export const askedQueries = {
  byCampaign: (userId: number) =>
    sql`SELECT campaign_id, count(*) AS n FROM leads WHERE user_id = ${userId} AND ${asked} GROUP BY campaign_id`,
  of: (campaignId: number) => sql`SELECT count(*) AS n FROM leads WHERE campaign_id = ${campaignId} AND ${asked}`,
}
