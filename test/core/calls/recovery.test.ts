import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/main/ports/system'
import type { TestClock } from '../../support/clock'
import { refuse } from '../../support/refuse'
import { callsOf, running, statusOf } from '../../support/running'
import { DAY, given, MINUTE, MONDAY_9, SECOND, startWorld, type TestWorld } from '../../support/world'

const minutes = (world: TestWorld, since: number) => Math.round((world.clock.now() - since) / MINUTE)

describe('a call that cannot be finalized', () => {
  it('a call that cannot be finalized blocks neither other calls nor the next start', async () => {
    const { world, leads } = await running(['13', '13'], { max_calls_in_parallel: 5 })
    const allow = refuse(world, 'UPDATE ON leads', `NEW.id = ${leads[0]} AND NEW.status = 'completed'`)
    await world.advance(15 * MINUTE)
    expect(world.lead(leads[1]!)).toMatchObject({ status: 'completed', cut_off: 1 })
    await world.restart()
    expect(world.lead(leads[0]!).status).toBe('processing')
    allow()
    await world.restart()
    expect(world.lead(leads[0]!)).toMatchObject({ status: 'completed', cut_off: 1 })
  })
})

describe('a call without further reports', () => {
  it('a call without reports is finalized at its deadline, and a person who was talked to is not called again', async () => {
    const { world, lead } = await running(['13'], { retry_interval: 10 })
    const begun = world.clock.now()
    await world.advance(11 * MINUTE)
    const [call] = await callsOf(world)
    expect(call).toMatchObject({ status: 'failed', end_reason: 'interrupted', answered_by: 'human' })
    expect(call.duration).toBeGreaterThan(5)
    expect(minutes(world, begun)).toBe(11)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', cut_off: 1 })
    await world.advance(DAY)
    expect(await callsOf(world)).toHaveLength(1)
  })

  it('in a fast simulation, a call past its deadline that still talks because the process is behind is not cut off', async () => {
    let desk: TestClock | undefined
    // A hundred times as slow as desk time.
    const wallClock: Clock = {
      now: () => MONDAY_9 + Math.floor(((desk?.now() ?? MONDAY_9) - MONDAY_9) / 100),
      setTimer: (at, fire) => desk?.setTimer(MONDAY_9 + Math.ceil(at - MONDAY_9) * 100, fire) ?? (() => {}),
    }
    const world = await startWorld({ wallClock })
    desk = world.clock
    const assistant_id = await given.assistant(world, { max_duration: 60 })
    for (const ending of ['07', '13']) {
      await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending) })
      await world.advance(20 * SECOND)
    }
    world.db.prepare('UPDATE calls SET deadline_at = ?').run(world.clock.now())
    await world.advance(2 * MINUTE)
    expect(await callsOf(world)).toMatchObject([
      { status: 'in-progress' },
      { end_reason: 'max_duration', duration: 60 },
    ])
    await world.advance(20 * MINUTE)
    expect(await callsOf(world)).toMatchObject([{ end_reason: 'interrupted' }, { end_reason: 'max_duration' }])
  })

  it('after a restart, an open call is finalized by what was stored', async () => {
    const { world, leads } = await running(['02', '24', '04'], { max_calls_in_parallel: 5, retry_interval: 10 })
    const statuses = async () => (await callsOf(world)).map((call: { status: string }) => call.status)
    const wanted = ['in-progress', 'in-progress', 'ringing']
    // How long each rings and talks follows from its number.
    for (let s = 0; s < 20 && String(await statuses()) !== String(wanted); s++) await world.advance(SECOND)
    expect(await statuses()).toEqual(wanted)
    await world.restart()
    const [ringing, talking, machine] = leads.map(id => world.lead(id))
    expect(ringing).toMatchObject({ status: 'rescheduled', attempts: 1 })
    expect(talking).toMatchObject({ status: 'completed', cut_off: 1 })
    expect(machine!.status).toBe('completed')
    expect(
      (await callsOf(world)).map((call: { status: string; end_reason: string }) => [call.status, call.end_reason]),
    ).toEqual(Array(3).fill(['failed', 'interrupted']))
  })

  it('a call that was claimed but never dialed is retried later, and not twice at once', async () => {
    const { world, lead } = await running(['24'], { retry_interval: 10 })
    await world.advance(0)
    await world.restart()
    expect(await callsOf(world)).toHaveLength(1)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', attempts: 1 })
    await world.advance(30 * MINUTE)
    expect(statusOf(world, lead)).toBe('completed')
    expect(await callsOf(world)).toHaveLength(2)
  })
})

describe('a campaign after a restart', () => {
  it('a campaign does not stop itself for calls that a restart finalized', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', max_calls_in_parallel: 20 })
    for (let i = 0; i < 20; i++) await given.lead(world, campaign, { ending: '02' })
    await world.put('/user/settings', { calls_per_second: 100 })
    await given.started(world, campaign)
    await world.advance(2000)
    await world.restart()
    await world.advance(MINUTE)
    expect((await callsOf(world)).filter((c: { status: string }) => c.status === 'failed').length).toBe(20)
    expect((await world.get(`/user/campaigns/${campaign}`)).body).toMatchObject({
      status: 'in-progress',
      stopped_because: null,
    })
  })
})
