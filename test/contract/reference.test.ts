import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { assistantFields } from '../../src/contract/assistant-fields'
import { endReasons } from '../../src/contract/calls'
import { campaignDefaults } from '../../src/contract/campaigns'
import { sipTrunkDefaults } from '../../src/contract/phone-numbers'
import { reference } from '../../src/contract/reference'
import { toolDefaults } from '../../src/contract/tools'
import type { finalize } from '../../src/main/core/calls/finalize'
import { operations } from '../../src/main/http/operations'
import { startWorld } from '../support/world'
import { type Json, openApi } from './openapi-document'

interface Schema {
  $ref?: string
  description?: string
  examples?: unknown[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  type?: string | string[]
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
}
interface Parameter {
  name: string
  in: string
  description?: string
  schema: Schema
  example?: unknown
}
interface Message {
  content?: Record<string, { schema: Schema; example?: unknown }>
  headers?: Json
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Message
  responses: Record<string, Message>
}
interface Field {
  /** Where it stands: its schema or operation, and the fields that lead to it, such as `Call.cost_items.amount`. */
  at: string
  name: string
  schema: Schema
}

/** The fields of a schema, those inside its fields, lists and options too, but not those of schemas that it refers to. */
function fieldsOf(at: string, schema: Schema): Field[] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
  const inside = [
    items,
    ...anyOf,
    ...oneOf,
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
  ]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { at: `${at}.${name}`, name, schema: field },
      ...fieldsOf(`${at}.${name}`, field),
    ]),
    ...inside.flatMap(one => (one ? fieldsOf(at, one) : [])),
  ]
}

const operationsIn = (paths: unknown) =>
  Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
const ours = operationsIn(openApi.paths)
const all = [...ours, ...operationsIn(openApi.webhooks)]

const inSchemas = Object.entries(openApi.components.schemas as Record<string, Schema>).flatMap(([name, schema]) =>
  fieldsOf(name, schema),
)
/** What stands in an operation itself and not in `components`. */
const inOperations = all.flatMap(({ operationId, requestBody, responses }) =>
  [requestBody, ...Object.values(responses)].flatMap(message =>
    Object.values(message?.content ?? {}).flatMap(({ schema }) => fieldsOf(operationId, schema)),
  ),
)
const fields = [...inSchemas, ...inOperations]
const parameters = all.flatMap(({ operationId, parameters = [] }) =>
  parameters.map(parameter => ({ at: `${operationId}.${parameter.name}`, ...parameter })),
)
const described = [
  ...fields.map(({ at, name, schema }) => ({ at, name, description: schema.description ?? '' })),
  ...parameters.map(({ at, name, description = '' }) => ({ at, name, description })),
]

/** Whether a field shows a value: one of its own, or that of what it is made of. */
const showsAValue = ({ $ref, examples, enum: values, type, properties, items, anyOf, ...rest }: Schema): boolean =>
  $ref !== undefined ||
  examples !== undefined ||
  values !== undefined ||
  'const' in rest ||
  'default' in rest ||
  [type].flat().includes('boolean') ||
  properties !== undefined ||
  (items !== undefined && (showsAValue(items) || JSON.stringify(items) === '{"not":{}}')) ||
  (anyOf?.some(showsAValue) ?? false) ||
  rest.format === 'binary'

