import {
  type Campaign as CampaignAnswer,
  type CampaignSettings,
  type CampaignStatus,
  campaignDefaults,
  checkCampaign,
} from '../../../contract/campaigns'
import type { Draft, Faults } from '../../../contract/validation'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { type Desk, transact } from '../kernel/context'
import { invalid, notFound } from '../kernel/errors'
import * as numbers from '../numbers/numbers'
import { getSettings } from '../workspace/settings'
import * as leads from './lead-states'
import { type Rules, scheduleOf } from './rules'

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

export interface Row {
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

export const campaigns = sql`SELECT campaigns.*, assistants.name AS assistant_name
  FROM campaigns LEFT JOIN assistants ON assistants.id = assistant_id`

export const toCampaign = (row: Row): Campaign => ({
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

/** Copies the settings of a campaign as a draft; its leads stay where they are. */
export function duplicate(desk: Desk, userId: number, id: number): Campaign {
  return transact(desk, () => {
    const { name, assistantId, settings } = get(desk.db, userId, id)
    const suffix = ' (copy)'
    return draftOf(desk, userId, [...name].slice(0, 255 - suffix.length).join('') + suffix, assistantId, settings)
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
