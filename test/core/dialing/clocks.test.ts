import { expect, it } from 'vitest'
import { TestClock } from '../../support/clock'
import { DAY, given, HOUR, MINUTE, MONDAY_9, SECOND, startWorld } from '../../support/world'

/** A desk whose time is ahead of the machine's clock, with a running campaign of one lead that is called from 8:00 to 8:10. */
async function aheadBy(ms: number, at: number) {
  const wall = new TestClock(at - ms)
  const world = await startWorld({ at, wallClock: wall })
  const campaign = await given.campaign(world, {
    timezone: 'UTC',
    allowed_hours_start_time: '08:00',
    allowed_hours_end_time: '08:10',
  })
  const lead = await given.lead(world, campaign)
  await given.started(world, campaign)
  const setWall = (at: number) => {
    while (wall.step(at));
  }
  /** Moves both clocks by the same time. */
  const advance = async (ms: number) => {
    setWall(wall.now() + ms)
    await world.advance(ms)
  }
  return { world, setWall, campaign, lead, advance }
}

const TUESDAY_8 = MONDAY_9 - HOUR + DAY

it('after a clock that ran ahead was put right, nobody is called at 21:05 for a window that opens at 8:00', async () => {
  const { world, setWall, campaign, lead } = await aheadBy(11 * HOUR, TUESDAY_8 + 5 * MINUTE)
  await world.advance(MINUTE)
  expect(world.lead(lead).status).toBe('created')
  const { body: dialing } = await world.get('/user/dialing')
  expect(dialing).toEqual({
    state: 'dialing',
    since: '2026-01-06T08:05:00.000000Z',
    reason: expect.stringMatching(/^The clock of this machine is 11 hours behind the time of the desk\./),
  })
  expect((await world.get('/user/attention')).body.clocks_differ).toEqual({
    key: expect.any(String),
    since: dialing.since,
    reason: dialing.reason,
  })
  const { body: why } = await world.get(`/user/campaigns/${campaign}/explain`)
  expect([why.dialing, why.reasons[0].code]).toEqual([false, 'clocks_differ'])
  const { assistant_id } = (await world.get(`/user/campaigns/${campaign}`)).body
  expect(await world.post('/user/make_call', { assistant_id, phone_number: '+12025550124' })).toMatchObject({
    status: 409,
    body: { message: dialing.reason },
  })

  // The machine's clock has caught up: dialing goes on by itself.
  setWall(world.clock.now())
  await world.advance(20 * SECOND)
  expect(world.lead(lead).status).toBe('processing')
  expect((await world.get('/user/dialing')).body.reason).toBe(null)
  expect((await world.get('/user/attention')).body.clocks_differ).toBe(null)
})

it('with desk time a minute ahead, a lead is called when its hours are open by both clocks', async () => {
  const { world, lead, advance } = await aheadBy(MINUTE, TUESDAY_8 - 30 * SECOND)
  await advance(45 * SECOND)
  // By desk time it is 8:00:15, by the machine's clock 7:59:15.
  expect([world.lead(lead).status, (await world.get('/user/dialing')).body.reason]).toEqual([expect.anything(), null])
  expect(world.count('calls')).toBe(0)
  await advance(50 * SECOND)
  expect(world.count('calls')).toBe(1)
})

it('where time is simulated, the clocks may differ', async () => {
  const { world, lead } = await aheadBy(11 * HOUR, TUESDAY_8 + 5 * MINUTE)
  world.db.prepare("INSERT INTO state (key, value) VALUES ('simulated', 'true')").run()
  await world.advance(20 * SECOND)
  expect(world.lead(lead).status).toBe('processing')
})
