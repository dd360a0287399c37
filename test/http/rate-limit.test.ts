import { expect, it } from 'vitest'
import { SECOND, startWorld, type TestWorld } from '../support/world'

const many = (n: number, ask: () => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: n }, ask)).then(answers => answers.map(({ status }) => status))
const refused = (statuses: number[]) => statuses.filter(status => status === 429).length
const asStranger = (world: TestWorld) => () =>
  world.request('GET', '/user/me', undefined, { headers: { authorization: 'Bearer cw_nobody' } })

it('a key may make 1,000 requests at once and 100 a second', async () => {
  const world = await startWorld()
  const ask = () => world.get('/user/me')
  expect(refused(await many(1000, ask))).toBe(0)
  const answer = await ask()
  expect(answer).toMatchObject({ status: 429, body: { message: expect.any(String), retry_after: 1 } })
  expect(answer.headers.get('retry-after')).toBe('1')
  await world.advance(SECOND)
  expect(refused(await many(101, ask))).toBe(1)
})

it('a key that has no request left can still stop the desk', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { rate_limit: { burst: 1, per_second: 1 } })
  await world.get('/user/me')
  expect((await world.get('/user/me')).status).toBe(429)
  expect((await world.post('/user/dialing/pause', {})).body.data.state).toBe('paused')
  expect((await world.post('/user/dialing/halt', {})).body.data.state).toBe('halted')
  expect((await world.post('/user/dialing/resume', {})).status).toBe(429)
})

it('each key has its own bucket, and settings change its size', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { rate_limit: { burst: 10, per_second: 2 } })
  expect((await world.get('/user/settings')).body.rate_limit).toEqual({ burst: 10, per_second: 2 })
  const { headers } = world.other()
  const theirs = () => world.request('GET', '/user/me', undefined, { headers })
  expect(refused(await many(11, theirs))).toBe(1)
  expect(refused(await many(5, () => world.get('/user/me')))).toBe(0)
  await world.advance(SECOND)
  expect(refused(await many(3, theirs))).toBe(1)
})

it('failed authentication is limited and never blocks a good key', async () => {
  const world = await startWorld()
  const statuses = await many(60, asStranger(world))
  expect(statuses.filter(status => status === 401)).toHaveLength(50)
  expect(refused(statuses)).toBe(10)
  expect((await world.get('/user/me')).status).toBe(200)
  await world.advance(SECOND)
  expect((await asStranger(world)()).status).toBe(401)
})

it('failed sign-ins of the console count as failed authentication', async () => {
  const world = await startWorld()
  const signIn = () =>
    fetch(new URL('/session', world.service.api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"token":"guess"}',
    })
  expect(refused(await many(60, signIn))).toBe(10)
})

it('every answer says how many requests a key may send and how many are left, the refusal too', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { rate_limit: { burst: 3, per_second: 1 } })
  const { headers } = world.other()
  const left = async (path: string) => {
    const answer = await world.request('GET', path, undefined, { headers })
    return [answer.status, answer.headers.get('x-ratelimit-limit'), answer.headers.get('x-ratelimit-remaining')]
  }
  expect(await left('/user/me')).toEqual([200, '3', '2'])
  expect(await left('/user/nowhere')).toEqual([404, '3', '1'])
  expect(await left('/user/leads?per_page=0')).toEqual([422, '3', '0'])
  expect(await left('/user/me')).toEqual([429, '3', '0'])
  expect((await asStranger(world)()).headers.has('x-ratelimit-limit')).toBe(false)
})
