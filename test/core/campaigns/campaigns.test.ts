import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage, ISO, leaveBalance, UNKNOWN, withoutChange } from '../../support/api'
import { given, HOUR, startWorld, type TestWorld } from '../../support/world'
import { read } from './support'

const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const act = (world: TestWorld, campaign_id: unknown, action: unknown) =>
  world.post('/user/campaigns/update-status', { campaign_id, action })
const status = async (world: TestWorld, id: number) => (await read(world, id)).status

/** A campaign, and one lead in it. */
async function ready(over: object = {}) {
  const world = await startWorld()
  const campaign = await given.campaign(world, over)
  return { world, campaign, lead: await given.lead(world, campaign) }
}

describe('creating a campaign', () => {
  it('create answers 201 with the whole campaign, a draft with defaults', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const { status, body } = await world.post('/user/campaigns', { name: 'Spring', assistant_id, timezone: 'UTC' })
    expect(status).toBe(201)
    expect(body.message).toEqual(expect.any(String))
    expect(body.data).toMatchObject({
      id: 1,
      name: 'Spring',
      status: 'draft',
      assistant_id,
      timezone: 'UTC',
      max_calls_in_parallel: 3,
      mark_complete_when_no_leads: true,
      allowed_hours_start_time: '00:00:00',
      allowed_hours_end_time: expect.stringMatching(/^23:59:\d\d$/),
      allowed_days: week,
      max_retries: 3,
      retry_interval: 60,
      respect_lead_time_zone: false,
      max_calls_per_number_per_day: null,
      retry_on_voicemail: false,
      retry_on_goal_incomplete: false,
      phone_number_ids: [],
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    })
    expect(await read(world, 1)).toMatchObject(body.data)
  })

  it('a campaign needs a name and an assistant', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/campaigns', {}), 'name', 'assistant_id')
  })

  it.each([
    ['name', ['x', 'x'.repeat(255)], ['', 'x'.repeat(256), null, 5]],
    ['timezone', ['UTC', 'America/New_York'], ['EST', '+01:00', '', null, 'Mars/Olympus']],
    ['max_calls_in_parallel', [1, 100], [0, 101, 1.5, '3', null]],
    ['max_retries', [0, 5], [-1, 6, 0.5, '3', null]],
    ['retry_interval', [10, 4320], [9, 4321, 10.5, '60', null]],
    ['retry_intervals', [[10], [10, 4320]], [[9], [4321], [10.5], ['60'], 60, [null]]],
    ['allowed_days', [['monday'], week], [[], ['Monday'], ['mon'], 'monday', null, [1]]],
    ['respect_lead_time_zone', [true, false], ['true', 1, null]],
    ['max_calls_per_number_per_day', [1, null], [0, -1, 1.5, '1']],
    ['retry_on_voicemail', [true, false], ['true', 1, null]],
    ['retry_on_goal_incomplete', [true, false], ['true', 1, null]],
    ['goal_completion_variable', ['agreed', 'status', null], [5, ['agreed'], true, 'other', 'reason', 'summary', '']],
    ['mark_complete_when_no_leads', [true, false], ['true', 1, null]],
    ['phone_number_ids', [[]], [[UNKNOWN], ['x'], 1, null]],
  ])('%s accepts the documented values and refuses all others', async (field, good, bad) => {
    const world = await startWorld()
    const post_call_schema = [
      { name: 'agreed', type: 'bool', description: 'Whether they agreed' },
      { name: 'reason', type: 'string', description: 'Why not' },
    ]
    const assistant_id = await given.assistant(world, { post_call_schema })
    for (const value of good) {
      const { status, body } = await world.post('/user/campaigns', { name: 'C', assistant_id, [field]: value })
      expect({ value, status }).toEqual({ value, status: 201 })
      expect(body.data[field]).toEqual(value)
    }
    for (const value of bad) {
      const body = { name: 'C', assistant_id, [field]: value }
      const answer = await withoutChange(world, () => world.post('/user/campaigns', body))
      expect({ value, status: answer.status }).toEqual({ value, status: 422 })
      for (const name of Object.keys(answer.body.errors)) expect(name.split('.')[0]).toBe(field)
    }
  })

  it('hours are HH:MM or HH:MM:SS and answered as HH:MM:SS, and start = end is 422', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const hours = (start: unknown, end: unknown) =>
      world.post('/user/campaigns', {
        name: 'C',
        assistant_id,
        allowed_hours_start_time: start,
        allowed_hours_end_time: end,
      })
    expect((await hours('09:30', '17:00:30')).body.data).toMatchObject({
      allowed_hours_start_time: '09:30:00',
      allowed_hours_end_time: '17:00:30',
    })
    expect(await hours('22:00', '06:00')).toMatchObject({ status: 201 })
    for (const wrong of ['9:00', '24:00', '09:60', '0900', '', null, 900, '09:00:60'])
      expectInvalid(await hours(wrong, '18:00'), 'allowed_hours_start_time')
    expect(await hours('09:00', '09:00:00')).toMatchObject({ status: 422 })
  })

  it('days are answered in the order of the week, each once', async () => {
    const world = await startWorld()
    const id = await given.campaign(world, { allowed_days: ['friday', 'monday', 'friday'] })
    expect((await read(world, id)).allowed_days).toEqual(['monday', 'friday'])
  })

  it('an unknown or inbound assistant is 404', async () => {
    const world = await startWorld()
    const inbound = await given.assistant(world, { type: 'inbound' })
    for (const assistant_id of [UNKNOWN, inbound]) {
      const body = { name: 'C', assistant_id }
      expectMessage(await withoutChange(world, () => world.post('/user/campaigns', body)), 404)
    }
  })

  it('an inactive assistant is accepted, and its id may be a string of digits', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const { body } = await world.post('/user/campaigns', { name: 'C', assistant_id: String(assistant_id) })
    expect(body.data.assistant_id).toBe(assistant_id)
  })

  it('retry_on_goal_incomplete needs an assistant that evaluates', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { post_call_evaluation: false })
    const body = { name: 'C', assistant_id, retry_on_goal_incomplete: true }
    expectInvalid(await world.post('/user/campaigns', body), 'retry_on_goal_incomplete')
  })

  it("a suspended number or another user's number is 422 at its place", async () => {
    const world = await startWorld()
    const numbers = [
      aNumber(world),
      aNumber(world, { user: world.other().id }),
      aNumber(world, { status: 'suspended' }),
    ]
    const body = { name: 'C', assistant_id: await given.assistant(world), phone_number_ids: numbers }
    expectInvalid(await world.post('/user/campaigns', body), 'phone_number_ids.1', 'phone_number_ids.2')
  })
})

