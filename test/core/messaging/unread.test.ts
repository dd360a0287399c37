import { describe, expect, it } from 'vitest'
import { expectMessage, UNKNOWN } from '../../support/api'
import { chatting, OWN, saying, texting } from '../../support/chats'
import { given, MINUTE, type TestWorld } from '../../support/world'
import { inbound, ready } from './support'

const answering = saying(() => 'Yes.')
const unread = async (world: TestWorld) => (await world.get('/user/unread')).body
const threads = async (world: TestWorld, query = '') => (await world.get(`/user/sms-threads${query}`)).body
const chat = async (world: TestWorld) => (await world.get('/user/conversations')).body.data[0]
const readChat = async (world: TestWorld, body = {}) =>
  world.post(`/user/conversations/${(await chat(world)).id}/read`, body)
const readThread = (world: TestWorld, number: string, body = {}) =>
  world.post(`/user/sms-threads/${encodeURIComponent(number)}/read`, body)

describe('unread messages of a chat', () => {
  it('what the customer writes is unread until the operator has read it', async () => {
    const { world, say } = await chatting(answering)
    expect(await unread(world)).toEqual({ conversations: 0, sms: 0 })
    await say('Are you open?')
    await say('On Sunday, too?')
    expect(await unread(world)).toEqual({ conversations: 1, sms: 0 })
    expect(await chat(world)).toMatchObject({ unread: 2 })
    expect((await readChat(world)).body).toEqual({ message: 'The messages were read.', unread: 0 })
    expect(await unread(world)).toEqual({ conversations: 0, sms: 0 })
    await say('And on Monday?')
    expect(await chat(world)).toMatchObject({ unread: 1 })
  })

  it('a message that comes while the operator reads stays unread', async () => {
    const { world, say, conversation_id } = await chatting(answering)
    await say('One')
    const { messages } = (await world.get(`/user/conversations/${conversation_id}`)).body
    expect(messages.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2])
    await say('Two')
    expect((await readChat(world, { position: messages.at(-1).position })).body.unread).toBe(1)
    // Nobody unreads.
    await readChat(world)
    expect((await readChat(world, { position: 0 })).body.unread).toBe(0)
  })

  it('a message that was taken back because the model failed is not unread', async () => {
    let works = false
    const { world, say } = await chatting(saying(() => (works ? 'Yes.' : Promise.reject(new Error('down')))))
    expect((await say('Hello?')).status).toBe(502)
    expect(await unread(world)).toMatchObject({ conversations: 0 })
    await readChat(world)
    works = true
    await say('Hello again?')
    expect(await chat(world)).toMatchObject({ unread: 1 })
  })

  it('a chat in which the operator tries the assistant out is never unread', async () => {
    const { world, say } = await chatting(answering, 'test')
    await say('Hello?')
    expect(await unread(world)).toEqual({ conversations: 0, sms: 0 })
    expect(await chat(world)).toMatchObject({ unread: 0 })
  })

  it('who answers as a person has read what was asked', async () => {
    const { world, say, conversation_id } = await chatting(answering)
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await say('Is anybody there?')
    expect(await chat(world)).toMatchObject({ unread: 1 })
    await world.post(`/user/conversations/${conversation_id}/messages`, { message: 'I am.' })
    expect(await chat(world)).toMatchObject({ unread: 0 })
  })

  it('chats are found by whether they are unread and who answers', async () => {
    const { world, say, conversation_id } = await chatting(answering)
    const found = async (query: string) => (await world.get(`/user/conversations?${query}`)).body.data.length
    expect([await found('unread=true'), await found('unread=false')]).toEqual([0, 1])
    await say('Hello?')
    expect([await found('unread=true'), await found('unread=false')]).toEqual([1, 0])
    expect([await found('ai_enabled=true'), await found('ai_enabled=false')]).toEqual([1, 0])
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    expect([await found('ai_enabled=true'), await found('ai_enabled=false')]).toEqual([0, 1])
  })

  it('what is read is told to whoever listens, once', async () => {
    const { world, say, conversation_id } = await chatting(answering)
    await say('Hello?')
    const events: unknown[] = []
    world.service.context.bus.on(event => events.push(event))
    await readChat(world)
    await readChat(world)
    expect(events).toEqual([{ type: 'conversation.changed', id: conversation_id, status: 'active' }])
  })

  it('an unknown chat is 404', async () => {
    const { world } = await chatting(answering)
    expectMessage(await world.post('/user/conversations/00000000-0000-4000-8000-000000000000/read', {}), 404)
  })
})

