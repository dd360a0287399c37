import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type AssistantFieldName,
  type AssistantSettings,
  assistantFieldNames,
  assistantFields,
  checkAssistant,
  modelFieldOf,
  resetByMode,
} from '../../../contract/assistant-fields'
import type { BuiltInTool } from '../../../contract/built-in-tools'
import type { FieldErrors, Input } from '../../../contract/validation'
import { isSealed, type Secrets } from '../../store/secrets'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { invalid, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import type * as numbers from '../numbers/numbers'
import * as catalogues from './catalogue'
import { keepPrompt } from './earlier-prompts'
import { checkReferences } from './references'

export interface Assistant extends AssistantSettings {
  id: number
  uuid: string
  userId: number
  status: 'inactive' | 'active'
  createdAt: number
  updatedAt: number
}

interface Row {
  id: number
  uuid: string
  user_id: number
  name: string
  type: AssistantSettings['type']
  mode: AssistantSettings['mode']
  status: Assistant['status']
  phone_number_id: number | null
  knowledgebase_id: number | null
  settings: string
  tool_ids: string
  created_at: number
  updated_at: number
}

const assistants = sql`SELECT assistants.*,
  (SELECT json_group_array(tool_id ORDER BY position) FROM assistant_tools WHERE assistant_id = assistants.id) AS tool_ids
  FROM assistants`

const fieldDefaults = Object.fromEntries(
  assistantFieldNames.map(name => [name, (assistantFields[name] as { default: unknown }).default]),
)

const toAssistant = (row: Row, secrets: Secrets): Assistant => {
  const settings = JSON.parse(row.settings) as AssistantSettings
  return {
    // Fields of a newer version are missing in older rows: they have their default.
    ...fieldDefaults,
    ...settings,
    id: row.id,
    uuid: row.uuid,
    userId: row.user_id,
    name: row.name,
    type: row.type,
    mode: row.mode,
    status: row.status,
    phone_number_id: row.phone_number_id,
    knowledgebase_id: row.knowledgebase_id,
    tool_ids: JSON.parse(row.tool_ids) as number[],
    tools: settings.tools.map(tool => withKey(tool, key => (isSealed(key) ? secrets.open(key) : key))),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Changes the calendar's API key of a tool, if it has one: it is stored encrypted. */
const withKey = (tool: BuiltInTool, change: (key: string) => string): BuiltInTool =>
  typeof tool.data.calcom_api_key === 'string'
    ? { ...tool, data: { ...tool.data, calcom_api_key: change(tool.data.calcom_api_key) } }
    : tool

/** By id or by uuid. */
export function find(context: Context, userId: number, id: number | string): Assistant | undefined {
  const row = one<Row>(
    context.db,
    typeof id === 'number'
      ? sql`${assistants} WHERE id = ${id} AND user_id = ${userId}`
      : sql`${assistants} WHERE uuid = ${id.toLowerCase()} AND user_id = ${userId}`,
  )
  return row && toAssistant(row, context.secrets)
}

/** By id or by uuid. Throws `not_found`. */
export function get(context: Context, userId: number, id: number | string): Assistant {
  const found = find(context, userId, id)
  if (!found) throw notFound('Assistant')
  return found
}

export const queries = {
  page: (userId: number, { perPage, offset }: Paged) =>
    sql`${assistants} WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${perPage} OFFSET ${offset}`,
}

export function list(context: Context, userId: number, paged: Paged): PageOf<Assistant> {
  const total = one<{ n: number }>(context.db, sql`SELECT count(*) AS n FROM assistants WHERE user_id = ${userId}`)!.n
  const rows = all<Row>(context.db, queries.page(userId, paged))
  return pageOf(
    rows.map(row => toAssistant(row, context.secrets)),
    total,
    paged,
  )
}

/** All assistants of a user, newest first. */
export const listAll = (context: Context, userId: number): Assistant[] =>
  all<Row>(context.db, sql`${assistants} WHERE user_id = ${userId} ORDER BY id DESC`).map(row =>
    toAssistant(row, context.secrets),
  )

/**
 * Changes one of the webhooks of an assistant, by id or uuid; `change` makes the new settings of its URL. Throws
 * `not_found`, or `invalid` with every error.
 */
export function setWebhook(
  context: Context,
  userId: number,
  { values, errors }: Input<{ assistant: number | string; webhook_url: string }>,
  change: (url: string | undefined) => Partial<AssistantSettings>,
) {
  const { assistant: asked, webhook_url } = values
  const found = asked === undefined ? undefined : get(context, userId, asked)
  if (errors.any || !found) throw invalid(errors)
  update(context, userId, found.id, { values: change(webhook_url), errors })
}

/** Creates an inactive assistant. Throws `invalid` with every error; nothing has changed then. */
export function create(context: Context, userId: number, input: Input<AssistantSettings>): Assistant {
  return transact(context, () => {
    const settings = withDefaults(input)
    checkAssistant(settings, input.errors)
    checkReferences(context.db, userId, settings, input.errors)
    if (input.errors.any) throw invalid(input.errors)
    const now = context.clock.now()
    const id = insert(
      context.db,
      sql`INSERT INTO assistants (uuid, user_id, name, type, mode, phone_number_id, knowledgebase_id, settings, created_at, updated_at)
        VALUES (${randomUUID()}, ${userId}, ${settings.name}, ${settings.type}, ${settings.mode},
          ${settings.phone_number_id}, ${settings.knowledgebase_id}, ${pack(context, settings)}, ${now}, ${now})`,
    )
    writeTools(context, id, settings.tool_ids)
    context.bus.publish(userId, { type: 'assistant.changed', id })
    return get(context, userId, id)
  })
}

/**
 * An assistant with these settings that is not stored. `id`: of the assistant that is edited. Throws `not_found`, or
 * `invalid` with every error.
 */
export function draft(context: Context, userId: number, id: number | undefined, input: Input<AssistantSettings>) {
  const before = id === undefined ? undefined : get(context, userId, id)
  const settings = withDefaults(input)
  checkAssistant(settings, input.errors)
  const voice = before && before.mode !== settings.mode ? { voice_id: settings.voice_id } : {}
  const checked = before ? { ...changesOf(before, settings), ...voice } : settings
  checkReferences(context.db, userId, checked, input.errors, settings, before)
  if (input.errors.any) throw invalid(input.errors)
  const now = context.clock.now()
  const known = before ?? { id: 0, uuid: '', userId, status: 'inactive' as const, createdAt: now, updatedAt: now }
  // A field that the mode does not have may be null here.
  const whole = assistantFieldNames.map(name => [name, settings[name] ?? assistantFields[name].default])
  return { ...known, ...(Object.fromEntries(whole) as AssistantSettings) }
}

type Change = Input<AssistantSettings & { status: Assistant['status'] }>

/**
 * Changes the settings that the input has. A new mode first resets the settings that belong to the mode, and selects the
 * first model of the new mode. Throws `not_found`, or `invalid` with every error.
 */
export function update(context: Context, userId: number, id: number, input: Change): Assistant {
  return transact(context, () => {
    const before = get(context, userId, id)
    const { errors } = input
    const { status: askedStatus, ...values } = input.values
    const given: Partial<AssistantSettings> = resetNulls(values)
    const newMode = given.mode !== undefined && given.mode !== before.mode
    const merged: AssistantSettings = { ...before, ...(newMode && modeDefaults(context.db, given.mode!)), ...given }
    checkAssistant(merged, errors)
    // What does not change is not checked again, so that an assistant can be saved as it was read; a new mode needs a
    // voice that supports it.
    const references = { ...changesOf(before, given), ...(newMode && { voice_id: merged.voice_id }) }
    checkReferences(context.db, userId, references, errors, merged, before)
    checkCampaigns(context.db, before, merged, errors)
    const status = nextStatus(before, merged, askedStatus)
    if (errors.any) throw invalid(errors)
    run(
      context.db,
      sql`UPDATE assistants SET name = ${merged.name}, type = ${merged.type}, mode = ${merged.mode}, status = ${status},
        phone_number_id = ${merged.phone_number_id}, knowledgebase_id = ${merged.knowledgebase_id},
        settings = ${pack(context, merged)}, updated_at = ${context.clock.now()} WHERE id = ${id}`,
    )
    if (merged.system_prompt !== before.system_prompt) keepPrompt(context, id, before.system_prompt)
    if (given.tool_ids) writeTools(context, id, given.tool_ids)
    context.bus.publish(userId, { type: 'assistant.changed', id })
    return get(context, userId, id)
  })
}

function withDefaults(input: Input<AssistantSettings>): Partial<AssistantSettings> {
  const settings: Record<string, unknown> = {}
  for (const name of assistantFieldNames) {
    if (input.errors.has(name)) continue
    const field = assistantFields[name]
    const value = input.values[name]
    settings[name] = value === undefined || (value === null && 'nullable' in field) ? field.default : value
  }
  return settings as Partial<AssistantSettings>
}

const resetNulls = (given: Partial<AssistantSettings>): Partial<AssistantSettings> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = assistantFields[name as AssistantFieldName]
      return [name, value === null && 'nullable' in field ? field.default : value]
    }),
  )

