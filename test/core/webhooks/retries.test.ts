import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signingSecrets } from '../../../src/main/core/webhooks/signing'
import { type Received, startReceiver } from '../../support/receiver'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'

type Answers = Parameters<typeof startReceiver>[0]

/** A world whose assistant tells a receiver of every call. */
async function listening(answer?: Answers, assistantOver: object = {}) {
  const receiver = await startReceiver(answer)
  onTestFinished(receiver.close)
  const world = await startWorld()
  const assistant = await given.assistant(world, {
    is_webhook_active: true,
    webhook_url: receiver.url,
    send_webhook_only_on_completed: false,
    ...assistantOver,
  })
  const call = async (ending: string, over: object = {}) =>
    (await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number(ending), ...over })).body
      .call_id
  return { world, receiver, assistant, call }
}
const bodyOf = (received: Received | undefined) => JSON.parse(received!.body)

describe('the post-call webhook', () => {
  it('tells what the call was', async () => {
    const { world, receiver, call } = await listening(undefined, {
      variables: { name: 'nobody', city: 'Rome' },
      initial_message: 'Hello {{ name }}.',
      post_call_schema: [{ name: 'agreed', type: 'bool', description: 'Whether they agreed' }],
    })
    const id = await call('14', { variables: { name: 'Bob' } })
    await world.advance(5 * MINUTE)
    expect(receiver.received).toHaveLength(1)
    const body = bodyOf(receiver.received[0])
    expect(body).toMatchObject({
      id,
      assistant_phone: null,
      status: 'completed',
      input_variables: { name: 'Bob', city: 'Rome' },
      recording_url: null,
    })
    expect(Object.keys(body.extracted_variables).sort()).toEqual(['agreed', 'status', 'summary'])
    expect(body.transcript).toMatch(/^Customer: Hello\?\nAI: Hello Bob\.\nCustomer: /)
    expect(body.transcript_items.at(-1)).toMatchObject({ sender: 'bot' })
    expect(body.created_at).toMatch(/^2026-01-05T09:00:00\.000000Z$/)
    expect(body).not.toHaveProperty('lead')
    expect((await world.get(`/user/calls/${id}`)).body).toMatchObject({
      webhook_response: {},
      deliveries: [{ status: 'delivered', tries: 1 }],
    })
  })

  it('of a campaign call tells of its lead as it is after the call, and of its campaign', async () => {
    const { world, receiver, assistant } = await listening()
    const campaign = await given.campaign(world, { assistant_id: assistant })
    const lead = await given.lead(world, campaign, { ending: '14' })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    expect(bodyOf(receiver.received[0])).toMatchObject({
      lead: { id: lead, status: 'completed', created_at: '2026-01-05 09:00:00' },
      campaign: { id: campaign, name: 'Campaign', max_retries: 3, allowed_hours_start_time: '00:00:00' },
    })
  })

  it.each([
    ['01', false],
    ['02', false],
    ['03', false],
    ['04', true],
    ['05', true],
    ['08', true],
    ['14', true],
  ])('of a call to %s is sent when only completed calls are told: %s', async (ending, sent) => {
    const { world, receiver, call } = await listening(undefined, { send_webhook_only_on_completed: true })
    await call(ending)
    await world.advance(15 * MINUTE)
    expect(receiver.received).toHaveLength(sent ? 1 : 0)
  })

  it('names the recording only when it is to', async () => {
    const { world, receiver, call } = await listening(undefined, { include_recording_in_webhook: false })
    await call('14')
    await world.advance(5 * MINUTE)
    expect(bodyOf(receiver.received[0])).not.toHaveProperty('recording_url')
  })

  it('is not sent when it is off', async () => {
    const { world, receiver, call } = await listening(undefined, { is_webhook_active: false })
    await call('14')
    await world.advance(5 * MINUTE)
    expect(receiver.received).toEqual([])
    expect(world.count('deliveries')).toBe(0)
  })

  it("keeps the receiver's answer with the call", async () => {
    const { world, call } = await listening(() => ({ status: 201, body: '{"crm":42}' }))
    const id = await call('14')
    await world.advance(5 * MINUTE)
    expect((await world.get(`/user/calls/${id}`)).body.webhook_response).toEqual({ crm: 42 })
  })
})

