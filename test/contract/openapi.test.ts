import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../../src/main/http/openapi'
import { operations } from '../../src/main/http/operations'
import { aNumber, leaveBalance, listed, UNKNOWN } from '../support/api'
import { type Answer, given, startWorld, type TestWorld } from '../support/world'

type Json = Record<string, unknown>
interface Response {
  content?: { 'application/json'?: { schema: Json } }
}
interface Described {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, Response>
}
interface Document extends Json {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Json> }
}

const BASE = 'http://127.0.0.1:4620/api'
let document: Document
beforeAll(() => {
  document = openApiDocument(BASE) as Document
})
const all = () => Object.values(document.paths).flatMap(methods => Object.values(methods))

describe('the document', () => {
  it('is what the service answers, with the address that it listens at', async () => {
    const world = await startWorld()
    const answered = await (await fetch(`${world.service.api}/openapi.json`)).json()
    expect(answered).toEqual(openApiDocument(world.service.api))
  })

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('gives every operation an id of its own, a summary and a tag', () => {
    const ids = all().map(({ operationId }) => operationId)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+_[a-zA-Z]+$/)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operationId, summary, tags } of all()) {
      expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z].*[^.]$/)])
      expect([operationId, tags]).toEqual([operationId, [expect.stringMatching(/\S/)]])
    }
  })

  it('has whatever it refers to, and no component that nothing refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1]!)
    expect(references.length).toBeGreaterThan(100)
    const at = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (node, key) => (node as Json | undefined)?.[key.replace('~1', '/').replace('~0', '~')],
          document,
        )
    for (const reference of references) expect([reference, at(reference)]).toEqual([reference, expect.any(Object)])
    // What the events hold is said in words, where the document has no way to say it.
    const unused = Object.keys(document.components.schemas).filter(
      name => name !== 'Event' && !references.includes(`#/components/schemas/${name}`),
    )
    expect(unused).toEqual([])
  })

  it('names every path parameter', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const { parameters = [] } of Object.values(methods) as { parameters?: { in: string; name: string }[] }[]) {
        const inPath = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
        expect([path, inPath.sort()]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()])
      }
  })

  it('gives every body and every answer a type with a name', () => {
    for (const { operationId, responses, ...rest } of all()) {
      const { requestBody } = rest as { requestBody?: Response }
      for (const message of [requestBody, ...Object.values(responses)]) {
        const schema = message?.content?.['application/json']?.schema
        if (!schema) continue
        const { $ref, anyOf, items } = schema as { $ref?: string; anyOf?: Json[]; items?: Json }
        const names = [$ref, ...(anyOf ?? []).map(one => one.$ref), items?.$ref].filter(Boolean)
        expect([operationId, names.length > 0]).toEqual([operationId, true])
      }
    }
  })
})

/** The operations as the interface writes them. */
const theInterface = `
POST   /user/assistant
PUT    /user/assistant/{id}
DELETE /user/assistant/{id}
GET    /user/assistants/get
GET    /user/leads
POST   /user/lead
POST   /user/make_call
GET    /user/campaigns
POST   /user/campaigns/update-status
POST   /user/sms
GET    /user/phone-numbers/search
POST   /user/phone-numbers/purchase
GET    /user/phone-numbers/all
GET    /user/knowledgebases
GET    /user/tools`

