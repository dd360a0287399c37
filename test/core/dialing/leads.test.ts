import { describe, expect, it } from 'vitest'
import { DAY, given, HOUR, MINUTE, MONDAY_9, SECOND, startWorld, type TestWorld } from '../../support/world'

/** A running campaign with one lead for each ending. */
async function running(endings: string[], over: object = {}, leadOver: object = {}) {
  const world = await startWorld()
  const campaign = await given.campaign(world, over)
  const leads: number[] = []
  for (const ending of endings) leads.push(await given.lead(world, campaign, { ending, ...leadOver }))
  await given.started(world, campaign)
  return { world, campaign, leads, lead: leads[0]! }
}

const statusOf = (world: TestWorld, lead: number) => world.lead(lead).status
const callsOf = async (world: TestWorld, query = '') => (await world.get(`/user/calls?per_page=100${query}`)).body.data
const minutes = (world: TestWorld, since: number) => Math.round((world.clock.now() - since) / MINUTE)

describe('a lead', () => {
  it.each([
    ['14', 'completed', 'completed', 'human'],
    ['04', 'completed', 'ended_by_assistant', 'machine'],
    ['05', 'completed', 'ended_by_customer', 'human'],
    ['06', 'completed', 'completed', 'human'],
    ['07', 'completed', 'completed', 'human'],
    ['08', 'completed', 'ended_by_assistant', 'unknown'],
    ['11', 'completed', 'completed', 'human'],
    ['12', 'completed', 'completed', 'human'],
    ['01', 'rescheduled', 'busy', null],
    ['02', 'rescheduled', 'no-answer', null],
    ['03', 'rescheduled', 'failed', null],
  ])('with a number that ends in %s is %s after a call that was %s', async (ending, lead, call, answeredBy) => {
    const { world, lead: id } = await running([ending])
    await world.advance(15 * MINUTE)
    expect(statusOf(world, id)).toBe(lead)
    const calls = await callsOf(world)
    expect(calls.map((c: { status: string; answered_by: string }) => [c.status, c.answered_by])).toEqual([
      [call, answeredBy],
    ])
  })

  it('goes created, scheduled, processing, completed', async () => {
    const { world, campaign, lead } = await running(['14'])
    const second = await given.lead(world, campaign, { ending: '14' })
    expect(statusOf(world, second)).toBe('created')
    await world.advance(0)
    expect(statusOf(world, lead)).toBe('processing')
    await world.advance(5 * MINUTE)
    expect(statusOf(world, lead)).toBe('completed')
    expect(statusOf(world, second)).toBe('completed')
  })

  it('is tried again after each interval and then has reached its retries', async () => {
    const { world, lead } = await running(['01'], { max_retries: 2, retry_intervals: [10, 30] })
    await world.advance(HOUR)
    const at = (await callsOf(world)).map((call: { created_at: string }) => Date.parse(call.created_at)).reverse()
    expect(at).toHaveLength(3)
    expect(Math.round((at[1] - at[0]) / MINUTE)).toBe(10)
    expect(Math.round((at[2] - at[1]) / MINUTE)).toBe(30)
    expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 3 })
  })

  it('that was busy twice is reached the third time', async () => {
    const { world, lead } = await running(['09'], { retry_interval: 10 })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 3 })
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual(['completed', 'busy', 'busy'])
  })

  it('for whom the carrier has no line is dialed again soon, and nothing is counted', async () => {
    const { world, lead } = await running(['10'])
    await world.advance(500)
    expect(await callsOf(world)).toEqual([])
    expect(world.lead(lead)).toMatchObject({ status: 'scheduled', attempts: 0, line_misses: 1 })
    await world.advance(5 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1, line_misses: 0 })
    expect(await callsOf(world)).toHaveLength(1)
    expect(world.count('attempts')).toBe(1)
  })

  it('whose voicemail answers is tried again only when the campaign says so', async () => {
    const { world, lead } = await running(['04'], { retry_on_voicemail: true, max_retries: 1, retry_interval: 10 })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 2 })
  })

  it('who was talked to without reaching the goal is called again when the campaign says so', async () => {
    const { world, lead } = await running(['06', '08'], {
      retry_on_goal_incomplete: true,
      max_retries: 1,
      retry_interval: 10,
    })
    await world.advance(HOUR)
    // 06 asked not to be called: that goes before the goal.
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect(world.lead(lead + 1)).toMatchObject({ status: 'reached-max-retries', attempts: 2 })
  })

  it('who asks not to be called is listed, and so is every other lead with the number', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const phone_number = given.number('06')
    const first = await given.lead(world, campaign, { phone_number })
    const other = await given.lead(world, await given.campaign(world), { phone_number })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    expect(statusOf(world, first)).toBe('completed')
    expect(statusOf(world, other)).toBe('blacklisted')
    const later = await given.lead(world, campaign, { phone_number, allow_dupplicate: true })
    expect(statusOf(world, later)).toBe('blacklisted')
  })
})

