import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage, leaveBalance, UNKNOWN } from '../../support/api'
import { OWN } from '../../support/chats'
import { gate, soon } from '../../support/gate'
import { startReceiver } from '../../support/receiver'
import { DAY, given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'

const ring = (world: TestWorld, from: string, to = OWN) => world.post('/user/simulator/inbound-call', { from, to })

const call = async (world: TestWorld, id: number) => (await world.get(`/user/calls/${id}`)).body

/** A number that an active assistant answers on. */
async function answering(over: object = {}) {
  const world = await startWorld()
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, { type: 'inbound', variables: { name: '' }, ...over })
  await world.put(`/user/assistant/${assistant}`, { phone_number_id })
  return { world, assistant, phone_number_id }
}

describe('an inbound call', () => {
  it('the active assistant of the number answers; the call is held, evaluated and charged, and its webhook is sent', async () => {
    const receiver = await startReceiver()
    const { world, assistant } = await answering({ is_webhook_active: true, webhook_url: receiver.url, record: true })
    const from = given.number('24')
    const { status, body } = await ring(world, from)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      type: 'inbound',
      status: 'ringing',
      assistant_id: assistant,
      client_phone_number: from,
      assistant_phone_number: OWN,
      campaign_id: null,
      lead_id: null,
    })
    await world.advance(HOUR)
    const ended = await call(world, body.data.id)
    expect(ended.status).toMatch(/^(completed|ended_by)/)
    expect(ended).toMatchObject({ answered_by: 'human', evaluation: expect.any(Array) })
    expect(ended.transcript.length).toBeGreaterThan(2)
    expect(ended.transcript.some((item: { text: string }) => item.text.includes('this is Anna'))).toBe(true)
    expect(Number(ended.total_cost)).toBeGreaterThan(0)
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ customer_phone: from, assistant_phone: OWN })
    expect((await world.get('/user/calls?type=inbound')).body.total).toBe(1)
  })

  it('an inbound call does not count as a dial in the statistics', async () => {
    const { world } = await answering()
    await ring(world, given.number('24'))
    await world.advance(HOUR)
    expect((await world.get('/user/stats?from=2026-01-05&to=2026-01-05')).body.totals.dials).toBe(0)
  })

  it.each([
    ['05', 'ended_by_customer'],
    ['07', 'completed'],
    ['08', 'ended_by_assistant'],
  ])('a call from a number that ends in %s ends %s', async (ending, status) => {
    const { world } = await answering({ max_duration: 60 })
    const { body } = await ring(world, given.number(ending))
    await world.advance(HOUR)
    expect(await call(world, body.data.id)).toMatchObject({ status })
  })

  it('a caller who hangs up before the answer is a missed call', async () => {
    const { world } = await answering()
    const from = given.number('02')
    const { body } = await ring(world, from)
    await world.advance(MINUTE)
    expect(await call(world, body.data.id)).toMatchObject({ status: 'no-answer', duration: 0 })
    expect((await world.get('/user/attention')).body.missed_inbound).toMatchObject([
      { call_id: body.data.id, client_phone_number: from, assistant_phone_number: OWN },
    ])
  })

  it('a caller who asks not to be called again is added to the blacklist', async () => {
    const { world } = await answering()
    const from = given.number('06')
    await ring(world, from)
    await world.advance(HOUR)
    expect((await world.get('/user/blacklist')).body.data).toMatchObject([{ phone_number: from, source: 'call' }])
  })

  it.each([
    [
      'an inactive assistant',
      (w: TestWorld, a: number) => w.put(`/user/assistant/${a}`, { status: 'inactive' }),
      'no-answer',
      'no_assistant',
    ],
    ['no assistant', (w: TestWorld, a: number) => w.delete(`/user/assistant/${a}`), 'no-answer', 'no_assistant'],
    ['dialing halted', (w: TestWorld) => w.post('/user/dialing/halt'), 'no-answer', 'halt'],
    ['no balance', (w: TestWorld) => leaveBalance(w, 0), 'no-answer', 'no_balance'],
  ])('a call with %s is missed and stored with the reason', async (_, first, status, end_reason) => {
    const { world, assistant } = await answering()
    await first(world, assistant)
    const { body } = await ring(world, given.number('24'))
    expect(body.data).toMatchObject({ status, end_reason, duration: 0, total_cost: '0.00000000' })
    await world.advance(DAY)
    expect((await world.get('/user/attention')).body.missed_inbound).toHaveLength(1)
    expect((await world.get('/user/calls')).body.total).toBe(1)
  })

  it('a call is busy when all parallel calls are in use', async () => {
    const { world } = await answering()
    await world.put('/user/settings', { max_calls_in_parallel: 1 })
    await ring(world, given.number('07'))
    const { body } = await ring(world, given.number('24'))
    expect(body.data).toMatchObject({ status: 'busy', end_reason: 'no_line' })
  })

  it('a missed call tells the webhook of its assistant, unless it is told of completed calls only', async () => {
    const receiver = await startReceiver()
    const webhook = { is_webhook_active: true, webhook_url: receiver.url }
    const { world, assistant } = await answering({ ...webhook, send_webhook_only_on_completed: false })
    await leaveBalance(world, 0)
    const from = given.number('24')
    await ring(world, from)
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      customer_phone: from,
      status: 'no-answer',
      duration: 0,
    })
    await world.put(`/user/assistant/${assistant}`, { send_webhook_only_on_completed: true })
    await ring(world, from)
    await world.advance(MINUTE)
    expect((await world.get('/user/webhook-deliveries')).body.total).toBe(1)
  })

  it('inbound calls are answered while dialing is paused', async () => {
    const { world } = await answering()
    await world.post('/user/dialing/pause')
    expect((await ring(world, given.number('24'))).body.data.status).toBe('ringing')
  })

  it('a call that was open at a restart is finalized', async () => {
    const { world } = await answering()
    const { body } = await ring(world, given.number('07'))
    await world.advance(MINUTE)
    await world.restart()
    await world.advance(MINUTE)
    expect(await call(world, body.data.id)).toMatchObject({ status: 'failed', end_reason: 'interrupted' })
  })
})

