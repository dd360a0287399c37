import { describe, expect, it, onTestFinished } from 'vitest'
import { createSwitchboard } from '../src/main/background/switchboard'
import type { Carrier, CarrierCommand, CarrierReport } from '../src/main/ports/carrier'
import type { Engine } from '../src/main/ports/engine'
import type { Models } from '../src/main/ports/models'
import { aKnowledgeBase, aNumber } from './support/api'
import { aMessagingProvider } from './support/numbers'
import { startReceiver } from './support/receiver'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from './support/world'

// What happens when two things happen at once, or one breaks off in the middle.

const OWN = '+12015550190'
/** Lets what waits for nothing but its turn come to its end. */
const turn = () => new Promise(resolve => setTimeout(resolve, 20))

/** Something that is waited for until the test lets it be. */
function gate<T = void>() {
  let open: (value: T) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const opened = new Promise<T>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { opened, open, fail }
}

/** A model that says what the test has it say; `heard` is what it was told last. */
const saying = (say: (n: number, heard: string) => Promise<string> | string): Models => {
  let n = 0
  return {
    languageModel: () => ({
      name: 'stub',
      async *reply({ messages }) {
        yield { type: 'text', text: await say(++n, messages.map(({ text }) => text).join('|')) }
      },
    }),
    evaluator: () => ({ evaluate: async () => [] }),
    test: async () => ({ ok: true, message: '' }),
  }
}
async function chatting(models: Models, type = 'api') {
  const world = await startWorld({ models })
  const assistant_id = await given.assistant(world)
  const { conversation_id } = (await world.post('/conversations', { assistant_id, type })).body
  const path = `/conversations/${conversation_id}/messages`
  return { world, conversation_id, path, say: (message: string) => world.post(path, { message }) }
}
async function texting(parts: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(parts)
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, { phone_number_id })
  const from = given.number('14')
  const write = (body: string) => world.post('/user/simulator/inbound-sms', { from, to: OWN, body })
  const sent = async () =>
    (await world.get('/user/sms?per_page=100')).body.data
      .filter((sms: { status: string }) => sms.status !== 'received')
      .map((sms: { body: string }) => sms.body)
  const chat = async () => (await world.get('/user/conversations')).body.data[0]
  return { world, assistant, phone_number_id, from, write, sent, chat }
}
const keyed = (world: TestWorld, path: string, body: unknown) =>
  world.request('POST', path, body, { headers: { 'idempotency-key': 'k' } })

