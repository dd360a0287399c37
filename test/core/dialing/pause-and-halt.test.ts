import { describe, expect, it } from 'vitest'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

/** A running campaign with one call that is answered and one that rings, and a single call that waits for capacity. */
async function busyDesk() {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  for (const ending of ['07', '02', '24']) await given.lead(world, campaign, { ending })
  await given.started(world, campaign)
  await world.advance(10 * SECOND)
  const assistant_id = await given.assistant(world)
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('10') })
  await world.advance(SECOND / 2)
  return { world, campaign }
}

const statuses = async (world: TestWorld): Promise<string[]> =>
  (await world.get('/user/calls')).body.data.map((call: { status: string }) => call.status)

const open = ['initiated', 'ringing', 'in-progress', 'ended']

describe('pausing dialing', () => {
  it('a pause stops new dials; open calls continue and campaigns stay in progress', async () => {
    const { world, campaign } = await busyDesk()
    await world.post('/user/dialing/pause')
    expect(await statuses(world)).toEqual(['initiated', 'in-progress', 'ringing', 'in-progress'])
    await given.lead(world, campaign)
    await world.advance(HOUR)
    expect(
      (await world.get('/user/calls')).body.data.filter((c: { campaign_id: number }) => c.campaign_id),
    ).toHaveLength(3)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('in-progress')
  })
})

describe('halting dialing', () => {
  it('a halt ends every call, whether it waits, rings or talks', async () => {
    const { world } = await busyDesk()
    expect((await statuses(world)).filter(status => open.includes(status))).toHaveLength(4)
    await world.post('/user/dialing/halt')
    await world.advance(MINUTE)
    expect(await statuses(world)).toEqual(Array(4).fill('ended_by_assistant'))
  })

  it('a halt stops every campaign of every user', async () => {
    const { world, campaign } = await busyDesk()
    const { headers, id } = world.other()
    world.db.prepare('UPDATE campaigns SET user_id = ? WHERE id = ?').run(id, await given.campaign(world))
    world.db.prepare("UPDATE campaigns SET status = 'in-progress' WHERE user_id = ?").run(id)
    const draft = await given.campaign(world)
    await world.post('/user/dialing/halt')
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('stopped')
    const [theirs] = (await world.request('GET', '/user/campaigns', undefined, { headers })).body
    expect(theirs.status).toBe('stopped')
    expect(['draft', 'stopped']).toContain((await world.get(`/user/campaigns/${draft}`)).body.status)
  })

  it('after a halt and a resume nothing is dialed until a campaign is started', async () => {
    const { world, campaign } = await busyDesk()
    await given.lead(world, campaign)
    await world.post('/user/dialing/halt')
    await world.advance(HOUR)
    await world.post('/user/dialing/resume')
    await world.advance(HOUR)
    expect(world.count('calls')).toBe(4)
    await given.started(world, campaign)
    await world.advance(MINUTE)
    expect(world.count('calls')).toBeGreaterThan(4)
  })
})
