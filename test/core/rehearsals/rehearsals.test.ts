import { describe, expect, it } from 'vitest'
import type { Event } from '../../../src/contract/events'
import { isoTime } from '../../../src/contract/wire'
import { digest, expectInvalid, expectMessage, leaveBalance, listed, UNKNOWN, withoutChange } from '../../support/api'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld, type TestWorld } from '../../support/world'

const rehearse = (world: TestWorld, campaign: number, body: object = {}) =>
  world.post(`/user/campaigns/${campaign}/rehearse`, body)

/** Rehearses to the end and answers the forecast. */
async function forecastOf(world: TestWorld, campaign: number, body: object = {}) {
  const { id } = (await rehearse(world, campaign, body)).body.data
  await world.advance(0)
  const answer = await world.get(`/user/rehearsals/${id}`)
  expect(answer.body).toMatchObject({ status: 'done', error: null, progress: { percent: 100 } })
  return answer.body.forecast
}

const codes = (forecast: { warnings: { code: string }[] }) => forecast.warnings.map(({ code }) => code)
const textOf = (forecast: { warnings: { code: string; text: string }[] }, code: string) =>
  forecast.warnings.find(warning => warning.code === code)?.text

/** Many leads at once, without the API. */
function manyLeads(world: TestWorld, campaign: number, n: number, columns: Record<string, unknown> = {}) {
  const names = ['campaign_id', 'user_id', 'variables', 'created_at', 'updated_at', ...Object.keys(columns)]
  const values = [campaign, 1, '{}', MONDAY_9, MONDAY_9, ...Object.values(columns)]
  const insert = world.db.prepare(
    `INSERT INTO leads (phone_number, ${names}) VALUES (?, ${values.map(() => '?').join(', ')})`,
  )
  world.service.context.db.transaction(() => {
    for (let i = 0; i < n; i++) insert.run(`+1201555${String(i).padStart(4, '0')}`, ...values)
  })()
}

/** Final calls, as if they had been made. */
function manyCalls(world: TestWorld, n: number, over: Record<string, unknown> = {}) {
  const row = {
    user_id: 1,
    type: 'outbound',
    status: 'completed',
    assistant_name: '',
    carrier: 'simulated',
    client_phone_number: '+12025550100',
    variables: '{}',
    created_at: MONDAY_9 - DAY,
    updated_at: MONDAY_9 - DAY,
    asked_at: MONDAY_9 - DAY,
    answered_at: MONDAY_9 - DAY + 10_000,
    ended_at: MONDAY_9 - DAY + 70_000,
    talked_ms: 60_000,
    result: 'talked',
    ...over,
  }
  const names = Object.keys(row)
  const insert = world.db.prepare(
    `INSERT INTO calls (leg_id, ${names}) VALUES (lower(hex(randomblob(16))), ${names.map(() => '?').join(', ')})`,
  )
  for (let i = 0; i < n; i++) insert.run(...Object.values(row))
}