/** What the hosted service has besides, and existing clients ask for. */
const besides = `
GET    /user/me
GET    /user/assistants/voices
GET    /user/assistants/languages
GET    /user/assistants/models
GET    /user/assistants/synthesizer-providers
GET    /user/assistants/transcriber-providers
GET    /user/assistants/phone-numbers
GET    /user/assistant/{id}
GET    /user/assistants/outbound
GET    /user/assistants
POST   /user/assistants/enable-webhook
POST   /user/assistants/disable-webhook
POST   /user/assistants/enable-inbound-webhook
POST   /user/assistants/disable-inbound-webhook
POST   /user/assistants/enable-conversation-ended-webhook
POST   /user/assistants/disable-conversation-ended-webhook
POST   /user/campaigns
GET    /user/campaigns/{id}
PUT    /user/campaigns/{id}
DELETE /user/campaign/{id}
POST   /user/campaigns/{id}/duplicate
PUT    /user/leads/{id}
DELETE /user/leads/{id}
POST   /user/leads/import
GET    /user/blacklist
POST   /user/blacklist
DELETE /user/blacklist
GET    /user/calls
GET    /user/calls/{id}
DELETE /user/calls/{id}
POST   /user/calls/{id}/hang-up
POST   /user/knowledgebases
GET    /user/knowledgebases/{id}
PUT    /user/knowledgebases/{id}
DELETE /user/knowledgebases/{id}
GET    /user/knowledgebases/{id}/documents
POST   /user/knowledgebases/{id}/documents
GET    /user/knowledgebases/{id}/documents/{documentId}
PUT    /user/knowledgebases/{id}/documents/{documentId}
DELETE /user/knowledgebases/{id}/documents/{documentId}
POST   /user/knowledgebases/{id}/documents/{documentId}/retry
GET    /user/knowledgebases/{id}/search
POST   /user/tools
GET    /user/tools/{id}
PUT    /user/tools/{id}
DELETE /user/tools/{id}
GET    /user/phone-numbers
PUT    /user/phone-numbers/{id}
DELETE /user/phone-numbers/{id}
GET    /user/phone-numbers/sip-trunks
POST   /user/phone-numbers/sip-trunks
GET    /user/phone-numbers/sip-trunks/{id}
PUT    /user/phone-numbers/sip-trunks/{id}
GET    /user/sms
POST   /conversations
POST   /conversations/{uuid}/messages
GET    /conversations/{uuid}
GET    /user/conversations
POST   /user/ai/generate-reply
POST   /automate/conversations/{uuid}/disable-ai
POST   /automate/conversations/{uuid}/enable-ai`

/** Operations of our own. */
const ofOurOwn = `
GET    /user/api-keys
POST   /user/api-keys
DELETE /user/api-keys/{id}
POST   /user/balance/top-up
GET    /user/ledger
GET    /user/payment-methods
POST   /user/payment-methods
DELETE /user/payment-methods/{id}
GET    /user/settings
PUT    /user/settings
POST   /user/settings/providers/{id}/test
GET    /user/dialing
POST   /user/dialing/pause
POST   /user/dialing/resume
POST   /user/dialing/halt
GET    /user/webhook-deliveries
GET    /user/webhook-deliveries/{id}
POST   /user/webhook-deliveries/{id}/redeliver
POST   /user/webhook-deliveries/redeliver-dead
POST   /user/webhook-secret/rotate
POST   /user/webhooks/test
GET    /user/campaigns/{id}/explain
GET    /user/leads/{id}/explain
POST   /user/campaigns/{id}/rehearse
GET    /user/rehearsals/{id}
DELETE /user/rehearsals/{id}
GET    /user/people/{phone_number}
DELETE /user/people/{phone_number}
GET    /user/stats
GET    /user/calls/{id}/waveform
GET    /user/events
POST   /user/simulator/inbound-call
POST   /user/simulator/inbound-sms`

describe('the document has', () => {
  const lines = [theInterface, besides, ofOurOwn].flatMap(list => list.trim().split('\n'))
  it.each(lines.map(line => line.split(/ +/) as [string, string]))('%s %s', (method, path) => {
    expect(Object.keys(document.paths)).toContain(path)
    expect(document.paths[path]).toHaveProperty(method.toLowerCase())
  })

  it('nothing that the service does not answer', async () => {
    const world = await startWorld()
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods)) {
        const at = path.replace(/\{uuid\}/, crypto.randomUUID()).replace(/\{\w+\}/g, String(UNKNOWN))
        const abort = new AbortController()
        const headers = { authorization: `Bearer ${world.key}` }
        const init = { method: method.toUpperCase(), headers, signal: abort.signal }
        const { status, headers: answered } = await fetch(world.service.api + at, init)
        expect([path, status]).not.toEqual([path, 405])
        expect([path, answered.get('content-type')]).toEqual([
          path,
          expect.stringMatching(path === '/user/events' ? /event-stream/ : /json/),
        ])
        abort.abort()
      }
  })
})