describe('an Idempotency-Key on what takes its time', () => {
  it('sends an SMS once, asks the carrier outside a transaction, and pays once', async () => {
    const asked: boolean[] = []
    const { world, phone_number_id } = await texting({
      messagingProvider: aMessagingProvider({
        async sendSms() {
          asked.push(world.service.context.db.inTransaction)
          return { done: true, sid: 'sid' }
        },
      }),
    })
    const body = { from: phone_number_id, to: given.number('14'), body: 'Hello' }
    const answers = [await keyed(world, '/user/sms', body), await keyed(world, '/user/sms', body)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    expect(asked).toEqual([false])
    expect((await world.get('/user/ledger?type=sms')).body.total).toBe(1)
  })

  it('buys a number once', async () => {
    const world = await startWorld()
    await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
    const [{ phone_number }] = (await world.get('/user/phone-numbers/search')).body.data
    const answers = await Promise.all(
      [1, 2, 3].map(() => keyed(world, '/user/phone-numbers/purchase', { phone_number })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(world.count('phone_numbers')).toBe(1)
    expect((await world.get('/user/ledger?type=rental')).body.total).toBe(1)
  })

  it.each([
    ['is answered', 200],
    ['fails', 502],
  ])('a twin that arrives while a chat thinks gets the first answer when it %s', async (_, first) => {
    const thinks = gate<string>()
    const { world, path } = await chatting(saying(n => (n === 1 ? thinks.opened : `answer ${n}`)))
    const one = keyed(world, path, { message: 'Hello' })
    await turn()
    const twin = keyed(world, path, { message: 'Hello' })
    await turn()
    if (first === 200) thinks.open('answer 1')
    else thinks.fail(new Error('down'))
    expect((await one).status).toBe(first)
    // What failed was not kept: the twin is then the first.
    expect((await twin).body).toMatchObject({ status: true, message: first === 200 ? 'answer 1' : 'answer 2' })
    expect((await keyed(world, path, { message: 'Hello' })).status).toBe(200)
    expect((await world.get('/user/conversations')).body.data[0].message_count).toBe(3)
  })

  it('what was cut off by the end of the service is told, not done again', async () => {
    const { world, path } = await chatting(saying(() => new Promise<string>(() => {})))
    void keyed(world, path, { message: 'Hello' }).catch(() => {})
    await turn()
    await world.restart()
    expect((await keyed(world, path, { message: 'Hello' })).status).toBe(409)
  })

  it('keeps no secret in clear, and nothing for longer than a day or two', async () => {
    const world = await startWorld()
    const { key } = (await keyed(world, '/user/api-keys', { name: 'x' })).body.data
    const kept = () => JSON.stringify(world.db.prepare('SELECT * FROM kept_answers').all())
    expect(kept()).not.toContain(key)
    expect((await keyed(world, '/user/api-keys', { name: 'x' })).body.data.key).toBe(key)
    await world.advance(3 * DAY)
    expect(world.count('kept_answers')).toBe(0)
  })
})

describe('a chat while the assistant thinks', () => {
  it('answers an SMS that came in meanwhile too', async () => {
    const thinks = gate<string>()
    const heard: string[] = []
    const { world, write, sent } = await texting({
      models: saying((n, words) => {
        heard.push(words)
        return n === 1 ? thinks.opened : `answer ${n}`
      }),
    })
    await write('first')
    await world.advance(SECOND)
    await write('second')
    await world.advance(SECOND)
    thinks.open('answer 1')
    await turn()
    await world.advance(HOUR)
    expect(heard.at(-1)).toContain('second')
    expect(await sent()).toEqual(['answer 2', 'answer 1'])
  })

  it('says nothing more once a person has taken over', async () => {
    const thinks = gate<string>()
    const { world, write, sent, chat } = await texting({ models: saying(() => thinks.opened) })
    await write('Hello')
    await world.advance(SECOND)
    const { id, conversation_id } = await chat()
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await world.post(`/user/conversations/${id}/messages`, { message: 'A person' })
    thinks.open('The assistant')
    await turn()
    await world.advance(HOUR)
    expect(await sent()).toEqual(['A person'])
  })

  it('that fails takes back its own message only', async () => {
    const thinks = gate<string>()
    const { world, conversation_id, say } = await chatting(saying(() => thinks.opened))
    const said = say('Hello')
    await turn()
    const [{ id }] = (await world.get('/user/conversations')).body.data
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await world.post(`/user/conversations/${id}/messages`, { message: 'A person' })
    thinks.fail(new Error('down'))
    expect((await said).status).toBe(502)
    await world.advance(DAY)
    const { messages, ...chat } = (await world.get(`/user/conversations/${id}`)).body
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'operator'])
    // A person has it: it does not end by itself.
    expect(chat).toMatchObject({ message_count: 2, last_message: 'A person', status: 'active' })
  })

  it('spares the tries of one chat what happens in others', async () => {
    let asked = 0
    const { world, assistant, write } = await texting({
      models: saying(() => {
        asked++
        throw new Error('down')
      }),
    })
    await write('Hello')
    await world.advance(0)
    for (let i = 0; i < 4; i++) {
      await world.post('/conversations', { assistant_id: assistant })
      await world.advance(0)
    }
    expect(asked).toBe(1)
    await world.advance(MINUTE)
    expect(asked).toBe(3)
  })

  it('whose customer writes again while its end is judged is told of at its real end', async () => {
    const judges = gate()
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const world = await startWorld({
      evaluator: {
        async evaluate() {
          await judges.opened
          return []
        },
      },
    })
    const assistant_id = await given.assistant(world, { conversation_ended_webhook_url: receiver.url })
    const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
    const say = (message: string) => world.post(`/conversations/${conversation_id}/messages`, { message })
    await say('Hello')
    // Less than the minute that an evaluation may take.
    await world.advance(30 * MINUTE + 10 * SECOND)
    await say('I am back')
    judges.open()
    await turn()
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(0)
    await world.advance(HOUR)
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body).message_count).toBe(5)
  })
})

