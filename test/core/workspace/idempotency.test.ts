import { describe, expect, it } from 'vitest'
import { expectInvalid, leaveBalance } from '../../support/api'
import { DAY, given, MINUTE, startWorld, type TestWorld } from '../../support/world'

const posting = (world: TestWorld, path: string, body: unknown, key: string, headers = {}) =>
  world.request('POST', path, body, { headers: { 'idempotency-key': key, ...headers } })

async function ready() {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const call = { assistant_id, phone_number: given.number('24') }
  return { world, assistant_id, call }
}

describe('Idempotency-Key', () => {
  it('the same key and body get the first answer again, and nothing is done twice', async () => {
    const { world, call } = await ready()
    const first = await posting(world, '/user/make_call', call, 'a')
    const again = await posting(world, '/user/make_call', call, 'a')
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(world.count('calls')).toBe(1)
  })

  it('another idempotency key, path or API key is another request', async () => {
    const { world, assistant_id, call } = await ready()
    await posting(world, '/user/make_call', call, 'a')
    await posting(world, '/user/make_call', call, 'b')
    expect(world.count('calls')).toBe(2)
    const name = { name: 'a key' }
    const other = (await posting(world, '/user/api-keys', name, 'a')).body.data.key
    await posting(world, '/user/api-keys', name, 'a', { authorization: `Bearer ${other}` })
    expect(world.count('api_keys')).toBe(3)
    await posting(world, '/user/campaigns', { name: 'x', assistant_id }, 'a')
    expect(world.count('campaigns')).toBe(1)
  })

  it('another body is 422', async () => {
    const { world, call } = await ready()
    await posting(world, '/user/make_call', call, 'a')
    const answer = await posting(world, '/user/make_call', { ...call, phone_number: given.number('24') }, 'a')
    expectInvalid(answer, 'Idempotency-Key')
    expect(world.count('calls')).toBe(1)
  })

  it('two equal requests at once are done once', async () => {
    const { world, call } = await ready()
    const answers = await Promise.all(Array.from({ length: 20 }, () => posting(world, '/user/make_call', call, 'a')))
    expect(new Set(answers.map(({ body }) => body.call_id)).size).toBe(1)
    expect(world.count('calls')).toBe(1)
  })

  it('an idempotency record survives a restart and lives for 24 hours', async () => {
    const { world, call } = await ready()
    await posting(world, '/user/make_call', call, 'a')
    await world.restart()
    expect((await posting(world, '/user/make_call', call, 'a')).status).toBe(200)
    await world.advance(DAY - MINUTE)
    await posting(world, '/user/make_call', call, 'a')
    expect(world.count('calls')).toBe(1)
    await world.advance(2 * MINUTE)
    await posting(world, '/user/make_call', call, 'a')
    expect(world.count('calls')).toBe(2)
  })

  it('a refusal is recorded too, so that a retry does not do what was refused', async () => {
    const { world, call } = await ready()
    await leaveBalance(world, 0)
    const first = await posting(world, '/user/make_call', call, 'a')
    expect(first.status).toBe(422)
    await world.post('/user/balance/top-up', { amount: 10 })
    const again = await posting(world, '/user/make_call', call, 'a')
    expect(again).toMatchObject({ status: 422, body: first.body })
    expect(world.count('calls')).toBe(0)
  })

  it('an idempotency key has up to 255 characters, and only a POST has one', async () => {
    const { world, call } = await ready()
    expectInvalid(await posting(world, '/user/make_call', call, 'x'.repeat(256)), 'Idempotency-Key')
    expect((await posting(world, '/user/make_call', call, 'x'.repeat(255))).status).toBe(200)
    const headers = { 'idempotency-key': 'a' }
    await world.request('PUT', '/user/settings', { name: 'One' }, { headers })
    await world.request('PUT', '/user/settings', { name: 'Two' }, { headers })
    expect((await world.get('/user/settings')).body.name).toBe('Two')
  })

  it('a request whose record cannot be stored is not done', async () => {
    const { world, call } = await ready()
    world.db.prepare("CREATE TRIGGER full BEFORE INSERT ON kept_answers BEGIN SELECT RAISE(ABORT, 'full'); END").run()
    expect((await posting(world, '/user/make_call', call, 'a')).status).toBe(500)
    expect(world.count('calls')).toBe(0)
    expect(world.log.errors).toHaveLength(1)
    world.log.errors.length = 0
    world.db.prepare('DROP TRIGGER full').run()
    expect((await posting(world, '/user/make_call', call, 'a')).status).toBe(200)
  })
})
