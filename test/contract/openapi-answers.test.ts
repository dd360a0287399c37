import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { operations } from '../../src/main/http/operations'
import { aNumber, blacklisted, leaveBalance, UNKNOWN } from '../support/api'
import { type Answer, given, startWorld, type TestWorld } from '../support/world'
import { openApi } from './openapi-document'

/** The schema of an answer in the document, with no keys allowed that it does not name. */
function schemaOf(method: string, path: string, status: number): z.ZodType {
  const { responses } = openApi.paths[path]![method.toLowerCase()]!
  const { schema } = (responses[status] ?? responses.default)!.content!['application/json']!
  const closed = JSON.parse(
    JSON.stringify({ ...schema, $defs: openApi.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
    (_, node) =>
      node?.type === 'object' && node.properties && node.additionalProperties === undefined
        ? { ...node, additionalProperties: false }
        : node,
  )
  return z.fromJSONSchema(closed)
}

/** Expects an answer that the document describes under the same status. */
function expectAsDescribed(answer: Answer, method: string, path: string, status: number, named = true) {
  expect(answer).toMatchObject({ status })
  if (named) expect(openApi.paths[path]![method.toLowerCase()]!.responses).toHaveProperty(String(status))
  expect(schemaOf(method, path, status).safeParse(answer.body)).toMatchObject({ success: true })
}

it('a key that the document does not name is an error', () => {
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
  ['wrong fields', 'POST', '/user/assistant', 422, w => w.post('/user/assistant', { name: '' })],
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
    400,
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
      return w.post('/user/make_call', { assistant_id: await given.assistant(w), phone_number: given.number('24') })
    },
  ],
  [
    'a halted desk',
    'POST',
    '/user/make_call',
    409,
    async w => {
      await w.post('/user/dialing/halt')
      return w.post('/user/make_call', { assistant_id: await given.assistant(w), phone_number: given.number('24') })
    },
  ],
  [
    'an unknown assistant',
    'POST',
    '/user/make_call',
    404,
    w => w.post('/user/make_call', { assistant_id: UNKNOWN, phone_number: given.number('24') }),
  ],
  [
    'a number without SMS',
    'POST',
    '/user/sms',
    400,
    async w => {
      const from = aNumber(w)
      w.db.prepare('UPDATE phone_numbers SET sms_capable = 0').run()
      return w.post('/user/sms', { from, to: given.number('24'), body: 'Hello' })
    },
  ],
  [
    'a listed number',
    'POST',
    '/user/sms',
    400,
    async w => {
      const to = given.number('24')
      blacklisted(w, to)
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
  ['a number not offered', 'POST', '/user/phone-numbers/purchase', 400, w => buy(w, given.number('24'))],
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
      const { call_id } = (await w.post('/user/make_call', { assistant_id, phone_number: given.number('24') })).body
      return w.delete(`/user/calls/${call_id}`)
    },
  ],
  ['an unknown base', 'GET', DOCUMENTS, 404, w => w.get(DOCUMENTS.replace('{id}', '999'))],
  ['a chat with nobody', 'POST', '/conversations', 404, w => w.post('/conversations', { assistant_id: UNKNOWN })],
  ['a chat with nothing', 'POST', '/conversations', 422, w => w.post('/conversations', {})],
  ['an unknown chat', 'POST', CHAT, 404, w => w.post(CHAT.replace('{uuid}', crypto.randomUUID()), { message: 'Hi' })],
  ['nothing said', 'POST', '/user/ai/generate-reply', 422, w => w.post('/user/ai/generate-reply', {})],
  [
    'an unknown assistant in generate-reply',
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

describe('the document describes the answers', () => {
  it.each(refusals)('%s: %s %s %d', async (_, method, path, status, ask) => {
    expectAsDescribed(await ask(await startWorld()), method, path, status)
  })

  it('the document describes the answers to a body that is too large or of another type', async () => {
    const world = await startWorld()
    const large = await world.post('/user/lead', `{"pad": "${'x'.repeat(1024 * 1024)}"}`)
    expectAsDescribed(large, 'POST', '/user/lead', 413, false)
    const typed = await world.request('POST', '/user/lead', 'x', { headers: { 'content-type': 'text/plain' } })
    expectAsDescribed(typed, 'POST', '/user/lead', 415, false)
  })

  it('the document describes the answer of every GET without an id', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world)
    await given.lead(world, campaign_id)
    await given.started(world, campaign_id)
    await world.advance(600_000)
    const needed: Record<string, string> = {
      '/user/stats': '?from=2026-01-05&to=2026-01-05',
      '/user/stats/costs': '?from=2026-01-05&to=2026-01-05',
      '/user/people': '?search=555',
      '/user/settings/retention-effect': '?days=30',
      '/user/sms/check': '?from=1&to=%2B12025550124',
    }
    for (const { method, path, output } of operations())
      if (output && method === 'GET' && !path.includes('{')) {
        expectAsDescribed(await world.get(path + (needed[path] ?? '')), 'GET', path, 200)
      }
    for (const path of ['/user/calls/{id}', '/user/campaigns/{id}', '/user/assistant/{id}', '/user/leads/{id}/explain'])
      expectAsDescribed(await world.get(path.replace('{id}', '1')), 'GET', path, 200)
  })
})