describe('rehearsing', () => {
  it('runs in the background, and answers the forecast when it is done', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'Europe/Rome' })
    for (let i = 0; i < 3; i++) await given.lead(world, campaign)
    const started = await rehearse(world, campaign)
    expect(started).toMatchObject({
      status: 201,
      body: {
        message: 'The rehearsal was started.',
        data: {
          campaign_id: campaign,
          status: 'running',
          changes: {},
          start_at: null,
          progress: { done: 0, percent: 0 },
          forecast: null,
          error: null,
          created_at: '2026-01-05T09:00:00.000000Z',
          finished_at: null,
        },
      },
    })
    const { id } = started.body.data
    expect((await world.get(`/user/rehearsals/${id}`)).body).toEqual(started.body.data)
    await world.advance(0)
    const { forecast, ...rest } = (await world.get(`/user/rehearsals/${id}`)).body
    expect(rest).toMatchObject({ status: 'done', finished_at: '2026-01-05T09:00:00.000000Z' })
    expect(forecast).toMatchObject({
      runs: 200,
      start_at: '2026-01-05T09:00:00.000000Z',
      timezone: 'Europe/Rome',
      leads: { total: 3, left_over: 0 },
      first_dial_at: '2026-01-05T09:00:00.000000Z',
      unfinished_because: null,
      by: 'hour',
    })
    const { total, ...ends } = forecast.leads
    expect(Object.values(ends as Record<string, number>).reduce((a, b) => a + b)).toBe(total)
    const { results, buckets, dials } = forecast
    expect(Object.values(results as Record<string, number>).reduce((a, b) => a + b)).toBe(dials.expected)
    const summed = (name: string) => buckets.reduce((sum: number, bucket: never) => sum + bucket[name], 0)
    expect(summed('dials')).toBe(dials.expected)
    expect(summed('talked')).toBe(forecast.talked.expected)
    expect(summed('goals')).toBe(forecast.goals.expected)
    expect(summed('cost')).toBeCloseTo(forecast.cost.expected, 5)
    expect(buckets.at(-1).left.expected).toBe(0)
    for (const range of [dials, forecast.talked, forecast.cost, forecast.talk_seconds]) {
      expect(range.low).toBeLessThanOrEqual(range.expected)
      expect(range.high).toBeGreaterThanOrEqual(range.expected)
    }
  })

  it('dials nothing, and writes nothing but its own row', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    for (const ending of ['14', '01']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const { rehearsals: _, sqlite_sequence: __, ...before } = digest(world)
    await forecastOf(world, campaign)
    const { rehearsals: ___, sqlite_sequence: ____, ...after } = digest(world)
    expect(after).toEqual(before)
  })

  it('tells its progress and its end', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyLeads(world, campaign, 2000)
    const events: Extract<Event, { type: 'rehearsal.changed' }>[] = []
    world.service.context.bus.on(event => event.type === 'rehearsal.changed' && events.push(event))
    const { id } = (await rehearse(world, campaign)).body.data
    const percents: number[] = []
    while (world.clock.step(world.clock.now())) {
      await world.settle()
      const { progress, status } = (await world.get(`/user/rehearsals/${id}`)).body
      if (status === 'running') percents.push(progress.percent)
    }
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    expect(percents.every(percent => percent < 100)).toBe(true)
    const told = events.flatMap(({ progress }) => (progress ? [progress.done] : []))
    expect(told.length).toBeGreaterThan(1)
    expect(told.length).toBeLessThanOrEqual(20)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(events[0]).toEqual({ type: 'rehearsal.changed', id, campaign_id: campaign, status: 'running' })
    expect(events.at(-1)).toEqual({ type: 'rehearsal.changed', id, campaign_id: campaign, status: 'done' })
  })

  it('comes to the same again, also for equal leads of another campaign', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const forecasts: object[] = []
    for (let i = 0; i < 2; i++) {
      const campaign = await given.campaign(world, { assistant_id, timezone: 'UTC' })
      manyLeads(world, campaign, 300)
      forecasts.push(await forecastOf(world, campaign), await forecastOf(world, campaign))
    }
    for (const forecast of forecasts) expect(forecast).toEqual(forecasts[0])
  })

  it('takes leads as they are: due times, promises, tries, and what is done or listed', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_retries: 1, timezone: 'UTC' })
    manyCalls(world, 20, { campaign_id: campaign, result: 'busy', talked_ms: 0, answered_at: null, status: 'busy' })
    const at = MONDAY_9 + 5 * HOUR
    manyLeads(world, campaign, 1, { status: 'rescheduled', attempts: 1, due_at: at })
    manyLeads(world, campaign, 1, { status: 'completed' })
    manyLeads(world, campaign, 1, { callback_at: at + 2 * HOUR })
    const number = given.number('14')
    await given.lead(world, campaign, { phone_number: number })
    listed(world, number)
    expect(await forecastOf(world, campaign)).toMatchObject({
      leads: { total: 3, not_reached: 2, blacklisted: 1 },
      // The last try of one, two of the other.
      dials: { expected: 3, low: 3, high: 3 },
      results: { busy: 3 },
      first_dial_at: isoTime(at),
      cost: { expected: 0 },
    })
  })

  it('tries secondary contacts, and does so at once', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_retries: 0 })
    manyCalls(world, 20, {
      campaign_id: campaign,
      result: 'no_answer',
      talked_ms: 0,
      answered_at: null,
      status: 'no-answer',
    })
    await given.lead(world, campaign, {
      secondary_contacts: [{ phone_number: given.number('14') }, { phone_number: given.number('14') }],
    })
    const forecast = await forecastOf(world, campaign)
    expect(forecast).toMatchObject({ dials: { expected: 3 }, leads: { not_reached: 1 } })
    expect(Date.parse(forecast.last_dial_at) - Date.parse(forecast.first_dial_at)).toBe(2 * 70_000)
  })

  it('keeps to hours, and to those of the leads', async () => {
    const world = await startWorld()
    const hours = { allowed_hours_start_time: '10:00', allowed_hours_end_time: '12:00', allowed_days: ['tuesday'] }
    const campaign = await given.campaign(world, { ...hours, timezone: 'Europe/Rome', respect_lead_time_zone: true })
    manyLeads(world, campaign, 1, { time_zone: 'America/New_York' })
    expect((await forecastOf(world, campaign)).first_dial_at).toBe('2026-01-06T15:00:00.000000Z')
    const own = await forecastOf(world, campaign, { respect_lead_time_zone: false })
    expect(own.first_dial_at).toBe('2026-01-06T09:00:00.000000Z')
    expect(own.buckets[0]).toMatchObject({ start: '2026-01-05T09:00:00.000000Z', open: false, dials: 0 })
    const first = own.buckets.find((bucket: { dials: number }) => bucket.dials > 0)
    expect(first).toMatchObject({ start: '2026-01-06T09:00:00.000000Z', open: true, lines: 1 })
  })

  it('goes by the day when it takes longer than two weeks', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'Europe/Rome' })
    manyLeads(world, campaign, 1, { callback_at: MONDAY_9 + 20 * DAY })
    const { by, buckets } = await forecastOf(world, campaign)
    expect(by).toBe('day')
    expect(buckets.slice(0, 2).map((bucket: { start: string }) => bucket.start)).toEqual([
      '2026-01-05T09:00:00.000000Z',
      '2026-01-05T23:00:00.000000Z',
    ])
  })
})

