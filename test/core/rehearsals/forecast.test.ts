import { describe, expect, it } from 'vitest'
import type { Event } from '../../../src/contract/events'
import { isoTime } from '../../../src/contract/wire'
import { blacklisted, digest, expectInvalid, UNKNOWN, withoutChange } from '../../support/api'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld } from '../../support/world'
import { forecastOf, manyCalls, manyLeads, rehearse } from './support'

describe('a rehearsal', () => {
  it('a rehearsal runs in the background and has a forecast when it is done', async () => {
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

  it('a rehearsal dials nothing and changes no other rows', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    for (const ending of ['24', '01']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const { rehearsals: _, sqlite_sequence: __, ...before } = digest(world)
    await forecastOf(world, campaign)
    const { rehearsals: ___, sqlite_sequence: ____, ...after } = digest(world)
    expect(after).toEqual(before)
  })

  it('a rehearsal publishes its progress and its end', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyLeads(world, campaign, 2000)
    const events: Extract<Event, { type: 'rehearsal.changed' }>[] = []
    world.service.context.bus.on(event => event.type === 'rehearsal.changed' && events.push(event))
    const { id } = (await rehearse(world, campaign)).body.data
    const percents: number[] = []
    while (world.clock.step(world.clock.now())) {
      await world.finishPending()
      const { progress, status } = (await world.get(`/user/rehearsals/${id}`)).body
      if (status === 'running') percents.push(progress.percent)
    }
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    expect(percents.every(percent => percent < 100)).toBe(true)
    const reported = events.flatMap(({ progress }) => (progress ? [progress.done] : []))
    expect(reported.length).toBeGreaterThan(1)
    expect(reported.length).toBeLessThanOrEqual(20)
    expect(reported).toEqual([...reported].sort((a, b) => a - b))
    expect(events[0]).toEqual({ type: 'rehearsal.changed', id, campaign_id: campaign, status: 'running' })
    expect(events.at(-1)).toEqual({ type: 'rehearsal.changed', id, campaign_id: campaign, status: 'done' })
  })

  it('the same leads give the same forecast, also in another campaign', async () => {
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

  it('a rehearsal uses the due times, callbacks and attempts of leads, and skips final and blacklisted ones', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_retries: 1, timezone: 'UTC' })
    manyCalls(world, 20, { campaign_id: campaign, result: 'busy', talked_ms: 0, answered_at: null, status: 'busy' })
    const at = MONDAY_9 + 5 * HOUR
    manyLeads(world, campaign, 1, { status: 'rescheduled', attempts: 1, due_at: at })
    manyLeads(world, campaign, 1, { status: 'completed' })
    manyLeads(world, campaign, 1, { callback_at: at + 2 * HOUR })
    const number = given.number('24')
    await given.lead(world, campaign, { phone_number: number })
    blacklisted(world, number)
    expect(await forecastOf(world, campaign)).toMatchObject({
      leads: { total: 3, not_reached: 2, blacklisted: 1 },
      // The last try of one, two of the other.
      dials: { expected: 3, low: 3, high: 3 },
      results: { busy: 3 },
      first_dial_at: isoTime(at),
      cost: { expected: 0 },
    })
  })

  it('a rehearsal dials secondary contacts at once', async () => {
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
      secondary_contacts: [{ phone_number: given.number('24') }, { phone_number: given.number('24') }],
    })
    const forecast = await forecastOf(world, campaign)
    expect(forecast).toMatchObject({ dials: { expected: 3 }, leads: { not_reached: 1 } })
    expect(Date.parse(forecast.last_dial_at) - Date.parse(forecast.first_dial_at)).toBe(2 * 70_000)
  })

  it('a rehearsal keeps to the hours of the campaign and of the leads', async () => {
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

  it('a rehearsal of more than two weeks has one bucket for each day', async () => {
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
  it('a rehearsal begins at start_at', async () => {
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

  it('start_at is not in the past, and within a year', async () => {
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

describe('changed settings', () => {
  it('changed settings are not saved, and the answer lists them', async () => {
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

  it('changed settings are validated as an update, and all errors are reported at once', async () => {
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

  it('a changed retry interval moves the due times of leads', async () => {
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
