import { setImmediate } from 'node:timers/promises'
import {
  type Campaign as CampaignAnswer,
  type CampaignSettings,
  type CampaignStatus,
  campaignDefaults,
  checkCampaign,
} from '../../contract/campaigns'
import type { Draft, Faults } from '../../contract/validation'
import { all, insert, one, type ReadDb, run, sql } from '../store/sql'
import * as assistants from './assistants'
import { type Desk, transact } from './desk'
import * as dialing from './dialing'
import { badRequest, invalid, notFound, ServiceError } from './errors'
import * as leads from './lead-states'
import { type Moves, next } from './machine'
import { balanceOf } from './money'
import * as numbers from './numbers'
import { getSettings } from './settings'

/** The schedule and the rules: everything that can be set but the name and the assistant. */
export type Rules = Omit<CampaignSettings, 'name' | 'assistant_id'>

export interface Campaign {
  id: number
  userId: number
  name: string
  status: CampaignStatus
  assistantId: number | null
  assistantName: string | null
  settings: Rules
  startedAt: number | null
  stoppedBecause: CampaignAnswer['stopped_because']
  createdAt: number
  updatedAt: number
}

export type CampaignEvent = 'start' | 'stop' | 'complete'

/** The life of a campaign. Starting what runs, or stopping what is stopped, changes nothing. */
export const campaignMoves: Moves<CampaignStatus, CampaignEvent> = {
  draft: { start: 'in-progress', stop: 'stopped' },
  'in-progress': { stop: 'stopped', complete: 'completed' },
  stopped: { start: 'in-progress' },
  completed: { start: 'in-progress', stop: 'stopped' },
}

interface Row {
  id: number
  user_id: number
  name: string
  status: CampaignStatus
  assistant_id: number | null
  assistant_name: string | null
  settings: string
  started_at: number | null
  stopped_because: string | null
  created_at: number
  updated_at: number
}

const campaigns = sql`SELECT campaigns.*, assistants.name AS assistant_name
  FROM campaigns LEFT JOIN assistants ON assistants.id = assistant_id`

const toCampaign = (row: Row): Campaign => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  status: row.status,
  assistantId: row.assistant_id,
  assistantName: row.assistant_name,
  settings: JSON.parse(row.settings) as Rules,
  startedAt: row.started_at,
  stoppedBecause: row.stopped_because === null ? null : (JSON.parse(row.stopped_because) as Campaign['stoppedBecause']),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export function find(db: ReadDb, userId: number, id: number): Campaign | undefined {
  const row = one<Row>(db, sql`${campaigns} WHERE campaigns.id = ${id} AND campaigns.user_id = ${userId}`)
  return row && toCampaign(row)
}

export function get(db: ReadDb, userId: number, id: number): Campaign {
  const found = find(db, userId, id)
  if (!found) throw notFound('Campaign')
  return found
}

/** For what happens without a user: the dialer, and calls that end. */
export function byId(db: ReadDb, id: number): Campaign | undefined {
  const row = one<Row>(db, sql`${campaigns} WHERE campaigns.id = ${id}`)
  return row && toCampaign(row)
}

export const list = (db: ReadDb, userId: number): Campaign[] =>
  all<Row>(db, sql`${campaigns} WHERE campaigns.user_id = ${userId} ORDER BY campaigns.id DESC`).map(toCampaign)

