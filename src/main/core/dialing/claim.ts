import { all, one, type ReadDb, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import type { Call } from '../calls/calls'
import * as calls from '../calls/calls'
import { finalize } from '../calls/finalize'
import * as place from '../calls/place'
import { linesInUse } from '../calls/place'
import * as blacklist from '../campaigns/blacklist'
import { completeIfDone } from '../campaigns/campaign-states'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import * as leads from '../campaigns/leads'
import { type Window, windowAt } from '../campaigns/windows'
import { atOneMoment, type Context, savepoint, transact } from '../kernel/context'
import { SECOND } from '../kernel/time'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import { dialLead } from './dial-lead'
import { fillQueue, QUEUE_SIZE } from './queue'
import type { Round } from './round'

export interface Claimed {
  /** Written and committed: the carrier is to be asked for each, once. */
  calls: Call[]
  /** Desk time at which something may be due that is not now; null: only an event can bring it. */
  wakeAt: number | null
  /** More is due than one round takes. */
  more: boolean
}

/** How many dials one round starts at most: one sync of the disk serves them all. */
const BATCH = 50
/** How many leads of a campaign one round looks at: those that may not be dialed now are passed over. */
export const MOST_LOOKED_AT = 500

/** When a campaign cannot be worked on, as for a bug or a full disk, it is looked at again so much later. */
const AFTER_FAILURE = 5 * SECOND

/** What the dialer remembers from round to round; it may forget all of it. */
export interface DialMemory {
  /** Windows change a few times a day; the round before knows most of them. */
  windows: Map<string, { settings: string; window: Window }>
  /** When the carrier was asked within the last second, also for what it then had no line for. */
  asked: number[]
}

/**
 * Takes what is due: single calls that wait for a line first, then the leads of every campaign in turn, under all caps.
 * Each dial's checks are made inside the transaction that writes it.
 */
export function claimDue(service: Context, memory: DialMemory): Claimed {
  const context = atOneMoment(service)
  return transact(context, () => {
    if (dialing.get(context.db).state !== 'dialing') return { calls: [], wakeAt: null, more: false }
    const settings = getSettings(context.db)
    const now = context.clock.now()
    const asked = memory.asked.filter(at => at > now - SECOND)
    const perSecond = settings.calls_per_second - asked.length
    const free = settings.max_calls_in_parallel - linesInUse(context.db)
    const round: Round = {
      now,
      lines: Math.max(0, Math.min(free, perSecond, BATCH)),
      claimed: [],
      wakes: [],
      window: (campaign, zone) => remembered(memory, campaign, zone, now),
    }
    claimSingle(context, round)
    const turns = campaigns
      .running(context.db)
      .map(campaign => guarded(context, campaign, round, turnsOf(context, campaign, round)))
    for (let going = turns; going.length > 0 && round.lines > 0; ) going = going.filter(turn => turn())
    memory.asked = [...asked, ...round.claimed.map(() => now)]
    if (round.claimed.length >= perSecond) round.wakes.push((memory.asked[0] ?? now) + SECOND)
    const later = round.wakes.filter(at => at > now && at < Infinity)
    return {
      calls: round.claimed,
      wakeAt: later.length > 0 ? Math.min(...later) : null,
      more: round.claimed.length === BATCH || round.wakes.includes(now),
    }
  })
}

/** One campaign that cannot be worked on must not hold up the others: it sits out this round. */
const guarded = (context: Context, campaign: Campaign, round: Round, turn: () => boolean) => () => {
  try {
    return savepoint(context, turn)
  } catch (error) {
    context.log.error({ err: error, campaignId: campaign.id }, 'campaign could not be dialed for')
    round.wakes.push(round.now + AFTER_FAILURE)
    return false
  }
}

function remembered({ windows }: DialMemory, campaign: Campaign, zone: string, now: number): Window {
  const { allowed_days, allowed_hours_start_time, allowed_hours_end_time } = campaign.settings
  const settings = `${allowed_days}|${allowed_hours_start_time}|${allowed_hours_end_time}`
  const key = `${campaign.id}|${zone}`
  const known = windows.get(key)
  if (known && known.settings === settings && now < known.window.until) return known.window
  const window = windowAt(campaign.settings, zone, now)
  windows.set(key, { settings, window })
  return window
}

/** Single calls that wait for a line, oldest first. */
function claimSingle(context: Context, round: Round) {
  const waiting = all<{ id: number; ask_at: number }>(context.db, calls.queries.waiting(round.now))
  for (const { id, ask_at } of waiting) {
    const call = calls.byId(context.db, id)!
    if (blacklist.isListed(context.db, call.userId, call.clientPhoneNumber, round.now))
      finalize(context, call, 'fail', 'blacklisted')
    else if (ask_at > round.now) round.wakes.push(ask_at)
    else if (round.lines > 0) take(round, place.claim(context, call))
  }
}

function take(round: Round, call: Call) {
  round.claimed.push(call)
  round.lines--
}

/** A function that dials one lead of the campaign a time, and says whether it may have another. */
function turnsOf(context: Context, campaign: Campaign, round: Round): () => boolean {
  let begun = false
  let lines = 0
  let assistant: assistants.Assistant | undefined
  const due: number[] = []
  let looked = 0

  /** Whether there is anything to do for the campaign in this round. */
  function begin(): boolean {
    begun = true
    if (completeIfDone(context, campaign)) return false
    if (campaign.assistantId !== null) assistant = assistants.find(context, campaign.userId, campaign.assistantId)
    lines =
      campaign.settings.max_calls_in_parallel - one<{ n: number }>(context.db, calls.queries.onLineOf(campaign.id))!.n
    const own = round.window(campaign, campaign.settings.timezone)
    if (!own.open && !campaign.settings.respect_lead_time_zone) {
      round.wakes.push(own.until)
      return false
    }
    if (assistant && lines > 0) fillQueue(context, campaign, round)
    return true
  }

  /** The next due lead. What is passed over is moved out of the way, so that asking again brings others. */
  function nextLead(): number | undefined {
    if (due.length === 0 && looked < MOST_LOOKED_AT) {
      due.push(...dueLeads(context.db, campaign.id, round.now, BATCH))
      looked += due.length
    }
    return due.shift()
  }

  return () => {
    if (!begun && !begin()) return false
    if (!assistant || lines <= 0 || round.lines <= 0) return false
    for (let id = nextLead(); id !== undefined; id = nextLead()) {
      const result = dialLead(context, campaign, assistant, leads.find(context.db, id)!, round)
      if (result === 'waits') return false
      if (result === 'passed') continue
      lines--
      take(round, result)
      return true
    }
    // More may be due than one round looks at: then the next one follows at once.
    round.wakes.push(looked < MOST_LOOKED_AT ? (nextDue(context.db, campaign.id, round.now) ?? Infinity) : round.now)
    return false
  }
}

export const queries = {
  due: (campaignId: number, rank: 0 | 1, now: number, limit: number) =>
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND status IN ('scheduled', 'rescheduled')
      AND rank = ${rank} AND due_at <= ${now} ORDER BY due_at, id LIMIT ${limit}`,
  nextDue: (campaignId: number, rank: 0 | 1, now: number) =>
    sql`SELECT due_at FROM leads WHERE campaign_id = ${campaignId} AND status IN ('scheduled', 'rescheduled')
      AND rank = ${rank} AND due_at > ${now} ORDER BY due_at LIMIT 1`,
  waiting: (campaignId: number, limit: number) =>
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND status = 'created'
      ORDER BY created_at, id LIMIT ${limit}`,
  promised: (campaignId: number, limit: number) =>
    sql`SELECT id, callback_at FROM leads WHERE campaign_id = ${campaignId} AND status = 'created'
      AND callback_at IS NOT NULL ORDER BY callback_at LIMIT ${limit}`,
  // Taken in hand for a later moment: it keeps nobody else out of the line.
  promisedLater: (campaignId: number, now: number) =>
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM leads WHERE campaign_id = ${campaignId} AND callback_at > ${now}
      AND callback_at IS NOT NULL AND status IN ('created', 'scheduled', 'rescheduled') AND status = 'scheduled'
      LIMIT ${QUEUE_SIZE})`,
  waitingInZone: (campaignId: number, zone: string | null, limit: number) =>
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND status = 'created' AND time_zone IS ${zone}
      ORDER BY id LIMIT ${limit}`,
}

/** Promised callbacks first, then what has waited longest. */
function dueLeads(db: ReadDb, campaignId: number, now: number, limit: number): number[] {
  const ids = ([0, 1] as const).flatMap(rank => all<{ id: number }>(db, queries.due(campaignId, rank, now, limit)))
  return ids.slice(0, limit).map(({ id }) => id)
}

function nextDue(db: ReadDb, campaignId: number, now: number): number | null {
  const ats = ([0, 1] as const).flatMap(
    rank => one<{ due_at: number }>(db, queries.nextDue(campaignId, rank, now))?.due_at ?? [],
  )
  return ats.length > 0 ? Math.min(...ats) : null
}
