import { describe, expect, it } from 'vitest'
import type { MessageReport } from '../../../src/main/ports/messaging-provider'
import type { ProviderAnswer } from '../../../src/main/ports/provider-answer'
import {
  aNumber,
  expectInvalid,
  expectMessage,
  ids,
  leaveBalance,
  listed,
  PLAIN,
  UNKNOWN,
  withoutChange,
} from '../../support/api'
import { aMessagingProvider, bought } from '../../support/numbers'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const balance = async (world: TestWorld) => (await world.get('/user/me')).body.total_balance
const list = async (world: TestWorld, query = '') => (await world.get(`/user/sms${query}`)).body
const inbound = (world: TestWorld, body: object) => world.post('/user/simulator/inbound-sms', body)

/** A desk with a number that takes SMS. */
async function ready(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options)
  const from = aNumber(world, { number: '+12125550190' })
  const send = (over: object = {}) =>
    world.post('/user/sms', { from, to: given.number('14'), body: 'Your table is ready.', ...over })
  return { world, from, send }
}

describe('send', () => {
  it('answers 201 with the record, and takes its cost from the balance', async () => {
    const { world, from, send } = await ready()
    const to = given.number('14')
    const { status, body } = await send({ to })
    expect(status).toBe(201)
    expect(body).toEqual({
      message: expect.any(String),
      data: {
        id: 1,
        phone_number_id: from,
        from: '+12125550190',
        to,
        body: 'Your table is ready.',
        user_id: 1,
        segments: 1,
        segment_price: 0.01,
        total_cost: 0.01,
        status: 'sent',
        sms_sid: expect.stringMatching(/^SM\w+$/),
        error: null,
        created_at: '2026-01-05 09:00:00',
        updated_at: expect.stringMatching(PLAIN),
      },
    })
    expect(await balance(world)).toBe(24.99)
    const ledger = (await world.get('/user/ledger?type=sms')).body.data
    expect(ledger).toMatchObject([{ amount: -0.01 }])
    expect(ledger[0].what).not.toContain(to)
  })

  it('is delivered a moment later', async () => {
    const { world, send } = await ready()
    await send()
    await world.advance(10 * SECOND)
    expect((await list(world)).data).toMatchObject([{ status: 'delivered', updated_at: '2026-01-05 09:00:02' }])
  })

  it('from a number that was just bought', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    const answer = await world.post('/user/sms', { from: id, to: '+12015550114', body: 'Hello' })
    expect([answer.status, answer.body.data.status]).toEqual([201, 'sent'])
  })

  it.each([
    ['x', 1],
    ['x'.repeat(160), 1],
    ['x'.repeat(161), 2],
    ['x'.repeat(300), 2],
    ['é'.repeat(160), 1],
    ['🙂'.repeat(160), 1],
    ['🙂'.repeat(161), 2],
  ])('of %j has its segments, each paid', async (text, segments) => {
    const { world, send } = await ready()
    const { data } = (await send({ body: text })).body
    expect(data).toMatchObject({ body: text, segments, total_cost: segments * 0.01 })
    expect(await balance(world)).toBeCloseTo(25 - segments * 0.01, 6)
  })

  it.each([
    ['+12015550114', 0.01],
    ['+14165550114', 0.01],
    ['+15550100001', 0.01], // of no known range: the country that it most likely is of
    ['+447400123456', 0.045],
    ['+390612345614', 0.075],
    ['+4915112345614', 0.08],
    ['+33612345678', 0.08],
  ])('to %s is priced by its country', async (to, price) => {
    const { send } = await ready()
    expect((await send({ to })).body.data.segment_price).toBe(price)
  })

  it('costs what the settings say, from the next one on', async () => {
    const { world, send } = await ready()
    const { data } = (await world.put('/user/settings', { rates: { sms: { US: 0.02, FR: 0 } } })).body
    expect(data.rates).toMatchObject({ call_minute: 0.1, sms: { US: 0.02, CA: 0.01, FR: 0, other: 0.08 } })
    expect((await send()).body.data.total_cost).toBe(0.02)
    expect((await send({ to: '+33612345678' })).body.data.total_cost).toBe(0)
    expect((await world.get('/user/ledger?type=sms')).body.total).toBe(1)
    for (const sms of [{ us: 1 }, { US: -1 }, { US: 101 }, { US: '1' }])
      expect((await world.put('/user/settings', { rates: { sms } })).status).toBe(422)
  })

  it('takes the number in any form and the id as text', async () => {
    const { from, send } = await ready()
    const { status, body } = await send({ from: String(from), to: '+1 (201) 555-0114' })
    expect([status, body.data.to]).toEqual([201, '+12015550114'])
  })

  it.each<[string, unknown]>([
    ['from', undefined],
    ['from', null],
    ['from', '+12125550190'],
    ['from', UNKNOWN],
    ['to', undefined],
    ['to', '2015550114'],
    ['to', '+1'],
    ['to', 5],
    ['body', undefined],
    ['body', ''],
    ['body', '   '],
    ['body', 'x'.repeat(301)],
    ['body', null],
    ['body', 7],
  ])('with %s = %j is 422', async (field, value) => {
    const { world, send } = await ready()
    expectInvalid(await withoutChange(world, () => send({ [field]: value })), field)
  })

  it('tells all faults at once', async () => {
    const { world } = await ready()
    expectInvalid(await world.post('/user/sms', {}), 'body', 'from', 'to')
    expectInvalid(await world.post('/user/sms', { from: UNKNOWN, to: 'x', body: 'Hello' }), 'from', 'to')
  })

  it("from another user's number is 422", async () => {
    const { world, send } = await ready()
    const foreign = aNumber(world, { user: world.other().id })
    expectInvalid(await withoutChange(world, () => send({ from: foreign })), 'from')
  })

  it('from a number that takes no SMS is 400', async () => {
    const { world, from, send } = await ready()
    world.db.prepare('UPDATE phone_numbers SET sms_capable = 0 WHERE id = ?').run(from)
    expectMessage(await withoutChange(world, () => send()), 400)
  })

  it('from a suspended number is 400; from one that is past due or cancelling it goes', async () => {
    const { world, send } = await ready()
    const from = (status: string) => ({ from: aNumber(world, { status }) })
    const suspended = from('suspended')
    expectMessage(await withoutChange(world, () => send(suspended)), 400)
    for (const status of ['past_due', 'cancelling']) expect((await send(from(status))).status).toBe(201)
  })

  it('to a number on the blacklist is 400, unless the entry has expired', async () => {
    const { world, send } = await ready()
    listed(world, '+12015550114')
    expectMessage(await withoutChange(world, () => send({ to: '+12015550114' })), 400)
    world.db.prepare('UPDATE blacklist SET expires_at = ?').run(world.clock.now())
    expect((await send({ to: '+12015550114' })).status).toBe(201)
  })

  it('with too little balance is 400, at the edge', async () => {
    const { world, send } = await ready()
    await leaveBalance(world, 0.019999)
    expectMessage(await withoutChange(world, () => send({ body: 'x'.repeat(161) })), 400)
    expect((await send()).status).toBe(201)
    await leaveBalance(world, 0.02)
    expect((await send({ body: 'x'.repeat(161) })).status).toBe(201)
    expect(await balance(world)).toBe(0)
  })

  it('that the carrier refuses has failed, and its cost is given back', async () => {
    const { world, send } = await ready()
    const { status, body } = await send({ to: given.number('03') })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ status: 'failed', total_cost: 0, error: expect.stringMatching(/\S/) })
    expect(await balance(world)).toBe(25)
    expect((await world.get('/user/ledger?type=refund')).body.data).toMatchObject([{ amount: 0.01 }])
    expect((await list(world, '?status=failed')).total).toBe(1)
  })
})