/** The settings that a change of `mode` resets before the input is applied. */
function modeDefaults(db: ReadDb, mode: AssistantSettings['mode']): Partial<AssistantSettings> {
  const model = catalogues.listModels(db, mode === 'pipeline' ? 'llm' : mode)[0]?.id ?? null
  return { ...resetByMode(mode), [modelFieldOf(mode)]: model }
}

function nextStatus(before: Assistant, merged: AssistantSettings, asked?: Assistant['status']): Assistant['status'] {
  const losesNumber = before.phone_number_id !== null && merged.phone_number_id === null
  const getsNumber = before.phone_number_id === null && merged.phone_number_id !== null
  if (asked) return asked
  if (losesNumber && merged.type === 'inbound') return 'inactive'
  return getsNumber && merged.type === 'inbound' ? 'active' : before.status
}

/** The settings that differ from what they were. */
const changesOf = (before: Assistant, given: Partial<AssistantSettings>): Partial<AssistantSettings> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(value, before[name as AssistantFieldName])),
  )

/** Refuses a change that takes away what a campaign of the assistant needs. */
function checkCampaigns(db: ReadDb, before: Assistant, merged: AssistantSettings, errors: FieldErrors) {
  const campaigns = all<{ name: string; goal: string | null; retries: number | null }>(
    db,
    sql`SELECT name, settings ->> '$.goal_completion_variable' AS goal,
      settings ->> '$.retry_on_goal_incomplete' AS retries FROM campaigns WHERE assistant_id = ${before.id}`,
  )
  const refuse = (field: AssistantFieldName, campaign: string, why: string) =>
    errors.has(field) || errors.add(field, `The ${field} field cannot change so: the campaign ${campaign} ${why}.`)
  for (const { name, goal, retries } of campaigns) {
    if (merged.type !== before.type) refuse('type', name, 'uses the assistant')
    if (before.post_call_evaluation && !merged.post_call_evaluation && (retries === 1 || goal !== null))
      refuse('post_call_evaluation', name, 'needs the evaluation')
    if (goal !== null && isGoal(before, goal) && !isGoal(merged, goal))
      refuse('post_call_schema', name, `reads its goal from the bool ${goal}`)
  }
}