describe('SMS by person', () => {
  it('the SMS with one number are one thread, with the newest first and what was not read', async () => {
    const { world, send } = await ready()
    const [ada, bob] = [given.number('24'), given.number('25')]
    await send({ to: ada })
    await inbound(world, { from: bob, to: '+12125550190', body: 'Hello?' })
    await inbound(world, { from: bob, to: '+12125550190', body: 'Anybody?' })
    await inbound(world, { from: ada, to: '+12125550190', body: 'Thank you.' })
    const { data, next_cursor } = await threads(world)
    expect(data).toMatchObject([
      { phone_number: ada, unread: 1, last: { body: 'Thank you.', status: 'received' } },
      { phone_number: bob, unread: 2, last: { body: 'Anybody?' } },
    ])
    expect(next_cursor).toBeNull()
    expect(await unread(world)).toEqual({ conversations: 0, sms: 2 })
    const theirs = (await world.get(`/user/sms?with=${encodeURIComponent(ada)}`)).body
    expect(theirs.data.map(({ body }: { body: string }) => body)).toEqual(['Thank you.', 'Your table is ready.'])
    expect(theirs.total).toBe(2)
  })

  it('threads are found by name, words, number, state and whether they are unread, and have pages', async () => {
    const { world, send } = await ready()
    const campaign = await given.campaign(world, {
      assistant_id: await given.assistant(world, { variables: { name: '' } }),
    })
    const [ada, bob] = [given.number('24'), given.number('25')]
    await given.lead(world, campaign, { phone_number: ada, variables: { name: 'Ada Lovelace' } })
    await send({ to: ada, body: 'The Sunday table' })
    await send({ to: ada, body: 'See you' })
    await inbound(world, { from: bob, to: '+12125550190', body: 'Sunday?' })
    const found = async (query: string) =>
      (await threads(world, `?${query}`)).data.map((one: { phone_number: string }) => one.phone_number)
    expect(await found('search=sunday')).toEqual([bob, ada])
    expect(await found('search=lovel')).toEqual([ada])
    expect(await found(`search=${bob.slice(-6)}`)).toEqual([bob])
    expect(await found('unread=true')).toEqual([bob])
    expect(await found('status=received')).toEqual([bob])
    const first = await threads(world, '?per_page=1')
    expect(first.data).toMatchObject([{ phone_number: bob }])
    expect((await threads(world, `?per_page=1&cursor=${first.next_cursor}`)).data).toMatchObject([
      { phone_number: ada, name: 'Ada Lovelace' },
    ])
  })

  it('a thread is read up to an SMS, or whole', async () => {
    const { world } = await ready()
    const from = given.number('25')
    const first = await inbound(world, { from, to: '+12125550190', body: 'One' })
    await world.advance(MINUTE)
    await inbound(world, { from, to: '+12125550190', body: 'Two' })
    expect((await readThread(world, from, { id: first.body.data.id })).body.unread).toBe(1)
    const events: unknown[] = []
    world.service.context.bus.on(event => events.push(event))
    expect((await readThread(world, from)).body).toEqual({ message: 'The SMS were read.', unread: 0 })
    expect(events).toEqual([{ type: 'sms_thread.changed', phone_number: from }])
    expectMessage(await readThread(world, given.number('77')), 404)
  })

  it('an SMS that was read in its chat is read in its thread, and the other way round', async () => {
    const { world, write, from } = await texting({ models: answering })
    await write('Are you open?')
    await world.advance(MINUTE)
    expect(await unread(world)).toEqual({ conversations: 1, sms: 1 })
    await readChat(world)
    expect(await unread(world)).toEqual({ conversations: 0, sms: 0 })
    await write('On Sunday?')
    await world.advance(MINUTE)
    expect(await unread(world)).toEqual({ conversations: 1, sms: 1 })
    await readThread(world, from)
    expect(await unread(world)).toEqual({ conversations: 0, sms: 0 })
  })

  it('with a person that is forgotten their thread goes', async () => {
    const { world, write, from } = await texting({ models: answering })
    await write('Are you open?')
    await world.advance(MINUTE)
    await world.delete(`/user/people/${encodeURIComponent(from)}`)
    expect((await threads(world)).data).toEqual([])
    expect(await unread(world)).toEqual({ conversations: 0, sms: 0 })
  })

  it('SMS of our own number that is forgotten leave no thread without SMS', async () => {
    const { world, send } = await ready()
    await send({ to: given.number('24') })
    await world.delete(`/user/people/${encodeURIComponent('+12125550190')}`)
    expect((await threads(world)).data).toEqual([])
  })
})

