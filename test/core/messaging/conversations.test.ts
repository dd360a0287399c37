import { describe, expect, it } from 'vitest'
import { balance, expectInvalid, expectMessage, ISO, leaveBalance, UNKNOWN, withoutChange } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { DAY, given, MINUTE, startWorld, type TestWorld } from '../../support/world'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const uuidOf = async (world: TestWorld, id: number) => (await world.get(`/user/assistant/${id}`)).body.uuid

/** A new chat with an assistant. */
async function begun(over: object = {}, type = 'api') {
  const world = await startWorld()
  const assistant = await given.assistant(world, over)
  const { body } = await world.post('/conversations', { assistant_id: await uuidOf(world, assistant), type })
  const uuid: string = body.conversation_id
  const say = (message: unknown) => world.post(`/conversations/${uuid}/messages`, { message })
  const record = async () => (await world.get('/user/conversations')).body.data[0]
  return { world, assistant, uuid, say, record }
}

describe('a chat', () => {
  it('a chat begins with the greeting and its variables', async () => {
    const world = await startWorld()
    const assistant = await given.assistant(world, {
      initial_message: 'Hello {{ name }}, from {{city}}.',
      variables: { name: 'you', city: 'Rome' },
    })
    const { status, body } = await world.post('/conversations', {
      assistant_id: await uuidOf(world, assistant),
      type: 'widget',
      variables: { name: 'Ada' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      history: [{ role: 'assistant', content: 'Hello Ada, from Rome.' }],
    })
    const read = await world.get(`/conversations/${body.conversation_id}`)
    expect(read.body).toEqual({ status: true, history: body.history, variables: { name: 'Ada' } })
  })

  it('the assistant answers a message, and the answer names who spoke', async () => {
    const { world, uuid, say, record } = await begun()
    const { status, body } = await say('Who is this?')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      message: expect.stringContaining('automated assistant'),
      function_calls: [],
      ai_disabled: false,
    })
    expect((await world.get(`/conversations/${uuid}`)).body.history).toEqual([
      { role: 'assistant', content: 'Hello, this is Anna.' },
      { role: 'user', content: 'Who is this?' },
      { role: 'assistant', content: body.message },
    ])
    expect(await record()).toMatchObject({ spoken_by: 'scripted', message_count: 3, last_message: body.message })
  })

  it('messages that arrive together are answered one after the other', async () => {
    const { world, uuid, say } = await begun()
    const answers = await Promise.all(['One', 'Two', 'Three'].map(say))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { history } = (await world.get(`/conversations/${uuid}`)).body
    expect(history.map(({ role }: { role: string }) => role)).toEqual([
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ])
  })

  it('a message has 1 to 2,000 characters', async () => {
    const { say } = await begun()
    for (const message of [undefined, '', ' ', 'x'.repeat(2001), 5]) expectInvalid(await say(message), 'message')
    expect((await say('x'.repeat(2000))).status).toBe(200)
  })

  it('an unknown chat is 404 {status: false, error}', async () => {
    const world = await startWorld()
    for (const answer of [
      await world.post('/conversations', { assistant_id: NOBODY }),
      await world.get(`/conversations/${NOBODY}`),
      await world.post(`/conversations/${NOBODY}/messages`, { message: 'Hi' }),
      await world.post(`/automate/conversations/${NOBODY}/disable-ai`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { status: false, error: expect.stringMatching(/not found/) } })
    expectInvalid(await world.post('/conversations', { assistant_id: 'x', type: 'fax' }), 'assistant_id', 'type')
    expect(await world.get('/conversations/abc')).toMatchObject({ status: 404, body: { status: false } })
  })

  it('a deleted assistant answers no more, and the messages remain', async () => {
    const { world, assistant, uuid, say } = await begun()
    await world.delete(`/user/assistant/${assistant}`)
    expect(await say('Hello?')).toMatchObject({ status: 404, body: { status: false } })
    expect((await world.get(`/conversations/${uuid}`)).body.history).toHaveLength(1)
  })

  it('a widget message costs a cent, and all others cost nothing', async () => {
    const free = await begun()
    await free.say('Hi')
    expect(await balance(free.world)).toBe(25)
    const { world, say, record } = await begun({}, 'widget')
    await say('Hi')
    expect(await balance(world)).toBe(24.99)
    const { id } = await record()
    expect((await world.get('/user/ledger?type=message')).body.data).toMatchObject([
      { amount: -0.01, conversation_id: id },
    ])
    await leaveBalance(world, 0.009)
    const refused = await say('Hi again')
    expect(refused).toMatchObject({ status: 400, body: { status: false, error: expect.stringMatching(/balance/) } })
    expect(await record()).toMatchObject({ message_count: 3 })
  })
})

