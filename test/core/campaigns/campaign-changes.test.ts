import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage, UNKNOWN, withoutChange } from '../../support/api'
import { given, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'
import { read } from './support'

describe('updating a campaign', () => {
  it('an update changes the given fields and keeps the rest', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { name: 'Spring', max_retries: 1, allowed_days: ['monday'] })
    const before = await read(world, campaign)
    const answer = await world.put(`/user/campaigns/${campaign}`, { name: 'Summer', max_calls_in_parallel: 7 })
    expect(answer.status).toBe(200)
    const { lead_counts: _, asked_not_to_call: __, ...kept } = before
    expect(answer.body.data).toEqual({
      ...kept,
      name: 'Summer',
      max_calls_in_parallel: 7,
      updated_at: expect.any(String),
    })
    expect(await read(world, campaign)).toMatchObject(answer.body.data)
  })

  it('an update validates the merged record', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { allowed_hours_start_time: '09:00', allowed_hours_end_time: '18:00' })
    const change = (over: object) => () => world.put(`/user/campaigns/${campaign}`, over)
    expectInvalid(await withoutChange(world, change({ allowed_hours_start_time: '18:00' })), 'allowed_hours_end_time')
    expectInvalid(
      await withoutChange(world, change({ name: '', max_retries: 9, phone_number_ids: [UNKNOWN] })),
      'name',
      'max_retries',
      'phone_number_ids.0',
    )
    expect((await change({ allowed_hours_start_time: '18:00', allowed_hours_end_time: '20:00' })()).status).toBe(200)
  })

  it('the assistant must be an outbound one of this account', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const inbound = await given.assistant(world, { type: 'inbound' })
    for (const assistant_id of [UNKNOWN, inbound])
      expectInvalid(
        await withoutChange(world, () => world.put(`/user/campaigns/${campaign}`, { assistant_id })),
        'assistant_id',
      )
    const other = await given.assistant(world, { name: 'Bea' })
    await world.put(`/user/campaigns/${campaign}`, { assistant_id: other })
    expect(await read(world, campaign)).toMatchObject({ assistant_id: other, assistant_name: 'Bea' })
  })

  it('retry_on_goal_incomplete needs an assistant that evaluates', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { retry_on_goal_incomplete: true })
    const without = await given.assistant(world, { post_call_evaluation: false })
    expectInvalid(await world.put(`/user/campaigns/${campaign}`, { assistant_id: without }), 'retry_on_goal_incomplete')
    await world.put(`/user/campaigns/${campaign}`, { assistant_id: without, retry_on_goal_incomplete: false })
    expectInvalid(
      await world.put(`/user/campaigns/${campaign}`, { retry_on_goal_incomplete: true }),
      'retry_on_goal_incomplete',
    )
  })

  it('the goal must be one that the assistant evaluates, on create and on update', async () => {
    const world = await startWorld()
    const schema = (name: string, type: string) => ({ post_call_schema: [{ name, type, description: '' }] })
    const assistant_id = await given.assistant(world, schema('agreed', 'bool'))
    const silent = await given.assistant(world, { post_call_evaluation: false })
    const campaign = await given.campaign(world, { assistant_id, goal_completion_variable: 'agreed' })
    const put = (body: object) => withoutChange(world, () => world.put(`/user/campaigns/${campaign}`, body))
    expectInvalid(await put({ goal_completion_variable: 'other' }), 'goal_completion_variable')
    expectInvalid(await put({ assistant_id: silent }), 'goal_completion_variable')
    expectInvalid(await put({ assistant_id: await given.assistant(world) }), 'goal_completion_variable')
    const body = { name: 'C', assistant_id: silent, goal_completion_variable: 'status' }
    expectInvalid(await world.post('/user/campaigns', body), 'goal_completion_variable')
    expect((await world.put(`/user/campaigns/${campaign}`, { goal_completion_variable: 'status' })).status).toBe(200)
  })

  it('an unknown campaign is 404', async () => {
    const world = await startWorld()
    expectMessage(await world.put(`/user/campaigns/${UNKNOWN}`, { name: 'x' }), 404)
  })

  it('new hours of a running campaign apply at once', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, {
      timezone: 'UTC',
      allowed_hours_start_time: '14:00',
      allowed_hours_end_time: '18:00',
    })
    const lead = await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect(world.count('calls')).toBe(0)
    await world.put(`/user/campaigns/${campaign}`, { allowed_hours_start_time: '10:00' })
    await world.advance(MINUTE)
    expect(world.lead(lead).status).not.toBe('created')
    expect(world.count('calls')).toBe(1)
  })

  it('a lead that waited for its time zone is called when the hours get longer', async () => {
    const world = await startWorld()
    const hours = { allowed_hours_start_time: '09:00', allowed_hours_end_time: '10:00' }
    const campaign = await given.campaign(world, { timezone: 'UTC', respect_lead_time_zone: true, ...hours })
    const lead = await given.lead(world, campaign, { phone_number: '+12015550124' })
    await given.started(world, campaign)
    // 09:00 in New Jersey is 14:00 UTC.
    await world.put('/user/settings', { max_calls_in_parallel: 1 })
    await world.advance(HOUR)
    expect(world.count('calls')).toBe(0)
    await world.put(`/user/campaigns/${campaign}`, {
      allowed_hours_start_time: '00:00',
      allowed_hours_end_time: '23:59',
    })
    await world.advance(MINUTE)
    expect(world.lead(lead).status).not.toBe('created')
    expect(world.count('calls')).toBe(1)
  })

  it('a lead that waits for a retry waits for the new interval', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', retry_interval: 600 })
    const lead = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(world.lead(lead).status).toBe('rescheduled')
    const before = world.lead(lead).due_at as number
    await world.put(`/user/campaigns/${campaign}`, { retry_interval: 60 })
    expect(world.lead(lead).due_at).toBe(before - 540 * MINUTE)
    await world.put(`/user/campaigns/${campaign}`, { retry_intervals: [120, 300] })
    expect(world.lead(lead).due_at).toBe(before - 480 * MINUTE)
  })

  it('a lead that waits and has no ended attempt is due at once after a new retry_interval', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', retry_interval: 600 })
    // For 10 the carrier has no capacity at first: the lead waits for a second, and no attempt is counted.
    const lead = await given.lead(world, campaign, { ending: '10' })
    await given.started(world, campaign)
    await world.advance(SECOND / 2)
    expect(world.lead(lead)).toMatchObject({ status: 'scheduled', attempts: 0, rank: 1 })
    expect(world.lead(lead).due_at).toBeGreaterThan(world.clock.now())
    for (const change of [{ retry_interval: 60 }, { retry_intervals: [120, 300] }]) {
      expect((await world.put(`/user/campaigns/${campaign}`, change)).status).toBe(200)
      expect(world.lead(lead)).toMatchObject({ status: 'scheduled', due_at: world.clock.now() })
    }
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
  })
})

