import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import type { FieldErrors } from './validation'
import { filled, IsoTime, pathId, text, url, variables, wholeBetween } from './wire'

export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Headers about the connection and the length of the body: a request with one of them fails, or loses it. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'sec-fetch-mode',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const headerName = text(255)
  // RFC 9110, 5.6.2: what a header's name may hold.
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of a header.')
  .refine(name => !ownHeaders.has(name.toLowerCase()), 'is a header that the service sets itself.')
const headerValue = text(4096)
  .regex(/^[^\r\n\0]*$/, 'must be one line.')
  // RFC 9110, 5.5. Other characters cannot be sent, so the tool would always fail.
  .regex(/^[\t\r\n\0\x20-\x7e\x80-\xff]*$/, 'must be made of characters of Latin-1 (ISO 8859-1) that can be printed.')

const Parameter = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z_]*$/, 'may hold letters and underscores.')
    .min(2, 'must be 2 to 32 characters long.')
    .max(32, 'must be 2 to 32 characters long.'),
  type: z.enum(['string', 'number', 'boolean']),
  description: text(255).min(3, 'must be at least 3 characters long.'),
})

/** The settings of a tool. */
export const toolFields = {
  name: text(64)
    .regex(/^[a-z][a-z_]*$/, 'must be lowercase letters and underscores, starting with a letter.')
    .meta({ example: 'book_table' }),
  description: filled(255),
  endpoint: url,
  method: z.enum(toolMethods),
  timeout: wholeBetween(1, 30),
  headers: z.array(z.object({ name: headerName, value: headerValue })).max(50),
  schema: z.array(Parameter).max(50),
} as const

export type ToolSettings = { [K in keyof typeof toolFields]: z.output<(typeof toolFields)[K]> }

export const toolDefaults = { timeout: 10, headers: [], schema: [] } satisfies Partial<ToolSettings>

/** Checks the rules between fields. Adds to `errors`. */
export function checkTool({ schema = [] }: Partial<ToolSettings>, errors: FieldErrors) {
  schema.forEach(({ name }, i) => {
    if (schema.findIndex(other => other.name === name) < i)
      errors.add(`schema.${i}.name`, `The schema.${i}.name field repeats another one.`)
  })
}

const { timeout, headers, schema, ...required } = toolFields

const Tool = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    endpoint: z.string(),
    method: z.enum(toolMethods),
    timeout: z.int(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    schema: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
    assistants: z.array(z.object({ id: z.int(), name: z.string() })),
    last_use: z.object({ at: IsoTime, ok: z.boolean(), status: z.int().nullable() }).nullable(),
    created_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'Tool' })
export type Tool = z.output<typeof Tool>

/** What a tool is called with. */
const given = { arguments: z.record(z.string(), z.unknown()).optional(), variables: variables.optional() }

const Trial = z
  .object({
    ok: z.boolean(),
    result: z.string(),
    request: z.object({ method: z.string(), url: z.string(), body: z.string().nullable() }),
    status: z.int().nullable(),
    duration_ms: z.int(),
  })
  .meta({ id: 'ToolTrial' })
export type ToolTrial = z.output<typeof Trial>

const newTool = {
  ...required,
  timeout: timeout.optional().meta({ default: toolDefaults.timeout }),
  headers: headers.optional().meta({ default: toolDefaults.headers }),
  schema: schema.optional().meta({ default: toolDefaults.schema }),
}
/** What a tool sends; its name and its description are for models only. */
const { name: _name, description: _description, ...requestOfTool } = newTool
export type ToolRequest = Omit<ToolSettings, 'name' | 'description'>

const tag = 'Tools'

export const tools = {
  list: operation({
    method: 'GET',
    path: '/user/tools',
    tag,
    summary: 'Custom mid-call tools, newest first',
    input: nothing,
    output: z.array(Tool),
  }),
  create: operation({
    method: 'POST',
    path: '/user/tools',
    tag,
    status: 201,
    summary: 'Make a tool: an endpoint that an assistant may call during a conversation',
    description: 'GET and DELETE send the arguments in the query, the other methods as a JSON body.',
    input: z.object(newTool),
    output: changed(Tool),
  }),
  get: operation({
    method: 'GET',
    path: '/user/tools/{id}',
    tag,
    summary: 'One tool',
    input: z.object({ id: pathId }),
    output: Tool,
    refuses: ['not_found'],
  }),
  update: operation({
    method: 'PUT',
    path: '/user/tools/{id}',
    tag,
    summary: 'Change a tool; what is left out stays as it is',
    input: z.object({
      id: pathId,
      ...(Object.fromEntries(Object.entries(toolFields).map(([name, field]) => [name, field.optional()])) as {
        [K in keyof typeof toolFields]: z.ZodOptional<(typeof toolFields)[K]>
      }),
    }),
    output: changed(Tool),
    refuses: ['not_found'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/tools/{id}',
    tag,
    summary: 'Delete a tool; assistants that had it continue without it',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
  try: operation({
    method: 'POST',
    path: '/user/tools/{id}/try',
    tag,
    summary: 'Call a tool now, as an assistant would, and show what came back',
    input: z.object({ id: pathId, ...given }),
    output: Trial,
    refuses: ['not_found'],
  }),
  tryDraft: operation({
    method: 'POST',
    path: '/user/tools/try',
    tag,
    summary: 'Call a tool that is not saved, as an assistant would, and show what came back',
    input: z.object({ ...requestOfTool, ...given }),
    output: Trial,
  }),
}