describe('signing', () => {
  it('is what the Standard Webhooks library expects, made anew for each try', async () => {
    const { world, receiver, call } = await listening((_, n) => ({ status: n < 3 ? 500 : 200 }))
    await call('14')
    await world.advance(5 * MINUTE)
    expect(receiver.received).toHaveLength(3)
    const [secret] = signingSecrets(world.service.context)
    expect(secret).toMatch(/^whsec_/)
    const stamps = receiver.received.map(({ headers, body }) => {
      // The library refuses timestamps far from its own now, so the check is made on the text that it signs.
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const signature = new Webhook(secret!).sign(String(headers['webhook-id']), at, body)
      expect(headers['webhook-signature']).toBe(signature)
      return headers['webhook-timestamp']
    })
    expect(new Set(stamps).size).toBe(3)
    expect(new Set(receiver.received.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1)
  })
})

describe('a delivery that fails', () => {
  it('is tried again after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, and then given up', async () => {
    const at: number[] = []
    const { world, call } = await listening(() => {
      at.push(world.clock.now())
      return { status: 500, body: 'no' }
    })
    await call('01')
    await world.advance(2 * DAY)
    const waits = at.slice(1).map((time, i) => time - at[i]!)
    const plan = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR]
    expect(waits).toHaveLength(plan.length)
    waits.forEach((wait, i) => {
      expect(Math.abs(wait / plan[i]! - 1)).toBeLessThanOrEqual(0.1)
    })
    expect(new Set(waits.map((wait, i) => (wait / plan[i]!).toFixed(3))).size).toBeGreaterThan(1)
    const [delivery] = (await world.get('/user/webhook-deliveries?status=dead')).body.data
    expect(delivery).toMatchObject({ tries: 8, last_error: 'The receiver answered 500.', next_try_at: null })
    const { attempts } = (await world.get(`/user/webhook-deliveries/${delivery.id}`)).body
    expect(attempts).toHaveLength(8)
    expect(attempts[0]).toMatchObject({ status_code: 500, response_body: 'no' })
  })

  it('with 410 is given up at once', async () => {
    const { world, receiver, call } = await listening(() => ({ status: 410 }))
    await call('01')
    await world.advance(2 * DAY)
    expect(receiver.received).toHaveLength(1)
    expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('dead')
  })

  it('with a redirect is a failure: redirects are not followed', async () => {
    const { world, receiver, call } = await listening(({ path }) =>
      path === '/hook' ? { status: 302, headers: { location: '/elsewhere' } } : { status: 200 },
    )
    await call('01')
    await world.advance(MINUTE)
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
    expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('pending')
  })

  it('because nobody listens says so', async () => {
    const { world, receiver, call } = await listening()
    await receiver.close()
    await call('01')
    await world.advance(MINUTE)
    expect((await world.get('/user/webhook-deliveries')).body.data[0].last_error).toMatch(/ECONNREFUSED|fetch failed/)
  })

  it('because the receiver breaks off is tried again', async () => {
    const { world, receiver, call } = await listening((_, n) => (n === 1 ? null : { status: 200 }))
    await call('01')
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(2)
    expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('delivered')
  })

  it('that was given up is sent again by hand, to the URL that the assistant has then', async () => {
    let works = false
    const { world, receiver, assistant, call } = await listening(() => ({ status: works ? 200 : 410 }))
    await call('01')
    await world.advance(MINUTE)
    works = true
    const url = `${receiver.url}/new`
    await world.put(`/user/assistant/${assistant}`, { webhook_url: url })
    const [{ id }] = (await world.get('/user/webhook-deliveries')).body.data
    const again = await world.post(`/user/webhook-deliveries/${id}/redeliver`)
    expect(again.body.data).toMatchObject({ status: 'pending', tries: 0, url })
    await world.advance(SECOND)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body)
    expect((await world.get(`/user/webhook-deliveries/${id}`)).body.status).toBe('delivered')
  })

  it('are all sent again at once on request', async () => {
    let works = false
    const { world, receiver, call } = await listening(() => ({ status: works ? 200 : 410 }))
    for (let i = 0; i < 3; i++) await call('01')
    await world.advance(MINUTE)
    works = true
    expect((await world.post('/user/webhook-deliveries/redeliver-dead')).body.data).toEqual({ redelivered: 3 })
    await world.advance(SECOND)
    expect(receiver.received).toHaveLength(6)
    expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(3)
  })
})

