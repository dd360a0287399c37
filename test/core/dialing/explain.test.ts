import { describe, expect, it } from 'vitest'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const codes = (body: { reasons: { code: string }[] }) => body.reasons.map(reason => reason.code)
const of = async (world: TestWorld, campaign: number) => (await world.get(`/user/campaigns/${campaign}/explain`)).body
const ofLead = async (world: TestWorld, lead: number) => (await world.get(`/user/leads/${lead}/explain`)).body

describe('explaining a campaign', () => {
  it('a campaign that may dial has no obstacle', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    await given.started(world, campaign)
    expect(await of(world, campaign)).toMatchObject({
      dialing: true,
      reasons: [],
      next_at: '2026-01-05T09:00:00.000000Z',
    })
  })

  it('a campaign that is not started or has ended says so', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign, { ending: '24' })
    expect(codes(await of(world, campaign))).toEqual(['not_started'])
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    expect(codes(await of(world, campaign))).toEqual(['completed', 'no_leads'])
  })

  it('a campaign outside its hours says when they begin, in its time zone', async () => {
    const world = await startWorld() // Monday, 10:00 in Rome
    const campaign = await given.campaign(world, {
      timezone: 'Europe/Rome',
      allowed_days: ['wednesday'],
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '18:00',
    })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    expect(await of(world, campaign)).toMatchObject({
      dialing: false,
      reasons: [
        {
          code: 'outside_hours',
          text: 'Nothing is dialed until Wednesday 09:00 Europe/Rome',
          until: '2026-01-07T08:00:00.000000Z',
        },
      ],
      next_at: '2026-01-07T08:00:00.000000Z',
    })
  })

  it('a campaign at its cap says how many calls are in progress', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 2 })
    for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '07' })
    await given.started(world, campaign)
    await world.advance(5 * SECOND)
    const body = await of(world, campaign)
    expect(body.reasons).toMatchObject([
      { code: 'campaign_lines_in_use', text: 'All 2 of its lines are in use', until: null },
    ])
    expect(body.next_leads).toHaveLength(1)
  })

  it('a campaign that waits for a retry says when and for which lead', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC' })
    const lead = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(MINUTE)
    const body = await of(world, campaign)
    expect(body.reasons).toMatchObject([{ code: 'nothing_due', text: 'The next lead is due at 10:00 UTC' }])
    expect(body.next_leads).toMatchObject([{ id: lead }])
    expect(body.next_at).toBe(body.next_leads[0].due_at)
  })

  it('paused dialing, no balance and no assistant are each named', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    await world.post('/user/dialing/pause')
    world.db
      .prepare("INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (1, 'call', -25000000, '', 0)")
      .run()
    world.db.prepare('UPDATE campaigns SET assistant_id = NULL').run()
    const body = await of(world, campaign)
    expect(codes(body)).toEqual(['dialing_paused', 'not_started', 'no_assistant', 'no_balance'])
    expect(body.next_at).toBeNull()
  })

  it("another user's campaign is 404", async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const lead = await given.lead(world, campaign)
    const { headers } = world.other()
    expect((await world.request('GET', `/user/campaigns/${campaign}/explain`, undefined, { headers })).status).toBe(404)
    expect((await world.request('GET', `/user/leads/${lead}/explain`, undefined, { headers })).status).toBe(404)
  })
})

it('a campaign says that in the time zone of every lead it is outside the hours', async () => {
  // 23:00 in New York and 20:00 in Los Angeles, while it is 05:00 in Rome.
  const world = await startWorld({ at: Date.UTC(2026, 0, 6, 4) })
  const campaign = await given.campaign(world, {
    timezone: 'Europe/Rome',
    respect_lead_time_zone: true,
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '17:59',
  })
  for (const phone_number of ['+12125550124', '+12135550124']) await given.lead(world, campaign, { phone_number })
  await given.started(world, campaign)
  await world.advance(0)
  const path = `/user/campaigns/${campaign}/explain`
  expect((await world.get(path)).body).toMatchObject({
    dialing: false,
    next_at: '2026-01-06T14:00:00.000000Z',
    reasons: [
      {
        code: 'outside_hours',
        text: 'In the time zone of every lead it is outside the hours until 15:00 Europe/Rome',
      },
    ],
  })
  // The one in New York is called; then Los Angeles is still to open.
  await world.advance(10 * HOUR + 10 * MINUTE)
  expect((await world.get(path)).body.next_at).toBe('2026-01-06T17:00:00.000000Z')
})

describe('explaining a lead', () => {
  it('a lead says what happens to it in each status', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 2, max_retries: 0 })
    const [talks, busy, waits] = [
      await given.lead(world, campaign, { ending: '07' }),
      await given.lead(world, campaign, { ending: '01' }),
      await given.lead(world, campaign, { ending: '06' }),
    ]
    expect(codes(await ofLead(world, waits))).toEqual(['not_started'])
    await given.started(world, campaign)
    expect(codes(await ofLead(world, waits))).toEqual(['behind_others'])
    await world.advance(SECOND)
    expect(codes(await ofLead(world, talks))).toEqual(['on_the_phone'])
    expect(codes(await ofLead(world, waits))).toEqual(['campaign_lines_in_use'])
    await world.advance(5 * MINUTE)
    expect((await ofLead(world, busy)).reasons).toMatchObject([
      { code: 'done', text: 'It was not reached, and no retry is left' },
    ])
    const listed = await given.lead(world, campaign, {
      phone_number: world.lead(waits).phone_number,
      allow_dupplicate: true,
    })
    expect(codes(await ofLead(world, listed))).toEqual(['blacklisted'])
  })

  it('a rescheduled lead says when it is called again', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', retry_interval: 120 })
    const lead = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(MINUTE)
    const body = await ofLead(world, lead)
    expect(body.reasons).toMatchObject([{ code: 'not_due', text: 'It is due at 11:00 UTC' }])
    await world.advance(3 * HOUR)
    expect((await ofLead(world, lead)).reasons[0].code).toBe('not_due')
  })
})
