import { all, one, type ReadDb, run, sql } from '../store/sql'
import * as assistants from './assistants'
import * as blacklist from './blacklist'
import type { Call } from './calls'
import * as calls from './calls'
import type { Campaign } from './campaigns'
import * as campaigns from './campaigns'
import { type Desk, SECOND, transact } from './desk'
import * as dialing from './dialing'
import * as leadStates from './lead-states'
import * as leads from './leads'
import { balanceOf, toUsd } from './money'
import * as numbers from './numbers'
import { type Outcome, retryDelay, verdictOf } from './outcome'
import { getSettings } from './settings'
import { endAttempt, intoWindow, openAttempt, zoneOf } from './settle'
import { dayAt, nextOpening, type Window, windowAt } from './windows'

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
const IN_HAND = 1000
const REFILL_BELOW = 500

/** What one round shares: what is left of the caps, and when to look again. */
interface Round {
  now: number
  lines: number
  claimed: Call[]
  wakes: number[]
  window(campaign: Campaign, zone: string): Window
}

/** Windows change a few times a day; the round before knows most of them. */
export type WindowMemo = Map<string, { settings: string; window: Window }>

/**
 * Takes what is due: single calls that wait for a line first, then the leads of every campaign in turn, under all caps.
 * Each dial's checks are made inside the transaction that writes it.
 */
export function claimDue(desk: Desk, memo: WindowMemo): Claimed {
  return transact(desk, () => {
    if (dialing.get(desk.db).state !== 'dialing') return { calls: [], wakeAt: null, more: false }
    const settings = getSettings(desk.db)
    const now = desk.clock.now()
    const inUse = calls.linesInUse(desk.db)
    const recent = one<{ n: number; oldest: number | null }>(
      desk.db,
      sql`SELECT count(*) AS n, min(asked_at) AS oldest FROM calls WHERE asked_at > ${now - SECOND}`,
    )!
    const bySecond = settings.calls_per_second - recent.n
    const round: Round = {
      now,
      lines: Math.max(0, Math.min(settings.max_calls_in_parallel - inUse, bySecond, BATCH)),
      claimed: [],
      wakes: [],
      window: (campaign, zone) => remembered(memo, campaign, zone, now),
    }
    claimSingle(desk, round)
    const turns = campaigns.running(desk.db).map(campaign => turnsOf(desk, campaign, round))
    for (let going = turns; going.length > 0 && round.lines > 0; ) going = going.filter(turn => turn())
    if (bySecond - round.claimed.length <= 0) round.wakes.push((recent.oldest ?? now) + SECOND)
    const later = round.wakes.filter(at => at > now)
    return {
      calls: round.claimed,
      wakeAt: later.length > 0 ? Math.min(...later) : null,
      more: round.claimed.length === BATCH,
    }
  })
}

function remembered(memo: WindowMemo, campaign: Campaign, zone: string, now: number): Window {
  const { allowed_days, allowed_hours_start_time, allowed_hours_end_time } = campaign.settings
  const settings = `${allowed_days}|${allowed_hours_start_time}|${allowed_hours_end_time}`
  const key = `${campaign.id}|${zone}`
  const known = memo.get(key)
  if (known && known.settings === settings && now < known.window.until) return known.window
  const window = windowAt(campaign.settings, zone, now)
  memo.set(key, { settings, window })
  return window
}

/** Single calls that wait for a line, oldest first. */
function claimSingle(desk: Desk, round: Round) {
  const waiting = all<{ id: number; ask_at: number }>(desk.db, calls.queries.waiting(round.now))
  for (const { id, ask_at } of waiting) {
    if (ask_at > round.now) round.wakes.push(ask_at)
    else if (round.lines > 0) take(round, calls.claim(desk, calls.byId(desk.db, id)!))
  }
}

function take(round: Round, call: Call) {
  round.claimed.push(call)
  round.lines--
}

