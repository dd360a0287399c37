import { describe, expect, it } from 'vitest'
import { callsOf, running, statusOf } from '../../support/running'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

describe('a running campaign', () => {
  it('a stopped campaign lets its calls end and dials no more', async () => {
    const { world, campaign } = await running(Array(5).fill('24'), { max_calls_in_parallel: 2 })
    await world.advance(10 * SECOND)
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
    expect((await world.get(`/user/campaigns/${campaign}`)).body.lead_counts).toEqual({ processing: 2, created: 3 })
    await world.advance(HOUR)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.lead_counts).toEqual({ completed: 2, created: 3 })
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect((await world.get(`/user/campaigns/${campaign}`)).body).toMatchObject({
      status: 'completed',
      lead_counts: { completed: 5 },
    })
  })

  it('a campaign completes when no lead is left, unless it is set to stay open', async () => {
    const { world, campaign } = await running(['24'], { mark_complete_when_no_leads: false })
    await world.advance(HOUR)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('in-progress')
    const lead = await given.lead(world, campaign)
    await world.advance(HOUR)
    expect(statusOf(world, lead)).toBe('completed')
  })

  it('a campaign queues the next thousand leads, not the whole list', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 1 })
    const insert = world.db.prepare(
      "INSERT INTO leads (campaign_id, user_id, phone_number, variables, created_at, updated_at) VALUES (?, 1, ?, '{}', 0, 0)",
    )
    world.db.transaction(() => {
      for (let i = 0; i < 1500; i++) insert.run(campaign, `+1555${String(i).padStart(5, '0')}14`)
    })()
    await given.started(world, campaign)
    await world.advance(0)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.lead_counts).toEqual({
      created: 500,
      scheduled: 999,
      processing: 1,
    })
  })

  it('other leads are called although many callbacks are due later', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', max_calls_in_parallel: 1 })
    const leads = Array.from({ length: 600 }, (_, i) => ({ phone_number: `+1201${5_550_000 + i}` }))
    await world.post('/user/leads/import', { campaign_id: campaign, leads })
    world.db.prepare('UPDATE leads SET callback_at = ?').run(world.clock.now() + 5 * HOUR)
    const fresh = await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(statusOf(world, fresh)).toBe('completed')
  })

  it('a campaign stops itself when the carrier fails most of its dials, and names the calls', async () => {
    const { world, campaign } = await running(Array(15).fill('14'), { max_calls_in_parallel: 20 })
    await world.advance(5 * MINUTE)
    const { status, stopped_because } = (await world.get(`/user/campaigns/${campaign}`)).body
    expect(status).toBe('stopped')
    expect(stopped_because.call_ids).toHaveLength(11)
  })

  it('a campaign that was started while dialing was paused dials after resume', async () => {
    const world = await startWorld()
    await world.post('/user/dialing/pause')
    const campaign = await given.campaign(world)
    const lead = await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect(await callsOf(world)).toEqual([])
    await world.post('/user/dialing/resume')
    await world.advance(HOUR)
    expect(statusOf(world, lead)).toBe('completed')
  })

  it('the dialer looks past any number of leads that may not be dialed now', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 5, 14) }) // 09:00 in New York, 06:00 in Los Angeles
    const campaign = await given.campaign(world, {
      timezone: 'UTC',
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '16:59',
      respect_lead_time_zone: true,
      max_calls_in_parallel: 1,
    })
    for (let i = 0; i < 200; i++) await given.lead(world, campaign, { phone_number: `+1212555${String(1000 + i)}` })
    const west: number[] = []
    for (let i = 0; i < 3; i++)
      west.push(await given.lead(world, campaign, { phone_number: `+1213555${String(2024 + 100 * i)}` }))
    // All leads are queued and calls are one at a time, so the day in New York ends before its leads are called.
    world.db.prepare("UPDATE leads SET status = 'scheduled', due_at = ?").run(world.clock.now())
    await given.started(world, campaign)
    await world.advance(10 * HOUR)
    expect(west.map(id => world.lead(id).status)).toEqual(['completed', 'completed', 'completed'])
  })

  it.each([
    ['is blacklisted', (w: TestWorld, phone_number: string) => w.post('/user/blacklist', { phone_number })],
    ['is forgotten', (w: TestWorld, number: string) => w.delete(`/user/people/${encodeURIComponent(number)}`)],
  ])('a campaign completes at once, also outside its hours, when its last lead %s', async (_, end) => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { allowed_days: ['sunday'] })
    const phone_number = given.number('24')
    await given.lead(world, campaign, { phone_number })
    await given.started(world, campaign)
    await world.advance(0)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('in-progress')
    expect((await end(world, phone_number)).status).toBeLessThan(300)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
  })

  it('a campaign completes when its last lead was blacklisted, or when it had none left at the start', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { allowed_days: ['sunday'] })
    const phone_number = given.number('06')
    await given.lead(world, campaign, { phone_number })
    await given.started(world, campaign)
    const other = await given.campaign(world)
    await given.lead(world, other, { phone_number })
    await given.started(world, other)
    await world.advance(10 * MINUTE)
    const statusOf = async (id: number) => (await world.get(`/user/campaigns/${id}`)).body.status
    expect([await statusOf(campaign), await statusOf(other)]).toEqual(['completed', 'completed'])
    await given.started(world, other)
    await world.advance(SECOND)
    expect(await statusOf(other)).toBe('completed')
  })
})