describe('before an SMS is sent', () => {
  const check = async (world: TestWorld, query: Record<string, string | number>) =>
    (await world.get(`/user/sms/check?${new URLSearchParams(query as Record<string, string>)}`)).body

  it('the service says what it would cost, to whom it goes, and why not', async () => {
    const { world, from } = await ready()
    const campaign = await given.campaign(world, {
      assistant_id: await given.assistant(world, { variables: { name: '' } }),
    })
    const to = given.number('24')
    await given.lead(world, campaign, { phone_number: to, variables: { name: 'Ada' } })
    const price = (await world.get('/user/settings')).body.rates.sms.US
    expect(await check(world, { from, to, body: 'x'.repeat(161) })).toEqual({
      to,
      name: 'Ada',
      segments: 2,
      segment_price: price,
      total_cost: 2 * price,
      refusal: null,
    })
    await world.post('/user/blacklist', { phone_number: to, reason: 'asked' })
    expect((await check(world, { from, to })).refusal).toBe(`The number ${to} is on the blacklist.`)
    expect((await check(world, { from: 99, to: '12' })).refusal).toContain('not a number of this account')
    expect((await world.get('/user/sms')).body.total).toBe(0)
  })
})

describe('an SMS that failed', () => {
  it('it is sent again as a new one, however long it is; one that did not fail is not', async () => {
    const { world, send } = await ready()
    const failing = (await send({ to: given.number('03') })).body.data
    await world.advance(MINUTE)
    const again = (id: number | string) => world.post(`/user/sms/${id}/send-again`, {})
    const state = async (id: number) =>
      (await world.get('/user/sms')).body.data.find((sms: { id: number }) => sms.id === id)?.status
    expect(await state(failing.id)).toBe('failed')
    const sent = await again(failing.id)
    expect(sent).toMatchObject({ status: 201, body: { data: { to: failing.to, body: failing.body } } })
    expect(sent.body.data.id).not.toBe(failing.id)
    const good = (await send()).body.data
    expectMessage(await again(good.id), 409)
    expectMessage(await again(UNKNOWN), 404)
  })
})

describe('a suggestion', () => {
  it('is what the assistant would say; nothing is stored or sent', async () => {
    const { world, write, sent, chat } = await texting({ models: saying((_, heard) => `You said: ${heard}`) })
    await write('Hello')
    await world.advance(MINUTE)
    const { id } = await chat()
    expectMessage(await world.post(`/user/conversations/${id}/suggest`, {}), 409)
    await world.post(`/automate/conversations/${id}/disable-ai`)
    await write('Are you open?')
    const before = [await sent(), (await chat()).message_count]
    const { status, body } = await world.post(`/user/conversations/${id}/suggest`, {})
    expect([status, body]).toEqual([
      200,
      { reply: expect.stringContaining('Are you open?'), function_calls: [], spoken_by: 'stub' },
    ])
    expect([await sent(), (await chat()).message_count]).toEqual(before)
  })

  it('a model that fails is named', async () => {
    const { world, conversation_id, say } = await chatting(saying(() => Promise.reject(new Error('down'))))
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await say('Hello?')
    expect(await world.post(`/user/conversations/${conversation_id}/suggest`, {})).toMatchObject({
      status: 502,
      body: { message: 'The model stub failed: down' },
    })
  })
})

it('an SMS that nobody answers is told with whom it is', async () => {
  const { world, assistant, from } = await texting({ models: answering })
  await world.put(`/user/assistant/${assistant}`, { type: 'inbound' })
  const events: { type: string; sms_from?: string }[] = []
  world.service.context.bus.on(event => events.push(event))
  await inbound(world, { from, to: OWN, body: 'Hello?' })
  expect(events.find(event => event.type === 'operator.told')).toMatchObject({ sms_from: from })
})
