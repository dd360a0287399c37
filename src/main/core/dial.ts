import { all, one, type ReadDb, sql } from '../store/sql'
import * as assistants from './assistants'
import * as blacklist from './blacklist'
import type { Call } from './calls'
import * as calls from './calls'
import type { Campaign } from './campaigns'
import * as campaigns from './campaigns'
import { atOneMoment, type Desk, SECOND, savepoint, transact } from './desk'
import { dialLead } from './dial-lead'
import * as dialing from './dialing'
import * as leadStates from './lead-states'
import * as leads from './leads'
import { getSettings } from './settings'
import { finalize } from './settle'
import { type Window, windowAt } from './windows'

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
/** How many leads of a campaign the dialer takes in hand, and how few it lets that become. */
export const IN_HAND = 1000
export const REFILL_BELOW = 500
/** How many leads of a campaign one round looks at: those that may not be dialed now are passed over. */
export const MOST_LOOKED_AT = 500

/** When a campaign cannot be worked on, as for a bug or a full disk, it is looked at again so much later. */
const AFTER_FAILURE = 5 * SECOND

/** What one round shares: what is left of the caps, and when to look again. */
export interface Round {
  now: number
  lines: number
  claimed: Call[]
  wakes: number[]
  window(campaign: Campaign, zone: string): Window
}

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
export function claimDue(service: Desk, memory: DialMemory): Claimed {
  const desk = atOneMoment(service)
  return transact(desk, () => {
    if (dialing.get(desk.db).state !== 'dialing') return { calls: [], wakeAt: null, more: false }
    const settings = getSettings(desk.db)
    const now = desk.clock.now()
    const asked = memory.asked.filter(at => at > now - SECOND)
    const perSecond = settings.calls_per_second - asked.length
    const free = settings.max_calls_in_parallel - calls.linesInUse(desk.db)
    const round: Round = {
      now,
      lines: Math.max(0, Math.min(free, perSecond, BATCH)),
      claimed: [],
      wakes: [],
      window: (campaign, zone) => remembered(memory, campaign, zone, now),
    }
    claimSingle(desk, round)
    const turns = campaigns
      .running(desk.db)
      .map(campaign => guarded(desk, campaign, round, turnsOf(desk, campaign, round)))
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
const guarded = (desk: Desk, campaign: Campaign, round: Round, turn: () => boolean) => () => {
  try {
    return savepoint(desk, turn)
  } catch (error) {
    desk.log.error({ err: error, campaignId: campaign.id }, 'campaign could not be dialed for')
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
function claimSingle(desk: Desk, round: Round) {
  const waiting = all<{ id: number; ask_at: number }>(desk.db, calls.queries.waiting(round.now))
  for (const { id, ask_at } of waiting) {
    const call = calls.byId(desk.db, id)!
    if (blacklist.isListed(desk.db, call.userId, call.clientPhoneNumber, round.now))
      finalize(desk, call, 'fail', 'blacklisted')
    else if (ask_at > round.now) round.wakes.push(ask_at)
    else if (round.lines > 0) take(round, calls.claim(desk, call))
  }
}

function take(round: Round, call: Call) {
  round.claimed.push(call)
  round.lines--
}

/** A function that dials one lead of the campaign a time, and says whether it may have another. */
function turnsOf(desk: Desk, campaign: Campaign, round: Round): () => boolean {
  let begun = false
  let lines = 0
  let assistant: assistants.Assistant | undefined
  const due: number[] = []
  let looked = 0

  /** Whether there is anything to do for the campaign in this round. */
  function begin(): boolean {
    begun = true
    if (campaigns.completeIfDone(desk, campaign)) return false
    if (campaign.assistantId !== null) assistant = assistants.find(desk, campaign.userId, campaign.assistantId)
    lines =
      campaign.settings.max_calls_in_parallel - one<{ n: number }>(desk.db, calls.queries.onLineOf(campaign.id))!.n
    const own = round.window(campaign, campaign.settings.timezone)
    if (!own.open && !campaign.settings.respect_lead_time_zone) {
      round.wakes.push(own.until)
      return false
    }
    if (assistant && lines > 0) takeInHand(desk, campaign, round)
    return true
  }

  /** The next due lead. What is passed over is moved out of the way, so that asking again brings others. */
  function nextLead(): number | undefined {
    if (due.length === 0 && looked < MOST_LOOKED_AT) {
      due.push(...dueLeads(desk.db, campaign.id, round.now, BATCH))
      looked += due.length
    }
    return due.shift()
  }

  return () => {
    if (!begun && !begin()) return false
    if (!assistant || lines <= 0 || round.lines <= 0) return false
    for (let id = nextLead(); id !== undefined; id = nextLead()) {
      const result = dialLead(desk, campaign, assistant, leads.find(desk.db, id)!, round)
      if (result === 'waits') return false
      if (result === 'passed') continue
      lines--
      take(round, result)
      return true
    }
    // More may be due than one round looks at: then the next one follows at once.
    round.wakes.push(looked < MOST_LOOKED_AT ? (nextDue(desk.db, campaign.id, round.now) ?? Infinity) : round.now)
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
      LIMIT ${IN_HAND})`,
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

/** Takes the next leads in hand: a thousand, not the whole list, and only where it may be dialed now. */
function takeInHand(desk: Desk, campaign: Campaign, round: Round) {
  const counts = leadStates.countsOf(desk.db, campaign.id)
  if (!counts.created) return
  for (const promised of all<{ id: number; callback_at: number }>(desk.db, queries.promised(campaign.id, IN_HAND)))
    leadStates.move(desk, promised.id, 'take', { dueAt: Math.max(promised.callback_at, round.now), rank: 0 })
  const inHand = campaign.settings.respect_lead_time_zone
    ? one<{ n: number }>(
        desk.db,
        sql`SELECT count(*) AS n FROM (SELECT 1 FROM leads WHERE campaign_id = ${campaign.id}
          AND status IN ('scheduled', 'rescheduled') AND rank = 1 AND due_at <= ${round.now} LIMIT ${REFILL_BELOW})`,
      )!.n
    : (counts.scheduled ?? 0) - one<{ n: number }>(desk.db, queries.promisedLater(campaign.id, round.now))!.n
  if (inHand >= REFILL_BELOW) return
  const wanted = IN_HAND - inHand
  const ids = campaign.settings.respect_lead_time_zone
    ? openZones(desk, campaign, round).flatMap(zone =>
        all<{ id: number }>(desk.db, queries.waitingInZone(campaign.id, zone, wanted)),
      )
    : all<{ id: number }>(desk.db, queries.waiting(campaign.id, wanted))
  for (const { id } of ids.sort((a, b) => a.id - b.id).slice(0, wanted))
    leadStates.move(desk, id, 'take', { dueAt: round.now, rank: 1 })
}

/** The zones of waiting leads in which it may be dialed now; the others wake the dialer when they open. */
function openZones(desk: Desk, campaign: Campaign, round: Round): (string | null)[] {
  // One look-up a zone, whatever the number of leads.
  const zones = all<{ zone: string | null }>(
    desk.db,
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