describe('a restart', () => {
  it('between writing and sending loses nothing, and charges once', async () => {
    const asked: string[] = []
    let hears = false
    const sendSms = async ({ messageId }: { messageId: string }): Promise<ProviderAnswer<{ sid: string }>> => {
      asked.push(messageId)
      if (!hears) throw new Error('no route')
      return { done: true, sid: 'SM1' }
    }
    const { world, send } = await ready({ messagingProvider: aMessagingProvider({ sendSms }) })
    const { status, body } = await send()
    expect([status, body.data.status]).toEqual([201, 'queued'])
    expect(body.data.sms_sid).toEqual(expect.any(String))
    hears = true
    await world.restart()
    await world.advance(0)
    expect((await list(world)).data).toMatchObject([{ status: 'sent', sms_sid: 'SM1' }])
    // The same name for it, by which the carrier knows that it is one message.
    expect(new Set(asked).size).toBe(1)
    await world.advance(DAY)
    expect(asked).toHaveLength(2)
    expect(await balance(world)).toBe(24.99)
  })

  it('of the simulated carrier does not send again what was sent', async () => {
    const { world, send } = await ready()
    await send()
    await world.restart()
    await world.advance(MINUTE)
    expect((await list(world)).data).toMatchObject([{ status: 'sent' }]) // its report never came
  })
})

