import { expect, it } from 'vitest'
import * as progress from '../../../src/main/core/calls/progress'
import { refuse } from '../../support/refuse'
import { callsOf, running } from '../../support/running'
import { given, HOUR, MINUTE, SECOND } from '../../support/world'

it('the conversation continues when a tool fails', async () => {
  const { world, lead } = await running(['06'])
  const allow = refuse(world, 'UPDATE ON calls', 'NEW.do_not_call = 1')
  await world.advance(5 * MINUTE)
  allow()
  expect(world.lead(lead).status).toBe('completed')
  expect((await callsOf(world))[0].status).toBe('completed')
})

it('a promised callback is dialed at its time, before other leads', async () => {
  const { world, campaign, lead } = await running(['07'], { max_retries: 0, max_calls_in_parallel: 1 })
  await world.advance(20 * SECOND)
  const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
  const { context, outside } = world.service
  const at = world.clock.now() + 2 * HOUR
  expect(
    progress.toolAsked(context, outside, leg_id, 'promise_callback', { at: '+275760-09-12T00:00:00Z' })!.result,
  ).toMatch(/^Error/)
  progress.toolAsked(context, outside, leg_id, 'promise_callback', { at: new Date(at).toISOString() })
  await world.advance(15 * MINUTE)
  expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', due_at: at, rank: 0, attempts: 1 })
  await world.post('/user/dialing/pause')
  await world.advance(at - world.clock.now())
  for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '07' })
  await world.post('/user/dialing/resume')
  await world.advance(0)
  const called = await callsOf(world)
  expect(called.filter((call: { lead_id: number }) => call.lead_id === lead)).toHaveLength(2)
})

it('a call that a restart cut off cancels the promised callback, so that the person is not called again', async () => {
  const { world, lead } = await running(['07'])
  await world.advance(20 * SECOND)
  const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
  progress.toolAsked(world.service.context, world.service.outside, leg_id, 'promise_callback', {
    at: new Date(world.clock.now() + HOUR).toISOString(),
  })
  await world.restart()
  expect(world.lead(lead)).toMatchObject({ status: 'completed', cut_off: 1 })
})
