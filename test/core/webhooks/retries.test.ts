import { describe, expect, it } from 'vitest'
import { startReceiver } from '../../support/receiver'
import { withWebhook } from '../../support/webhook'
import { DAY, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'

describe('a delivery that fails', () => {
  it('a delivery is retried after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, and is then dead', async () => {
    const at: number[] = []
    const { world, call } = await withWebhook(() => {
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

  it('a delivery that gets 410 is dead at once', async () => {
    const { world, receiver, call } = await withWebhook(() => ({ status: 410 }))
    await call('01')
    await world.advance(2 * DAY)
    expect(receiver.received).toHaveLength(1)
    expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('dead')
  })

  it('a redirect is not followed and counts as a failure', async () => {
    const { world, receiver, call } = await withWebhook(({ path }) =>
      path === '/hook' ? { status: 302, headers: { location: '/elsewhere' } } : { status: 200 },
    )
    await call('01')
    await world.advance(MINUTE)
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
    expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('pending')
  })

  it('a delivery without a receiver says so in its error', async () => {
    const { world, receiver, call } = await withWebhook()
    await receiver.close()
    await call('01')
    await world.advance(MINUTE)
    expect((await world.get('/user/webhook-deliveries')).body.data[0].last_error).toMatch(/ECONNREFUSED|fetch failed/)
  })

  it('a delivery is retried when the receiver breaks the connection', async () => {
    const { world, receiver, call } = await withWebhook((_, n) => (n === 1 ? null : { status: 200 }))
    await call('01')
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(2)
    expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('delivered')
  })

  it('a dead delivery is redelivered to the current URL of the assistant', async () => {
    let works = false
    const { world, receiver, assistant, call } = await withWebhook(() => ({ status: works ? 200 : 410 }))
    await call('01')
    await world.advance(MINUTE)
    works = true
    const url = `${receiver.url}/new`
    await world.put(`/user/assistant/${assistant}`, { webhook_url: url })
    const [{ id }] = (await world.get('/user/webhook-deliveries')).body.data
    const again = await world.post(`/user/webhook-deliveries/${id}/redeliver`)
    expect(again.body.data).toMatchObject({ status: 'pending', tries: 1, url })
    await world.advance(SECOND)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body)
    expect((await world.get(`/user/webhook-deliveries/${id}`)).body.status).toBe('delivered')
  })

  it('all dead deliveries are redelivered by one request', async () => {
    let works = false
    const { world, receiver, call } = await withWebhook(() => ({ status: works ? 200 : 410 }))
    for (let i = 0; i < 3; i++) await call('01')
    await world.advance(MINUTE)
    works = true
    expect((await world.post('/user/webhook-deliveries/redeliver-dead')).body.data).toEqual({ redelivered: 3 })
    await world.advance(SECOND)
    expect(receiver.received).toHaveLength(6)
    expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(3)
  })

  it('the operator is notified when a delivery is dead', async () => {
    const receiver = await startReceiver(() => ({ status: 410 }))
    const world = await startWorld()
    const notices: string[] = []
    world.service.context.bus.on(event => {
      if (event.type === 'operator.told') notices.push(event.text)
    })
    await world.post('/user/webhooks/test', { url: receiver.url })
    await world.advance(MINUTE)
    expect(notices).toEqual([expect.stringMatching(/^A webhook to 127\.0\.0\.1:\d+ was given up after 1 try\.$/)])
  })
})
