import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { reference } from '../../src/contract/reference'
import { ConversationEndedBody, InboundCallBody, PostCallBody, TestBody } from '../../src/contract/webhook-bodies'
import { type Operation, operations } from '../../src/main/http/operations'
import { aKnowledgeBase, aNumber, aTool } from '../support/api'
import { silent } from '../support/documents'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, startWorld, type TestWorld } from '../support/world'
import { type Json, openApi } from './openapi-document'

interface Content {
  content?: Record<string, { example?: unknown }>
}
interface Described {
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: Content
  responses: Record<string, Content>
}

const describedBy = ({ path, method }: Operation) => openApi.paths[path]![method.toLowerCase()] as unknown as Described
const exampleIn = (content: Content | undefined) => Object.values(content?.content ?? {})[0]?.example
const named = operations().map(operation => [operation.name, operation] as const)

/** The example of what a request takes: its parameters and its body, as one object. */
function requestOf(operation: Operation): Json {
  const { parameters = [], requestBody } = describedBy(operation)
  const inUrl = parameters.filter(parameter => parameter.in !== 'header' && parameter.example !== undefined)
  return {
    ...Object.fromEntries(inUrl.map(({ name, example }) => [name, example])),
    ...(exampleIn(requestBody) as Json | undefined),
  }
}

describe('the examples of the reference', () => {
  it.each(named)('%s: the example of a request is valid', (_, operation) => {
    const example = requestOf(operation)
    if (describedBy(operation).requestBody) expect(Object.keys(example)).not.toEqual([])
    expect(operation.input.safeParse(example)).toMatchObject({ success: true })
  })

  it.each(named.filter(([, { output }]) => output))('%s: the example of an answer is valid', (_, operation) => {
    const example = exampleIn(describedBy(operation).responses[operation.status])
    expect(operation.output!.safeParse(example)).toMatchObject({ success: true })
    // It shows every field that an answer may have.
    const { properties = {}, $ref } = schemaOf(operation)
    const all = $ref ? (openApi.components.schemas[$ref.split('/').at(-1)!]!.properties as Json) : properties
    if (!Array.isArray(example)) expect(Object.keys(example as Json).sort()).toEqual(Object.keys(all ?? {}).sort())
  })
})

const schemaOf = (operation: Operation) =>
  (describedBy(operation).responses[operation.status] as { content: Record<string, { schema: Json }> }).content[
    'application/json'
  ]!.schema as { properties?: Json; $ref?: string }

const PERSON = '+12025550128'

/** A desk that has the records which the examples name. */
async function theDesk(): Promise<TestWorld> {
  const world = await startWorld({
    reader: silent,
    send: async () => ({ status: 200, body: '{}', truncated: false, headers: {} }),
    fetch: async () => new Response('{}', { status: 500 }),
  })
  for (let n = 0; n < 3; n++) aKnowledgeBase(world)
  for (const number of ['+12125550188', '+12125550189', '+12125550190']) aNumber(world, { number })
  for (let n = 0; n < 2; n++) aTool(world)
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  await given.assistant(world, { type: 'inbound', phone_number_id: 3 })
  await world.put('/user/assistant/2', { status: 'active' })
  world.db.prepare("UPDATE assistants SET uuid = '0b8c9f0e-2a7d-4f4e-8a57-6f0d3c1b2a99' WHERE id = 1").run()
  await given.campaign(world, { assistant_id })
  await given.lead(world, 1)
  await world.post('/conversations', { assistant_id, type: 'api' })
  const uuid = world.db.prepare('SELECT uuid FROM conversations').pluck().get()
  await world.post(`/automate/conversations/${uuid}/disable-ai`)
  await world.post(`/user/people/${encodeURIComponent('+12025550128')}/notes`, { text: 'Has a dog.' })
  await world.post('/user/promised-callbacks', { phone_number: '+12025550128', at: '2026-02-23T15:30:00Z' })
  await world.post('/user/blacklist/import', { phone_numbers: ['+12025550126', '+12025550127'] })
  await world.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+12125550187',
    sip_address: 'sip.example.com',
    sip_username: 'desk',
    sip_password: 'a-long-password',
  })
  await world.post('/user/simulator/inbound-sms', { from: PERSON, to: '+12125550188', body: 'Are you open?' })
  world.db.prepare("UPDATE campaigns SET status = 'stopped', halted_at = 1 WHERE id = 1").run()
  for (const webhook of ['msg_1', 'msg_2'])
    world.db
      .prepare(
        "INSERT INTO deliveries (webhook_id, user_id, event, url, host, body, status, created_at, died_at) VALUES (?, 1, 'test', 'http://127.0.0.1:4700/', '127.0.0.1:4700', '{}', 'dead', 0, 1)",
      )
      .run(webhook)
  return world
}