describe('secondary contacts', () => {
  const contact = (ending: string) => ({ phone_number: given.number(ending) })

  it('are tried at once in their order until one is reached, in one attempt', async () => {
    const secondary_contacts = [contact('02'), contact('14'), contact('14')]
    const { world, lead } = await running(['01'], {}, { secondary_contacts })
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual([
      'completed',
      'no-answer',
      'busy',
    ])
    const answered = (await world.get('/user/leads')).body.data[0].secondary_contacts
    expect(answered.map((c: { status: string }) => c.status)).toEqual(['called', 'answered', 'created'])
  })

  it('start again at the primary number with the next attempt', async () => {
    const { world, lead } = await running(['09'], { retry_interval: 10 }, { secondary_contacts: [contact('01')] })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 3 })
    expect(await callsOf(world)).toHaveLength(5)
  })

  it('that are listed are skipped', async () => {
    const listed = contact('14')
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_retries: 0 })
    const list = world.db.prepare(
      "INSERT INTO blacklist (user_id, phone_number, reason, source, created_at) VALUES (1, ?, '', 'operator', 0)",
    )
    list.run(listed.phone_number)
    const lead = await given.lead(world, campaign, { ending: '01', secondary_contacts: [listed] })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 1 })
    expect(await callsOf(world)).toHaveLength(1)
  })

  it('after a stop the attempt goes on at the same contact', async () => {
    const { world, campaign, lead } = await running(['01'], {}, { secondary_contacts: [contact('14')] })
    await world.advance(SECOND)
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', next_contact: 1, attempts: 0 })
    expect(await callsOf(world)).toHaveLength(1)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual(['completed', 'busy'])
  })
})

describe('hours', () => {
  const office = { timezone: 'Europe/Rome', allowed_hours_start_time: '09:00', allowed_hours_end_time: '17:59' }

  it('nothing is dialed outside them, and what is due goes out when they begin', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 9, 18) }) // Friday evening
    const campaign = await given.campaign(world, { ...office, allowed_days: ['monday', 'tuesday'] })
    const lead = await given.lead(world, campaign, { ending: '14' })
    await given.started(world, campaign)
    await world.advance(2 * DAY)
    expect(await callsOf(world)).toEqual([])
    await world.advance(DAY)
    expect(statusOf(world, lead)).toBe('completed')
    expect((await callsOf(world))[0].created_at).toBe('2026-01-12T08:00:00.000000Z') // Monday, 09:00 in Rome
  })

  it('a retry moves into the next allowed window', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 5, 16, 30) }) // 17:30 in Rome
    const campaign = await given.campaign(world, { ...office, retry_interval: 60 })
    const lead = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', due_at: Date.UTC(2026, 0, 6, 8) })
  })

  it("follow the lead's own clock when the campaign says so", async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 5, 8, 30) }) // 09:30 in Rome, 03:30 in New York
    const campaign = await given.campaign(world, { ...office, respect_lead_time_zone: true })
    const rome = await given.lead(world, campaign, { phone_number: '+390612345614' })
    const newYork = await given.lead(world, campaign, { phone_number: '+12125550114' })
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect([statusOf(world, rome), statusOf(world, newYork)]).toEqual(['completed', 'created'])
    await world.advance(6 * HOUR)
    expect(statusOf(world, newYork)).toBe('completed')
    expect((await callsOf(world))[0].created_at).toBe('2026-01-05T14:00:00.000000Z')
  })
})

describe('caps', () => {
  const most = async (world: TestWorld, ms: number) => {
    let peak = 0
    for (let passed = 0; passed < ms; passed += SECOND) {
      await world.advance(SECOND)
      const [row] = world.db
        .prepare("SELECT count(*) AS n FROM calls WHERE status IN ('initiated', 'ringing', 'in-progress')")
        .all() as { n: number }[]
      peak = Math.max(peak, row!.n)
    }
    return peak
  }

  it('a campaign never has more calls at once than it may, and uses what it may', async () => {
    const { world } = await running(Array(10).fill('14'), { max_calls_in_parallel: 3 })
    expect(await most(world, 2 * MINUTE)).toBe(3)
  })

  it('the desk dials no more than so many a second', async () => {
    const { world } = await running(Array(12).fill('14'), { max_calls_in_parallel: 20 })
    await world.advance(0)
    expect(world.count('calls')).toBe(5)
    await world.advance(SECOND)
    expect(world.count('calls')).toBe(10)
    await world.advance(SECOND)
    expect(world.count('calls')).toBe(12)
  })

  it('a number is dialed no more often in a day than it may', async () => {
    const { world } = await running(['01'], { max_calls_per_number_per_day: 2, retry_interval: 10, max_retries: 5 })
    await world.advance(10 * HOUR)
    expect(await callsOf(world)).toHaveLength(2)
    await world.advance(DAY)
    expect(await callsOf(world)).toHaveLength(4)
  })

  it('campaigns take turns', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const campaigns = []
    for (let i = 0; i < 2; i++) {
      const campaign = await given.campaign(world, { assistant_id, max_calls_in_parallel: 100 })
      for (let n = 0; n < 10; n++) await given.lead(world, campaign)
      campaigns.push(campaign)
    }
    for (const campaign of campaigns) await given.started(world, campaign)
    await world.advance(SECOND)
    const shares = world.db.prepare('SELECT count(*) AS n FROM calls GROUP BY campaign_id').all() as { n: number }[]
    expect(shares.map(share => share.n)).toEqual([5, 5])
  })

  it('without balance nothing is dialed, and with it again, it goes on', async () => {
    const { world, campaign, lead } = await running(['14'])
    world.db
      .prepare("INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (1, 'call', -24950000, '', 0)")
      .run()
    await world.advance(HOUR)
    expect(statusOf(world, lead)).toBe('scheduled')
    await world.post('/user/balance/top-up', { amount: 10 })
    await world.advance(10 * MINUTE)
    expect(statusOf(world, lead)).toBe('completed')
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
  })
})

