import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, UNKNOWN, withoutChange } from '../../support/api'
import { signedIn } from '../../support/console'
import { given, MINUTE, startWorld } from '../../support/world'

describe('users', () => {
  it('a user is added, named anew, and listed with keys and sessions', async () => {
    const world = await startWorld()
    await signedIn(world)
    const { status, body } = await world.post('/user/users', { name: 'Ada', email: 'ada@example.com' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Ada', email: 'ada@example.com', is_you: false, api_keys: 0, sessions: 0 })
    expect((await world.put(`/user/users/${body.data.id}`, { name: 'Ada Byron' })).body.data.name).toBe('Ada Byron')
    expect((await world.get('/user/users')).body).toMatchObject([
      { id: 1, is_you: true, api_keys: 1, sessions: 1 },
      { id: body.data.id, name: 'Ada Byron', is_you: false },
    ])
  })

  it('a user needs a name and an address that nobody else has', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/users', { name: ' ', email: 'nowhere' }), 'name', 'email')
    expectMessage(
      await withoutChange(world, () => world.post('/user/users', { name: 'X', email: 'OPERATOR@localhost' })),
      409,
    )
    const other = world.other('eve@example.com')
    expectMessage(await world.put(`/user/users/${other.id}`, { email: 'operator@localhost' }), 409)
    expect((await world.put(`/user/users/${other.id}`, { email: 'eve@example.com' })).status).toBe(200)
  })

  it('a link signs a user in, once', async () => {
    const world = await startWorld()
    const { id } = world.other('eve@example.com')
    const { data } = (await world.post(`/user/users/${id}/console-link`)).body
    expect(data.valid_until).toBe('2026-01-06T09:00:00.000000Z')
    const { ask } = await signedIn(world, data.link)
    expect((await ask('account/me')).body.json.email).toBe('eve@example.com')
    await expect(signedIn(world, data.link)).rejects.toThrow('401')
    expectMessage(await world.post(`/user/users/${UNKNOWN}/console-link`), 404)
  })

  it('a removed user has no keys, no sessions and no running campaign, and the address is free again', async () => {
    const world = await startWorld()
    const { id, headers } = world.other('eve@example.com')
    const { data } = (await world.post(`/user/users/${id}/console-link`)).body
    const unused = (await world.post(`/user/users/${id}/console-link`)).body.data.link
    const { isSignedIn } = await signedIn(world, data.link)
    const theirs = (method: string, path: string, body?: object) => world.request(method, path, body, { headers })
    const assistant = (await world.post('/user/assistant', { name: 'x' })).status
    expect(assistant).toBe(422)
    world.db
      .prepare(
        "INSERT INTO campaigns (user_id, name, settings, status, created_at, updated_at) VALUES (?, 'C', '{}', 'in-progress', 0, 0)",
      )
      .run(id)
    expectMessage(await world.delete(`/user/users/${id}`), 200)
    expect((await theirs('GET', '/user/me')).status).toBe(401)
    expect(await isSignedIn()).toBe(false)
    await expect(signedIn(world, unused)).rejects.toThrow('401')
    expect(world.db.prepare('SELECT status FROM campaigns WHERE user_id = ?').pluck().get(id)).toBe('stopped')
    expect((await world.get('/user/users')).body.map((user: { id: number }) => user.id)).toEqual([1])
    expect((await world.post('/user/users', { name: 'Eve', email: 'eve@example.com' })).status).toBe(201)
    expectMessage(await world.delete(`/user/users/${id}`), 404)
  })

  it('nobody removes themself, and the last user stays', async () => {
    const world = await startWorld()
    expectMessage(await withoutChange(world, () => world.delete('/user/users/1')), 409)
    const { headers, id } = world.other()
    expect((await world.request('DELETE', '/user/users/1', undefined, { headers })).status).toBe(200)
    const { status, body } = await world.request('DELETE', `/user/users/${id}`, undefined, { headers })
    expect([status, body.message]).toEqual([409, 'The last user stays. Add another one first.'])
  })

  it('who is on the phone, or has a number, is not removed', async () => {
    const world = await startWorld()
    const { headers } = world.other()
    const remove = () => world.request('DELETE', '/user/users/1', undefined, { headers })
    const assistant_id = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('07') })
    await world.advance(10_000)
    expect((await remove()).body.message).toContain('1 call under way')
    await world.advance(30 * MINUTE)
    await world.post('/user/phone-numbers/sip-trunks', {
      sip_trunk_type: 'number',
      phone_number: '+12125550191',
      sip_username: 'desk',
      sip_password: 'secret',
      sip_address: 'sip.example.com',
    })
    const { status, body } = await remove()
    expect([status, body.message]).toEqual([409, 'Operator has 1 number. Sign in as Operator and release them first.'])
  })
})