describe('the inbound webhook', () => {
  it('the inbound webhook is requested before the answer, and its response is merged into the variables', async () => {
    const receiver = await startReceiver(() => ({ status: 200, body: '{"name":"Ada","age":5,"bad-name":1,"list":[]}' }))
    const { world, assistant } = await answering({ initial_message: 'Hello {{name}}.' })
    await world.post('/user/assistants/enable-inbound-webhook', { assistant_id: assistant, webhook_url: receiver.url })
    const from = given.number('24')
    const { body } = await ring(world, from)
    await world.advance(HOUR)
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({
      customer_phone: from,
      assistant_phone: OWN,
      assistant_id: assistant,
    })
    expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,/)
    const ended = await call(world, body.data.id)
    expect(ended.variables).toEqual({ name: 'Ada', age: 5 })
    expect(ended.transcript.some((item: { text: string }) => item.text === 'Hello Ada.')).toBe(true)
  })

  it.each([
    [() => ({ status: 500 }), /answered 500/],
    [() => ({ status: 200, body: '[1]' }), /not a JSON object/],
    [() => ({ status: 200, body: 'hello' }), /JSON/],
    [() => null, /fetch failed/],
  ])('a response that is not an object gives a warning, and the call continues (%#)', async (answer, says) => {
    const receiver = await startReceiver(answer as never)
    const { world } = await answering({ inbound_webhook_url: receiver.url })
    const { body } = await ring(world, given.number('24'))
    await world.advance(HOUR)
    const ended = await call(world, body.data.id)
    expect(ended.status).toMatch(/^(completed|ended_by)/)
    expect(ended.warnings.join()).toMatch(says)
    expect(world.log.warnings.some(({ text }) => text.includes('inbound webhook'))).toBe(true)
  })

  it('a disabled inbound webhook is not requested', async () => {
    const receiver = await startReceiver()
    const { world, assistant } = await answering({ inbound_webhook_url: receiver.url })
    await world.post('/user/assistants/disable-inbound-webhook', { assistant_id: assistant })
    await ring(world, given.number('24'))
    await world.advance(HOUR)
    expect(receiver.received).toHaveLength(0)
  })

  it('a call waits for its inbound webhook, even when desk time runs fast', async () => {
    const asked = gate<{ status: number; body: string; truncated: boolean; headers: Record<string, string> }>()
    const world = await startWorld()
    Object.assign(world.service.outside, { send: () => asked.opened })
    const phone_number_id = aNumber(world, { number: OWN })
    const assistant = await given.assistant(world, {
      type: 'inbound',
      phone_number_id,
      inbound_webhook_url: 'http://127.0.0.1:9/x',
      max_duration: 20,
    })
    await world.put(`/user/assistant/${assistant}`, { status: 'active' })
    const { body } = await world.post('/user/simulator/inbound-call', { from: given.number('24'), to: OWN })
    await world.advance(3 * MINUTE)
    asked.open({ status: 200, body: '{}', truncated: false, headers: {} })
    await soon()
    await world.advance(5 * MINUTE)
    expect((await world.get(`/user/calls/${body.data.id}`)).body.duration).toBeGreaterThan(5)
  })
})

describe('simulated inbound calls', () => {
  it('the simulator calls only numbers of this account', async () => {
    const { world } = await answering()
    expectInvalid(await world.post('/user/simulator/inbound-call', {}), 'from', 'to')
    expectInvalid(await ring(world, given.number('24'), '+12015550199'), 'to')
    const { headers } = world.other()
    const theirs = { from: given.number('24'), to: OWN }
    expectInvalid(await world.request('POST', '/user/simulator/inbound-call', theirs, { headers }), 'to')
    expect(world.count('calls')).toBe(0)
  })

  it('the simulator does not call a suspended number', async () => {
    const world = await startWorld()
    aNumber(world, { number: OWN, status: 'suspended' })
    expectMessage(await ring(world, given.number('24')), 409)
    expect(UNKNOWN).toBeGreaterThan(0)
  })
})