describe('a person takes over a chat', () => {
  it('the assistant stays silent until the chat is given back to it', async () => {
    const { world, uuid, say, record } = await begun()
    expect((await world.post(`/automate/conversations/${uuid}/disable-ai`)).body).toEqual({
      status: true,
      ai_enabled: false,
    })
    expect((await say('Is there a person?')).body).toEqual({
      status: true,
      message: '',
      function_calls: [],
      ai_disabled: true,
    })
    const { id } = await record()
    const answer = await world.post(`/user/conversations/${id}/messages`, { message: 'Yes, it is me.' })
    expect(answer.body.data).toMatchObject({ role: 'operator', content: 'Yes, it is me.' })
    expect((await world.get(`/conversations/${uuid}`)).body.history.at(-1)).toEqual({
      role: 'assistant',
      content: 'Yes, it is me.',
    })
    expect((await world.post(`/automate/conversations/${uuid}/enable-ai`)).body).toEqual({
      status: true,
      ai_enabled: true,
    })
    expectMessage(await world.post(`/user/conversations/${id}/messages`, { message: 'And more' }), 409)
    expect((await say('And now?')).body.message).toMatch(/\S/)
  })

  it('a chat that a person has taken over does not end by inactivity', async () => {
    const { world, uuid, record } = await begun({ conversation_inactivity_timeout: 1 })
    await world.post(`/automate/conversations/${uuid}/disable-ai`)
    await world.advance(DAY)
    expect((await record()).status).toBe('active')
    await world.post(`/automate/conversations/${uuid}/enable-ai`)
    await world.advance(MINUTE)
    expect((await record()).status).toBe('ended')
  })
})

describe('inactivity of a chat', () => {
  /** A chat whose end sends a webhook to a receiver. */
  async function withEndedWebhook(over: object = {}) {
    const receiver = await startReceiver()
    const chat = await begun({
      conversation_ended_webhook_url: receiver.url,
      conversation_inactivity_timeout: 10,
      variables: { name: 'Ada' },
      ...over,
    })
    return { ...chat, receiver }
  }

  it('a chat ends after inactivity, counted from the last message of either side, and its webhook is sent', async () => {
    const { world, assistant, uuid, say, record, receiver } = await withEndedWebhook()
    await world.advance(9 * MINUTE)
    await say('Yes, tomorrow would be fine.')
    await world.advance(10 * MINUTE - 1)
    expect((await record()).status).toBe('active')
    await world.advance(1)
    expect(await record()).toMatchObject({ status: 'ended', ended_at: expect.stringMatching(ISO) })
    await world.advance(1000)
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({
      id: 1,
      conversation_id: uuid,
      assistant_id: await uuidOf(world, assistant),
      type: 'api',
      message_count: 3,
      status: 'ended',
      extracted_variables: { status: true, summary: expect.any(String) },
      evaluated_by: 'scripted',
      input_variables: {},
      transcript: [
        {
          role: 'assistant',
          content: 'Hello, this is Anna.',
          timestamp: expect.stringMatching(ISO),
          timestamp_unix: 1767603600,
        },
        {
          role: 'user',
          content: 'Yes, tomorrow would be fine.',
          timestamp: '2026-01-05T09:09:00.000000Z',
          timestamp_unix: 1767604140,
        },
        { role: 'assistant', content: expect.any(String), timestamp: expect.any(String), timestamp_unix: 1767604140 },
      ],
      formatted_transcript: expect.stringMatching(/^AI: Hello.*\nCustomer: Yes.*\nAI: /),
      attachments: [],
      customer_phone: null,
      customer_name: null,
      sender: null,
      created_at: expect.stringMatching(ISO),
      ended_at: '2026-01-05T09:19:00.000000Z',
    })
  })

  it('no webhook is sent when the customer never wrote', async () => {
    const { world, record, receiver } = await withEndedWebhook()
    await world.advance(DAY)
    expect((await record()).status).toBe('ended')
    expect(receiver.received).toHaveLength(0)
  })

  it.each([false, true])(
    'a message reopens the chat, and its next end sends the webhook only with retrigger (%s)',
    async conversation_ended_retrigger => {
      const { world, say, record, receiver } = await withEndedWebhook({ conversation_ended_retrigger })
      await say('Hello')
      await world.advance(11 * MINUTE)
      await say('I am back')
      expect((await record()).status).toBe('active')
      await world.advance(11 * MINUTE)
      expect((await record()).status).toBe('ended')
      expect(receiver.received).toHaveLength(conversation_ended_retrigger ? 2 : 1)
    },
  )

  it('a webhook that was due before a restart is sent after it', async () => {
    const { world, say, receiver } = await withEndedWebhook()
    await say('Hello')
    await world.restart()
    await world.advance(11 * MINUTE)
    expect(receiver.received).toHaveLength(1)
    await world.restart()
    await world.advance(DAY)
    expect(receiver.received).toHaveLength(1)
  })

  it('with null a chat never ends by inactivity', async () => {
    const { world, record } = await begun({ conversation_inactivity_timeout: null })
    await world.advance(DAY)
    // The interface: null resets it, which is half an hour.
    expect((await record()).status).toBe('ended')
  })
})

