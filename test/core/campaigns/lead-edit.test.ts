import { describe, expect, it } from 'vitest'
import { blacklisted, expectInvalid, expectMessage, UNKNOWN, withoutChange } from '../../support/api'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld, type TestWorld } from '../../support/world'

const read = async (world: TestWorld, id: number) =>
  (await world.get('/user/leads?per_page=100')).body.data.find((lead: { id: number }) => lead.id === id)
const change = (world: TestWorld, id: number, body: object) => world.put(`/user/leads/${id}`, body)
const at = (ms: number) => new Date(ms).toISOString()
const plain = (ms: number) => at(ms).slice(0, 19).replace('T', ' ')
const callsTo = async (world: TestWorld, number: string) =>
  (await world.get(`/user/calls?phone_number=${encodeURIComponent(number)}`)).body.total

/** A lead that waits for its retry after a busy call. */
async function rescheduled() {
  const world = await startWorld()
  const campaign = await given.campaign(world, { timezone: 'UTC', retry_interval: 600 })
  const lead = await given.lead(world, campaign, { ending: '01' })
  await given.started(world, campaign)
  await world.advance(5 * MINUTE)
  expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', attempts: 1 })
  return { world, campaign, lead }
}

/** A completed lead in a completed campaign. */
async function done() {
  const world = await startWorld()
  const campaign = await given.campaign(world, { timezone: 'UTC' })
  const lead = await given.lead(world, campaign)
  await given.started(world, campaign)
  await world.advance(HOUR)
  expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
  return { world, campaign, lead }
}

describe('updating a lead', () => {
  it('an update merges variables and keeps the rest', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { variables: { name: '', city: '' } })
    const campaign = await given.campaign(world, { assistant_id })
    const lead = await given.lead(world, campaign, { variables: { name: 'Ada' } })
    const { status, body } = await change(world, lead, { variables: { city: 'Rome' } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: lead, variables: { name: 'Ada', city: 'Rome' }, status: 'created' })
    expect(await read(world, lead)).toEqual(body.data)
  })

  it('a variable that is taken out leaves the value of the assistant', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { variables: { name: 'there', city: '' } })
    const campaign = await given.campaign(world, { assistant_id })
    const lead = await given.lead(world, campaign, { variables: { name: 'Ada', city: 'Rome' } })
    const { body } = await change(world, lead, { variables: { city: 'Oslo' }, remove_variables: ['name', 'unknown'] })
    expect(body.data).toMatchObject({ name: null, variables: { city: 'Oslo' } })
    expect(Object.keys(body.data.variables)).toEqual(['city'])
  })

  it('the path without /user works too, for older clients', async () => {
    const { world, lead } = await rescheduled()
    expect((await world.put(`/leads/${lead}`, { status: 'completed' })).status).toBe(200)
    expect(world.lead(lead).status).toBe('completed')
  })

  it('wrong values are all reported at once and change nothing', async () => {
    const { world, campaign, lead } = await rescheduled()
    const twin = await given.lead(world, campaign)
    const number = world.lead(twin).phone_number
    const answer = await withoutChange(world, () =>
      change(world, lead, {
        phone_number: number,
        status: 'processing',
        variables: { nobody: 1 },
        callback_at: 'soon',
        secondary_contacts: [{ phone_number: '12' }],
      }),
    )
    expectInvalid(
      answer,
      'phone_number',
      'status',
      'variables.nobody',
      'callback_at',
      'secondary_contacts.0.phone_number',
    )
    expectInvalid(await change(world, lead, { campaign_id: UNKNOWN }), 'campaign_id')
    expectMessage(await change(world, UNKNOWN, {}), 404)
  })

  it('a new number restarts the lead and is checked again', async () => {
    const { world, campaign, lead } = await rescheduled()
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
    await change(world, lead, { phone_number: '+442079460024' })
    expect(world.lead(lead)).toMatchObject({ status: 'created', attempts: 0, time_zone: 'Europe/London', due_at: null })
    const bad = given.number('24')
    blacklisted(world, bad)
    await change(world, lead, { phone_number: bad })
    expect(world.lead(lead).status).toBe('blacklisted')
  })

  it('a new campaign restarts the lead, and the old campaign may complete', async () => {
    const { world, campaign, lead } = await rescheduled()
    const other = await given.campaign(world)
    await change(world, lead, { campaign_id: other })
    expect(world.lead(lead)).toMatchObject({ status: 'created', attempts: 0, campaign_id: other })
    expect((await world.get(`/user/campaigns/${campaign}`)).body).toMatchObject({
      status: 'completed',
      lead_counts: {},
    })
    expect((await world.get(`/user/campaigns/${other}`)).body.lead_counts).toEqual({ created: 1 })
  })

  it('the variables of a lead that moves are checked against the new assistant, and null takes one out', async () => {
    const world = await startWorld()
    const campaignOf = async (variables: object) =>
      given.campaign(world, { assistant_id: await given.assistant(world, { variables }) })
    const [from, to] = [await campaignOf({ name: '', city: '' }), await campaignOf({ name: '', plan: '' })]
    const contacts = [{ phone_number: given.number('25'), variables: { city: 'Rome' } }]
    const lead = await given.lead(world, from, {
      variables: { name: 'Ada', city: 'Rome' },
      secondary_contacts: contacts,
    })
    const move = (body: object) => change(world, lead, { campaign_id: to, ...body })
    expectInvalid(await withoutChange(world, () => move({})), 'secondary_contacts.0.variables.city', 'variables.city')
    expectInvalid(await move({ secondary_contacts: [] }), 'variables.city')
    const answer = await move({ variables: { city: null, plan: 'A' }, secondary_contacts: [] })
    expect(answer).toMatchObject({ status: 200, body: { data: { campaign_id: to } } })
    expect(answer.body.data.variables).toEqual({ name: 'Ada', plan: 'A' })
    // A null of a variable that the assistant defines is a value.
    expect((await change(world, lead, { variables: { plan: null } })).body.data.variables).toEqual({
      name: 'Ada',
      plan: null,
    })
  })

  it('the same number and campaign change nothing', async () => {
    const { world, campaign, lead } = await rescheduled()
    const { phone_number } = world.lead(lead)
    await change(world, lead, { phone_number, campaign_id: campaign })
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', attempts: 1 })
  })

  it.each(['completed', 'reached-max-retries'])(
    'a waiting lead that is set to %s is not called again',
    async status => {
      const { world, campaign, lead } = await rescheduled()
      await change(world, lead, { status })
      expect(world.lead(lead)).toMatchObject({ status, due_at: null })
      await world.advance(2 * DAY)
      expect(world.count('calls')).toBe(1)
      expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
    },
  )

  it('a final lead is tried again from the start', async () => {
    const { world, campaign, lead } = await done()
    await change(world, lead, { status: 'created' })
    expect(world.lead(lead)).toMatchObject({ status: 'created', attempts: 0 })
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect(world.count('calls')).toBe(2)
  })

  it('a final lead takes no other status, and a blacklisted lead is not tried again', async () => {
    const { world, lead } = await done()
    expectMessage(await change(world, lead, { status: 'reached-max-retries' }), 409)
    expect((await change(world, lead, { status: 'completed' })).status).toBe(200)
    blacklisted(world, world.lead(lead).phone_number as string)
    expectMessage(await withoutChange(world, () => change(world, lead, { status: 'created' })), 409)
  })

  it('during a call only variables and the callback can change', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const campaign = await given.campaign(world, { assistant_id, timezone: 'UTC' })
    const lead = await given.lead(world, campaign, { ending: '07' })
    const other = await given.campaign(world, { assistant_id })
    await given.started(world, campaign)
    await world.advance(MINUTE)
    for (const body of [
      { status: 'completed' },
      { campaign_id: other },
      { phone_number: given.number('24') },
      { secondary_contacts: [] },
    ])
      expectMessage(await withoutChange(world, () => change(world, lead, body)), 409)
    expectMessage(await withoutChange(world, () => world.delete(`/user/leads/${lead}`)), 409)
    const callback = MONDAY_9 + DAY
    expect((await change(world, lead, { variables: { name: 'Ada' }, callback_at: at(callback) })).status).toBe(200)
    await world.advance(HOUR)
    expect(await read(world, lead)).toMatchObject({
      status: 'rescheduled',
      variables: { name: 'Ada' },
      callback_at: plain(callback),
      next_attempt_at: plain(callback),
    })
    await world.advance(DAY)
    // That call was the callback, so there is no second one.
    expect(world.count('calls')).toBe(2)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', callback_at: null })
  })
})

