import { describe, expect, it } from 'vitest'
import { isoTime } from '../../../src/contract/wire'
import { leaveBalance } from '../../support/api'
import { DAY, given, MONDAY_9, startWorld } from '../../support/world'
import { codes, forecastOf, manyCalls, manyLeads, textOf } from './support'

describe('warnings of a forecast', () => {
  it('a forecast warns when there is no lead or no assistant', async () => {
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

  it('a forecast warns when the balance runs out or gets low', async () => {
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
      'The balance of $5.25 covers it; the low mark of $5.00 comes around 09:03 UTC.',
    )
    await leaveBalance(world, 0.35)
    const short = await forecastOf(world, campaign)
    // Each call takes 70 s and $0.10. The balance does not cover the fourth.
    expect(short).toMatchObject({
      dials: { expected: 10 },
      balance: { covers_dials: 3, runs_out_at: isoTime(MONDAY_9 + 3 * 70_000) },
    })
    expect(textOf(short, 'balance')).toBe(
      'The balance of $0.35 covers only 3 of 10 dials and runs out around 09:03 UTC; $1.00 would be needed.',
    )
    await leaveBalance(world, 0)
    expect(textOf(await forecastOf(world, campaign), 'balance')).toBe(
      'The balance of $0.00 does not cover a call; $1.00 would be needed.',
    )
  })

  it('a forecast warns of the cap that slows it down', async () => {
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

  it('a forecast warns of what stops the campaign today', async () => {
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

  it('a variable in single braces is missed too, and those that every call has are not', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, {
      initial_message: 'Hello {name} of {{customer_phone}}',
      system_prompt: 'It is {{current_date}}. Answer as {"json": 1}.',
      variables: { name: '' },
    })
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign)
    expect(textOf(await forecastOf(world, campaign), 'missing_variable')).toBe('1 lead has no name.')
  })

  it('a forecast warns when most dials fail', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    manyCalls(world, 20, { result: 'failed', status: 'failed', talked_ms: 0, answered_at: null })
    await given.lead(world, campaign)
    expect(codes(await forecastOf(world, campaign))).toContain('failing')
  })

  it('a forecast that does not finish within a year says so and has no finish date', async () => {
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
