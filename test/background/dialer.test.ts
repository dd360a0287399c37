import { expect, it } from 'vitest'
import { callsOf, running } from '../support/running'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld } from '../support/world'

it('the dialer sleeps exactly until something is due', async () => {
  const { world, campaign } = await running(['01'], { retry_interval: 60, max_retries: 1 })
  await world.advance(MINUTE)
  // Old data is deleted once a day, by a timer.
  const cleanup = world.clock.now() - MINUTE + DAY
  const pending = () => world.clock.pending.filter(at => at !== cleanup)
  expect(pending()).toEqual([world.lead(1).due_at])
  await world.advance(HOUR)
  expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
  expect(pending()).toEqual([])
})

it('a daily campaign dials on the right days over a year', async () => {
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