describe('tools and knowledge in a chat', () => {
  it('tools for calls are not offered, and a wish for no more calls does not blacklist', async () => {
    const { say } = await begun({ tools: [{ type: 'end_call' }] })
    const { status, body } = await say('Please never call me again.')
    expect(status).toBe(200)
    expect(body.function_calls).toEqual([])
  })
})

describe('generate-reply', () => {
  const ask = (world: TestWorld, body: object, path = '/user/ai/generate-reply') => world.post(path, body)

  it('each customer has one chat, and variables are merged', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const asked = { assistant_id, customer_identifier: '+49155551234', message: 'Hello', variables: { a: 1 } }
    const first = await ask(world, asked)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      success: true,
      conversation_id: expect.any(String),
      customer_identifier: '+49155551234',
      reply: expect.stringMatching(/\S/),
      function_calls: [],
      ai_disabled: false,
    })
    const second = await ask(world, { ...asked, variables: { b: 2 } }, '/ai/generate-reply')
    expect(second.body.conversation_id).toBe(first.body.conversation_id)
    const other = await ask(world, { ...asked, customer_identifier: 'somebody else' })
    expect(other.body.conversation_id).not.toBe(first.body.conversation_id)
    const { variables, history } = (await world.get(`/conversations/${first.body.conversation_id}`)).body
    expect(variables).toEqual({ a: 1, b: 2 })
    expect(history).toHaveLength(5)
  })

  it('wrong values are refused', async () => {
    const world = await startWorld()
    expectInvalid(await ask(world, {}), 'assistant_id', 'customer_identifier', 'message')
    const asked = { assistant_id: UNKNOWN, customer_identifier: 'x', message: 'Hello' }
    expect(await ask(world, asked)).toMatchObject({ status: 404, body: { success: false, error: expect.any(String) } })
    expectInvalid(await ask(world, { ...asked, customer_identifier: 'x'.repeat(256) }), 'customer_identifier')
  })
})