describe('a carrier that cannot be reached', () => {
  const never = aMessagingProvider({ sendSms: () => Promise.reject(new Error('no route')) })

  it('is asked again, and after some hours the message has failed and is given back', async () => {
    const { world, send } = await ready({ messagingProvider: never })
    await send()
    await world.advance(10 * MINUTE)
    expect((await list(world)).data[0].status).toBe('queued')
    await world.advance(3 * HOUR)
    expect((await list(world)).data[0]).toMatchObject({ status: 'failed', total_cost: 0 })
    expect(await balance(world)).toBe(25)
  })

  it('sends nothing later that must not be sent by then', async () => {
    const { world, from, send } = await ready({ messagingProvider: never })
    const to = given.number('14')
    await send({ to })
    listed(world, to)
    await send()
    await world.advance(2 * MINUTE)
    expect((await list(world)).data.map((sms: { status: string }) => sms.status)).toEqual(['queued', 'failed'])
    for (const status of ['past_due', 'suspended'])
      world.db.prepare('UPDATE phone_numbers SET status = ? WHERE id = ?').run(status, from)
    await world.advance(5 * MINUTE)
    expect((await list(world, '?status=failed')).total).toBe(2)
    expect(await balance(world)).toBe(25)
  })
})

describe('reports', () => {
  /** A carrier whose reports the test makes. */
  async function reporting() {
    let report: (report: MessageReport) => void = () => {}
    const messagingProvider = aMessagingProvider({
      start: listener => {
        report = listener
      },
      sendSms: async () => ({ done: true, sid: 'SM1' }),
    })
    const { world, send } = await ready({ messagingProvider })
    await send()
    const messageId = world.db.prepare('SELECT message_id FROM sms').pluck().get() as string
    const status = async () => (await list(world)).data[0].status
    return { world, messageId, status, report: (what: MessageReport) => report(what) }
  }

  it('that come twice or late change nothing more', async () => {
    const { world, messageId, status, report } = await reporting()
    report({ type: 'sms_delivered', messageId })
    report({ type: 'sms_delivered', messageId })
    report({ type: 'sms_failed', messageId, reason: 'Too late.' })
    expect(await status()).toBe('delivered')
    expect(await balance(world)).toBe(24.99)
  })

  it('of a failure give the cost back, once', async () => {
    const { world, messageId, status, report } = await reporting()
    for (let i = 0; i < 2; i++) report({ type: 'sms_failed', messageId, reason: 'The number is not in use.' })
    report({ type: 'sms_delivered', messageId })
    expect(await status()).toBe('failed')
    expect((await list(world)).data[0].error).toBe('The number is not in use.')
    expect(await balance(world)).toBe(25)
  })

  it('of what is unknown are let go', async () => {
    const { world, report } = await reporting()
    report({ type: 'sms_delivered', messageId: 'nobody knows' })
    report({ type: 'sms_received', messageId: 'in-1', from: '+12015550114', to: '+12125550199', body: 'Hello' })
    expect((await list(world)).total).toBe(1)
  })

  it('of a message that came in twice keep it once', async () => {
    const { world, report } = await reporting()
    for (let i = 0; i < 2; i++)
      report({ type: 'sms_received', messageId: 'in-1', from: '+12015550114', to: '+12125550190', body: 'Hello' })
    expect((await list(world, '?status=received')).data).toMatchObject([{ body: 'Hello', sms_sid: 'in-1' }])
  })
})