describe('the service takes the examples of the reference', () => {
  // A number can be bought only after a search has offered it, and what a search offers is not known before.
  const sent = named.filter(([name, one]) => describedBy(one).requestBody && name !== 'phoneNumbers.purchase')
  it.each(sent)('%s', async (_, operation) => {
    const world = await theDesk()
    const body = exampleIn(describedBy(operation).requestBody)
    const uuid = world.db.prepare('SELECT uuid FROM conversations').pluck().get() as string
    const trunk = /SipTrunk$/.test(operation.name) ? '4' : '1'
    const id = operation.path.includes('providers') ? '44' : trunk
    const path = operation.path
      .replace('{uuid}', uuid)
      .replace('{documentId}', '1')
      .replace('{phone_number}', encodeURIComponent(PERSON))
      .replace(/\{(id|assistant)\}/, id)
    if (path.includes('/documents/'))
      await world.post(path.replace(/\/\d+$/, ''), { name: 'x', type: 'website', url: 'http://127.0.0.1:1/' })
    const answer = await world.request(operation.method, path, body)
    expect([answer.status, answer.body]).toEqual([operation.status, answer.body])
    const message = reference.messages[operation.name]
    if (message !== undefined) expect(answer.body.message).toBe(message)
  })
})

describe('what the service sends is what the reference says', () => {
  /** Parses a body that was sent, with no key allowed that its schema does not name. */
  const read = <T extends z.ZodObject>(schema: T, body: string) => schema.strict().parse(JSON.parse(body))

  it('after a call of a campaign and after a single one', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: receiver.url })
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(10 * MINUTE)
    const bodies = receiver.received.map(({ body }) => read(PostCallBody, body))
    expect(bodies).toHaveLength(2)
    expect(bodies.filter(({ lead, campaign }) => lead && campaign)).toHaveLength(1)
  })

  it('after a chat', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { conversation_ended_webhook_url: receiver.url })
    const { conversation_id } = (await world.post('/conversations', { assistant_id, type: 'api' })).body
    await world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })
    await world.advance(40 * MINUTE)
    expect(receiver.received).toHaveLength(1)
    expect(read(ConversationEndedBody, receiver.received[0]!.body)).toMatchObject({ conversation_id })
  })

  it('before an inbound call is answered', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    const number = given.number('90')
    const id = aNumber(world, { number })
    const inbound = { type: 'inbound', phone_number_id: id, inbound_webhook_url: receiver.url }
    const assistant_id = await given.assistant(world, inbound)
    await world.put(`/user/assistant/${assistant_id}`, { status: 'active' })
    await world.post('/user/simulator/inbound-call', { from: given.number('24'), to: number })
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(1)
    expect(read(InboundCallBody, receiver.received[0]!.body)).toMatchObject({ assistant_id, assistant_phone: number })
  })

  it('as a test', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    await world.post('/user/webhooks/test', { url: receiver.url })
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(1)
    read(TestBody, receiver.received[0]!.body)
  })

  it('every webhook stands in the document with an example that is valid and the headers that are sent', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    await world.post('/user/webhooks/test', { url: receiver.url })
    await world.advance(MINUTE)
    const bodies = {
      'call.ended': PostCallBody,
      'conversation.ended': ConversationEndedBody,
      'call.incoming': InboundCallBody,
      test: TestBody,
    }
    const webhooks = openApi.webhooks as Record<string, { post: Described }>
    expect(Object.keys(webhooks).sort()).toEqual(Object.keys(bodies).sort())
    for (const [name, body] of Object.entries(bodies)) {
      const { parameters = [], requestBody } = webhooks[name]!.post
      expect([name, body.strict().safeParse(exampleIn(requestBody)).success]).toEqual([name, true])
      for (const { name } of parameters) expect(receiver.received[0]!.headers).toHaveProperty(name)
    }
  })
})
