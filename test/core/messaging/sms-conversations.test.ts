import { describe, expect, it } from 'vitest'
import { aNumber, expectMessage, leaveBalance } from '../../support/api'
import { OWN, texting } from '../../support/chats'
import { DAY, given, MINUTE, startWorld, type TestWorld } from '../../support/world'

const write = (world: TestWorld, from: string, body: string) =>
  world.post('/user/simulator/inbound-sms', { from, to: OWN, body })

const sms = async (world: TestWorld) => (await world.get('/user/sms?per_page=100')).body.data

const chats = async (world: TestWorld) => (await world.get('/user/conversations')).body.data

async function withNumber(over: object = {}) {
  const world = await startWorld()
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, { phone_number_id, ...over })
  return { world, assistant, phone_number_id }
}

/** What the operator is told from now on. */
function listening(world: TestWorld) {
  const notices: string[] = []
  world.service.context.bus.on(event => {
    if (event.type === 'operator.told') notices.push(event.text)
  })
  return { notices }
}

describe('an SMS that comes in', () => {
  it('the assistant of the number answers the SMS, in one conversation', async () => {
    const { world, assistant } = await withNumber()
    const from = given.number('24')
    await write(world, from, 'Who is this?')
    await world.advance(MINUTE)
    const [answer, question] = await sms(world)
    expect(question).toMatchObject({ from, to: OWN, status: 'received' })
    expect(answer).toMatchObject({
      from: OWN,
      to: from,
      status: 'delivered',
      body: expect.stringContaining('automated'),
    })
    await write(world, from, 'Thanks')
    await world.advance(MINUTE)
    expect(await chats(world)).toMatchObject([
      { type: 'sms', customer: from, assistant_number: assistant, message_count: 4, spoken_by: 'scripted' },
    ])
    expect(await sms(world)).toHaveLength(4)
    expect((await world.get('/user/ledger?type=sms')).body.data).toMatchObject([{ sms_id: 4 }, { sms_id: 2 }])
  })

  it('an SMS to a number without an assistant is only stored', async () => {
    const world = await startWorld()
    aNumber(world, { number: OWN })
    await write(world, given.number('24'), 'Hello')
    await world.advance(MINUTE)
    expect(await chats(world)).toEqual([])
    expect(await sms(world)).toHaveLength(1)
  })

  it('an inactive inbound assistant answers no SMS: it is kept, and the operator sees why nobody answers', async () => {
    const { world, assistant, phone_number_id } = await withNumber({ type: 'inbound' })
    const { notices } = listening(world)
    expect((await world.get(`/user/assistant/${assistant}`)).body.status).toBe('inactive')
    const from = given.number('24')
    expect((await write(world, from, 'Are you open?')).status).toBe(201)
    await world.advance(DAY)
    expect(await sms(world)).toMatchObject([
      { from, status: 'received', error: 'Not answered: The assistant Anna is inactive.' },
    ])
    expect(notices).toEqual([`An SMS from ${from} is not answered: The assistant Anna is inactive.`])
    expect(await chats(world)).toMatchObject([{ customer: from, message_count: 1, last_message: 'Are you open?' }])
    // A chat may still be held with it, and once it is active it answers what comes then.
    const { conversation_id } = (await world.post('/conversations', { assistant_id: assistant })).body
    expect((await world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })).status).toBe(200)
    await world.put(`/user/assistant/${assistant}`, { phone_number_id, status: 'active' })
    await world.advance(DAY)
    expect(await sms(world)).toHaveLength(1)
    await write(world, from, 'And now?')
    await world.advance(MINUTE)
    const [answer, question] = await sms(world)
    expect([answer.status, answer.to, question.error]).toEqual(['delivered', from, null])
  })

  it('an SMS that is not answered yet when its assistant becomes inactive is not answered later', async () => {
    const { world, assistant, phone_number_id } = await withNumber({ type: 'inbound' })
    await write(world, given.number('24'), 'Are you open?')
    // As if it had been active then: the conversation waits for a reply.
    world.db.prepare('UPDATE conversations SET reply_tries = 0').run()
    await world.restart()
    await world.advance(DAY)
    await world.put(`/user/assistant/${assistant}`, { phone_number_id, status: 'active' })
    await world.advance(DAY)
    expect(await sms(world)).toHaveLength(1)
    expect(world.db.prepare('SELECT reply_tries FROM conversations').pluck().get()).toBe(null)
  })

  it('STOP blacklists the sender and is not answered', async () => {
    const { world } = await withNumber()
    const from = given.number('24')
    await write(world, from, 'Hello')
    await world.advance(MINUTE)
    await write(world, from, 'Stop')
    await world.advance(DAY)
    expect(await sms(world)).toHaveLength(3)
    expect((await world.get('/user/blacklist')).body.data).toMatchObject([{ phone_number: from, source: 'sms' }])
  })

  it('an SMS that came before a restart is answered after it', async () => {
    const { world } = await withNumber()
    await write(world, given.number('24'), 'Hello')
    await world.restart()
    await world.advance(MINUTE)
    expect(await sms(world)).toHaveLength(2)
    await world.restart()
    await world.advance(DAY)
    expect(await sms(world)).toHaveLength(2)
  })

  it('a reply that the balance does not cover notifies the operator and is not sent later', async () => {
    const { world } = await withNumber()
    await leaveBalance(world, 0)
    const notices: string[] = []
    world.service.context.bus.on(event => {
      if (event.type === 'operator.told') notices.push(event.text)
    })
    await write(world, given.number('24'), 'Hello')
    await world.advance(MINUTE)
    expect(notices.join()).toMatch(/could not be answered.*balance/)
    await world.post('/user/balance/top-up', { amount: 10 })
    await world.advance(DAY)
    expect(await sms(world)).toHaveLength(1)
  })

  it('a person who has taken over answers by SMS', async () => {
    const { world } = await withNumber()
    const from = given.number('24')
    await write(world, from, 'Hello')
    await world.advance(MINUTE)
    const [{ id, conversation_id }] = await chats(world)
    expectMessage(await world.post(`/user/conversations/${id}/messages`, { message: 'Me' }), 409)
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await write(world, from, 'Is there a person?')
    await world.advance(MINUTE)
    expect(await sms(world)).toHaveLength(3)
    expect((await world.post(`/user/conversations/${id}/messages`, { message: 'Yes, here I am.' })).status).toBe(200)
    await world.advance(MINUTE)
    expect((await sms(world))[0]).toMatchObject({ from: OWN, to: from, body: 'Yes, here I am.', status: 'delivered' })
  })
})

describe('the sender and receiver of a reply', () => {
  it('an SMS from a name instead of a number is not answered', async () => {
    const { world, sent } = await texting()
    world.db.prepare('DELETE FROM sms').run()
    const { reported } = await import('../../../src/main/core/messaging/sms-inbound')
    reported(world.service.context, {
      type: 'sms_received',
      messageId: 'm',
      from: 'MYBANK',
      to: OWN,
      body: 'Your code',
    })
    await world.advance(MINUTE)
    expect(await sent()).toEqual([])
  })

  it('a reply comes from the number to which the customer wrote last', async () => {
    const { world, assistant, phone_number_id, from, write, chat } = await texting()
    await write('Hello')
    await world.advance(MINUTE)
    const { id, conversation_id } = await chat()
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    const second = aNumber(world, { number: '+12015550191' })
    await world.put(`/user/assistant/${assistant}`, { phone_number_id: second })
    await world.delete(`/user/phone-numbers/${phone_number_id}`)
    await world.post('/user/simulator/inbound-sms', { from, to: '+12015550191', body: 'Still there?' })
    expect((await world.post(`/user/conversations/${id}/messages`, { message: 'Yes' })).status).toBe(200)
  })
})
