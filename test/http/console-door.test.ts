import { expect, it } from 'vitest'
import { consoleLink } from '../../src/main/core/workspace/sessions'
import { createUser } from '../../src/main/core/workspace/users'
import { signedIn } from '../support/console'
import { DAY, HOUR, SECOND, startWorld } from '../support/world'

const refused = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length
const many = <T>(n: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: n }, ask))

it('the console has the rate limit of the API, and is told when it may ask again', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { rate_limit: { burst: 10, per_second: 2 } })
  const { ask } = await signedIn(world)
  expect(refused(await many(11, () => ask('account/me')))).toBe(1)
  const answer = await ask('account/me')
  expect(answer).toMatchObject({ status: 429, body: { json: { message: expect.stringContaining('Too many') } } })
  expect(answer.headers.get('retry-after')).toBe('1')
  await world.advance(SECOND)
  expect(refused(await many(3, () => ask('account/me')))).toBe(1)
  // What stops the desk is never too much.
  expect((await ask('dialing/halt')).body.json.data.state).toBe('halted')
  expect((await ask('dialing/resume')).status).toBe(429)
  // The console does not spend what the keys may.
  expect((await world.get('/user/me')).status).toBe(200)
})

it('failed requests of the console count as failed authentication, and never block a good session', async () => {
  const world = await startWorld()
  const { ask, origin } = await signedIn(world)
  const guess = { headers: { 'x-callwright-session': 'guess' } }
  const asked = await many(20, () => ask('account/me', {}, guess))
  const looked = await many(20, () => fetch(`${origin}/session`, guess))
  const heard = await many(20, () =>
    fetch(`${world.service.api}/recordings/${crypto.randomUUID()}.wav?expires=9&sig=x`),
  )
  expect(refused([...asked, ...looked, ...heard])).toBe(10)
  expect((await ask('account/me')).status).toBe(200)
})

it('a session ends when its user signs out, with the events that it listens to', async () => {
  const world = await startWorld()
  const { ask, origin, session, isSignedIn } = await signedIn(world)
  const other = await signedIn(world, consoleLink(world.service.context, origin, 1))
  const events = await fetch(`${origin}/rpc/events/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-callwright-session': session },
    body: '{}',
  })
  expect(events.status).toBe(200)
  const end = events.text().catch((error: Error) => error)
  const out = await fetch(`${origin}/session`, { method: 'DELETE', headers: { 'x-callwright-session': session } })
  expect(out.status).toBe(200)
  expect(await end).toBeDefined()
  expect((await ask('account/me')).status).toBe(401)
  expect([await isSignedIn(), await other.isSignedIn()]).toEqual([false, true])
})

it('a session ends after thirty days, and when its user is removed', async () => {
  const world = await startWorld()
  const { context } = world.service
  const { origin, isSignedIn } = await signedIn(world)
  const user = createUser(context, { name: 'Eve', email: 'eve@example.com' })
  const hers = await signedIn(world, consoleLink(context, origin, user.id))
  expect(await hers.isSignedIn()).toBe(true)
  expect((await world.delete(`/user/users/${user.id}`)).status).toBe(200)
  expect([await hers.isSignedIn(), (await hers.ask('account/me')).status]).toEqual([false, 401])
  await world.advance(30 * DAY - HOUR)
  expect(await isSignedIn()).toBe(true)
  await world.advance(2 * HOUR)
  expect(await isSignedIn()).toBe(false)
})