describe('duplicating a campaign', () => {
  it('a copy is a draft with the settings and without leads', async () => {
    const world = await startWorld()
    const number = aNumber(world)
    const campaign = await given.campaign(world, { name: 'x'.repeat(255), max_retries: 5, phone_number_ids: [number] })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    const { status, body } = await world.post(`/user/campaigns/${campaign}/duplicate`)
    expect(status).toBe(201)
    const original = await read(world, campaign)
    const copy = await read(world, body.data.id)
    expect(copy).toMatchObject({ status: 'draft', max_retries: 5, phone_number_ids: [number], lead_counts: {} })
    expect(copy.assistant_id).toBe(original.assistant_id)
    expect(copy.name).toHaveLength(255)
    expect(copy.name).not.toBe(original.name)
  })
})

describe('deleting a campaign', () => {
  it('deleting a campaign deletes its leads and keeps calls and charges', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { name: 'Spring' })
    for (const ending of ['24', '01', '02']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const calls = world.count('calls')
    expect(calls).toBeGreaterThan(2)
    const answer = await world.delete(`/user/campaign/${campaign}`)
    expectMessage(answer, 200)
    expectMessage(await world.get(`/user/campaigns/${campaign}`), 404)
    expect((await world.get('/user/leads')).body).toMatchObject({ total: 0, data: [] })
    expect(world.count('attempts')).toBe(0)
    expect(world.count('calls')).toBe(calls)
    const { data } = (await world.get('/user/calls')).body
    expect(data[0]).toMatchObject({ campaign_id: null, campaign_name: 'Spring', lead_id: null })
    await world.advance(10 * HOUR)
    expect(world.count('calls')).toBe(calls)
  })

  it.each(['24', '10'])('an open call (%s) continues to its end', async ending => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(1)
    const [call] = (await world.get('/user/calls')).body.data
    await world.delete(`/user/campaign/${campaign}`)
    await world.advance(30 * MINUTE)
    const { status, body } = await world.get(`/user/calls/${call.id}`)
    // For 10 the carrier has no capacity. The dial is withdrawn, and the lead is gone.
    if (ending === '10') expect(status).toBe(404)
    else expect(body).toMatchObject({ status: expect.stringMatching(/^(completed|ended_by)/), lead_id: null })
    expect(world.count('leads')).toBe(0)
    const { n } = world.db
      .prepare("SELECT count(*) AS n FROM calls WHERE status IN ('initiated', 'ringing', 'in-progress', 'ended')")
      .get() as { n: number }
    expect(n).toBe(0)
  })

  it('deleting an unknown campaign is 404', async () => {
    const world = await startWorld()
    expectMessage(await world.delete(`/user/campaign/${UNKNOWN}`), 404)
  })
})