describe('sessions of the console', () => {
  it('each browser is listed with what it says of itself and when it was last used', async () => {
    const world = await startWorld()
    const here = await signedIn(world)
    await world.advance(5 * MINUTE)
    const link = (await world.post('/user/users/1/console-link')).body.data.link
    const there = await signedIn(world, link)
    await there.ask('account/me')
    const sessions = (await here.ask('users/sessions')).body.json
    expect(sessions).toHaveLength(2)
    expect(sessions.filter((one: { is_this: boolean }) => one.is_this)).toMatchObject([
      { created_at: '2026-01-05T09:00:00.000000Z', last_used_at: '2026-01-05T09:05:00.000000Z', agent: 'node' },
    ])
    // An API key has no session.
    expect((await world.get('/user/sessions')).body.some((one: { is_this: boolean }) => one.is_this)).toBe(false)
    expect(JSON.stringify(sessions)).not.toContain(here.session)
  })

  it('one session, or all others, can be signed out', async () => {
    const world = await startWorld()
    const here = await signedIn(world)
    const more = async () => signedIn(world, (await world.post('/user/users/1/console-link')).body.data.link)
    const [second, third, fourth] = [await more(), await more(), await more()]
    const idOf = async (browser: typeof second) =>
      (await browser.ask('users/sessions')).body.json.find((one: { is_this: boolean }) => one.is_this).id
    expect((await here.ask('users/endSession', { session: await idOf(second) })).status).toBe(200)
    expect([await second.isSignedIn(), await third.isSignedIn()]).toEqual([false, true])
    expect((await here.ask('users/endOtherSessions')).body.json.data.ended).toBe(2)
    expect([await here.isSignedIn(), await third.isSignedIn(), await fourth.isSignedIn()]).toEqual([true, false, false])
    expect((await here.ask('users/endOtherSessions')).body.json.data.ended).toBe(0)
    expect((await here.ask('users/endSession', { session: '0000000000000000' })).status).toBe(404)
  })

  it('another user cannot sign a browser out', async () => {
    const world = await startWorld()
    const here = await signedIn(world)
    const [{ id }] = (await world.get('/user/sessions')).body
    const { headers } = world.other()
    expect((await world.request('DELETE', `/user/sessions/${id}`, undefined, { headers })).status).toBe(404)
    expect(await here.isSignedIn()).toBe(true)
    expect((await world.delete(`/user/sessions/${id}`)).status).toBe(200)
    expect(await here.isSignedIn()).toBe(false)
  })

  it('other tabs hear of users, sessions and keys', async () => {
    const world = await startWorld()
    const heard: number[] = []
    world.service.context.bus.on((event, to) => void (event.type === 'users.changed' && heard.push(to)))
    await world.post('/user/users', { name: 'Eve', email: 'eve@example.com' })
    expect(heard.splice(0)).toEqual([1, 2])
    const { data } = (await world.post('/user/api-keys', { name: 'n8n' })).body
    expect(heard.splice(0)).toEqual([1, 2])
    await world.delete(`/user/api-keys/${data.id}`)
    expect(heard.splice(0)).toEqual([1, 2])
    await signedIn(world)
    expect(heard).toEqual([1, 2])
  })
})