describe('start_at', () => {
  it('is when it begins', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    const forecast = await forecastOf(world, campaign, { start_at: '2026-02-01T12:30:00+01:00' })
    expect(forecast).toMatchObject({
      start_at: '2026-02-01T11:30:00.000000Z',
      first_dial_at: '2026-02-01T11:30:00.000000Z',
    })
    expect(forecast.buckets[0].start).toBe('2026-02-01T11:30:00.000000Z')
  })

  it('lies not in the past, and within a year', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const now = world.clock.now()
    for (const start_at of [isoTime(now - 1), isoTime(now + 366 * DAY + 1), 'tomorrow', 5, null])
      expectInvalid(await withoutChange(world, () => rehearse(world, campaign, { start_at })), 'start_at')
    for (const at of [now, now + 366 * DAY])
      expect(await rehearse(world, campaign, { start_at: isoTime(at) })).toMatchObject({
        status: 201,
        body: { data: { start_at: isoTime(at) } },
      })
  })
})

describe('settings that are tried', () => {
  it('are not saved; the answer says which differ', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 3 })
    manyLeads(world, campaign, 100)
    const before = (await world.get(`/user/campaigns/${campaign}`)).body
    const body = { name: 'Other', max_calls_in_parallel: 9, max_retries: 3, allowed_hours_end_time: '18:00' }
    const { data } = (await rehearse(world, campaign, body)).body
    expect(data.changes).toEqual({ max_calls_in_parallel: 9, allowed_hours_end_time: '18:00:00' })
    await world.advance(0)
    expect((await world.get(`/user/rehearsals/${data.id}`)).body.forecast).toMatchObject({
      peak_lines: 9,
      assumptions: { lines: 9 },
    })
    expect((await world.get(`/user/campaigns/${campaign}`)).body).toEqual(before)
  })

  it('are checked as an update checks them, all at once', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const inbound = await given.assistant(world, { type: 'inbound' })
    const body = {
      start_at: 'x',
      max_retries: 6,
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '09:00',
      assistant_id: inbound,
      phone_number_ids: [UNKNOWN],
    }
    const fields = ['start_at', 'max_retries', 'allowed_hours_end_time', 'assistant_id', 'phone_number_ids.0']
    expectInvalid(await withoutChange(world, () => rehearse(world, campaign, body)), ...fields)
  })

  it('let leads be due as a change would', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { retry_interval: 600, timezone: 'UTC' })
    manyLeads(world, campaign, 1, { status: 'rescheduled', attempts: 1, due_at: MONDAY_9 + 9 * HOUR })
    world.db
      .prepare("INSERT INTO attempts (lead_id, started_at, ended_at, outcome) VALUES (1, 1, ?, 'busy')")
      .run(MONDAY_9 - HOUR)
    expect((await forecastOf(world, campaign)).first_dial_at).toBe(isoTime(MONDAY_9 + 9 * HOUR))
    const sooner = await forecastOf(world, campaign, { retry_interval: 90 })
    expect(sooner.first_dial_at).toBe(isoTime(MONDAY_9 + 30 * MINUTE))
  })
})