/** Whether a field tells if the goal of a conversation was reached: `status`, or a bool of the assistant's own schema. */
export const isGoal = ({ post_call_schema }: Pick<AssistantSettings, 'post_call_schema'>, field: string) =>
  field === 'status' || post_call_schema.some(({ name, type }) => name === field && type === 'bool')

/** The settings that have no column of their own, as JSON. */
function pack(context: Context, settings: Partial<AssistantSettings>): string {
  const rest: Record<string, unknown> = {}
  const columns = new Set<string>(['name', 'type', 'mode', 'phone_number_id', 'knowledgebase_id', 'tool_ids'])
  // A field that the mode does not have is null or missing here; it is stored with its default.
  for (const name of assistantFieldNames)
    if (!columns.has(name)) rest[name] = settings[name] ?? assistantFields[name].default
  rest.tools = settings.tools?.map(tool => withKey(tool, key => context.secrets.seal(key)))
  return JSON.stringify(rest)
}

function writeTools(context: Context, id: number, toolIds: readonly number[] | undefined) {
  run(context.db, sql`DELETE FROM assistant_tools WHERE assistant_id = ${id}`)
  toolIds?.forEach((tool, position) => {
    run(
      context.db,
      sql`INSERT INTO assistant_tools (assistant_id, position, tool_id) VALUES (${id}, ${position}, ${tool})`,
    )
  })
}

/** Deletes an assistant whose campaigns are stopped (see `removeAssistant` of campaigns). Call inside a transaction. */
export function remove(context: Context, userId: number, id: number) {
  run(context.db, sql`DELETE FROM assistants WHERE id = ${id}`)
  // Transfers to it are no longer possible.
  for (const other of changeTools(context, userId, 'assistant_id', id, () => null))
    context.bus.publish(userId, { type: 'assistant.changed', id: other })
  context.bus.publish(userId, { type: 'assistant.changed', id })
}

/** Removes a number from the assistants that use it, before it is deleted. Call inside a transaction. */
export function detachNumber(context: Context, { id, user_id: userId }: numbers.PhoneNumber) {
  const { db } = context
  const now = context.clock.now()
  const answering = all<{ id: number }>(
    db,
    sql`UPDATE assistants SET phone_number_id = NULL, updated_at = ${now},
      status = CASE type WHEN 'inbound' THEN 'inactive' ELSE status END WHERE phone_number_id = ${id} RETURNING id`,
  )
  const transferring = changeTools(context, userId, 'outbound_phone_id', id, tool => ({
    ...tool,
    data: { ...tool.data, outbound_phone_id: null },
  }))
  for (const changed of new Set([...answering.map(assistant => assistant.id), ...transferring]))
    context.bus.publish(userId, { type: 'assistant.changed', id: changed })
}

/**
 * Changes the built-in tools, of all assistants of a user, that refer to a record which is deleted; null takes the tool
 * away. Returns the ids of these assistants. Call inside a transaction.
 */
function changeTools(
  context: Context,
  userId: number,
  field: 'assistant_id' | 'outbound_phone_id',
  id: number,
  change: (tool: BuiltInTool) => BuiltInTool | null,
): number[] {
  const found = all<{ id: number; settings: string }>(
    context.db,
    sql`SELECT id, settings FROM assistants WHERE user_id = ${userId} AND EXISTS (
      SELECT 1 FROM json_each(settings, '$.tools') WHERE value ->> ${`$.data.${field}`} = ${id})`,
  )
  for (const assistant of found) {
    const settings = JSON.parse(assistant.settings) as Pick<AssistantSettings, 'tools'>
    const tools = settings.tools.flatMap(tool => (tool.data[field] === id ? (change(tool) ?? []) : tool))
    run(
      context.db,
      sql`UPDATE assistants SET settings = ${JSON.stringify({ ...settings, tools })}, updated_at = ${context.clock.now()}
        WHERE id = ${assistant.id}`,
    )
  }
  return found.map(assistant => assistant.id)
}