/** The schema of an answer as the document has it, taken at its word: no key more than it names. */
function schemaOf(method: string, path: string, status: number): z.ZodType {
  const { responses } = document.paths[path]![method.toLowerCase()]!
  const { schema } = (responses[status] ?? responses.default)!.content!['application/json']!
  const closed = JSON.parse(
    JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
    (_, node) =>
      node?.type === 'object' && node.properties && node.additionalProperties === undefined
        ? { ...node, additionalProperties: false }
        : node,
  )
  return z.fromJSONSchema(closed)
}

/** Expects an answer that the document describes under its very status. */
function expectAsDescribed(answer: Answer, method: string, path: string, status: number, named = true) {
  expect(answer).toMatchObject({ status })
  if (named) expect(document.paths[path]![method.toLowerCase()]!.responses).toHaveProperty(String(status))
  expect(schemaOf(method, path, status).safeParse(answer.body)).toMatchObject({ success: true })
}

it('a key that the document does not name is noticed', () => {
  const schema = schemaOf('GET', '/user/me', 404)
  expect(schema.safeParse({ message: 'Not found.' }).success).toBe(true)
  expect(schema.safeParse({ message: 'Not found.', more: 1 }).success).toBe(false)
  expect(schema.safeParse({ error: 'Not found.' }).success).toBe(false)
})

type Ask = (world: TestWorld) => Promise<Answer>
const CHAT = '/conversations/{uuid}/messages'
const DOCUMENTS = '/user/knowledgebases/{id}/documents'

const refusals: [string, string, string, number, Ask][] = [
  ['no key', 'GET', '/user/me', 401, w => w.request('GET', '/user/me', undefined, { headers: { authorization: '' } })],
  ['faults', 'POST', '/user/assistant', 422, w => w.post('/user/assistant', { name: '' })],
  ['a filter that is wrong', 'GET', '/user/leads', 422, w => w.get('/user/leads?per_page=0')],
  ['an unknown id', 'PUT', '/user/assistant/{id}', 404, w => w.put(`/user/assistant/${UNKNOWN}`, {})],
  ['an unknown id', 'DELETE', '/user/assistant/{id}', 404, w => w.delete(`/user/assistant/${UNKNOWN}`)],
  [
    'a campaign without leads',
    'POST',
    '/user/campaigns/update-status',
    400,
    async w => w.post('/user/campaigns/update-status', { campaign_id: await given.campaign(w), action: 'start' }),
  ],
  [
    'an unknown campaign',
    'POST',
    '/user/campaigns/update-status',
    404,
    w => w.post('/user/campaigns/update-status', { campaign_id: UNKNOWN, action: 'start' }),
  ],
  [
    'an action that there is not',
    'POST',
    '/user/campaigns/update-status',
    422,
    w => w.post('/user/campaigns/update-status', { campaign_id: UNKNOWN, action: 'pause' }),
  ],
  [
    'a number that is impossible',
    'POST',
    '/user/make_call',
    400,
    async w => w.post('/user/make_call', { assistant_id: await given.assistant(w), phone_number: '+1' }),
  ],
  [
    'no balance',
    'POST',
    '/user/make_call',
    422,
    async w => {
      await leaveBalance(w, 0)
      return w.post('/user/make_call', { assistant_id: await given.assistant(w), phone_number: given.number('14') })
    },
  ],
  [
    'a halted desk',
    'POST',
    '/user/make_call',
    409,
    async w => {
      await w.post('/user/dialing/halt')
      return w.post('/user/make_call', { assistant_id: await given.assistant(w), phone_number: given.number('14') })
    },
  ],
  [
    'an unknown assistant',
    'POST',
    '/user/make_call',
    404,
    w => w.post('/user/make_call', { assistant_id: UNKNOWN, phone_number: given.number('14') }),
  ],
  [
    'a number without SMS',
    'POST',
    '/user/sms',
    400,
    async w => {
      const from = aNumber(w)
      w.db.prepare('UPDATE phone_numbers SET sms_capable = 0').run()
      return w.post('/user/sms', { from, to: given.number('14'), body: 'Hello' })
    },
  ],
  [
    'a listed number',
    'POST',
    '/user/sms',
    400,
    async w => {
      const to = given.number('14')
      listed(w, to)
      return w.post('/user/sms', { from: aNumber(w), to, body: 'Hello' })
    },
  ],
  ['no payment method', 'POST', '/user/phone-numbers/purchase', 402, async w => buy(w, await offered(w))],
  [
    'a number that is taken',
    'POST',
    '/user/phone-numbers/purchase',
    400,
    async w => buy(w, (await w.get(`/user/phone-numbers/all`)).body.data[0]?.phone_number ?? (await bought(w))),
  ],
  ['a number not offered', 'POST', '/user/phone-numbers/purchase', 422, w => buy(w, given.number('14'))],
  [
    'a body that is no JSON',
    'POST',
    '/user/phone-numbers/purchase',
    400,
    w => w.post('/user/phone-numbers/purchase', '{'),
  ],
  [
    'a number released already',
    'DELETE',
    '/user/phone-numbers/{id}',
    400,
    async w => {
      await bought(w)
      await w.delete('/user/phone-numbers/1')
      return w.delete('/user/phone-numbers/1')
    },
  ],
  [
    'a call under way',
    'DELETE',
    '/user/calls/{id}',
    409,
    async w => {
      const assistant_id = await given.assistant(w)
      const { call_id } = (await w.post('/user/make_call', { assistant_id, phone_number: given.number('14') })).body
      return w.delete(`/user/calls/${call_id}`)
    },
  ],
  ['an unknown base', 'GET', DOCUMENTS, 404, w => w.get(DOCUMENTS.replace('{id}', '999'))],
  ['a chat with nobody', 'POST', '/conversations', 404, w => w.post('/conversations', { assistant_id: UNKNOWN })],
  ['a chat with nothing', 'POST', '/conversations', 422, w => w.post('/conversations', {})],
  ['an unknown chat', 'POST', CHAT, 404, w => w.post(CHAT.replace('{uuid}', crypto.randomUUID()), { message: 'Hi' })],
  ['nothing said', 'POST', '/user/ai/generate-reply', 422, w => w.post('/user/ai/generate-reply', {})],
  [
    'nobody to say it',
    'POST',
    '/user/ai/generate-reply',
    404,
    w => w.post('/user/ai/generate-reply', { assistant_id: UNKNOWN, customer_identifier: 'Bob', message: 'Hi' }),
  ],
  [
    'too many requests',
    'GET',
    '/user/me',
    429,
    async w => {
      await w.put('/user/settings', { rate_limit: { per_second: 1, burst: 1 } })
      await w.get('/user/me')
      return w.get('/user/me')
    },
  ],
]
const buy = (world: TestWorld, phone_number: string) => world.post('/user/phone-numbers/purchase', { phone_number })
const offered = async (world: TestWorld): Promise<string> =>
  (await world.get('/user/phone-numbers/search')).body.data[0].phone_number
