import { describe, expect, it } from 'vitest'
import { nested, signedIn } from '../support/console'
import { soon } from '../support/gate'
import { startReceiver } from '../support/receiver'
import { refuse } from '../support/refuse'
import { withWebhook } from '../support/webhook'
import { given, MINUTE, SECOND, startWorld } from '../support/world'

/** A call whose webhook was accepted with this body. */
async function answeredWith(body: string) {
  const { world, receiver, call } = await withWebhook(() => ({ status: 200, body }))
  const id = await call('01')
  await world.advance(MINUTE)
  const delivery = (await world.get('/user/webhook-deliveries/1')).body
  return { world, receiver, call, id, delivery, record: (await world.get(`/user/calls/${id}`)).body }
}

describe('the answer of a webhook receiver', () => {
  it.each([101, 1500, 30_000])(
    'with %i levels is kept as text, and the call can be read at both doors',
    async levels => {
      const body = nested(levels)
      const { world, id, delivery, record } = await answeredWith(body)
      expect(delivery).toMatchObject({
        status: 'delivered',
        attempts: [{ response_body: body, note: expect.any(String) }],
      })
      expect(record.webhook_response).toBe(body)
      expect(record.warnings.join()).toContain('more than 100 levels')
      const { ask } = await signedIn(world)
      expect((await ask('calls/get', { id })).body.json.webhook_response).toBe(body)
    },
  )

  it('with 100 levels is kept as JSON', async () => {
    const { record, delivery } = await answeredWith(nested(100))
    expect(JSON.stringify(record.webhook_response)).toBe(nested(100))
    expect(delivery.attempts[0].note).toBeNull()
  })

  it('that is longer than 64 KiB is kept in part, with a note', async () => {
    const { record, delivery } = await answeredWith(JSON.stringify({ text: 'x'.repeat(70_000) }))
    expect(record.webhook_response).toHaveLength(64 * 1024)
    expect(delivery.attempts[0].note).toContain('64 KiB')
  })

  it('that is no JSON is kept as text, and an empty one as null', async () => {
    expect((await answeredWith('thank you')).record).toMatchObject({ webhook_response: 'thank you', warnings: [] })
    expect((await answeredWith('')).record.webhook_response).toBeNull()
  })

  it('that was stored too deep by an earlier version does not hide the call', async () => {
    const { world, id } = await answeredWith('{}')
    world.db.prepare('UPDATE calls SET webhook_response = ?').run(nested(3000))
    expect((await world.get(`/user/calls/${id}`)).body.webhook_response).toBe(nested(3000))
  })
})

it('four receivers that answer with deeply nested JSON stop no other webhook', async () => {
  const { world, receiver, call } = await withWebhook((_, n) => ({ status: 200, body: n <= 4 ? nested(30_000) : '{}' }))
  for (let i = 0; i < 5; i++) await call('01')
  await world.advance(5 * MINUTE)
  expect(receiver.received).toHaveLength(5)
  expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(5)
})

it('a delivery whose result cannot be stored five times is dead, and frees its slot at once', async () => {
  const { world, receiver, call } = await withWebhook()
  const allow = refuse(world, 'INSERT ON delivery_tries', 'NEW.delivery_id <= 4')
  for (let i = 0; i < 5; i++) await call('01')
  await world.advance(3 * SECOND)
  await world.advance(MINUTE)
  expect(receiver.received).toHaveLength(5)
  const { data } = (await world.get('/user/webhook-deliveries')).body
  expect(data.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'dead', 'dead', 'dead', 'dead'])
  allow()
  await world.post('/user/webhook-deliveries/redeliver-dead')
  await world.advance(SECOND)
  expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(5)
})

it('requests that never end free their slots after ten seconds', async () => {
  const world = await startWorld({
    send: ({ url }) =>
      url.includes('deaf')
        ? new Promise(() => {})
        : Promise.resolve({ status: 200, body: '', truncated: false, headers: {} }),
  })
  for (let i = 0; i < 16; i++) await world.post('/user/webhooks/test', { url: `http://deaf${i % 4}.test/` })
  await world.post('/user/webhooks/test', { url: 'http://other.test/' })
  const delivered = async () => (await world.get('/user/webhook-deliveries?status=delivered')).body.total
  // The test clock would wait for these requests, so the time is moved by hand.
  const pass = async (ms: number) => {
    for (const end = world.clock.now() + ms; world.clock.step(end); ) await soon()
  }
  await pass(9 * SECOND)
  expect(await delivered()).toBe(0)
  await pass(2 * SECOND)
  expect(await delivered()).toBe(1)
})

describe('the answer of an inbound webhook', () => {
  it('that nests too deeply is only a warning, and the call goes on', async () => {
    const receiver = await startReceiver(() => ({ status: 200, body: `{"name": "Bob", "x": ${nested(30_000)}}` }))
    const world = await startWorld()
    const number = given.number('90')
    world.db
      .prepare(
        `INSERT INTO phone_numbers (user_id, phone_number, country_code, type, status, carrier, sms_capable, created_at)
         VALUES (1, ?, 'US', 'normal', 'active', 'simulated', 1, 0)`,
      )
      .run(number)
    const assistant = await given.assistant(world, { type: 'inbound', phone_number_id: 1 })
    await world.put(`/user/assistant/${assistant}`, { status: 'active' })
    await world.post('/user/assistants/enable-inbound-webhook', { assistant_id: assistant, webhook_url: receiver.url })
    await world.post('/user/simulator/inbound-call', { from: given.number('24'), to: number })
    await world.advance(5 * MINUTE)
    const { data } = (await world.get('/user/calls')).body
    const call = (await world.get(`/user/calls/${data[0].id}`)).body
    expect(receiver.received).toHaveLength(1)
    expect(call.warnings.join()).toContain('nests more than 100 levels')
    expect(call.transcript.length).toBeGreaterThan(1)
  })
})
