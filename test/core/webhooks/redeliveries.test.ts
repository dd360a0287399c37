import { expect, it } from 'vitest'
import { withWebhook } from '../../support/webhook'
import { HOUR, MINUTE, SECOND, type TestWorld } from '../../support/world'

/** A desk of which `n` webhooks wait for a later try, since the receiver was broken. `mend` has it accept them from now on. */
async function broken(n: number) {
  let answer = 500
  const all = await withWebhook(() => ({ status: answer }))
  for (let i = 0; i < n; i++) await all.call('01')
  await all.world.advance(5 * MINUTE)
  const { received } = all.receiver
  received.length = 0
  expect((await all.world.get('/user/webhook-deliveries?status=pending')).body.total).toBe(n)
  return { ...all, received, answers: (status: number) => (answer = status) }
}

const begin = async (world: TestWorld, body: object) => (await world.post('/user/webhook-redeliveries', body)).body.data
const stateOf = async (world: TestWorld, id: number) => (await world.get(`/user/webhook-redeliveries/${id}`)).body
const idsOf = (received: { headers: Record<string, unknown> }[]) => received.map(({ headers }) => headers['webhook-id'])

it('all webhooks that wait are sent now, each once, a few at a time', async () => {
  const { world, received, answers } = await broken(40)
  answers(200)
  expect((await world.get('/user/webhook-redeliveries/unsent')).body).toEqual({ waiting: 40, gave_up: 0 })
  const begun = await begin(world, { filter: {} })
  expect(begun).toMatchObject({ status: 'running', total: 40, done: 0, finished_at: null })
  const due = world.db.prepare("SELECT count(*) AS n FROM deliveries WHERE status = 'pending' AND tries = 0")
  expect(due.get()).toEqual({ n: 16 })
  await world.advance(SECOND)
  expect(await stateOf(world, begun.id)).toMatchObject({
    status: 'done',
    total: 40,
    done: 40,
    accepted: 40,
    failed: 0,
    skipped: [],
    finished_at: expect.any(String),
  })
  await world.advance(48 * HOUR)
  expect(received).toHaveLength(40)
  expect(new Set(idsOf(received)).size).toBe(40)
})

it('those that gave up are sent with them, and what fails again is counted and tried again later', async () => {
  const { world, received } = await broken(3)
  await world.advance(48 * HOUR)
  expect((await world.get('/user/webhook-deliveries?status=dead')).body.total).toBe(3)
  received.length = 0
  const { id } = await begin(world, { filter: { status: 'dead' } })
  await world.advance(SECOND)
  expect(await stateOf(world, id)).toMatchObject({ status: 'done', total: 3, done: 3, accepted: 0, failed: 3 })
  expect(received).toHaveLength(3)
  await world.advance(6 * SECOND)
  expect(received).toHaveLength(6)
})

it('only what is chosen is sent, and what was accepted or is gone meanwhile is skipped', async () => {
  const { world, receiver, received, answers } = await broken(4)
  answers(200)
  const [a, b, c, d] = (await world.get('/user/webhook-deliveries')).body.data.map(({ id }: { id: number }) => id)
  await world.post(`/user/webhook-deliveries/${a}/redeliver`)
  await world.advance(SECOND)
  const some = await begin(world, { ids: [a, b, 987_654] })
  await world.advance(SECOND)
  expect(await stateOf(world, some.id)).toMatchObject({
    status: 'done',
    total: 3,
    done: 3,
    accepted: 1,
    skipped: [
      { reason: 'accepted', count: 1 },
      { reason: 'gone', count: 1 },
    ],
  })
  const { host } = new URL(receiver.url)
  const none = await begin(world, { filter: { host: 'elsewhere.test' } })
  expect(none).toMatchObject({ status: 'done', total: 0, done: 0 })
  const rest = await begin(world, { filter: { host, status: 'pending' }, except: [c] })
  expect(rest.total).toBe(1)
  await world.advance(SECOND)
  expect(received).toHaveLength(3)
  expect((await world.get(`/user/webhook-deliveries/${c}`)).body.status).toBe('pending')
  expect((await world.get(`/user/webhook-deliveries/${d}`)).body.status).toBe('delivered')
})

it('sending again goes on after a restart, and sends none twice', async () => {
  const { world, received, answers } = await broken(20)
  answers(200)
  const { id } = await begin(world, { filter: {} })
  await world.restart()
  await world.advance(SECOND)
  expect(await stateOf(world, id)).toMatchObject({ status: 'done', done: 20, accepted: 20 })
  expect(new Set(idsOf(received)).size).toBe(20)
  expect(received).toHaveLength(20)
})

it('when it is cancelled, only the few that are due already are still sent', async () => {
  const { world, received, answers } = await broken(20)
  answers(200)
  const { id } = await begin(world, { filter: {} })
  const cancelled = await world.post(`/user/webhook-redeliveries/${id}/cancel`)
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', finished_at: null })
  expect((await world.post(`/user/webhook-redeliveries/${id}/cancel`)).status).toBe(409)
  await world.advance(SECOND)
  expect(received).toHaveLength(16)
  expect(await stateOf(world, id)).toMatchObject({ accepted: 16, total: 20, finished_at: expect.any(String) })
})

it('two at the same time do not send the same webhook', async () => {
  const { world, received, answers } = await broken(5)
  answers(200)
  await begin(world, { filter: {} })
  const second = await begin(world, { ids: [1, 2, 3, 4, 5] })
  expect(second.skipped).toEqual([{ reason: 'on_its_way', count: 5 }])
  await world.advance(SECOND)
  expect(received).toHaveLength(5)
})

it('it ends when what it was sending is deleted with its call', async () => {
  const { world, call: _, receiver } = await broken(2)
  await receiver.close()
  const { id } = await begin(world, { filter: {} })
  for (const { call_id } of (await world.get('/user/webhook-deliveries')).body.data)
    expect((await world.request('DELETE', `/user/calls/${call_id}`)).status).toBe(200)
  expect(await stateOf(world, id)).toMatchObject({ status: 'done', finished_at: expect.any(String) })
})

it('ids or a filter is needed, and not both', async () => {
  const { world } = await broken(1)
  for (const body of [{}, { ids: [1], filter: {} }])
    expect((await world.post('/user/webhook-redeliveries', body)).body.errors).toHaveProperty('ids')
})

it('a webhook that was sent again says how often it was tried in all, in the list, by itself and with its call', async () => {
  const { world, answers } = await broken(1)
  const [{ id, call_id, tries }] = (await world.get('/user/webhook-deliveries')).body.data
  expect(tries).toBe(4)
  answers(200)
  await world.post(`/user/webhook-deliveries/${id}/redeliver`)
  await world.advance(SECOND)
  expect((await world.get('/user/webhook-deliveries')).body.data[0].tries).toBe(5)
  const one = (await world.get(`/user/webhook-deliveries/${id}`)).body
  expect([one.tries, one.attempts.length]).toEqual([5, 5])
  expect((await world.get(`/user/calls/${call_id}`)).body.deliveries).toEqual([{ id, status: 'delivered', tries: 5 }])
})
