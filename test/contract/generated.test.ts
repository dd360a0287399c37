import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { type Operation, operations } from '../../src/main/http/operations'
import { aKnowledgeBase, aNumber, aTool, digest, inMode } from '../support/api'
import { silent } from '../support/documents'
import { type Answer, anAssistant, given, MINUTE, SECOND, startWorld, type TestWorld } from '../support/world'

// Generated requests with valid values, wrong values and noise in every mixture. Every answer must keep to the contract,
// and a refusal must change nothing.

/** How many requests each operation is sent. */
const RUNS = 20

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
}

const strange = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '0',
  '1',
  '-1',
  'null',
  '\u0000',
  '\ud800',
  'é\u202e🙂',
  'x'.repeat(3000),
  '%',
  "'; DROP TABLE leads; --",
  '{{name}}',
  0,
  -0,
  -1,
  1.5,
  1e15,
  2 ** 53,
  1e308,
  5e-324,
  true,
  false,
  [],
  [[]],
  [null],
  ['1'],
  {},
  { type: 'end_call' },
  { length: 1 },
  JSON.parse('{"__proto__": {"a": 1}, "constructor": "x", "toString": null}'),
)
const noise = fc.oneof(strange, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }))

const ids = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom<unknown>('1', '2', 987_654_321, '00001'))
const days = fc.constantFrom('2026-01-05', '2026-01-04', '2026-02-30', '0000-01-01', '9999-12-31')
const numbers = fc.constantFrom(
  '+12015550124',
  '+1 (201) 555-0102',
  '+390612345624',
  '+1',
  '+99912345678',
  '2015550114',
)
const variables = fc.dictionary(fc.constantFrom('name', 'city', '1st', '__proto__', 'constructor'), noise)
const tool = fc.record(
  {
    type: fc.constantFrom('end_call', 'call_transfer', 'collect_keypad', 'assistant_transfer', 'nope'),
    data: fc.oneof(noise, fc.record({ timeout: fc.integer({ min: -1, max: 40 }), assistant_id: ids })),
    phone_number: numbers,
    assistant_id: ids,
    timeout: noise,
  },
  { requiredKeys: ['type'] },
)

/** Values for what a schema alone does not describe, by the field's name. */
const known: [RegExp, fc.Arbitrary<unknown>][] = [
  [/(^|_)id$/, ids],
  [/_ids$/, fc.array(ids, { maxLength: 3 })],
  [/^(from|to)$/, fc.oneof(numbers, ids, fc.constant('+12125550190'))],
  [/^phone_number$/, fc.oneof(numbers, fc.constantFrom('+1201', '5', '12'))],
  [/^date_/, days],
  [/^timezone$/, fc.constantFrom('UTC', 'Europe/Rome', 'europe/rome', '+01:00', 'Etc/GMT+5', 'Mars/Olympus')],
  [/url$/, fc.constantFrom('http://127.0.0.1:1/x', 'https://example.com', 'ftp://x', 'http://', 'http://a:b@c/')],
  [
    /^start_at$/,
    fc.constantFrom('2026-01-06T09:00:00Z', '2027-01-01 09:00', '2026-01-01T00:00:00Z', '2028-01-01T00:00:00Z'),
  ],
  [/_time$/, fc.constantFrom('09:00', '18:00:00', '23:59', '24:00', '9:00')],
  // Never so low that the requests that follow would be refused.
  [/^rate_limit$/, fc.constantFrom<unknown>({}, { burst: 100_000 }, { per_second: 0, burst: -1 }, 'much')],
  [/^file$/, fc.constantFrom('a text', '')],
  [/^variables$/, variables],
  [/^tools$/, fc.array(tool, { maxLength: 3 })],
  [/^last4$/, fc.constantFrom('4242', '0000', '42', 'abcd')],
  [/^page$/, fc.constantFrom(1, 2, 1_000_000, 999_999_999_999_999)],
]

/** Values of a field that are mostly valid. */
function plausible(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const byName = known.find(([pattern]) => pattern.test(name))
  if (byName) return byName[1]
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(option => plausible(option)))
  const types = [schema.type ?? []].flat()
  const { minimum: min = 0, maximum: max = 1000 } = schema
  return fc.oneof(
    ...(types.length > 0 ? types : ['noise']).map((type): fc.Arbitrary<unknown> => {
      switch (type) {
        case 'integer':
          return fc.oneof(fc.integer({ min: min - 1, max: max + 1 }), fc.constantFrom(min, max))
        case 'number':
          return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, max + 0.01))
        case 'boolean':
          return fc.boolean()
        case 'null':
          return fc.constant(null)
        case 'string':
          return fc.oneof(fc.string(), fc.constant('x'.repeat(schema.maxLength ?? 10)), fc.constant('A name'))
        case 'array':
          return fc.array(plausible(schema.items ?? {}), { maxLength: 3 })
        case 'object':
          return schema.properties ? bodyOf(schema.properties) : fc.dictionary(fc.string(), noise, { maxKeys: 3 })
        default:
          return noise
      }
    }),
  )
}