it('what was being delivered when the service ended is delivered after it', async () => {
  const { world, receiver, call } = await listening()
  await call('01')
  await world.advance(MINUTE)
  world.db.prepare("UPDATE deliveries SET status = 'pending', next_try_at = 1").run()
  world.db.prepare("UPDATE deliveries SET status = 'delivering', next_try_at = NULL").run()
  await world.restart()
  await world.advance(SECOND)
  expect(receiver.received).toHaveLength(2)
  expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('delivered')
})

describe('many at once', () => {
  /** So many deliveries wait for each host; counts how many are on their way, in all and to each. */
  async function waiting(hosts: Record<string, number>, answer: (host: string) => Promise<{ status: number }>) {
    const under: string[] = []
    const peaks: Record<string, number> = {}
    const world = await startWorld({
      send: async ({ url }) => {
        const { host } = new URL(url)
        under.push(host)
        const peak = (name: string, n: number) => (peaks[name] = Math.max(peaks[name] ?? 0, n))
        peak('all', under.length)
        peak(host, under.filter(other => other === host).length)
        try {
          return { ...(await answer(host)), body: '', truncated: false }
        } finally {
          under.splice(under.indexOf(host), 1)
        }
      },
    })
    const insert = world.db.prepare(
      "INSERT INTO deliveries (webhook_id, user_id, event, url, host, body, next_try_at, created_at) VALUES (?, 1, 'test', ?, ?, '', 1, 1)",
    )
    for (const [host, n] of Object.entries(hosts))
      for (let i = 0; i < n; i++) insert.run(`${host}${i}`, `http://${host}/`, host)
    world.service.context.bus.publish(1, { type: 'delivery.changed', id: 1, status: 'pending' })
    return { world, peaks }
  }
  const soon = () =>
    new Promise<{ status: number }>(resolve => setImmediate(() => setImmediate(() => resolve({ status: 200 }))))

  it('sixteen are on their way in all, four to one host, and the rest follow', async () => {
    const { world, peaks } = await waiting(
      { 'a.test': 20, 'b.test': 20, 'c.test': 20, 'd.test': 20, 'e.test': 20 },
      soon,
    )
    await world.advance(SECOND)
    expect(peaks).toEqual({ all: 16, 'a.test': 4, 'b.test': 4, 'c.test': 4, 'd.test': 4, 'e.test': 4 })
    expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(100)
  })

  it('a host that is silent does not hold up the others', async () => {
    let free = () => {}
    const silence = new Promise<{ status: number }>(resolve => (free = () => resolve({ status: 500 })))
    const { world } = await waiting({ 'silent.test': 50, 'b.test': 3 }, host =>
      host === 'silent.test' ? silence : soon(),
    )
    const passed = world.advance(SECOND)
    for (let i = 0; i < 200; i++) await new Promise(resolve => setImmediate(resolve))
    expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(3)
    free()
    await passed
  })
})

it('a result that cannot be booked at once is booked later', async () => {
  const { world, receiver, call } = await listening()
  world.db.prepare("CREATE TRIGGER refuse BEFORE INSERT ON delivery_tries BEGIN SELECT RAISE(ABORT, 'busy'); END").run()
  await call('01')
  await world.advance(MINUTE)
  world.db.prepare('DROP TRIGGER refuse').run()
  await world.advance(MINUTE)
  expect(receiver.received).toHaveLength(1)
  expect((await world.get('/user/webhook-deliveries')).body.data[0]).toMatchObject({ status: 'delivered', tries: 1 })
  expect(world.log.errors.splice(0).length).toBeGreaterThan(0)
})
