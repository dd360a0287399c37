import { describe, expect, it } from 'vitest'
import { callsOf, running, statusOf } from '../../support/running'
import { given, HOUR, MINUTE, startWorld } from '../../support/world'

describe('the status of a lead', () => {
  it.each([
    ['24', 'completed', 'completed', 'human'],
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
  ])('a lead whose number ends in %s is %s after a call that was %s', async (ending, lead, call, answeredBy) => {
    const { world, lead: id } = await running([ending])
    await world.advance(15 * MINUTE)
    expect(statusOf(world, id)).toBe(lead)
    const calls = await callsOf(world)
    expect(calls.map((c: { status: string; answered_by: string }) => [c.status, c.answered_by])).toEqual([
      [call, answeredBy],
    ])
  })

  it('a lead goes through created, scheduled, processing and completed', async () => {
    const { world, campaign, lead } = await running(['24'])
    const second = await given.lead(world, campaign, { ending: '24' })
    expect(statusOf(world, second)).toBe('created')
    await world.advance(0)
    expect(statusOf(world, lead)).toBe('processing')
    await world.advance(5 * MINUTE)
    expect(statusOf(world, lead)).toBe('completed')
    expect(statusOf(world, second)).toBe('completed')
  })

  it('a lead is retried after each interval until it has reached its retries', async () => {
    const { world, lead } = await running(['01'], { max_retries: 2, retry_intervals: [10, 30] })
    await world.advance(HOUR)
    const at = (await callsOf(world)).map((call: { created_at: string }) => Date.parse(call.created_at)).reverse()
    expect(at).toHaveLength(3)
    expect(Math.round((at[1] - at[0]) / MINUTE)).toBe(10)
    expect(Math.round((at[2] - at[1]) / MINUTE)).toBe(30)
    expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 3 })
  })

  it('a lead that was busy twice is reached the third time', async () => {
    const { world, lead } = await running(['09'], { retry_interval: 10 })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 3 })
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual(['completed', 'busy', 'busy'])
  })

  it('a lead for which the carrier has no capacity is dialed again soon, and no attempt is counted', async () => {
    const { world, lead } = await running(['10'])
    await world.advance(500)
    expect(await callsOf(world)).toEqual([])
    expect(world.lead(lead)).toMatchObject({ status: 'scheduled', attempts: 0, line_misses: 1 })
    await world.advance(5 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1, line_misses: 0 })
    expect(await callsOf(world)).toHaveLength(1)
    expect(world.count('attempts')).toBe(1)
  })

  it('a lead whose voicemail answers is retried only when the campaign says so', async () => {
    const { world, lead } = await running(['04'], { retry_on_voicemail: true, max_retries: 1, retry_interval: 10 })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 2 })
  })

  it('a lead that was talked to without reaching the goal is called again when the campaign says so', async () => {
    const { world, lead } = await running(['06', '08'], {
      retry_on_goal_incomplete: true,
      max_retries: 1,
      retry_interval: 10,
    })
    await world.advance(HOUR)
    // 06 asks not to be called, which matters more than the goal.
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect(world.lead(lead + 1)).toMatchObject({ status: 'reached-max-retries', attempts: 2 })
  })

  it('a lead who asks not to be called is blacklisted, and so is every other lead with the number', async () => {
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

describe('the goal of a campaign', () => {
  it.each([
    ['is the variable that the campaign names', 'likes_pears', 2],
    ['is the status when the campaign names no variable', null, 1],
  ])('the goal %s', async (_, goal_completion_variable, calls) => {
    const world = await startWorld({
      evaluator: {
        evaluate: async () => [
          { name: 'status', type: 'bool', value: true, description: '' },
          { name: 'likes_pears', type: 'bool', value: false, description: '' },
        ],
      },
    })
    const assistant_id = await given.assistant(world, {
      post_call_schema: [{ name: 'likes_pears', type: 'bool', description: 'Whether they like pears' }],
    })
    const campaign = await given.campaign(world, {
      assistant_id,
      timezone: 'UTC',
      retry_on_goal_incomplete: true,
      goal_completion_variable,
      max_retries: 1,
      retry_interval: 10,
    })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect(world.count('calls')).toBe(calls)
  })
})
