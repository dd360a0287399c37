import { describe, expect, it } from 'vitest'
import { callsOf, statusOf } from '../../support/running'
import { DAY, given, HOUR, MINUTE, startWorld } from '../../support/world'

describe('hours', () => {
  const office = { timezone: 'Europe/Rome', allowed_hours_start_time: '09:00', allowed_hours_end_time: '17:59' }

  it('nothing is dialed outside the hours, and due leads are dialed when the hours begin', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 9, 18) }) // Friday evening
    const campaign = await given.campaign(world, { ...office, allowed_days: ['monday', 'tuesday'] })
    const lead = await given.lead(world, campaign, { ending: '24' })
    await given.started(world, campaign)
    await world.advance(2 * DAY)
    expect(await callsOf(world)).toEqual([])
    await world.advance(DAY)
    expect(statusOf(world, lead)).toBe('completed')
    expect((await callsOf(world))[0].created_at).toBe('2026-01-12T08:00:00.000000Z') // Monday, 09:00 in Rome
  })

  it('a retry moves to the next allowed window', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 5, 16, 30) }) // 17:30 in Rome
    const campaign = await given.campaign(world, { ...office, retry_interval: 60 })
    const lead = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', due_at: Date.UTC(2026, 0, 6, 8) })
  })

  it('hours follow the time zone of the lead when the campaign says so', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 5, 8, 30) }) // 09:30 in Rome, 03:30 in New York
    const campaign = await given.campaign(world, { ...office, respect_lead_time_zone: true })
    const rome = await given.lead(world, campaign, { phone_number: '+390612345624' })
    const newYork = await given.lead(world, campaign, { phone_number: '+12125550124' })
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect([statusOf(world, rome), statusOf(world, newYork)]).toEqual(['completed', 'created'])
    await world.advance(6 * HOUR)
    expect(statusOf(world, newYork)).toBe('completed')
    expect((await callsOf(world))[0].created_at).toBe('2026-01-05T14:00:00.000000Z')
  })
})