async function bought(world: TestWorld) {
  await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  const number = await offered(world)
  expect((await buy(world, number)).status).toBe(201)
  return number
}

describe('the document describes what is answered to', () => {
  it.each(refusals)('%s: %s %s %d', async (_, method, path, status, ask) => {
    expectAsDescribed(await ask(await startWorld()), method, path, status)
  })

  it('a body that is too large, or of another type', async () => {
    const world = await startWorld()
    const large = await world.post('/user/lead', `{"pad": "${'x'.repeat(1024 * 1024)}"}`)
    expectAsDescribed(large, 'POST', '/user/lead', 413, false)
    const typed = await world.request('POST', '/user/lead', 'x', { headers: { 'content-type': 'text/plain' } })
    expectAsDescribed(typed, 'POST', '/user/lead', 415, false)
  })

  it('every GET that needs no id', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world)
    await given.lead(world, campaign_id)
    await given.started(world, campaign_id)
    await world.advance(600_000)
    for (const { method, path, output } of operations())
      if (output && method === 'GET' && !path.includes('{')) {
        const query = path === '/user/stats' ? '?from=2026-01-05&to=2026-01-05' : ''
        expectAsDescribed(await world.get(path + query), 'GET', path, 200)
      }
    for (const path of ['/user/calls/{id}', '/user/campaigns/{id}', '/user/assistant/{id}', '/user/leads/{id}/explain'])
      expectAsDescribed(await world.get(path.replace('{id}', '1')), 'GET', path, 200)
  })
})
