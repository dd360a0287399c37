import { checkTool, type ToolRequest, type ToolSettings, toolDefaults } from '../../../contract/tools'
import type { Input } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import type { ToolSpec } from '../../ports/brief'
import { isSealed } from '../../store/secrets'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, type Outside, transact } from '../kernel/context'
import { invalid, notFound } from '../kernel/errors'
import { SECOND } from '../kernel/time'
import { fill } from './variables'

export interface Tool extends ToolSettings {
  id: number
  /** Those that have it. */
  assistants: { id: number; name: string }[]
  /** How it went when an assistant used it last. */
  lastUse: { at: number; ok: boolean; status: number | null } | null
  createdAt: number
  updatedAt: number
}

interface Row {
  id: number
  name: string
  description: string
  endpoint: string
  method: ToolSettings['method']
  timeout: number
  headers: string
  schema: string
  assistants: string
  last_used_at: number | null
  last_ok: 0 | 1 | null
  last_status: number | null
  created_at: number
  updated_at: number
}

export const queries = {
  tools: sql`SELECT tools.*, (SELECT json_group_array(json_object('id', assistants.id, 'name', name) ORDER BY name, assistants.id)
      FROM assistant_tools JOIN assistants ON assistants.id = assistant_id WHERE tool_id = tools.id) AS assistants
    FROM tools`,
}

