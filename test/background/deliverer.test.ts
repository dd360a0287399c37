import { describe, expect, it } from 'vitest'
import { withWebhook } from '../support/webhook'
import { MINUTE, SECOND, startWorld } from '../support/world'

it('a webhook that was being delivered when the service ended is delivered after the restart', async () => {
  const { world, receiver, call } = await withWebhook()
  await call('01')
  await world.advance(MINUTE)
  world.db.prepare("UPDATE deliveries SET status = 'pending', next_try_at = 1").run()
  world.db.prepare("UPDATE deliveries SET status = 'delivering', next_try_at = NULL").run()
  await world.restart()
  await world.advance(SECOND)
  expect(receiver.received).toHaveLength(2)
  expect((await world.get('/user/webhook-deliveries')).body.data[0].status).toBe('delivered')
})

describe('many deliveries at once', () => {
  /** A world with so many due deliveries for each host. Counts the highest number that run at once, in all and for each host. */
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
          return { ...(await answer(host)), body: '', truncated: false, headers: {} }
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

  it('at most sixteen deliveries run at once, four to one host, and the rest follow', async () => {
    const { world, peaks } = await waiting(
      { 'a.test': 20, 'b.test': 20, 'c.test': 20, 'd.test': 20, 'e.test': 20 },
      soon,
    )
    await world.advance(SECOND)
    expect(peaks).toEqual({ all: 16, 'a.test': 4, 'b.test': 4, 'c.test': 4, 'd.test': 4, 'e.test': 4 })
    expect((await world.get('/user/webhook-deliveries?status=delivered')).body.total).toBe(100)
  })

  it('a host that does not answer does not block the others', async () => {
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

it('a result that cannot be stored at once is stored later', async () => {
  const { world, receiver, call } = await withWebhook()
  world.db.prepare("CREATE TRIGGER refuse BEFORE INSERT ON delivery_tries BEGIN SELECT RAISE(ABORT, 'busy'); END").run()
  await call('01')
  while (receiver.received.length === 0) await world.advance(SECOND)
  await world.advance(15 * SECOND)
  world.db.prepare('DROP TRIGGER refuse').run()
  await world.advance(MINUTE)
  expect(receiver.received).toHaveLength(1)
  expect((await world.get('/user/webhook-deliveries')).body.data[0]).toMatchObject({ status: 'delivered', tries: 1 })
  expect(world.log.errors.splice(0).length).toBeGreaterThan(0)
})