describe('the reference', () => {
  it('every field says what it means, in a sentence', () => {
    const sentence = /^[A-Z`].*[.:]$|^[A-Z].*\n- `.*\.$/s
    expect(fields.length).toBeGreaterThan(1000)
    expect(described.filter(({ description }) => !sentence.test(description)).map(({ at }) => at)).toEqual([])
  })

  it('no schema has the deprecated single example', () => {
    expect(JSON.stringify(openApi.components.schemas)).not.toMatch(/"example":/)
  })

  it('every field shows a value', () => {
    const bare = [
      ...fields.filter(({ schema }) => !showsAValue(schema)),
      ...parameters.filter(({ schema, example }) => example === undefined && !showsAValue(schema)),
    ]
    expect(bare.map(({ at }) => at)).toEqual([])
  })

  it.each([
    [/_ms$/, /millisecond/],
    [/^(duration|timeout|ringing_time|reengagement_interval|(average_)?talk_seconds|retry_after)$/, /second/i],
    [/^max_(initial_)?(silence_)?duration$/, /second/],
    [/^(retry_intervals?|conversation_inactivity_timeout)$/, /minute/i],
    [/(^|_)(price|cost|amount|balance|minute)$/, /USD/],
    [/_days$/, /\bdays\b/],
    [/^(timestamp|end_timestamp|timestamp_unix)$/, /seconds|written/],
  ])('a field named %s says its unit', (named, unit) => {
    const measured = described.filter(({ name }) => named.test(name) && name !== 'allowed_days')
    expect(measured.length).toBeGreaterThan(0)
    const silent = measured.filter(({ at, description }) => {
      // An object says it in its fields.
      const { properties, $ref } = fields.find(field => field.at === at)?.schema ?? {}
      return !properties && !$ref && !unit.test(description) && !/^(The balance|What the balance)/.test(description)
    })
    expect(silent.map(({ at }) => at)).toEqual([])
  })

  it('a default that the service gives stands in the document', () => {
    const given = {
      AssistantsCreateBody: Object.fromEntries(
        Object.entries(assistantFields).map(([name, field]) => [name, 'required' in field ? undefined : field.default]),
      ),
      CampaignsCreateBody: campaignDefaults,
      PhoneNumbersCreateSipTrunkBody: sipTrunkDefaults,
      ToolsCreateBody: toolDefaults,
    }
    for (const [schema, defaults] of Object.entries(given)) {
      const { properties } = openApi.components.schemas[schema] as Schema
      for (const [name, value] of Object.entries(defaults))
        if (value !== null && value !== undefined)
          expect([schema, name, properties![name]!.default]).toEqual([schema, name, value])
    }
  })

  it('nothing is said of a field that does not exist', () => {
    const known = new Set(described.map(({ at }) => at))
    const named = new Set(described.map(({ name }) => name))
    const typeName = (operation: string) => operation.replace(/(^|\.)\w/g, start => start.slice(-1).toUpperCase())
    const requestOf = (operation: string, field: string) =>
      [`${typeName(operation)}Body.${field}`, `${operation.replace('.', '_')}.${field}`].some(at => known.has(at))
    const answerOf = (operation: string, field: string) =>
      [`${typeName(operation)}Answer.${field}`, `${operation.replace('.', '_')}.${field}`, `Done.${field}`].some(at =>
        known.has(at),
      )
    const bare = (field: string) => field.replace(/^.*: /, '')
    const inGroup = (group: string) =>
      ours.map(({ operationId }) => operationId.replace('_', '.')).filter(name => name.startsWith(`${group}.`))
    const stale = [
      ...Object.entries(reference.schemas).flatMap(([schema, means]) =>
        Object.keys(means)
          .map(field => `${schema}.${bare(field)}`)
          .filter(at => !known.has(at)),
      ),
      ...Object.entries(reference.requests).flatMap(([owner, means]) =>
        Object.keys(means)
          .filter(field => !(owner.includes('.') ? [owner] : inGroup(owner)).some(name => requestOf(name, field)))
          .map(field => `${owner} ${field}`),
      ),
      ...Object.entries(reference.answers).flatMap(([owner, means]) =>
        Object.keys(means)
          .filter(field => !answerOf(owner, field))
          .map(field => `${owner} ${field}`),
      ),
      ...Object.keys(reference.anywhere).filter(name => !named.has(name)),
      ...Object.keys(reference.bodies).filter(name => !ours.some(one => one.operationId === name.replace('.', '_'))),
    ]
    expect(stale).toEqual([])
  })

  it('every answer that says what was done shows its own message', () => {
    // The message of these two is what a model said.
    const said = ['conversations.send', 'settings.testProvider']
    const withMessage = operations().filter(
      ({ name, output }) => output instanceof z.ZodObject && 'message' in output.shape && !said.includes(name),
    )
    expect(withMessage.map(({ name }) => name).sort()).toEqual(Object.keys(reference.messages).sort())
  })

  it('end_reason is a closed list with a sentence for each reason', () => {
    const { description, anyOf } = fields.find(({ at }) => at === 'Call.end_reason')!.schema
    expect(anyOf![0]!.enum).toEqual(endReasons)
    for (const reason of endReasons) expect(description).toMatch(new RegExp(`^- \`${reason}\`: .+\\.$`, 'm'))
  })

  it('the service ends no call with a reason that is not in the list: the compiler refuses it', () => {
    // @ts-expect-error: there is no such reason
    const reason: Parameters<typeof finalize>[3] = 'bored'
    expect(endReasons).not.toContain(reason)
  })

  it('every POST declares its Idempotency-Key, and no other operation does', () => {
    for (const { operationId, method, parameters = [] } of ours) {
      const keys = parameters.filter(parameter => parameter.name === 'Idempotency-Key')
      expect([operationId, keys.length]).toEqual([operationId, method === 'post' ? 1 : 0])
      for (const key of keys) expect(key).toMatchObject({ in: 'header', schema: { type: 'string', maxLength: 255 } })
    }
  })

  it('the headers that tell the rate limit are declared where the service sends them', async () => {
    for (const { operationId, responses } of ours)
      for (const [status, { headers }] of Object.entries(responses)) {
        const named = Object.keys(headers ?? {}).filter(name => name.startsWith('X-RateLimit'))
        expect([operationId, status, named.length]).toEqual([
          operationId,
          status,
          status === '401' || status === 'default' ? 0 : 2,
        ])
        expect([operationId, status, 'Retry-After' in (headers ?? {})]).toEqual([operationId, status, status === '429'])
      }
    const world = await startWorld()
    await world.put('/user/settings', { rate_limit: { per_second: 1, burst: 1 } })
    const [first, second] = [await world.get('/user/me'), await world.get('/user/me')]
    expect([first.status, second.status]).toEqual([200, 429])
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining'])
      expect([name, first.headers.has(name), second.headers.has(name)]).toEqual([name, true, true])
    expect(second.headers.get('Retry-After')).toBe('1')
  })
})
