import {
  type Campaign as CampaignAnswer,
  type CampaignSettings,
  type CampaignStatus,
  campaignDefaults,
  checkCampaign,
} from '../../../contract/campaigns'
import { type FieldErrors, given, type Input } from '../../../contract/validation'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { type Context, transact } from '../kernel/context'
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
  /** When it is started by itself; null: it is not. */
  startAt: number | null
  stoppedBecause: CampaignAnswer['stopped_because']
  /** Since its start, most of its last leads had numbers that do not exist. */
  listDoubtful: boolean
  /** When a halt stopped it; null when none did, or it was started or stopped since. */
  haltedAt: number | null
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
  start_at: number | null
  stopped_because: string | null
  list_doubtful: number
  halted_at: number | null
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
  startAt: row.start_at,
  stoppedBecause: row.stopped_because === null ? null : (JSON.parse(row.stopped_because) as Campaign['stoppedBecause']),
  listDoubtful: row.list_doubtful === 1,
  haltedAt: row.halted_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export function find(db: ReadDb, userId: number, id: number): Campaign | undefined {
  const row = one<Row>(db, sql`${campaigns} WHERE campaigns.id = ${id} AND campaigns.user_id = ${userId}`)
  return row && toCampaign(row)
}

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Campaign {
  const found = find(db, userId, id)
  if (!found) throw notFound('Campaign')
  return found
}

/** A campaign of any user: for the dialer and for calls that end. */
export function byId(db: ReadDb, id: number): Campaign | undefined {
  const row = one<Row>(db, sql`${campaigns} WHERE campaigns.id = ${id}`)
  return row && toCampaign(row)
}

export const list = (db: ReadDb, userId: number): Campaign[] =>
  all<Row>(db, sql`${campaigns} WHERE campaigns.user_id = ${userId} ORDER BY campaigns.id DESC`).map(toCampaign)

/** Maps the ids of campaigns to their names. */
export const namesOf = (db: ReadDb, ids: readonly number[]) =>
  new Map(
    ids.flatMap(id => {
      const found = one<{ name: string }>(db, sql`SELECT name FROM campaigns WHERE id = ${id}`)
      return found ? [[id, found.name] as const] : []
    }),
  )

/** The running campaigns; the one whose last dial was longest ago comes first. */
export const running = (db: ReadDb): Campaign[] =>
  all<Row>(db, sql`${campaigns} WHERE campaigns.status = 'in-progress' ORDER BY last_call, campaigns.id`).map(
    toCampaign,
  )

/** Records a campaign's latest dial; campaigns take turns by it. */
export const recordDial = (context: Context, id: number, callId: number) =>
  run(context.db, sql`UPDATE campaigns SET last_call = ${callId} WHERE id = ${id}`)

/** Null as the assistant is accepted of a campaign that has none. */
type CampaignChanges = Omit<CampaignSettings, 'assistant_id'> & { assistant_id: number | null }

/** Changes the settings that the input has. Throws `not_found`, or `invalid` with every error; nothing has changed then. */
export function update(context: Context, userId: number, id: number, input: Input<CampaignChanges>): Campaign {
  return transact(context, () => {
    const before = get(context.db, userId, id)
    const { name, assistantId, settings } = withChanges(context, before, input)
    run(
      context.db,
      sql`UPDATE campaigns SET name = ${name}, assistant_id = ${assistantId}, settings = ${JSON.stringify(settings)},
        updated_at = ${context.clock.now()} WHERE id = ${id}`,
    )
    if (scheduleOf(settings) !== scheduleOf(before.settings)) leads.recomputeDueTimes(context, id, settings)
    context.bus.publish(userId, { type: 'campaign.changed', id, status: before.status })
    return get(context.db, userId, id)
  })
}

/** Checks the changes of a campaign and returns what it would be with them. Throws `invalid` with every error. */
export function withChanges(
  context: Context,
  before: Campaign,
  { values, errors }: Input<CampaignChanges>,
): Pick<Campaign, 'name' | 'assistantId' | 'settings'> {
  const { userId } = before
  const { name = before.name, assistant_id: askedFor, ...rules } = values
  const settings: Rules = { ...before.settings, ...given(rules) }
  checkCampaign(settings, errors)
  checkNumbers(context.db, userId, rules.phone_number_ids ?? [], errors, before.settings.phone_number_ids)
  const assistantId = askedFor ?? before.assistantId
  if (askedFor === null && assistantId !== null)
    errors.add('assistant_id', 'The assistant_id field cannot be null: a campaign keeps an assistant.')
  const assistant = assistantOf(context, { userId, assistantId })
  if (assistantId !== before.assistantId && assistant?.type !== 'outbound')
    errors.add('assistant_id', 'The assistant_id field is not an outbound assistant of this account.')
  else if (needsOf(settings) !== needsOf(before.settings) || assistantId !== before.assistantId)
    checkGoal(settings, assistant, errors)
  if (errors.any) throw invalid(errors)
  return { name, assistantId, settings }
}

/** Copies a campaign's settings into a new draft, without leads. Throws `not_found`. */
export function duplicate(context: Context, userId: number, id: number): Campaign {
  return transact(context, () => {
    const { name, assistantId, settings } = get(context.db, userId, id)
    const suffix = ' (copy)'
    return insertDraft(
      context,
      userId,
      [...name].slice(0, 255 - suffix.length).join('') + suffix,
      assistantId,
      settings,
    )
  })
}

/**
 * Creates a draft. Throws `invalid` with every error, or `not_found` when the assistant is not an outbound one of the
 * user's.
 */