// The headers may contain secrets, so they are stored encrypted.
const toTool = (context: Context, row: Row): Tool => ({
  id: row.id,
  name: row.name,
  description: row.description,
  endpoint: row.endpoint,
  method: row.method,
  timeout: row.timeout,
  headers: JSON.parse(isSealed(row.headers) ? context.secrets.open(row.headers) : row.headers) as Tool['headers'],
  schema: JSON.parse(row.schema) as Tool['schema'],
  assistants: JSON.parse(row.assistants) as Tool['assistants'],
  lastUse: row.last_used_at === null ? null : { at: row.last_used_at, ok: row.last_ok === 1, status: row.last_status },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const list = (context: Context, userId: number): Tool[] =>
  all<Row>(context.db, sql`${queries.tools} WHERE user_id = ${userId} ORDER BY id DESC`).map(row =>
    toTool(context, row),
  )

/** Throws `not_found`. */
export function get(context: Context, userId: number, id: number): Tool {
  const row = one<Row>(context.db, sql`${queries.tools} WHERE id = ${id} AND user_id = ${userId}`)
  if (!row) throw notFound('Tool')
  return toTool(context, row)
}

/** Tools by their ids; ids that do not exist are left out. */
export const byIds = (context: Context, ids: readonly number[]): Tool[] =>
  all<Row>(context.db, sql`${queries.tools} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`).map(
    row => toTool(context, row),
  )

/** Throws `invalid` with every error. */
export function create(context: Context, userId: number, { values, errors }: Input<ToolSettings>): Tool {
  return transact(context, () => {
    const tool = { ...toolDefaults, ...values }
    checkTool(tool, errors)
    if (errors.any) throw invalid(errors)
    const now = context.clock.now()
    const id = insert(
      context.db,
      sql`INSERT INTO tools (user_id, name, description, endpoint, method, timeout, headers, schema, created_at, updated_at)
        VALUES (${userId}, ${tool.name}, ${tool.description}, ${tool.endpoint}, ${tool.method}, ${tool.timeout},
          ${context.secrets.seal(JSON.stringify(tool.headers))}, ${JSON.stringify(tool.schema)}, ${now}, ${now})`,
    )
    context.bus.publish(userId, { type: 'tool.changed', id })
    return get(context, userId, id)
  })
}

/** Changes the settings that the input has. Throws `not_found`, or `invalid` with every error. */
export function update(context: Context, userId: number, id: number, { values, errors }: Input<ToolSettings>): Tool {
  return transact(context, () => {
    const tool = { ...get(context, userId, id), ...values }
    checkTool(tool, errors)
    const other = values.name === undefined ? undefined : assistantWithOther(context.db, id, values.name)
    if (other) errors.add('name', `The name field is the name of another tool of the assistant ${other.name}.`)
    if (errors.any) throw invalid(errors)
    run(
      context.db,
      sql`UPDATE tools SET name = ${tool.name}, description = ${tool.description}, endpoint = ${tool.endpoint},
        method = ${tool.method}, timeout = ${tool.timeout}, headers = ${context.secrets.seal(JSON.stringify(tool.headers))},
        schema = ${JSON.stringify(tool.schema)}, updated_at = ${context.clock.now()} WHERE id = ${id}`,
    )
    context.bus.publish(userId, { type: 'tool.changed', id })
    return get(context, userId, id)
  })
}

/** An assistant that has this tool and another one with this name. */
const assistantWithOther = (db: ReadDb, id: number, name: string) =>
  one<{ name: string }>(
    db,
    sql`SELECT assistants.name FROM assistant_tools AS mine
      JOIN assistant_tools AS other ON other.assistant_id = mine.assistant_id AND other.tool_id <> mine.tool_id
      JOIN tools ON tools.id = other.tool_id JOIN assistants ON assistants.id = mine.assistant_id
      WHERE mine.tool_id = ${id} AND tools.name = ${name} LIMIT 1`,
  )

/** Deletes a tool; its assistants go on without it. Throws `not_found`. */
export function remove(context: Context, userId: number, id: number) {
  transact(context, () => {
    const { assistants } = get(context, userId, id)
    run(context.db, sql`DELETE FROM tools WHERE id = ${id}`)
    context.bus.publish(userId, { type: 'tool.changed', id })
    for (const assistant of assistants) context.bus.publish(userId, { type: 'assistant.changed', id: assistant.id })
  })
}

/** Records how it went when an assistant used a tool. A conversation goes on also when it cannot be recorded. */
export function recordUse(context: Context, id: number, { ok, status }: Pick<ToolTrial, 'ok' | 'status'>) {
  try {
    transact(context, () => {
      const tool = one<{ user_id: number }>(
        context.db,
        sql`UPDATE tools SET last_used_at = ${context.clock.now()}, last_ok = ${ok ? 1 : 0}, last_status = ${status}
          WHERE id = ${id} RETURNING user_id`,
      )
      if (tool) context.bus.publish(tool.user_id, { type: 'tool.changed', id })
    })
  } catch (error) {
    context.log.warn({ err: error, toolId: id }, 'the use of a tool could not be recorded')
  }
}

/** The columns of a tool that describe it to a model. */
export interface ToolDescription {
  name: string
  description: string
  /** JSON. */
  schema: string
}

/** A tool as it is described to a model; every parameter is required. */
export const specOf = ({ name, description, schema }: ToolDescription): ToolSpec => {
  const parameters = JSON.parse(schema) as Tool['schema']
  return {
    name,
    description,
    isOwn: true,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, type, description }) => [name, { type, description }])),
      required: parameters.map(({ name }) => name),
    },
  }
}

/** Only this much of an answer is read and given to the model. */
const ANSWER_BYTES = 16 * 1024

export interface ToolTrial {
  ok: boolean
  /** The text that the model gets. */
  result: string
  request: { method: string; url: string; body: string | null }
  status: number | null
  durationMs: number
}

/**
 * Calls a tool's endpoint; `variables` fill its address and headers. A failed call does not throw: its result is an error text, which the model reads.
 */
