import { expect, it } from 'vitest'
import { given, MINUTE, startWorld } from '../../support/world'
import { callOf, greeting } from './support'

it('a change of an assistant applies from the next call', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { initial_message: 'Before', record: true, max_duration: 60 })
  const dial = async () =>
    (await world.post('/user/make_call', { assistant_id, phone_number: given.number('07') })).body.call_id
  const first = await dial()
  await world.put(`/user/assistant/${assistant_id}`, { initial_message: 'After', max_duration: 20 })
  await world.advance(5 * MINUTE)
  const second = await dial()
  await world.advance(5 * MINUTE)
  expect(greeting(await callOf(world, first))).toBe('Before')
  expect(greeting(await callOf(world, second))).toBe('After')
  expect((await callOf(world, first)).duration).toBeGreaterThan(50)
  expect((await callOf(world, second)).duration).toBeLessThan(30)
})