const field = (schema: Schema, name: string) =>
  fc.oneof({ arbitrary: plausible(schema, name), weight: 6 }, { arbitrary: noise, weight: 1 })

const bodyOf = (properties: Record<string, Schema>) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, field(schema, name)])), {
    requiredKeys: [],
  })

function schemaOf(operation: Operation): Record<string, Schema> {
  const { properties = {} } = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      Object.assign(jsonSchema, (zodSchema as unknown as z.ZodType).meta?.()?.json)
    },
  }) as Schema
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !operation.pathParams.includes(name)))
}

/** Valid bodies of an operation. Generated bodies differ from them in a field or two. */
const sound: Record<string, object[]> = {
  'assistants.create': [anAssistant(), anAssistant(inMode.multimodal), anAssistant({ type: 'inbound' })],
  'assistants.update': [{}, { mode: 'multimodal', voice_id: 11 }, { mode: 'pipeline' }],
  'campaigns.create': [{ name: 'Campaign', assistant_id: 1 }],
  'campaigns.updateStatus': [
    { campaign_id: 1, action: 'start' },
    { campaign_id: 1, action: 'stop' },
  ],
  'leads.create': [{ campaign_id: 1, phone_number: '+12015550124', allow_dupplicate: true }],
  'calls.make': [{ assistant_id: 1, phone_number: '+12015550124' }],
  'account.topUp': [{ amount: 1 }],
  'assistants.enableWebhook': [{ assistant_id: 1, webhook_url: 'http://127.0.0.1:1/x' }],
  'blacklist.add': [{ phone_number: '+12015550124' }],
  'conversations.create': [{ assistant_id: 1, type: 'api' }],
  'conversations.send': [{ message: 'Hello' }],
  'conversations.generateReply': [{ assistant_id: 1, customer_identifier: 'x', message: 'Hello' }],
  'leads.addMany': [{ campaign_id: 1, leads: [{ phone_number: '+12015550124' }, { phone_number: '1' }] }],
  'simulator.inboundCall': [{ from: '+12015550124', to: '+12125550190' }],
  'tools.create': [{ name: 'tell', description: 'Tells', endpoint: 'http://127.0.0.1:1/', method: 'GET' }],
  'knowledgebases.create': [{ name: 'Prices' }],
  'knowledgebases.search': [{ query: 'prices' }],
  'documents.create': [
    { name: 'Site', type: 'website', url: 'http://127.0.0.1:1/' },
    { name: 'Site', type: 'website', links: [{ link: 'http://127.0.0.1:1/' }] },
  ],
  'phoneNumbers.search': [{}, { country_code: 'IT' }, { contains: '12' }],
  'phoneNumbers.createSipTrunk': [
    {
      sip_trunk_type: 'number',
      phone_number: '+12015550124',
      sip_username: 'desk',
      sip_password: 'secret',
      sip_address: 'sip.example.com',
    },
  ],
  'sms.send': [{ from: 1, to: '+12015550124', body: 'Hello' }],
  'sms.simulateInbound': [{ from: '+12015550124', to: '+12125550190', body: 'STOP' }],
  'account.addPaymentMethod': [{ label: 'Card', last4: '4242' }],
}

/** A random body, or a valid body with a few fields changed. */
function inputOf(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const properties = schemaOf(operation)
  const names = Object.keys(properties)
  const mixture = bodyOf(properties)
  const bases = sound[operation.name] ?? [{}]
  if (names.length === 0) return fc.constant({})
  const few = fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 2 })
    .chain(chosen =>
      fc.record(Object.fromEntries(chosen.map(name => [name, field(properties[name]!, name)])) as object),
    )
  return fc.oneof(
    { arbitrary: mixture, weight: 1 },
    {
      arbitrary: fc.tuple(fc.constantFrom(...bases), few).map(([base, changes]) => ({ ...base, ...changes })),
      weight: 3,
    },
  )
}

const pathId = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 4 }).map(String), weight: 4 },
  {
    arbitrary: fc.constantFrom('0', '-1', '01', '1.0', 'abc', '%00', '999999999999999', "1'", '1%2F2'),
    weight: 1,
  },
)

/** A person by a number, a chat by its uuid, everything else by its id. The key that asks is not revoked: it is the first. */
function inPath(operation: Operation, name: string): fc.Arbitrary<string> {
  if (name === 'phone_number') return numbers.map(encodeURIComponent)
  if (name === 'uuid') return fc.constantFrom(...chats, '00000000-0000-4000-8000-000000000000', 'x'.repeat(36))
  return operation.name === 'account.revokeKey' ? pathId.filter(id => id !== '1') : pathId
}
/** The uuids of the chats of the desk, which are the same in each. */
const chats = ['1', '2', '3'].map(n => `${n.repeat(8)}-0000-4000-8000-000000000000`)

const asQuery = (value: unknown) => (typeof value === 'string' ? value : String(JSON.stringify(value)))