describe('the list of chats', () => {
  it('the list has a cursor and shows the latest message first, and new messages do not shift its pages', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    for (let i = 0; i < 5; i++) {
      await world.post('/conversations', { assistant_id })
      await world.advance(1000)
    }
    const page = async (query: string) => (await world.get(`/user/conversations?per_page=2${query}`)).body
    const numbers = (body: { data: { number: number }[] }) => body.data.map(({ number }) => number)
    const first = await page('')
    expect(first).toMatchObject({ per_page: 2, prev_cursor: null, next_cursor: expect.any(String) })
    expect(numbers(first)).toEqual([5, 4])
    const second = await page(`&cursor=${first.next_cursor}`)
    expect(numbers(second)).toEqual([3, 2])
    const third = await page(`&cursor=${second.next_cursor}`)
    expect(numbers(third)).toEqual([1])
    expect(third.next_cursor).toBeNull()
    expect(numbers(await page(`&cursor=${third.prev_cursor}`))).toEqual([3, 2])
    const back = await page(`&cursor=${second.prev_cursor}`)
    expect(numbers(back)).toEqual([5, 4])
    expect(back.prev_cursor).toBeNull()
    expectInvalid(await world.get('/user/conversations?cursor=abc'), 'cursor')
  })

  it('the list is filtered by type, status and assistant', async () => {
    const { world, assistant } = await begun()
    const other = await given.assistant(world)
    await world.post('/conversations', { assistant_id: other, type: 'test' })
    const found = async (query: string) => (await world.get(`/user/conversations?${query}`)).body.data.length
    expect(await found('type=test')).toBe(1)
    expect(await found('type=sms')).toBe(0)
    expect(await found(`assistant_id=${assistant}`)).toBe(1)
    expect(await found('status=ended')).toBe(0)
    await world.advance(DAY)
    expect(await found('status=ended')).toBe(2)
  })

  it('an item has uuids as ids, our numbers, its cost and whether the assistant answers', async () => {
    const { world, assistant, uuid, say, record } = await begun({}, 'widget')
    await say('Hi')
    await say('Still there?')
    const assistantUuid = await uuidOf(world, assistant)
    expect(await record()).toMatchObject({
      id: uuid,
      conversation_id: uuid,
      number: 1,
      assistant_id: assistantUuid,
      assistant_number: assistant,
      ai_enabled: true,
      total_cost: 0.02,
      external_identifier: null,
      customer_phone: null,
    })
    await world.post(`/automate/conversations/${uuid.toUpperCase()}/disable-ai`)
    await world.delete(`/user/assistant/${assistant}`)
    expect(await record()).toMatchObject({
      ai_enabled: false,
      ai_disabled: true,
      assistant_id: assistantUuid,
      assistant_number: null,
    })
    const { path } = (await world.get('/user/conversations?type=widget')).body
    expect(path).toBe(`${world.service.api}/user/conversations`)
    expect((await world.get(`/user/conversations/${uuid}`)).body).toMatchObject({ id: uuid, messages: { length: 5 } })
    expect((await world.get('/user/conversations/1')).status).toBe(404)
  })

  it('the list is filtered by the customer, by words, and by the uuid of the assistant', async () => {
    const { world, assistant } = await begun({ name: 'Anna of sales' })
    const other = await given.assistant(world)
    const reply = (assistant_id: number, customer_identifier: string, message: string) =>
      world.post('/user/ai/generate-reply', { assistant_id, customer_identifier, message })
    await reply(other, 'crm-4711', 'Hello')
    await reply(other, '+12015550124', 'Hello')
    const found = async (query: string) =>
      (await world.get(`/user/conversations?${query}`)).body.data
        .map((item: { number: number }) => item.number)
        .toSorted()
    expect(await found(`assistant_id=${(await uuidOf(world, assistant)).toUpperCase()}`)).toEqual([1])
    expect(await found(`assistant_id=${NOBODY}`)).toEqual([])
    expect(await found('external_identifier=crm-4711')).toEqual([2])
    expect(await found('external_identifier=%2B12015550124')).toEqual([3])
    expect(await found('external_identifier=crm')).toEqual([])
    expect(await found('customer_phone=5550124')).toEqual([3])
    expect(await found('customer_phone=4711')).toEqual([])
    expect(await found('search=ANNA%20of')).toEqual([1])
    expect(await found('search=crm-47')).toEqual([2])
    expect(await found('search=100%25')).toEqual([])
    for (const query of ['assistant_id=x', 'customer_phone=abc', 'type=fax', 'per_page=0'])
      expectInvalid(await world.get(`/user/conversations?${query}`), query.split('=')[0]!)
  })

  it('there are no chats over WhatsApp, so asking for them finds nothing', async () => {
    const { world } = await begun()
    for (const query of ['type=whatsapp', 'whatsapp_sender_phone=%2B12015550124'])
      expect(await world.get(`/user/conversations?${query}`)).toMatchObject({
        status: 200,
        body: { data: [], next_cursor: null, prev_cursor: null, per_page: 15, path: expect.any(String) },
      })
  })
})

it('a chat is of type widget by default, and without balance neither it nor a message in it begins', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
  expect((await world.get('/user/conversations')).body.data).toMatchObject([{ type: 'widget' }])
  await leaveBalance(world, 0.009)
  const isRefused = { status: 400, body: { status: false, error: expect.stringMatching(/balance/) } }
  expect(await withoutChange(world, () => world.post('/conversations', { assistant_id }))).toMatchObject(isRefused)
  const say = () => world.post(`/conversations/${conversation_id}/messages`, { message: 'Hi' })
  expect(await withoutChange(world, say)).toMatchObject(isRefused)
  expect((await world.post('/conversations', { assistant_id, type: 'api' })).status).toBe(200)
})

it('generate-reply of an unknown assistant is 404 with the error code ASSISTANT_NOT_FOUND', async () => {
  const world = await startWorld()
  for (const assistant_id of [UNKNOWN, NOBODY])
    expect(
      await world.post('/user/ai/generate-reply', { assistant_id, customer_identifier: 'Bob', message: 'Hi' }),
    ).toMatchObject({
      status: 404,
      body: { success: false, error: expect.any(String), error_code: 'ASSISTANT_NOT_FOUND' },
    })
})