describe('an SMS', () => {
  it('from a name, as banks write, is not answered', async () => {
    const { world, sent } = await texting()
    world.db.prepare('DELETE FROM sms').run()
    const { reported } = await import('../src/main/core/messaging/sms-inbound')
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

  it('is answered from the number that was written to last', async () => {
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

describe('forgetting a person', () => {
  const forget = (world: TestWorld, number: string) => world.delete(`/user/people/${encodeURIComponent(number)}`)

  it('while webhooks of theirs are on their way holds up no others', async () => {
    const answers: (() => void)[] = []
    const world = await startWorld()
    Object.assign(world.service.outside, {
      send: () => new Promise(resolve => answers.push(() => resolve({ status: 200, body: '{}', truncated: false }))),
    })
    const webhook = { is_webhook_active: true, webhook_url: 'http://127.0.0.1:9/x', post_call_evaluation: false }
    const assistant_id = await given.assistant(world, webhook)
    const call = (phone_number: string) => world.post('/user/make_call', { assistant_id, phone_number })
    const numbers = ['14', '15', '16', '17'].map(given.number)
    for (const number of numbers) await call(number)
    await world.advance(10 * MINUTE)
    for (const number of numbers) expect((await forget(world, number)).status).toBe(200)
    for (const answer of answers) answer()
    await turn()
    await call(given.number('18'))
    await world.advance(HOUR)
    expect(answers).toHaveLength(5)
  })

  it('gives back what an SMS cost that was not sent yet', async () => {
    const sends = gate()
    const { world, phone_number_id, from } = await texting({
      messagingProvider: aMessagingProvider({
        async sendSms() {
          await sends.opened
          return { done: false, reason: 'no' }
        },
      }),
    })
    const balance = async () => (await world.get('/user/me')).body.total_balance
    const before = await balance()
    const sending = world.post('/user/sms', { from: phone_number_id, to: from, body: 'Hello' })
    await turn()
    expect(await balance()).toBeLessThan(before)
    await forget(world, from)
    expect(await balance()).toBe(before)
    sends.open()
    expect((await sending).body.data).toMatchObject({ status: 'failed', total_cost: 0 })
    expect(await balance()).toBe(before)
  })
})

describe('what is no longer kept', () => {
  it('stays nowhere, also not in a webhook that was delivered late', async () => {
    const world = await startWorld()
    await world.put('/user/settings', { retention_days: 1 })
    const up = world.clock.now() + DAY + 2 * HOUR
    Object.assign(world.service.outside, {
      send: async () => {
        if (world.clock.now() < up) throw new Error('down')
        return { status: 200, body: '{}', truncated: false }
      },
    })
    const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: 'http://127.0.0.1:9/x' })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('14') })
    const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
    await world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })
    await world.advance(30 * DAY)
    expect(world.db.prepare("SELECT count(*) AS n FROM deliveries WHERE status = 'delivered'").get()).toEqual({ n: 0 })
    for (const table of ['call_items', 'conversation_messages', 'deliveries']) expect(world.count(table), table).toBe(0)
  })

  it('of a call that was deleted is no webhook either', async () => {
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: receiver.url })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('14') })
    await world.advance(10 * MINUTE)
    await world.delete('/user/calls/1')
    expect(world.count('deliveries')).toBe(0)
  })
})

describe('the line', () => {
  it('may report twice that somebody calls', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world, { number: OWN })
    const assistant = await given.assistant(world, { type: 'inbound', phone_number_id })
    await world.put(`/user/assistant/${assistant}`, { status: 'active' })
    const sent: CarrierCommand['type'][] = []
    let report: (report: CarrierReport) => void = () => {}
    const carrier: Carrier = {
      name: 'line',
      start: listener => void (report = listener),
      stop() {},
      send: command => void sent.push(command.type),
      legs: async () => new Set(),
    }
    const engine: Engine = { start() {}, stop() {}, send() {} }
    const board = createSwitchboard(world.service.context, world.service.outside, carrier, engine)
    board.start()
    onTestFinished(() => void board.stop())
    const legId = '11111111-1111-4111-8111-111111111111'
    const incoming = { type: 'incoming', legId, from: given.number('14'), to: OWN } as const
    report(incoming)
    await turn()
    report({ type: 'answered', legId })
    report(incoming)
    await turn()
    expect(sent).toEqual(['answer'])
  })

  it('waits for an inbound webhook, however fast time is simulated', async () => {
    const asked = gate<{ status: number; body: string; truncated: boolean }>()
    const world = await startWorld()
    Object.assign(world.service.context, { send: () => asked.opened })
    const phone_number_id = aNumber(world, { number: OWN })
    const assistant = await given.assistant(world, {
      type: 'inbound',
      phone_number_id,
      inbound_webhook_url: 'http://127.0.0.1:9/x',
      max_duration: 20,
    })
    await world.put(`/user/assistant/${assistant}`, { status: 'active' })
    const { body } = await world.post('/user/simulator/inbound-call', { from: given.number('14'), to: OWN })
    await world.advance(3 * MINUTE)
    asked.open({ status: 200, body: '{}', truncated: false })
    await turn()
    await world.advance(5 * MINUTE)
    expect((await world.get(`/user/calls/${body.data.id}`)).body.duration).toBeGreaterThan(5)
  })
})

describe('knowledge in the instructions', () => {
  it('is searched where there is more of it than fits', async () => {
    const world = await startWorld()
    const knowledgebase_id = aKnowledgeBase(world)
    const { finish } = await import('../src/main/core/knowledge/indexing')
    const added = world.db
      .prepare(
        "INSERT INTO documents (knowledgebase_id, name, description, type, file, created_at, updated_at) VALUES (?, 'd', '', 'txt', 'f', 0, 0)",
      )
      .run(knowledgebase_id)
    const passages = Array.from({ length: 150 }, (_, i) => ({
      text: `fact ${i}`,
      heading: null,
      title: null,
      url: null,
      page: null,
      words: { heading: '', text: `fact ${i}` },
    }))
    finish(world.service.context, Number(added.lastInsertRowid), passages, [])
    const assistant_id = await given.assistant(world, { knowledgebase_id, knowledgebase_mode: 'prompt' })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('14') })
    const { brief } = world.db.prepare('SELECT brief FROM call_briefs').get() as { brief: string }
    expect(JSON.parse(brief)).toMatchObject({ shared: { knowledgebaseId: knowledgebase_id } })
    expect(brief).toContain('fact 99')
  })
})