/** The names of campaigns by their ids. */
export const namesOf = (db: ReadDb, ids: readonly number[]) =>
  new Map(
    all<{ id: number; name: string }>(
      db,
      sql`SELECT id, name FROM campaigns WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ).map(({ id, name }) => [id, name]),
  )

/** Those that dial, the one that has waited longest first. */
export const running = (db: ReadDb): Campaign[] =>
  all<Row>(db, sql`${campaigns} WHERE campaigns.status = 'in-progress' ORDER BY last_call, campaigns.id`).map(
    toCampaign,
  )

/** Changes what the draft names. Throws `not_found`, or `invalid` with every fault, and then nothing has changed. */
export function update(desk: Desk, userId: number, id: number, draft: Draft<CampaignSettings>): Campaign {
  return transact(desk, () => {
    const before = get(desk.db, userId, id)
    const { name, assistantId, settings } = withChanges(desk, before, draft)
    run(
      desk.db,
      sql`UPDATE campaigns SET name = ${name}, assistant_id = ${assistantId}, settings = ${JSON.stringify(settings)},
        updated_at = ${desk.clock.now()} WHERE id = ${id}`,
    )
    if (scheduleOf(settings) !== scheduleOf(before.settings)) leads.dueAnew(desk, id, settings)
    desk.bus.publish(userId, { type: 'campaign.changed', id, status: before.status })
    return get(desk.db, userId, id)
  })
}

/** What a campaign would be with changes. Throws `invalid` with every fault. */
export function withChanges(
  desk: Desk,
  before: Campaign,
  { values, faults }: Draft<CampaignSettings>,
): Pick<Campaign, 'name' | 'assistantId' | 'settings'> {
  const { userId } = before
  const { name = before.name, assistant_id: askedFor, ...rules } = values
  const settings: Rules = { ...before.settings, ...given(rules) }
  checkCampaign(settings, faults)
  checkNumbers(desk.db, userId, { phone_number_ids: rules.phone_number_ids ?? [] }, faults)
  const assistantId = askedFor ?? before.assistantId
  const assistant = assistantId === null ? undefined : assistants.find(desk, userId, assistantId)
  if (askedFor !== undefined && assistant?.type !== 'outbound')
    faults.add('assistant_id', 'The assistant_id field is not an outbound assistant of this account.')
  else if (askedFor !== undefined || rules.retry_on_goal_incomplete) checkGoal(settings, assistant, faults)
  if (faults.any) throw invalid(faults)
  return { name, assistantId, settings }
}

/** What due times follow from. */
export const scheduleOf = (rules: Rules) =>
  JSON.stringify([
    rules.timezone,
    rules.allowed_days,
    rules.allowed_hours_start_time,
    rules.allowed_hours_end_time,
    rules.respect_lead_time_zone,
    rules.retry_interval,
    rules.retry_intervals,
    rules.max_calls_per_number_per_day,
  ])

/** Copies the settings of a campaign as a draft; its leads stay where they are. */
export function duplicate(desk: Desk, userId: number, id: number): Campaign {
  return transact(desk, () => {
    const { name, assistantId, settings } = get(desk.db, userId, id)
    const suffix = ' (copy)'
    return draftOf(desk, userId, [...name].slice(0, 255 - suffix.length).join('') + suffix, assistantId, settings)
  })
}

/** So many leads are deleted in one go: the desk does not stand still for longer than that takes. */
const GONE_AT_ONCE = 2000

/**
 * Deletes a campaign with its leads: it stops first, and when this resolves, all of it is gone. Its calls stay; those
 * under way run to their end on the brief that they have. What a crash interrupts is a stopped campaign with fewer leads.
 */
export async function remove(desk: Desk, userId: number, id: number) {
  const { status } = transact(desk, () => {
    stopHere(desk, get(desk.db, userId, id))
    return get(desk.db, userId, id)
  })
  const batch = () =>
    run(
      desk.db,
      sql`DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE campaign_id = ${id} LIMIT ${GONE_AT_ONCE})`,
    )
  while (batch() === GONE_AT_ONCE) await setImmediate()
  transact(desk, () => {
    run(desk.db, sql`DELETE FROM campaigns WHERE id = ${id}`)
    desk.bus.publish(userId, { type: 'campaign.changed', id, status })
  })
}

/** Makes a draft. Throws `not_found` for an assistant that is not an outbound one of the user's, `invalid` for the rest. */
export function create(desk: Desk, userId: number, { values, faults }: Draft<CampaignSettings>): Campaign {
  return transact(desk, () => {
    const { name, assistant_id: assistantId, ...rules } = values
    const settings: Rules = { timezone: getSettings(desk.db).timezone, ...campaignDefaults, ...given(rules) }
    checkCampaign(settings, faults)
    checkNumbers(desk.db, userId, settings, faults)
    const assistant = assistantId === undefined ? undefined : assistants.find(desk, userId, assistantId)
    const outbound = assistant?.type === 'outbound'
    if (outbound) checkGoal(settings, assistant, faults)
    if (faults.any || name === undefined || assistantId === undefined) throw invalid(faults)
    if (!outbound) throw notFound('Outbound assistant')
    return draftOf(desk, userId, name, assistantId, settings)
  })
}

function draftOf(desk: Desk, userId: number, name: string, assistantId: number | null, settings: Rules): Campaign {
  const now = desk.clock.now()
  const id = insert(
    desk.db,
    sql`INSERT INTO campaigns (user_id, name, assistant_id, settings, created_at, updated_at)
      VALUES (${userId}, ${name}, ${assistantId}, ${JSON.stringify(settings)}, ${now}, ${now})`,
  )
  desk.bus.publish(userId, { type: 'campaign.changed', id, status: 'draft' })
  return get(desk.db, userId, id)
}

function checkGoal(rules: Rules, assistant: assistants.Assistant | undefined, faults: Faults) {
  if (rules.retry_on_goal_incomplete && assistant && !assistant.post_call_evaluation)
    faults.add(
      'retry_on_goal_incomplete',
      'The retry_on_goal_incomplete field needs an assistant with post_call_evaluation.',
    )
}

const given = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

function checkNumbers(
  db: ReadDb,
  userId: number,
  { phone_number_ids }: Pick<Rules, 'phone_number_ids'>,
  faults: Faults,
) {
  phone_number_ids.forEach((id, i) => {
    const number = numbers.getNumber(db, userId, id)
    const field = `phone_number_ids.${i}`
    if (!number) faults.add(field, `The ${field} field is not a number of this account.`)
    else if (numbers.unusable(db, number))
      faults.add(field, `The ${field} field is a number that ${numbers.unusable(db, number)}.`)
  })
}

/** Starts a campaign, from any state. Throws `bad_request` that says what is missing. */
export function start(desk: Desk, userId: number, id: number): Campaign {
  return transact(desk, () => {
    const campaign = forAction(desk.db, userId, id)
    if (campaign.status === 'in-progress') return campaign
    const refuse = (message: string) => {
      throw badRequest(message, { success: false, data: { campaign_id: id, status: campaign.status } })
    }
    const price = getSettings(desk.db).rates.call_minute
    if (campaign.assistantId === null) refuse('The campaign has no assistant. Give it one before it starts.')
    if (Object.keys(leads.countsOf(desk.db, id)).length === 0)
      refuse('The campaign has no leads. Add leads before it starts.')
    if (balanceOf(desk.db, userId) < price) refuse('The balance does not cover a minute of calling. Top it up first.')
    if (dialing.get(desk.db).state === 'halted') refuse('Dialing is halted. Resume it first.')
    move(desk, campaign, 'start')
    return get(desk.db, userId, id)
  })
}

/** Stops a campaign, from any state; running calls end by themselves. What was in hand goes back to the list. */
export function stop(desk: Desk, userId: number, id: number): Campaign {
  return transact(desk, () => {
    stopHere(desk, forAction(desk.db, userId, id))
    return get(desk.db, userId, id)
  })
}

function forAction(db: ReadDb, userId: number, id: number): Campaign {
  const campaign = find(db, userId, id)
  if (!campaign) throw new ServiceError('not_found', 'Campaign not found.', { extra: { success: false } })
  return campaign
}

/**
 * Deletes an assistant and stops the campaigns that it spoke for; they keep their leads and wait for another one. Its
 * live calls run to their end on the brief that they have. Throws `not_found`.
 */
export function removeAssistant(desk: Desk, userId: number, id: number) {
  transact(desk, () => {
    assistants.get(desk, userId, id)
    const own = all<Row>(desk.db, sql`${campaigns} WHERE campaigns.assistant_id = ${id}`).map(toCampaign)
    for (const campaign of own) stopHere(desk, campaign)
    run(desk.db, sql`DELETE FROM assistants WHERE id = ${id}`)
    desk.bus.publish(userId, { type: 'assistant.changed', id })
    for (const { id: campaignId } of own) {
      const { status } = get(desk.db, userId, campaignId)
      desk.bus.publish(userId, { type: 'campaign.changed', id: campaignId, status })
    }
  })
}

/** Stops every campaign of the workspace: a halt. Call inside a transaction. */
export function stopAll(desk: Desk) {
  for (const campaign of running(desk.db)) stopHere(desk, campaign)
}

/** A campaign that stops itself says why, and which calls made it. Call inside a transaction. */
export function stopItself(desk: Desk, campaign: Campaign, reason: string, callIds: number[]) {
  if (!stopHere(desk, campaign)) return
  run(
    desk.db,
    sql`UPDATE campaigns SET stopped_because = ${JSON.stringify({ reason, call_ids: callIds })} WHERE id = ${campaign.id}`,
  )
  desk.bus.publish(campaign.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `${campaign.name} stopped itself. ${reason}`,
    campaign_id: campaign.id,
    call_ids: callIds,
  })
}

function stopHere(desk: Desk, campaign: Campaign): boolean {
  if (!move(desk, campaign, 'stop')) return false
  const inHand = all<{ id: number }>(
    desk.db,
    sql`SELECT id FROM leads WHERE campaign_id = ${campaign.id} AND status = 'scheduled'`,
  )
  for (const { id } of inHand) leads.move(desk, id, 'release')
  return true
}

/** Completes a campaign that has nothing left to do, if it is set to; says whether it did. Call inside a transaction. */
export function completeIfDone(desk: Desk, campaign: Campaign): boolean {
  if (!campaign.settings.mark_complete_when_no_leads) return false
  const { created, scheduled, rescheduled, processing } = leads.countsOf(desk.db, campaign.id)
  return !created && !scheduled && !rescheduled && !processing && move(desk, campaign, 'complete')
}

function move(desk: Desk, campaign: Campaign, event: CampaignEvent): boolean {
  const to = next(campaignMoves, campaign.status, event)
  if (!to) return false
  const now = desk.clock.now()
  const changed = run(
    desk.db,
    sql`UPDATE campaigns SET status = ${to}, updated_at = ${now},
      started_at = ${event === 'start' ? now : campaign.startedAt},
      stopped_because = ${event === 'start' || !campaign.stoppedBecause ? null : JSON.stringify(campaign.stoppedBecause)}
      WHERE id = ${campaign.id} AND status = ${campaign.status}`,
  )
  if (changed === 0) return false
  desk.bus.publish(campaign.userId, { type: 'campaign.changed', id: campaign.id, status: to })
  return true
}
