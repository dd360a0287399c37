import { describe, expect, it } from 'vitest'
import { DAY, given, MONDAY_9, startWorld } from '../../support/world'
import { forecastOf, manyCalls } from './support'

describe('assumptions', () => {
  it('assumptions come from calls of the campaign, else of the assistant, else of the account, else from defaults', async () => {
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
    // Calls of another assistant do not count as experience.
    const other = await given.assistant(world)
    expect(await basis({ assistant_id: other })).toMatchObject({ basis: 'account', calls: 75 })
  })

  it('assumptions use dials of the last 90 days and no calls of other users', async () => {
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

  it('assumptions state the parallel calls, the calls per second and the price', async () => {
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

  it('goals that were only guessed are not forecast, and the assumptions say so', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    manyCalls(world, 30, { result: 'talked', verdict: 'guessed_goal' })
    const guessed = await forecastOf(world, campaign)
    expect(guessed).toMatchObject({ goals: { expected: 0 }, assumptions: { rates: { talked: 1, goal: 0 } } })
    expect(guessed.assumptions.text).toContain('No model has judged their goals')
    manyCalls(world, 30, { result: 'goal', verdict: 'goal' })
    expect((await forecastOf(world, campaign)).assumptions.text).not.toContain('No model')
  })
})