describe('assumptions', () => {
  it("are this campaign's calls, else this assistant's, else this account's, else stated", async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign)
    const basis = async (body = {}) => (await forecastOf(world, campaign, body)).assumptions

    expect(await basis()).toMatchObject({
      basis: 'defaults',
      calls: 0,
      rates: { goal: 0.1, talked: 0.25, voicemail: 0.2, no_answer: 0.3, busy: 0.1, failed: 0.05 },
      average_talk_seconds: 90,
    })
    manyCalls(world, 30)
    expect(await basis()).toMatchObject({ basis: 'account', calls: 30, rates: { talked: 1 } })
    manyCalls(world, 19, { assistant_id })
    expect(await basis()).toMatchObject({ basis: 'account', calls: 49 }) // too few of the assistant's
    manyCalls(world, 1, { assistant_id, result: 'goal', talked_ms: 30_000 })
    expect(await basis()).toMatchObject({
      basis: 'assistant',
      calls: 20,
      rates: { goal: 0.05, talked: 0.95 },
      average_talk_seconds: 59,
    })
    manyCalls(world, 25, { campaign_id: campaign, result: 'voicemail' })
    expect(await basis()).toMatchObject({
      basis: 'campaign',
      calls: 25,
      text: 'As the latest 25 calls of this campaign went, of the last 90 days.',
      rates: { voicemail: 1 },
      average_talk_seconds: 0,
    })
    // Another voice is another experience.
    const other = await given.assistant(world)
    expect(await basis({ assistant_id: other })).toMatchObject({ basis: 'account', calls: 75 })
  })

  it('rest on dials of the last 90 days that were made, and on nobody else', async () => {
    const world = await startWorld()
    const other = world.other()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    const old = MONDAY_9 - 90 * DAY - 1
    manyCalls(world, 30, { created_at: old })
    manyCalls(world, 30, { user_id: other.id })
    manyCalls(world, 30, { type: 'inbound', result: null })
    manyCalls(world, 30, { asked_at: null, status: 'failed', result: 'failed', answered_at: null })
    expect((await forecastOf(world, campaign)).assumptions).toMatchObject({ basis: 'defaults', calls: 0 })
    manyCalls(world, 20, { created_at: old + 1 })
    expect((await forecastOf(world, campaign)).assumptions).toMatchObject({ basis: 'account', calls: 20 })
  })

  it('say the lines, the dials a second and the price', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 8 })
    await given.lead(world, campaign)
    await world.put('/user/settings', { max_calls_in_parallel: 4, calls_per_second: 2, rates: { call_minute: 0.3 } })
    manyCalls(world, 20)
    expect(await forecastOf(world, campaign)).toMatchObject({
      assumptions: { lines: 4, calls_per_second: 2, call_minute: 0.3 },
      talk_seconds: { expected: 60 },
      cost: { expected: 0.3 },
    })
  })
})