interface Sent {
  path: string
  body: string | undefined
}
function requestOf(operation: Operation): fc.Arbitrary<Sent> {
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE'
  const ids = fc.record(Object.fromEntries(operation.pathParams.map(name => [name, inPath(operation, name)])))
  return fc.tuple(ids, inputOf(operation)).map(([ids, input]) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
    if (!inQuery) return { path, body: JSON.stringify(input) }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input)) query.append(name, asQuery(value).toWellFormed())
    return { path: `${path}?${query}`, body: undefined }
  })
}

/** Some records of each kind, so that random ids are often right. */
async function aDesk(): Promise<TestWorld> {
  const world = await startWorld({ reader: silent })
  const knowledgebase_id = aKnowledgeBase(world)
  const documents = `/user/knowledgebases/${knowledgebase_id}/documents`
  for (let i = 0; i < 4; i++) await world.post(documents, { name: 'x', type: 'website', url: 'http://127.0.0.1:1/' })
  world.db.prepare("UPDATE documents SET status = 'failed', error = 'x' WHERE id = 2").run()
  world.db.prepare("UPDATE documents SET status = 'active' WHERE id = 3").run()
  aNumber(world, { number: '+12125550190' })
  for (const type of ['caller_id', 'sip']) aNumber(world, { type })
  aTool(world)
  const webhook = {
    is_webhook_active: true,
    webhook_url: 'http://127.0.0.1:1/hook',
    send_webhook_only_on_completed: false,
  }
  const assistant_id = await given.assistant(world, { ...webhook, knowledgebase_id, variables: { name: 'nobody' } })
  // None of them records: a file is written in real time, and its call would end between two requests.
  for (const over of [{ type: 'inbound' }, inMode.dualplex, {}]) await given.assistant(world, over)
  for (const [i, uuid] of chats.entries()) {
    await world.post('/conversations', { assistant_id, type: i === 0 ? 'widget' : 'api' })
    world.db.prepare('UPDATE conversations SET uuid = ? WHERE id = ?').run(uuid, i + 1)
  }
  await world.post(`/automate/conversations/${chats[1]}/disable-ai`)
  for (let i = 0; i < 3; i++) await world.post('/user/api-keys', { name: 'x' })
  for (let i = 0; i < 4; i++) await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  const campaign = await given.campaign(world, { assistant_id })
  for (const ending of ['01', '03', '07', '24']) await given.lead(world, campaign, { ending })
  for (let i = 0; i < 4; i++) await world.post(`/user/campaigns/${campaign}/rehearse`)
  await given.started(world, campaign)
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('03') })
  await world.post('/user/balance/top-up', { amount: 100_000 })
  await world.advance(MINUTE)
  // Nobody listens at that URL; some of the deliveries have been given up.
  for (const status of ['delivering', 'dead'])
    world.db.prepare('UPDATE deliveries SET status = ?, next_try_at = NULL').run(status)
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('03') })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('07') })
  await world.advance(20 * SECOND)
  return world
}

const Message = z.strictObject({
  message: z.string().min(1),
  error: z.string().min(1).optional(),
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  success: z.literal(false).optional(),
  status: z.literal(false).optional(),
  error_code: z.literal('ASSISTANT_NOT_FOUND').optional(),
  data: z.object({ campaign_id: z.int(), status: z.string() }).optional(),
})
const Refusal = z.union([Message, z.strictObject({ error: z.string().min(1) })])

it.each(
  operations()
    .filter(({ output }) => output)
    .map(operation => [operation.name, operation] as const),
)('%s keeps to its contract for any input', async (_, operation) => {
  const world = await aDesk()
  const changes = () => world.db.prepare('SELECT total_changes()').pluck().get() as number
  await world.get('/user/me')
  let known = digest(world)
  let counted = changes()
  let sent = 0
  const check = ({ status, body }: Answer) => {
    expect(status).toBeLessThan(500)
    expect(typeof body).toBe('object')
    // What was rolled back is counted too, so only the digest can say that something has changed.
    const touched = changes() !== counted
    const now = touched ? digest(world) : known
    if (status < 300) {
      expect(status).toBe(operation.status)
      expect(operation.output!.safeParse(body)).toMatchObject({ success: true })
    } else {
      expect(Refusal.safeParse(body)).toMatchObject({ success: true })
      expect([400, 404, 409, 422]).toContain(status)
      // An unknown action of a campaign names its field too.
      expect(status === 422 || body.success === false || !('errors' in body)).toBe(true)
      expect(now).toEqual(known)
    }
    if (operation.method === 'GET') expect(now).toEqual(known)
    known = now
    counted = changes()
  }
  await fc.assert(
    fc.asyncProperty(requestOf(operation), async ({ path, body }) => {
      // Every other request has a key of its own: what is done once keeps to the contract too.
      const headers: Record<string, string> = sent % 2 === 0 ? {} : { 'idempotency-key': `${sent}` }
      check(await world.request(operation.method, path, body, { headers }))
      // Time passes now and then, so that calls and deliveries make progress.
      if (++sent % 10 !== 0) return
      await world.advance(20 * SECOND)
      known = digest(world)
      counted = changes()
    }),
    { numRuns: RUNS },
  )
})
