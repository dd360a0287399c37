import { describe, expect, it } from 'vitest'
import { expectMessage, UNKNOWN, withoutChange } from '../../support/api'
import { DAY, given, HOUR, MINUTE, startWorld } from '../../support/world'
import { forecastOf, manyLeads, rehearse } from './support'

describe('deleting a rehearsal', () => {
  it('deleting a running rehearsal cancels it for good', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyLeads(world, campaign, 2000)
    const { id } = (await rehearse(world, campaign)).body.data
    world.clock.step(world.clock.now())
    expect(await world.delete(`/user/rehearsals/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'The rehearsal was cancelled.' },
    })
    await world.advance(0)
    expect((await world.get(`/user/rehearsals/${id}`)).body).toMatchObject({
      status: 'cancelled',
      forecast: null,
      finished_at: '2026-01-05T09:00:00.000000Z',
    })
  })

  it('deleting a finished rehearsal removes it', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const { id } = (await rehearse(world, campaign)).body.data
    await world.advance(0)
    expect((await world.delete(`/user/rehearsals/${id}`)).body).toEqual({ message: 'The rehearsal was deleted.' })
    expectMessage(await world.get(`/user/rehearsals/${id}`), 404)
    expectMessage(await world.delete(`/user/rehearsals/${id}`), 404)
  })
})

describe('keeping and repeating rehearsals', () => {
  it('the rehearsals of a campaign are listed, newest first, and say whether its settings are still those', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const other = await given.campaign(world, { name: 'Other' })
    const made = async (id: number, body: object = {}) => (await rehearse(world, id, body)).body.data.id
    const asIs = await made(campaign)
    const changed = await made(campaign, { max_calls_in_parallel: 9 })
    await made(other)
    await world.advance(0)
    const list = async (query = '') => (await world.get(`/user/rehearsals${query}`)).body
    const of = (await list(`?campaign_id=${campaign}&per_page=1`)) as { data: object[]; total: number }
    expect(of).toMatchObject({
      total: 2,
      data: [{ id: changed, is_current: false, forecast: { runs: expect.any(Number) } }],
    })
    expect((await list(`?campaign_id=${campaign}&page=2&per_page=1`)).data).toMatchObject([
      { id: asIs, is_current: true, changes: {} },
    ])
    await world.put(`/user/campaigns/${campaign}`, { max_calls_in_parallel: 9 })
    const ofAll = (await list()).data.map(({ id, is_current }: { id: number; is_current: boolean }) => [id, is_current])
    expect(ofAll).toEqual([
      [changed + 1, true],
      [changed, true],
      [asIs, false],
    ])
    const theirs = await world.request('GET', '/user/rehearsals', undefined, { headers: world.other().headers })
    expect(theirs.body.total).toBe(0)
  })

  it("an unknown or another user's campaign or rehearsal is 404", async () => {
    const world = await startWorld()
    const { headers } = world.other()
    const campaign = await given.campaign(world)
    const { id } = (await rehearse(world, campaign)).body.data
    expectMessage(await rehearse(world, UNKNOWN), 404)
    expectMessage(await world.request('POST', `/user/campaigns/${campaign}/rehearse`, {}, { headers }), 404)
    for (const method of ['GET', 'DELETE']) {
      expectMessage(await world.request(method, `/user/rehearsals/${UNKNOWN}`), 404)
      expectMessage(await world.request(method, `/user/rehearsals/${id}`, undefined, { headers }), 404)
    }
  })

  it('a sixth rehearsal of a user is refused while five run', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    for (let i = 0; i < 5; i++) expect((await rehearse(world, campaign)).status).toBe(201)
    expectMessage(await withoutChange(world, () => rehearse(world, campaign)), 409)
    await world.advance(0)
    expect((await rehearse(world, campaign)).status).toBe(201)
  })

  it('a rehearsal is kept for a week, and a user has at most twenty', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const ids: number[] = []
    for (let i = 0; i < 21; i++) {
      ids.push((await rehearse(world, campaign)).body.data.id)
      await world.advance(MINUTE)
    }
    const statusOf = async (id: number) => (await world.get(`/user/rehearsals/${id}`)).status
    expect(await statusOf(ids[0]!)).toBe(404)
    expect(await statusOf(ids[1]!)).toBe(200)
    expect(world.count('rehearsals')).toBe(20)
    await world.advance(7 * DAY - 20 * MINUTE - 1)
    expect(await statusOf(ids[1]!)).toBe(200)
    await world.advance(1)
    expect(await statusOf(ids[1]!)).toBe(404)
    expect(await statusOf(ids[2]!)).toBe(200)
    await world.advance(HOUR)
    expect(world.count('rehearsals')).toBe(0)
  })

  it('a rehearsal that a restart cut off runs again with the same result', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyLeads(world, campaign, 1000)
    const whole = await forecastOf(world, campaign)
    const { id } = (await rehearse(world, campaign)).body.data
    for (let i = 0; i < 5; i++) world.clock.step(world.clock.now())
    // However often the service is stopped, which is no reason to give it up.
    for (let i = 0; i < 5; i++) {
      await world.restart()
      world.clock.step(world.clock.now())
    }
    expect((await world.get(`/user/rehearsals/${id}`)).body).toMatchObject({ status: 'running' })
    await world.advance(0)
    expect((await world.get(`/user/rehearsals/${id}`)).body).toMatchObject({ status: 'done', forecast: whole })
  })

  it('a rehearsal fails when the service ends again and again while it runs', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const { id } = (await rehearse(world, campaign)).body.data
    world.db.prepare('UPDATE rehearsals SET tries = 3').run()
    await world.advance(0)
    expect((await world.get(`/user/rehearsals/${id}`)).body).toMatchObject({
      status: 'failed',
      error: 'The service ended again and again while it was rehearsed.',
      forecast: null,
    })
  })

  it('an error fails its rehearsal, and the next one runs', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const { id } = (await rehearse(world, campaign)).body.data
    world.db.prepare("UPDATE rehearsals SET settings = json_set(settings, '$.rules', NULL)").run()
    const next = (await rehearse(world, campaign)).body.data.id
    await world.advance(0)
    expect((await world.get(`/user/rehearsals/${id}`)).body).toMatchObject({
      status: 'failed',
      error: 'It broke off. The log says why.',
    })
    expect((await world.get(`/user/rehearsals/${next}`)).body.status).toBe('done')
    expect(world.log.errors.splice(0)).toMatchObject([{ text: 'a rehearsal broke off' }])
  })

  it('deleting a campaign deletes its rehearsals', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyLeads(world, campaign, 2000)
    const { id } = (await rehearse(world, campaign)).body.data
    world.clock.step(world.clock.now())
    await world.delete(`/user/campaign/${campaign}`)
    await world.advance(0)
    expectMessage(await world.get(`/user/rehearsals/${id}`), 404)
  })
})