export async function callTool(
  context: Context,
  { send }: Pick<Outside, 'send'>,
  tool: ToolRequest,
  args: Record<string, unknown>,
  variables: Variables = {},
): Promise<ToolTrial> {
  const given: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const { name, type } of tool.schema) {
    const value = coerce(args[name], type)
    if (value === undefined) wrong.push(`${name} must be a ${type}`)
    else given[name] = value
  }
  const inQuery = tool.method === 'GET' || tool.method === 'DELETE'
  const { url, problems } = addressOf(tool, given, variables, inQuery)
  const request = { method: tool.method, url, body: inQuery ? null : JSON.stringify(given) }
  wrong.push(...problems)
  if (wrong.length > 0)
    return { ok: false, result: `Error: ${wrong.join('; ')}.`, request, status: null, durationMs: 0 }

  const began = context.wall.now()
  const after = () => context.wall.now() - began
  try {
    const answer = await send({
      ...request,
      headers: {
        accept: 'application/json, text/plain;q=0.9, */*;q=0.5',
        'user-agent': 'Callwright',
        ...(request.body !== null && { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          tool.headers.map(({ name, value }) => [name.toLowerCase(), fill(value, variables, undefined, inHeader)]),
        ),
      },
      timeoutMs: tool.timeout * SECOND,
      maxBytes: ANSWER_BYTES,
    })
    const ok = answer.status >= 200 && answer.status < 300
    const text = answer.body.trim() || (ok ? 'Done.' : '')
    const cut = answer.truncated ? ' […]' : ''
    const result = ok ? text + cut : `Error: the endpoint answered ${answer.status}. ${text}${cut}`.trim()
    return { ok, result, request, status: answer.status, durationMs: after() }
  } catch (error) {
    const why =
      (error as Error).name === 'TimeoutError'
        ? `it did not answer within ${tool.timeout} s`
        : `it could not be reached (${reasonOf(error)})`
    return { ok: false, result: `Error: ${why}.`, request, status: null, durationMs: after() }
  }
}

/**
 * The address that a tool is called at. `{param}` in the endpoint is replaced by the argument, other braces by variables;
 * with `inQuery`, the arguments that are left go to the query. `problems` says which parts of the path would be empty or
 * dots: they would lead to another path than the operator's.
 */
function addressOf(
  { endpoint }: Pick<ToolRequest, 'endpoint'>,
  given: Record<string, unknown>,
  variables: Variables,
  inQuery: boolean,
): { url: string; problems: string[] } {
  const used = new Set<string>()
  const filled = (template: string) => {
    const withArguments = template.replace(/(?<!\{)\{([A-Za-z_]+)\}/g, (found, name: string) => {
      if (!Object.hasOwn(given, name)) return found
      used.add(name)
      return inUrl(String(given[name]))
    })
    return fill(withArguments, variables, undefined, inUrl)
  }
  const problems = /^[^?#]*/
    .exec(endpoint)![0]
    .split('/')
    .filter(part => filled(part) !== part && /^\.{0,2}$/.test(filled(part)))
    .map(part => `${part} in the address must not become empty or dots`)
  const address = filled(endpoint)
  if (!URL.canParse(address)) return { url: address, problems: [...problems, 'the address is not a URL'] }
  const url = new URL(address)
  if (inQuery)
    for (const [name, value] of Object.entries(given)) if (!used.has(name)) url.searchParams.set(name, String(value))
  return { url: url.href, problems }
}

const inUrl = (value: string) => encodeURIComponent(value.toWellFormed())

/** A value as a part of a header: one line, its characters as the bytes of UTF-8 (RFC 9110, 5.5). */
const inHeader = (value: string) => Buffer.from(value.replace(/\p{Cc}/gu, ' ')).toString('latin1')

const reasonOf = (error: unknown) => {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message ? cause.message : message
}

/** Converts an argument to its type, because models often write numbers and booleans as text. Undefined: not possible. */
function coerce(value: unknown, type: ToolSettings['schema'][number]['type']): string | number | boolean | undefined {
  if (type === 'string') return value === null || typeof value === 'object' ? undefined : (value as string)?.toString()
  if (type === 'boolean') {
    if (value === true || value === 'true') return true
    return value === false || value === 'false' ? false : undefined
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