describe('callback_at', () => {
  it('callback_at sets the time of the next attempt, and null removes it', async () => {
    const { world, lead } = await rescheduled()
    const callback = MONDAY_9 + 2 * HOUR
    const { body } = await change(world, lead, { callback_at: at(callback) })
    expect(body.data).toMatchObject({ callback_at: plain(callback), next_attempt_at: plain(callback) })
    await change(world, lead, { callback_at: null })
    expect(world.lead(lead)).toMatchObject({ callback_at: null, rank: 1, due_at: world.clock.now() })
  })

  it('a callback stays inside the allowed hours', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, {
      timezone: 'UTC',
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '18:00',
    })
    const lead = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    await change(world, lead, { callback_at: plain(MONDAY_9 + 12 * HOUR) })
    expect(world.lead(lead)).toMatchObject({ due_at: MONDAY_9 + DAY, rank: 0 })
  })

  it.each([true, false])(
    'the callback of a lead without attempts is kept (campaign running before: %s)',
    async running => {
      const world = await startWorld()
      const campaign = await given.campaign(world, { timezone: 'UTC', max_calls_in_parallel: 1 })
      const others = []
      for (let i = 0; i < 3; i++) others.push(await given.lead(world, campaign, { ending: '07' }))
      const promised = await given.lead(world, campaign)
      const number = world.lead(promised).phone_number as string
      if (running) await given.started(world, campaign)
      await change(world, promised, { callback_at: at(MONDAY_9 + HOUR) })
      if (!running) await given.started(world, campaign)
      await world.advance(59 * MINUTE)
      expect(await callsTo(world, number)).toBe(0)
      await world.advance(12 * MINUTE)
      expect(await callsTo(world, number)).toBe(1)
    },
  )

  it('a callback for a final lead needs it to be tried again', async () => {
    const { world, campaign, lead } = await done()
    const callback_at = at(world.clock.now() + HOUR)
    expectMessage(await withoutChange(world, () => change(world, lead, { callback_at })), 409)
    await change(world, lead, { status: 'created', callback_at })
    await given.started(world, campaign)
    await world.advance(30 * MINUTE)
    expect(world.count('calls')).toBe(1)
    await world.advance(31 * MINUTE)
    expect(world.count('calls')).toBe(2)
  })
})

describe('deleting a lead', () => {
  it('deleting a lead keeps its calls, and the campaign may complete', async () => {
    const { world, campaign, lead } = await rescheduled()
    expectMessage(await world.delete(`/user/leads/${lead}`), 200)
    expect((await world.get('/user/leads')).body.total).toBe(0)
    expect((await world.get('/user/calls')).body.data).toMatchObject([{ lead_id: null, campaign_id: campaign }])
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
    expectMessage(await world.delete(`/user/leads/${lead}`), 404)
  })
})
