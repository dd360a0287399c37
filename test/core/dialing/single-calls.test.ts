import { expect, it } from 'vitest'
import { blacklisted } from '../../support/api'
import { callsOf, running } from '../../support/running'
import { given, MINUTE, SECOND, startWorld } from '../../support/world'

it('a single call fails when its number was blacklisted while it waited', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const phone_number = given.number('10')
  await world.post('/user/make_call', { assistant_id, phone_number })
  await world.advance(SECOND)
  blacklisted(world, phone_number)
  await world.advance(5 * MINUTE)
  expect(await callsOf(world)).toMatchObject([{ status: 'failed', end_reason: 'blacklisted', duration: 0 }])
})

it('a single call fails after a minute without capacity', async () => {
  const { world } = await running(Array(30).fill('07'), { max_calls_in_parallel: 30 })
  await world.advance(20 * SECOND)
  await world.post('/user/make_call', { assistant_id: 1, phone_number: given.number('24') })
  await world.advance(59 * SECOND)
  expect((await callsOf(world))[0].status).toBe('initiated')
  await world.advance(2 * SECOND)
  expect((await callsOf(world))[0]).toMatchObject({ status: 'failed', end_reason: 'no_line' })
})