export function create(context: Context, userId: number, { values, errors }: Input<CampaignSettings>): Campaign {
  return transact(context, () => {
    const { name, assistant_id: assistantId, ...rules } = values
    const settings: Rules = { timezone: getSettings(context.db).timezone, ...campaignDefaults, ...given(rules) }
    checkCampaign(settings, errors)
    checkNumbers(context.db, userId, settings.phone_number_ids, errors)
    const assistant = assistantId === undefined ? undefined : assistants.find(context, userId, assistantId)
    const outbound = assistant?.type === 'outbound'
    if (outbound) checkGoal(settings, assistant, errors)
    if (errors.any || name === undefined || assistantId === undefined) throw invalid(errors)
    if (!outbound) throw notFound('Outbound assistant')
    return insertDraft(context, userId, name, assistantId, settings)
  })
}

function insertDraft(
  context: Context,
  userId: number,
  name: string,
  assistantId: number | null,
  settings: Rules,
): Campaign {
  const now = context.clock.now()
  const id = insert(
    context.db,
    sql`INSERT INTO campaigns (user_id, name, assistant_id, settings, created_at, updated_at)
      VALUES (${userId}, ${name}, ${assistantId}, ${JSON.stringify(settings)}, ${now}, ${now})`,
  )
  context.bus.publish(userId, { type: 'campaign.changed', id, status: 'draft' })
  return get(context.db, userId, id)
}

/** What a campaign needs of its assistant's evaluation, as a text to compare. */
const needsOf = ({ retry_on_goal_incomplete, goal_completion_variable }: Rules) =>
  JSON.stringify([retry_on_goal_incomplete, goal_completion_variable])

function checkGoal(rules: Rules, assistant: assistants.Assistant | undefined, errors: FieldErrors) {
  if (!assistant) return
  const { retry_on_goal_incomplete, goal_completion_variable: goal } = rules
  const needsEvaluation = (field: string) =>
    errors.add(field, `The ${field} field needs an assistant with post_call_evaluation.`)
  if (!assistant.post_call_evaluation) {
    if (retry_on_goal_incomplete) needsEvaluation('retry_on_goal_incomplete')
    if (goal !== null) needsEvaluation('goal_completion_variable')
  } else if (goal !== null && !assistants.isGoal(assistant, goal))
    errors.add(
      'goal_completion_variable',
      "The goal_completion_variable field must be status, or a bool of the assistant's post_call_schema.",
    )
}

function checkNumbers(
  db: ReadDb,
  userId: number,
  ids: readonly number[],
  errors: FieldErrors,
  known: readonly number[] = [],
) {
  ids.forEach((id, i) => {
    // A number that the campaign has already is not checked again: it may be suspended meanwhile.
    if (known.includes(id)) return
    const number = numbers.getNumber(db, userId, id)
    const field = `phone_number_ids.${i}`
    if (!number) errors.add(field, `The ${field} field is not a number of this account.`)
    else if (numbers.unusable(db, number))
      errors.add(field, `The ${field} field is a number that ${numbers.unusable(db, number)}.`)
  })
}

/** The assistant of a campaign; undefined when it was deleted. */
export const assistantOf = (context: Context, { userId, assistantId }: Pick<Campaign, 'userId' | 'assistantId'>) =>
  assistantId === null ? undefined : assistants.find(context, userId, assistantId)

/** The caller IDs that a campaign's dials take in turn: its usable numbers, else its assistant's; null: none. */
export function callerIdsOf(
  db: ReadDb,
  { userId, settings }: Pick<Campaign, 'userId' | 'settings'>,
  assistant: assistants.Assistant | undefined,
): (string | null)[] {
  const usable = (id: number) => numbers.callerId(db, userId, id) ?? []
  const own = settings.phone_number_ids.flatMap(usable)
  if (own.length > 0) return own
  return [assistant?.phone_number_id == null ? null : numbers.callerId(db, userId, assistant.phone_number_id)]
}

/** Whether a campaign can call now: over SIP it needs the number of a trunk. */
export const hasCallerId = (
  db: ReadDb,
  campaign: Pick<Campaign, 'userId' | 'settings'>,
  assistant: assistants.Assistant | undefined,
) => callerIdsOf(db, campaign, assistant).every(id => numbers.canCallFrom(db, id))

/** The price of a minute of a campaign's calls; with several caller IDs, of the cheapest. */
export const minutePriceOf = (
  db: ReadDb,
  campaign: Pick<Campaign, 'userId' | 'settings'>,
  assistant: assistants.Assistant | undefined,
) => Math.min(...callerIdsOf(db, campaign, assistant).map(id => numbers.minutePrice(db, campaign.userId, id)))

/** Removes a number from the campaigns that use it, before it is deleted. Call inside a transaction. */
export function detachNumber(context: Context, { id, user_id: userId }: numbers.PhoneNumber) {
  const changed = all<{ id: number; status: CampaignStatus }>(
    context.db,
    sql`UPDATE campaigns SET updated_at = ${context.clock.now()}, settings = json_set(settings, '$.phone_number_ids',
        json((SELECT json_group_array(value) FROM json_each(settings, '$.phone_number_ids') WHERE value <> ${id})))
      WHERE user_id = ${userId} AND EXISTS (SELECT 1 FROM json_each(settings, '$.phone_number_ids') WHERE value = ${id})
      RETURNING id, status`,
  )
  for (const campaign of changed) context.bus.publish(userId, { type: 'campaign.changed', ...campaign })
}
