import type { LeadStatus } from '../../../contract/leads'
import { systemVariableNames, variablesIn } from '../../../contract/variables'
import type { Variables } from '../../../contract/wire'
import { all, type ReadDb, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { hasValue } from '../assistants/variables'
import { isOpen } from '../calls/call-states'
import { minutePriceOf } from '../campaigns/campaigns'
import { dialZone } from '../campaigns/contacts'
import { retryDelay } from '../campaigns/retry'
import type { Rules } from '../campaigns/rules'
import { zoneOf } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'
import { balanceOf } from '../money/ledger'
import { getSettings } from '../workspace/settings'
import { type Experience, readDialed, readExperience } from './experience'
import { KnownWindows } from './known-windows'
import type { Plan, PlannedLead, Setting } from './model'

/** A plan, and what else a forecast needs from the store. */
export interface PreparedPlan {
  plan: Plan
  experience: Experience
  assistant: assistants.Assistant | undefined
  /** How many leads have no value for a variable that the assistant uses, by its name. */
  missing: ReadonlyMap<string, number>
}

/** How many rows are read at once. */
const PAGE = 250

/** How much time is simulated at most. */
const HORIZON = 366 * DAY

/** Reads the plan of a rehearsal from the store, page by page; yields after each page. */
export function* readPlan(context: Context, setting: Setting): Generator<void, PreparedPlan> {
  const { userId, rules } = setting
  const now = context.clock.now()
  const settings = getSettings(context.db)
  const assistant = setting.assistantId === null ? undefined : assistants.find(context, userId, setting.assistantId)
  const experience = yield* readExperience(context.db, setting, assistant, now)
  const missing = new Map<string, number>()
  const zones = new Set<string>()
  const leads = yield* readLeads(context.db, setting, now, ({ zone, targets }, variables) => {
    zones.add(zone)
    for (const target of targets) zones.add(target.zone)
    for (const name of assistant ? variablesNeeded(assistant) : []) {
      if (!hasValue(variables, name)) missing.set(name, (missing.get(name) ?? 0) + 1)
    }
  })
  const start = Math.max(now, setting.startAt ?? now)
  return {
    experience,
    assistant,
    missing,
    plan: {
      rules,
      now,
      start,
      until: start + HORIZON,
      lines: settings.max_calls_in_parallel,
      callsPerSecond: settings.calls_per_second,
      price: minutePriceOf(context.db, { userId, settings: rules }, assistant),
      balance: balanceOf(context.db, userId),
      lowBalance: settings.low_balance,
      leads,
      zones: [...zones],
      sample: experience.sample,
      dialed: rules.max_calls_per_number_per_day === null ? new Map() : yield* readDialed(context.db, userId, now),
      windows: new KnownWindows(rules),
    },
  }
}

/** The variables that the assistant uses and has no default value for. */
const variablesNeeded = ({ initial_message, system_prompt, variables }: assistants.Assistant): string[] =>
  variablesIn(`${initial_message} ${system_prompt}`, variables).filter(
    name => !hasValue(variables, name) && !systemVariableNames.has(name),
  )

interface LeadRow {
  id: number
  phone_number: string
  time_zone: string | null
  variables: string
  status: LeadStatus
  attempts: number
  next_contact: number
  rank: 0 | 1
  due_at: number | null
  callback_at: number | null
  created_at: number
}

export const queries = {
  /** In the order of creation, which does not change: so each lead is read once, also when leads change meanwhile. */
  leadsOfMoment: (campaignId: number, at: number, afterId: number, limit: number) =>
    sql`SELECT ${leadColumns} FROM leads INDEXED BY leads_campaign
      WHERE campaign_id = ${campaignId} AND created_at = ${at} AND id > ${afterId} ORDER BY id LIMIT ${limit}`,
  leadsAfter: (campaignId: number, after: number, limit: number) =>
    sql`SELECT ${leadColumns} FROM leads INDEXED BY leads_campaign
      WHERE campaign_id = ${campaignId} AND created_at > ${after} ORDER BY created_at, id LIMIT ${limit}`,
}

const leadColumns = sql`id, phone_number, time_zone, variables, status, attempts, next_contact, rank, due_at, callback_at, created_at`

/** The states of leads that are not finished. */
const openStates: Partial<Record<LeadStatus, PlannedLead['state']>> = {
  created: 'created',
  scheduled: 'scheduled',
  rescheduled: 'rescheduled',
  processing: 'processing',
}

function* readLeads(
  db: ReadDb,
  setting: Setting,
  now: number,
  onLead: (lead: PlannedLead, variables: Variables) => void,
): Generator<void, PlannedLead[]> {
  const { campaignId, rules, userId } = setting
  const found: PlannedLead[] = []
  let last = { created_at: -1, id: 0 }
  for (;;) {
    const same = all<LeadRow>(db, queries.leadsOfMoment(campaignId, last.created_at, last.id, PAGE))
    const page =
      same.length === PAGE
        ? same
        : [...same, ...all<LeadRow>(db, queries.leadsAfter(campaignId, last.created_at, PAGE - same.length))]
    if (page.length === 0) return found
    last = page.at(-1)!
    const waiting = page.filter(row => openStates[row.status])
    const ids = JSON.stringify(waiting.map(row => row.id))
    const targets = targetsOf(db, userId, ids, now, rules)
    const ended = setting.otherSchedule ? attemptsEnded(db, ids) : null
    const dialed = dialsUnderWay(db, ids)
    for (const row of waiting) {
      const lead: PlannedLead = {
        timeZone: row.time_zone,
        zone: zoneOf(rules, row.time_zone),
        state: openStates[row.status]!,
        attempts: row.attempts,
        nextContact: row.next_contact,
        rank: row.rank,
        dueAt: ended && row.rank === 1 && row.due_at! > now ? newDueTime(rules, row, ended, now) : (row.due_at ?? now),
        callbackAt: row.callback_at,
        dialedAt: dialed.get(row.id) ?? now,
        targets: targets.get(row.id)!,
      }
      onLead(lead, JSON.parse(row.variables) as Variables)
      found.push(lead)
    }
    yield
  }
}

/** When a lead is due under other rules (see `recomputeDueTimes` of campaigns). */
function newDueTime(rules: Rules, row: LeadRow, ended: ReadonlyMap<number, number>, now: number) {
  const last = ended.get(row.id)
  return last === undefined ? now : Math.max(now, last + retryDelay(rules, row.attempts))
}

const attemptsEnded = (db: ReadDb, ids: string) =>
  new Map(
    all<{ lead_id: number; at: number }>(
      db,
      sql`SELECT lead_id, max(ended_at) AS at FROM attempts
        WHERE lead_id IN (SELECT value FROM json_each(${ids})) AND ended_at IS NOT NULL GROUP BY lead_id`,
    ).map(({ lead_id, at }) => [lead_id, at]),
  )

const dialsUnderWay = (db: ReadDb, ids: string) =>
  new Map(
    all<{ lead_id: number; at: number }>(
      db,
      sql`SELECT lead_id, coalesce(asked_at, created_at) AS at FROM calls
        WHERE lead_id IN (SELECT value FROM json_each(${ids})) AND ${isOpen}`,
    ).map(({ lead_id, at }) => [lead_id, at]),
  )

interface TargetRow {
  lead_id: number
  position: number
  number: string
  time_zone: string | null
  listed: number | null
  expires_at: number | null
}

/** The numbers of leads, the primary ones first, and until when they are on the blacklist. */
function targetsOf(db: ReadDb, userId: number, ids: string, now: number, rules: Rules) {
  const rows = all<TargetRow>(
    db,
    sql`WITH numbers (lead_id, position, number, time_zone) AS (
        SELECT id, 0, phone_number, time_zone FROM leads WHERE id IN (SELECT value FROM json_each(${ids}))
        UNION ALL
        SELECT lead_id, position, phone_number, NULL FROM contacts WHERE lead_id IN (SELECT value FROM json_each(${ids})))
      SELECT lead_id, position, number, time_zone, blacklist.id AS listed, expires_at FROM numbers
        LEFT JOIN blacklist ON user_id = ${userId} AND blacklist.phone_number = number ORDER BY lead_id, position`,
  )
  const targets = new Map<number, PlannedLead['targets']>()
  for (const { lead_id, position, number, time_zone, listed, expires_at } of rows) {
    const listedUntil = listed === null ? 0 : (expires_at ?? Infinity)
    const zone = dialZone(rules, time_zone, position, number)
    const target = { number, zone, listedUntil: listedUntil > now ? listedUntil : 0 }
    const known = targets.get(lead_id)
    if (known) known.push(target)
    else targets.set(lead_id, [target])
  }
  return targets
}