describe('reading campaigns', () => {
  it('the list is a bare array, newest first', async () => {
    const world = await startWorld()
    expect((await world.get('/user/campaigns')).body).toEqual([])
    const made = [await given.campaign(world), await given.campaign(world), await given.campaign(world)]
    const { status, body } = await world.get('/user/campaigns')
    expect(status).toBe(200)
    expect(body.map((campaign: { id: number }) => campaign.id)).toEqual(made.reverse())
  })

  it('a campaign has the count of its leads in each status', async () => {
    const { world, campaign } = await ready()
    await given.lead(world, campaign)
    expect((await read(world, campaign)).lead_counts).toMatchObject({ created: 2 })
    expectMessage(await world.get(`/user/campaigns/${UNKNOWN}`), 404)
  })
})

describe('update-status', () => {
  it('start answers in-progress, and a second start changes nothing', async () => {
    const { world, campaign } = await ready()
    const answer = await act(world, campaign, 'start')
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      message: expect.any(String),
      success: true,
      data: { campaign_id: campaign, status: 'in-progress' },
    })
    expect(await status(world, campaign)).toBe('in-progress')
    const again = await withoutChange(world, () => act(world, campaign, 'start'))
    expect(again).toMatchObject({ status: 200, body: { success: true, data: { status: 'in-progress' } } })
  })

  it('stop answers stopped from every status', async () => {
    const { world, campaign } = await ready()
    const stop = async () => {
      const answer = await act(world, campaign, 'stop')
      expect(answer.body).toMatchObject({ success: true, data: { campaign_id: campaign, status: 'stopped' } })
      expect(answer.status).toBe(200)
      expect(await status(world, campaign)).toBe('stopped')
    }
    expect(await status(world, campaign)).toBe('draft')
    await stop()
    await stop()
    await act(world, campaign, 'start')
    await stop()
    await act(world, campaign, 'start')
    await world.advance(HOUR)
    expect(await status(world, campaign)).toBe('completed')
    await stop()
  })

  it('start works from stopped and from completed too', async () => {
    const { world, campaign } = await ready()
    await act(world, campaign, 'stop')
    expect((await act(world, campaign, 'start')).body.data.status).toBe('in-progress')
    await world.advance(HOUR)
    expect(await status(world, campaign)).toBe('completed')
    expect((await act(world, campaign, 'start')).body.data.status).toBe('in-progress')
  })

  it('the id may be a string of digits, and the answer has a number', async () => {
    const { world, campaign } = await ready()
    expect((await act(world, String(campaign), 'start')).body.data.campaign_id).toBe(campaign)
  })

  const refused = (campaign_id: number, status: string) => ({
    status: 400,
    body: { message: expect.any(String), success: false, data: { campaign_id, status } },
  })

  it('start without leads is 400 with success false', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const answer = await withoutChange(world, () => act(world, campaign, 'start'))
    expect(answer).toMatchObject(refused(campaign, 'draft'))
  })

  it('start without balance is 400 with success false', async () => {
    const { world, campaign } = await ready()
    await leaveBalance(world, 0.09)
    expect(await act(world, campaign, 'start')).toMatchObject(refused(campaign, 'draft'))
    await leaveBalance(world, 0.1)
    expect(await act(world, campaign, 'start')).toMatchObject({ status: 200 })
  })

  it('start while dialing is halted is 400 with success false', async () => {
    const { world, campaign } = await ready()
    await world.post('/user/dialing/halt')
    expect(await act(world, campaign, 'start')).toMatchObject(refused(campaign, 'draft'))
    await world.post('/user/dialing/resume')
    expect(await act(world, campaign, 'start')).toMatchObject({ status: 200 })
  })

  it('start without an assistant is 400 with success false', async () => {
    const { world, campaign } = await ready()
    world.db.prepare('DELETE FROM assistants').run()
    expect(await act(world, campaign, 'start')).toMatchObject(refused(campaign, 'draft'))
  })

  it('an unknown campaign is 404 with success false', async () => {
    const world = await startWorld()
    for (const action of ['start', 'stop']) {
      const answer = await act(world, UNKNOWN, action)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: expect.any(String), success: false })
    }
  })

  it('an unknown action is 400 with success: false and the errors', async () => {
    const { world, campaign } = await ready()
    for (const action of ['pause', 'START', ''])
      expect(await act(world, campaign, action)).toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(/start, stop/),
          success: false,
          errors: { action: [expect.any(String)] },
        },
      })
  })

  it('an action that is missing or no text is 422', async () => {
    const { world, campaign } = await ready()
    for (const action of [null, 1, undefined]) expectInvalid(await act(world, campaign, action), 'action')
    expectInvalid(await world.post('/user/campaigns/update-status', {}), 'campaign_id', 'action')
    expectInvalid(await act(world, 'one', 'start'), 'campaign_id')
  })
})

it('a lead that is added to a completed campaign starts nothing, and the message says so', async () => {
  const { world, campaign } = await ready()
  await act(world, campaign, 'start')
  await world.advance(HOUR)
  const answer = await world.post('/user/lead', { campaign_id: campaign, phone_number: given.number('24') })
  expect(answer.body.message).toMatch(/completed/)
  await world.advance(HOUR)
  expect(await status(world, campaign)).toBe('completed')
  expect(world.count('calls')).toBe(1)
})