describe('a forecast warns', () => {
  it('when there is nobody to call, or nobody who speaks', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const campaign = await given.campaign(world, { assistant_id })
    const empty = await forecastOf(world, campaign)
    expect(empty).toMatchObject({
      leads: { total: 0 },
      first_dial_at: null,
      finish_at: { expected: null, low: null, high: null },
      unfinished_because: 'No lead is left to be called.',
      busiest_hour: null,
      buckets: [],
    })
    expect(codes(empty)).toContain('no_leads')
    await given.lead(world, campaign)
    await world.delete(`/user/assistant/${assistant_id}`)
    const mute = await forecastOf(world, campaign)
    expect(mute).toMatchObject({
      leads: { total: 1, left_over: 1 },
      dials: { expected: 0 },
      unfinished_because: 'The campaign has no assistant: nothing is dialed.',
    })
    expect(codes(mute)[0]).toBe('no_assistant')
  })

  it('of the balance: that it runs out, or how low it gets', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 1, timezone: 'UTC' })
    manyCalls(world, 20)
    manyLeads(world, campaign, 10)
    await leaveBalance(world, 10)
    const enough = await forecastOf(world, campaign)
    expect(enough).toMatchObject({
      cost: { expected: 1 },
      balance: { now: 10, covers_dials: 10, runs_out_at: null, low_at: null },
    })
    expect(codes(enough)).not.toContain('balance')
    await leaveBalance(world, 5.25)
    expect(textOf(await forecastOf(world, campaign), 'low_balance')).toBe(
      'The balance of 5.25 USD covers it; the low mark of 5.00 USD comes around 09:03 UTC.',
    )
    await leaveBalance(world, 0.35)
    const short = await forecastOf(world, campaign)
    // Each call takes 70 s of a line and 0.10 USD; the fourth is not covered.
    expect(short).toMatchObject({
      dials: { expected: 10 },
      balance: { covers_dials: 3, runs_out_at: isoTime(MONDAY_9 + 3 * 70_000) },
    })
    expect(textOf(short, 'balance')).toBe(
      'The balance of 0.35 USD covers only 3 of 10 dials and runs out around 09:03 UTC; 1.00 USD would be needed.',
    )
    await leaveBalance(world, 0)
    expect(textOf(await forecastOf(world, campaign), 'balance')).toBe(
      'The balance of 0.00 USD does not cover a call; 1.00 USD would be needed.',
    )
  })

  it('of what is in short supply', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 2, max_calls_per_number_per_day: 1 })
    manyCalls(world, 20)
    manyLeads(world, campaign, 50)
    await given.lead(world, campaign, { phone_number: '+12015550001', allow_dupplicate: true })
    const forecast = await forecastOf(world, campaign)
    expect(textOf(forecast, 'campaign_lines')).toMatch(
      /^Its 2 lines are the bottleneck: leads wait \d+ % of the time that it is calling\.$/,
    )
    expect(textOf(forecast, 'calls_per_number')).toBe(
      '1 dial is put off to another day: a number may be called once a day.',
    )
    await world.put('/user/settings', { max_calls_in_parallel: 1 })
    expect(textOf(await forecastOf(world, campaign), 'desk_lines')).toMatch(/^The desk's 1 line is the bottleneck/)
  })

  it('of what stands in the way today', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, {
      initial_message: 'Hello {{ name }} of {{city}}',
      variables: { name: '', city: 'Rome' },
    })
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign, { variables: { name: 'Ada' } })
    await given.lead(world, campaign)
    const other = await given.campaign(world)
    await given.lead(world, other)
    await world.put(`/user/campaigns/${other}`, { allowed_days: ['sunday'] })
    await given.started(world, other)
    await world.post('/user/dialing/pause', {})
    const forecast = await forecastOf(world, campaign)
    expect(codes(forecast)).toEqual(['dialing_paused', 'other_campaigns', 'missing_variable', 'no_history'])
    expect(textOf(forecast, 'missing_variable')).toBe('1 lead has no name.')
    expect(textOf(forecast, 'other_campaigns')).toMatch(/^1 other campaign dials over the same lines/)
  })

  it('when most dials fail', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyCalls(world, 20, { result: 'failed', status: 'failed', talked_ms: 0, answered_at: null })
    await given.lead(world, campaign)
    expect(codes(await forecastOf(world, campaign))).toContain('failing')
  })

  it('when it does not end within a year, and says so in place of an end', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    manyLeads(world, campaign, 1, { callback_at: MONDAY_9 + 400 * DAY })
    const forecast = await forecastOf(world, campaign)
    expect(forecast).toMatchObject({
      leads: { total: 2, left_over: 1 },
      finish_at: { expected: null },
      unfinished_because: 'Within a year it does not get to the end: 1 lead would be left over.',
    })
    expect(codes(forecast)[0]).toBe('unfinished')
  })
})

describe('DELETE', () => {
  it('cancels one that runs, which then never gets done', async () => {
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

  it('deletes one that has ended', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const { id } = (await rehearse(world, campaign)).body.data
    await world.advance(0)
    expect((await world.delete(`/user/rehearsals/${id}`)).body).toEqual({ message: 'The rehearsal was deleted.' })
    expectMessage(await world.get(`/user/rehearsals/${id}`), 404)
    expectMessage(await world.delete(`/user/rehearsals/${id}`), 404)
  })
})

describe('a rehearsal', () => {
  it('of an unknown or foreign campaign, and an unknown or foreign one, is 404', async () => {
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

  it('is refused while five of the user run', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    for (let i = 0; i < 5; i++) expect((await rehearse(world, campaign)).status).toBe(201)
    expectMessage(await withoutChange(world, () => rehearse(world, campaign)), 409)
    await world.advance(0)
    expect((await rehearse(world, campaign)).status).toBe(201)
  })

  it('is kept for a week, and twenty of a user', async () => {
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

  it('that was cut off by a restart is begun anew, and comes to the same', async () => {
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

  it('is given up when the service ends again and again while it runs', async () => {
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

  it('that breaks off is failed, and the next one runs', async () => {
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

  it('goes with its campaign', async () => {
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
