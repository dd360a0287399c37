import { randomUUID } from 'node:crypto'
import {
  type AssistantFieldName,
  type AssistantSettings,
  assistantFieldNames,
  assistantFields,
  checkAssistant,
} from '../../../contract/assistants'
import type { BuiltInTool } from '../../../contract/built-in-tools'
import type { Draft } from '../../../contract/validation'
import { isSealed, type Secrets } from '../../store/secrets'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Desk, transact } from '../kernel/context'
import { invalid, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import * as catalogues from './catalogue'
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
    // What a newer build can set has its default until it is set.
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

/** A calendar's API key lies encrypted in the store. */
const withKey = (tool: BuiltInTool, change: (key: string) => string): BuiltInTool =>
  typeof tool.data.calcom_api_key === 'string'
    ? { ...tool, data: { ...tool.data, calcom_api_key: change(tool.data.calcom_api_key) } }
    : tool

export function find(desk: Desk, userId: number, id: number | string): Assistant | undefined {
  const row = one<Row>(
    desk.db,
    typeof id === 'number'
      ? sql`${assistants} WHERE id = ${id} AND user_id = ${userId}`
      : sql`${assistants} WHERE uuid = ${id} AND user_id = ${userId}`,
  )
  return row && toAssistant(row, desk.secrets)
}

export function get(desk: Desk, userId: number, id: number | string): Assistant {
  const found = find(desk, userId, id)
  if (!found) throw notFound('Assistant')
  return found
}

export const queries = {
  page: (userId: number, { perPage, offset }: Paged) =>
    sql`${assistants} WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${perPage} OFFSET ${offset}`,
}

export function list(desk: Desk, userId: number, paged: Paged): PageOf<Assistant> {
  const total = one<{ n: number }>(desk.db, sql`SELECT count(*) AS n FROM assistants WHERE user_id = ${userId}`)!.n
  const rows = all<Row>(desk.db, queries.page(userId, paged))
  return pageOf(
    rows.map(row => toAssistant(row, desk.secrets)),
    total,
    paged,
  )
}

/** All of a user's, newest first. */
export const listAll = (desk: Desk, userId: number): Assistant[] =>
  all<Row>(desk.db, sql`${assistants} WHERE user_id = ${userId} ORDER BY id DESC`).map(row =>
    toAssistant(row, desk.secrets),
  )

/** Switches one of the webhooks of an assistant that is named in a body. */
export function setWebhook(
  desk: Desk,
  userId: number,
  { values, faults }: Draft<{ assistant_id: number; webhook_url: string }>,
  change: (url: string | undefined) => Partial<AssistantSettings>,
) {
  const { assistant_id: id, webhook_url } = values
  if (id !== undefined && !find(desk, userId, id))
    faults.add('assistant_id', 'The assistant_id field is not an assistant of this account.')
  if (faults.any || id === undefined) throw invalid(faults)
  update(desk, userId, id, { values: change(webhook_url), faults })
}

/** Makes an inactive assistant. Throws `invalid` with every fault of the draft, and then nothing has changed. */
export function create(desk: Desk, userId: number, draft: Draft<AssistantSettings>): Assistant {
  return transact(desk, () => {
    const settings = withDefaults(draft)
    checkAssistant(settings, draft.faults)
    checkReferences(desk.db, userId, settings, draft.faults)
    if (draft.faults.any) throw invalid(draft.faults)
    const now = desk.clock.now()
    const id = insert(
      desk.db,
      sql`INSERT INTO assistants (uuid, user_id, name, type, mode, phone_number_id, knowledgebase_id, settings, created_at, updated_at)
        VALUES (${randomUUID()}, ${userId}, ${settings.name}, ${settings.type}, ${settings.mode},
          ${settings.phone_number_id}, ${settings.knowledgebase_id}, ${pack(desk, settings)}, ${now}, ${now})`,
    )
    writeTools(desk, id, settings.tool_ids)
    desk.bus.publish(userId, { type: 'assistant.changed', id })
    return get(desk, userId, id)
  })
}

type Change = Draft<AssistantSettings & { status: Assistant['status'] }>

/**
 * Changes what the draft names. A new mode resets what belongs to the mode first; a model that is then missing becomes
 * the first of the new mode. Throws `not_found`, or `invalid` with every fault.
 */
export function update(desk: Desk, userId: number, id: number, draft: Change): Assistant {
  return transact(desk, () => {
    const before = get(desk, userId, id)
    const { faults } = draft
    const { status: askedStatus, ...values } = draft.values
    const given: Partial<AssistantSettings> = resetNulls(values)
    const newMode = given.mode !== undefined && given.mode !== before.mode
    const merged: AssistantSettings = { ...before, ...(newMode && modeDefaults(desk.db, given.mode!)), ...given }
    checkAssistant(merged, faults)
    // What the draft leaves as it was is not checked against the store again, except where the mode decides.
    checkReferences(desk.db, userId, { ...given, ...(newMode && { voice_id: merged.voice_id }) }, faults, merged, id)
    if (given.type !== undefined && given.type !== before.type && isUsedByCampaign(desk.db, id))
      faults.add('type', 'The type field cannot change while a campaign uses the assistant.')
    const status = nextStatus(before, merged, askedStatus)
    if (faults.any) throw invalid(faults)
    run(
      desk.db,
      sql`UPDATE assistants SET name = ${merged.name}, type = ${merged.type}, mode = ${merged.mode}, status = ${status},
        phone_number_id = ${merged.phone_number_id}, knowledgebase_id = ${merged.knowledgebase_id},
        settings = ${pack(desk, merged)}, updated_at = ${desk.clock.now()} WHERE id = ${id}`,
    )
    if (given.tool_ids) writeTools(desk, id, given.tool_ids)
    desk.bus.publish(userId, { type: 'assistant.changed', id })
    return get(desk, userId, id)
  })
}

function withDefaults(draft: Draft<AssistantSettings>): Partial<AssistantSettings> {
  const settings: Record<string, unknown> = {}
  for (const name of assistantFieldNames) {
    if (draft.faults.has(name)) continue
    const field = assistantFields[name]
    const value = draft.values[name]
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

/** What a change to `mode` sets before the body is applied. */
function modeDefaults(db: ReadDb, mode: AssistantSettings['mode']): Partial<AssistantSettings> {
  const reset: Record<string, unknown> = {}
  for (const name of assistantFieldNames) {
    const field = assistantFields[name]
    const lost = 'modes' in field && !field.modes?.includes(mode)
    if (('ofMode' in field && field.ofMode) || lost) reset[name] = field.default
  }
  const model = catalogues.listModels(db, mode === 'pipeline' ? 'llm' : mode)[0]?.id ?? null
  reset[mode === 'pipeline' ? 'llm_model_id' : 'multimodal_model_id'] = model
  return reset as Partial<AssistantSettings>
}

function nextStatus(before: Assistant, merged: AssistantSettings, asked?: Assistant['status']): Assistant['status'] {
  const losesNumber = before.phone_number_id !== null && merged.phone_number_id === null
  const getsNumber = before.phone_number_id === null && merged.phone_number_id !== null
  if (asked) return asked
  if (losesNumber && merged.type === 'inbound') return 'inactive'
  return getsNumber && merged.type === 'inbound' ? 'active' : before.status
}

const isUsedByCampaign = (db: ReadDb, id: number) =>
  one(db, sql`SELECT 1 FROM campaigns WHERE assistant_id = ${id} LIMIT 1`) !== undefined

/** What has no column of its own. */
function pack(desk: Desk, settings: Partial<AssistantSettings>): string {
  const rest: Record<string, unknown> = {}
  const columns = new Set<string>(['name', 'type', 'mode', 'phone_number_id', 'knowledgebase_id', 'tool_ids'])
  // What is null here without being nullable is a field that the mode does not have.
  for (const name of assistantFieldNames)
    if (!columns.has(name)) rest[name] = settings[name] ?? assistantFields[name].default
  rest.tools = settings.tools?.map(tool => withKey(tool, key => desk.secrets.seal(key)))
  return JSON.stringify(rest)
}

function writeTools(desk: Desk, id: number, toolIds: readonly number[] | undefined) {
  run(desk.db, sql`DELETE FROM assistant_tools WHERE assistant_id = ${id}`)
  toolIds?.forEach((tool, position) => {
    run(
      desk.db,
      sql`INSERT INTO assistant_tools (assistant_id, position, tool_id) VALUES (${id}, ${position}, ${tool})`,
    )
  })
}