describe('a campaign', () => {
  it('that is stopped lets its calls end and dials no more', async () => {
    const { world, campaign } = await running(Array(5).fill('14'), { max_calls_in_parallel: 2 })
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

  it('completes when nothing is left to do, unless it is to stay open', async () => {
    const { world, campaign } = await running(['14'], { mark_complete_when_no_leads: false })
    await world.advance(HOUR)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('in-progress')
    const lead = await given.lead(world, campaign)
    await world.advance(HOUR)
    expect(statusOf(world, lead)).toBe('completed')
  })

  it('takes the next thousand in hand, not the whole list', async () => {
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

  it('calls others although many promises are for later', async () => {
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

  it('stops itself when the carrier fails most of its dials, and says which', async () => {
    const { world, campaign } = await running(Array(15).fill('03'), { max_calls_in_parallel: 20 })
    await world.advance(5 * MINUTE)
    const { status, stopped_because } = (await world.get(`/user/campaigns/${campaign}`)).body
    expect(status).toBe('stopped')
    expect(stopped_because.call_ids).toHaveLength(11)
  })

  it('starts after a pause of the desk when the desk dials again', async () => {
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
})

describe('a call that is not heard of again', () => {
  it('is settled at its deadline; who was talked to is not called again', async () => {
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

  it('after a restart counts by what was known', async () => {
    const { world, leads } = await running(['02', '14', '04'], { max_calls_in_parallel: 5, retry_interval: 10 })
    await world.advance(12 * SECOND)
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual([
      'in-progress',
      'in-progress',
      'ringing',
    ])
    await world.restart()
    const [ringing, talking, machine] = leads.map(id => world.lead(id))
    expect(ringing).toMatchObject({ status: 'rescheduled', attempts: 1 })
    expect(talking).toMatchObject({ status: 'completed', cut_off: 1 })
    expect(machine!.status).toBe('completed')
    expect(
      (await callsOf(world)).map((call: { status: string; end_reason: string }) => [call.status, call.end_reason]),
    ).toEqual(Array(3).fill(['failed', 'interrupted']))
  })

  it('that was claimed and never asked for is tried again, not at once twice', async () => {
    const { world, lead } = await running(['14'], { retry_interval: 10 })
    await world.advance(0)
    await world.restart()
    expect(await callsOf(world)).toHaveLength(1)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', attempts: 1 })
    await world.advance(30 * MINUTE)
    expect(statusOf(world, lead)).toBe('completed')
    expect(await callsOf(world)).toHaveLength(2)
  })
})

it('the dialer sleeps until something is due and no longer', async () => {
  const { world, campaign } = await running(['01'], { retry_interval: 60, max_retries: 1 })
  await world.advance(MINUTE)
  // The desk is tidied up once a day.
  const tidied = world.clock.now() - MINUTE + DAY
  const pending = () => world.clock.pending.filter(at => at !== tidied)
  expect(pending()).toEqual([world.lead(1).due_at])
  await world.advance(HOUR)
  expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
  expect(pending()).toEqual([])
})

it('a year of a daily campaign runs exactly', async () => {
  const world = await startWorld({ at: MONDAY_9 })
  const campaign = await given.campaign(world, {
    timezone: 'America/New_York',
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '16:59',
    allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    max_calls_per_number_per_day: 1,
    retry_interval: 10,
    max_retries: 5,
    mark_complete_when_no_leads: false,
  })
  const leads = []
  for (let i = 0; i < 10; i++) leads.push(await given.lead(world, campaign, { ending: '01' }))
  await given.started(world, campaign)
  await world.advance(365 * DAY)
  for (const lead of leads) expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 6 })
  const calls = await callsOf(world)
  expect(calls).toHaveLength(60)
  const days = new Set(calls.map((call: { created_at: string }) => call.created_at.slice(0, 10)))
  expect([...days].sort()).toEqual(['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09', '2026-01-12'])
})