/** A function that dials one lead of the campaign a time, and says whether it may have another. */
function turnsOf(desk: Desk, campaign: Campaign, round: Round): () => boolean {
  const assistant =
    campaign.assistantId === null ? undefined : assistants.find(desk, campaign.userId, campaign.assistantId)
  const own = round.window(campaign, campaign.settings.timezone)
  const byZone = campaign.settings.respect_lead_time_zone
  const open = one<{ n: number }>(desk.db, calls.queries.onLineOf(campaign.id))!.n
  let lines = campaign.settings.max_calls_in_parallel - open
  if (!assistant) return () => false
  if (!own.open && !byZone) {
    round.wakes.push(own.until)
    return () => false
  }
  let due: number[] | null = null
  return () => {
    if (lines <= 0 || round.lines <= 0) return false
    if (!due) {
      takeInHand(desk, campaign, round)
      due = dueLeads(desk.db, campaign.id, round.now, Math.min(lines, BATCH) + 50)
    }
    for (;;) {
      const id = due.shift()
      if (id === undefined) {
        const next = nextDue(desk.db, campaign.id, round.now)
        if (next !== null) round.wakes.push(next)
        return false
      }
      const result = dialLead(desk, campaign, assistant, leads.find(desk.db, id)!, round)
      if (result === 'waits') return false
      if (result === 'passed') continue
      lines--
      take(round, result)
      return true
    }
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
    sql`SELECT id FROM leads WHERE campaign_id = ${campaignId} AND status = 'created' ORDER BY id LIMIT ${limit}`,
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
  const inHand = campaign.settings.respect_lead_time_zone
    ? one<{ n: number }>(
        desk.db,
        sql`SELECT count(*) AS n FROM (SELECT 1 FROM leads WHERE campaign_id = ${campaign.id}
          AND status IN ('scheduled', 'rescheduled') AND rank = 1 AND due_at <= ${round.now} LIMIT ${REFILL_BELOW})`,
      )!.n
    : (counts.scheduled ?? 0)
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

/** Makes the dial, or says why not: `passed`, this lead is not dialed now; `waits`, no lead of the campaign is. */
function dialLead(
  desk: Desk,
  campaign: Campaign,
  assistant: assistants.Assistant,
  lead: leads.Lead,
  round: Round,
): Call | 'passed' | 'waits' {
  const rules = campaign.settings
  const zone = zoneOf(rules, lead.timeZone)
  const window = round.window(campaign, zone)
  if (!window.open) {
    defer(desk, lead, nextOpening(rules, zone, round.now) ?? window.until)
    return 'passed'
  }
  const target = nextTarget(desk, campaign, lead)
  if (!target) return 'passed'

  const balance = balanceOf(desk.db, campaign.userId)
  const needed = calls.neededBalance(desk.db, campaign.userId)
  if (balance < needed) {
    desk.bus.publish(campaign.userId, {
      type: 'campaign.waits',
      id: campaign.id,
      reason: `The balance of ${toUsd(balance)} USD does not cover another call.`,
    })
    return 'waits'
  }
  const today = dialsToday(desk.db, campaign, target.phoneNumber, zone, round.now)
  if (today.tomorrow !== null) {
    defer(desk, lead, intoWindow(rules, lead.timeZone, today.tomorrow))
    return 'passed'
  }

  const attemptId = openAttempt(desk, lead.id) ?? startAttempt(desk, lead)
  leadStates.move(desk, lead.id, 'dial', { nextContact: target.position })
  const call = calls.open(desk, {
    userId: campaign.userId,
    assistant,
    to: target.phoneNumber,
    from: callerId(desk.db, campaign, assistant, lead, target.position),
    variables: { ...lead.variables, ...target.variables },
    campaign: { id: campaign.id, name: campaign.name },
    lead: { id: lead.id, attemptId, contact: target.position },
    allowedBecause: [
      {
        rule: 'window',
        value: `${rules.allowed_hours_start_time.slice(0, 5)} to ${rules.allowed_hours_end_time.slice(0, 5)} ${zone}`,
      },
      { rule: 'attempt', value: `${lead.attempts + 1} of ${rules.max_retries + 1}` },
      { rule: 'blacklist', value: 'not listed' },
      { rule: 'balance', value: `${toUsd(balance)} USD, ${toUsd(needed)} needed` },
      ...(rules.max_calls_per_number_per_day === null
        ? []
        : [{ rule: 'calls today', value: `${today.n} of ${rules.max_calls_per_number_per_day}` }]),
    ],
  })
  run(desk.db, sql`UPDATE campaigns SET last_call = ${call.id} WHERE id = ${campaign.id}`)
  return call
}

const startAttempt = (desk: Desk, lead: leads.Lead): number =>
  one<{ id: number }>(
    desk.db,
    sql`INSERT INTO attempts (lead_id, started_at) VALUES (${lead.id}, ${desk.clock.now()}) RETURNING id`,
  )!.id

/** Moves a waiting lead's due time; its state stays. */
const defer = (desk: Desk, lead: leads.Lead, dueAt: number) =>
  run(desk.db, sql`UPDATE leads SET due_at = ${dueAt} WHERE id = ${lead.id} AND due_at IS NOT NULL`)

interface Target {
  position: number
  phoneNumber: string
  variables: leads.Lead['variables']
}

/**
 * Who of the lead is dialed next. A listed primary number makes the lead blacklisted; listed contacts are skipped, and
 * when none is left the attempt has ended without an answer.
 */
function nextTarget(desk: Desk, campaign: Campaign, lead: leads.Lead): Target | null {
  const isListed = (number: string) => blacklist.isListed(desk.db, campaign.userId, number, desk.clock.now())
  if (isListed(lead.phoneNumber)) {
    endAttempt(desk, lead, 'given_up')
    leadStates.move(desk, lead.id, 'blacklist')
    return null
  }
  if (lead.nextContact === 0) return { position: 0, phoneNumber: lead.phoneNumber, variables: {} }
  for (const contact of leads.contactsOf(desk.db, lead.id)) {
    if (contact.position < lead.nextContact) continue
    if (!isListed(contact.phoneNumber)) return contact
    leads.setContactStatus(desk, lead.id, contact.position, 'skipped')
  }
  const attempts = lead.attempts + 1
  const outcome: Outcome = 'no_answer'
  const ended = { attempts, nextContact: 0 }
  endAttempt(desk, lead, outcome)
  if (verdictOf(outcome, campaign.settings, false, attempts) === 'exhausted') {
    leadStates.move(desk, lead.id, 'exhaust', ended)
    campaigns.completeIfDone(desk, campaign)
  } else {
    const at = desk.clock.now() + retryDelay(campaign.settings, attempts)
    leadStates.move(desk, lead.id, 'retry', { ...ended, dueAt: intoWindow(campaign.settings, lead.timeZone, at) })
  }
  return null
}

/** How often a number was dialed today by the zone's calendar, and when tomorrow begins if that is enough. */
function dialsToday(db: ReadDb, campaign: Campaign, number: string, zone: string, now: number) {
  const cap = campaign.settings.max_calls_per_number_per_day
  if (cap === null) return { n: 0, tomorrow: null }
  const today = dayAt(zone, now)
  const n = one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM calls WHERE client_phone_number = ${number} AND created_at >= ${today.start}
      AND user_id = ${campaign.userId} AND type = 'outbound'`,
  )!.n
  return { n, tomorrow: n >= cap ? today.end : null }
}

/** Rotates the campaign's numbers; without any, the assistant's own. */
function callerId(db: ReadDb, campaign: Campaign, assistant: assistants.Assistant, lead: leads.Lead, position: number) {
  const ids = campaign.settings.phone_number_ids
  const chosen = ids[(lead.id + lead.attempts + position) % Math.max(1, ids.length)]
  if (chosen === undefined) return calls.callerId(db, campaign.userId, assistant)
  return numbers.getNumber(db, campaign.userId, chosen)?.phone_number ?? calls.callerId(db, campaign.userId, assistant)
}
