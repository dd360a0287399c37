import { describe, expect, it } from 'vitest'
import { expectInvalid, ISO } from '../../support/api'
import { MINUTE, startWorld, type TestWorld } from '../../support/world'

const state = async (world: TestWorld) => (await world.get('/user/dialing')).body

describe('the dialing state', () => {
  it('the first state is dialing', async () => {
    const world = await startWorld()
    expect(await state(world)).toEqual({ state: 'dialing', since: expect.stringMatching(ISO), reason: null })
  })

  it.each([
    ['pause', 'paused'],
    ['halt', 'halted'],
  ])('%s sets the state %s with a reason, and resume undoes it', async (action, name) => {
    const world = await startWorld()
    const answer = await world.post(`/user/dialing/${action}`, { reason: 'Lunch' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: expect.any(String),
        data: { state: name, reason: 'Lunch', since: '2026-01-05T09:00:00.000000Z' },
      },
    })
    expect(await state(world)).toEqual(answer.body.data)
    await world.advance(MINUTE)
    expect((await world.post('/user/dialing/resume')).body.data).toMatchObject({ state: 'dialing', reason: null })
    expect(await state(world)).toMatchObject({ state: 'dialing', since: '2026-01-05T09:01:00.000000Z' })
  })

  it('a change needs no body, and a repeated change keeps its time', async () => {
    const world = await startWorld()
    await world.post('/user/dialing/pause')
    await world.advance(MINUTE)
    expect((await world.post('/user/dialing/pause')).body.data.since).toBe('2026-01-05T09:00:00.000000Z')
    expectInvalid(await world.post('/user/dialing/pause', { reason: 5 }), 'reason')
    expectInvalid(await world.post('/user/dialing/halt', { reason: 'x'.repeat(256) }), 'reason')
  })

  it('the dialing state survives a restart', async () => {
    const world = await startWorld()
    await world.post('/user/dialing/halt', { reason: 'Fire' })
    await world.restart()
    expect(await state(world)).toMatchObject({ state: 'halted', reason: 'Fire' })
  })

  it('all users of the workspace share the dialing state', async () => {
    const world = await startWorld()
    const { headers } = world.other()
    await world.request('POST', '/user/dialing/pause', {}, { headers })
    expect((await state(world)).state).toBe('paused')
  })
})