describe('a message that comes in', () => {
  it('is kept as received, costs nothing, and is told', async () => {
    const { world, from } = await ready()
    const told: object[] = []
    world.service.context.bus.on(event => void (event.type === 'sms.changed' && told.push(event)))
    const { status, body } = await inbound(world, { from: '+12015550114', to: '+12125550190', body: 'Is it open?' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      phone_number_id: from,
      from: '+12015550114',
      to: '+12125550190',
      body: 'Is it open?',
      segments: 1,
      total_cost: 0,
      status: 'received',
    })
    expect((await list(world)).data).toEqual([body.data])
    expect(told).toEqual([{ type: 'sms.changed', id: body.data.id, phone_number_id: from, status: 'received' }])
    expect(await balance(world)).toBe(25)
    expect(world.count('blacklist')).toBe(0)
  })

  it.each(['STOP', 'stop', ' Stop. ', 'STOPALL', 'unsubscribe', 'CANCEL', 'END', 'QUIT!'])(
    '%j puts the sender on the blacklist',
    async text => {
      const { world, send } = await ready()
      const lead = await given.lead(world, await given.campaign(world), { phone_number: '+12015550114' })
      await inbound(world, { from: '+12015550114', to: '+12125550190', body: text })
      const entries = world.db.prepare('SELECT phone_number, source FROM blacklist').all()
      expect(entries).toEqual([{ phone_number: '+12015550114', source: 'sms' }])
      expect(world.lead(lead).status).toBe('blacklisted')
      expectMessage(await send({ to: '+12015550114' }), 400)
    },
  )

  it.each(['Please stop', 'STOP it', 'stopped', 'The end', 'Y'])('%j does not', async text => {
    const { world } = await ready()
    await inbound(world, { from: '+12015550114', to: '+12125550190', body: text })
    expect(world.count('blacklist')).toBe(0)
  })

  it('answers STOP when an SMS goes to a number ending in 06', async () => {
    const { world, send } = await ready()
    const to = given.number('06')
    await send({ to })
    await world.advance(MINUTE)
    expect((await list(world)).data).toMatchObject([
      { from: to, to: '+12125550190', body: 'STOP', status: 'received' },
      { status: 'delivered' },
    ])
    expectMessage(await send({ to }), 400)
  })

  it.each<[string, unknown]>([
    ['from', undefined],
    ['from', 'x'],
    ['to', '+12015550199'],
    ['to', 5],
    ['body', ''],
    ['body', 'x'.repeat(1601)],
  ])('with %s = %j is 422', async (field, value) => {
    const { world } = await ready()
    const body = { from: '+12015550114', to: '+12125550190', body: 'Hello', [field]: value }
    expectInvalid(await withoutChange(world, () => inbound(world, body)), field)
  })

  it("to a number that takes none, is suspended, or is another user's, is 422", async () => {
    const { world } = await ready()
    const to = [given.number('90'), given.number('90'), given.number('90')] as const
    aNumber(world, { number: to[0], type: 'sip' })
    world.db.prepare("UPDATE phone_numbers SET sms_capable = 0 WHERE type = 'sip'").run()
    aNumber(world, { number: to[1], status: 'suspended' })
    aNumber(world, { number: to[2], user: world.other().id })
    for (const number of to)
      expectInvalid(
        await withoutChange(world, () => inbound(world, { from: '+12015550114', to: number, body: 'Hello' })),
        'to',
      )
  })

  it('can be simulated only while the simulated carrier is chosen', async () => {
    const { world } = await ready()
    aNumber(world, { number: '+12125550191', type: 'sip' })
    world.db.prepare(`INSERT INTO state (key, value) VALUES ('settings', '{"carrier": "twilio"}')`).run()
    expectMessage(await inbound(world, { from: '+12015550114', to: '+12125550191', body: 'Hello' }), 409)
  })
})

describe('the list', () => {
  async function filled() {
    const { world, send } = await ready()
    const [a, b] = ['+12015550114', '+12015550115']
    await send({ to: a })
    await world.advance(DAY)
    await send({ to: b })
    await send({ to: given.number('03') })
    await inbound(world, { from: a, to: '+12125550190', body: 'Thanks' })
    return { world, a, b }
  }

  it('is paged, newest first', async () => {
    const { world } = await filled()
    const answer = await list(world)
    expect(answer).toMatchObject({ current_page: 1, per_page: 15, total: 4, last_page: 1 })
    expect(answer.data.map((sms: { id: number }) => sms.id)).toEqual([4, 3, 2, 1])
    expect(await list(world, '?per_page=3&page=2')).toMatchObject({ total: 4, last_page: 2, data: [{ id: 1 }] })
    expect(await list(world, '?page=9')).toMatchObject({ data: [], total: 4 })
  })

  it('is filtered by state, numbers and days', async () => {
    const { world, a, b } = await filled()
    const found = async (query: string) => {
      const answer = await world.get(`/user/sms?${query}`)
      expect(answer.body.total).toBe(answer.body.data.length)
      return ids(answer)
    }
    expect(await found('status=failed')).toEqual([3])
    expect(await found('status=received')).toEqual([4])
    expect(await found(`to=${encodeURIComponent(b)}`)).toEqual([2])
    expect(await found(`to=${b}`)).toEqual([2]) // its + arrives as a space
    expect(await found(`to=${b.slice(1)}`)).toEqual([2])
    expect(await found(`from=${a}`)).toEqual([4])
    expect(await found('date_from=2026-01-06')).toEqual([4, 3, 2])
    expect(await found('date_to=2026-01-05')).toEqual([1])
    expect(await found('phone_number_id=1')).toEqual([4, 3, 2, 1])
    expect(await found('phone_number_id=2')).toEqual([])
    expect(await found(`from=${a}&status=sent`)).toEqual([])
  })

  it.each([
    ['status=lost', 'status'],
    ['to=12', 'to'],
    ['from=', 'from'],
    ['date_from=yesterday', 'date_from'],
    ['date_from=2026-01-02&date_to=2026-01-01', 'date_to'],
    ['per_page=101', 'per_page'],
    ['phone_number_id=x', 'phone_number_id'],
  ])('refuses %s', async (query, field) => {
    const world = await startWorld()
    expectInvalid(await world.get(`/user/sms?${query}`), field)
  })

  it('keeps what a number sent when the number is released', async () => {
    const { world } = await filled()
    await world.delete('/user/phone-numbers/1')
    expect((await list(world)).data).toHaveLength(4)
    expect((await list(world)).data[0].phone_number_id).toBe(1)
  })
})
