import { expect, it } from 'vitest'
import { refuse } from '../../support/refuse'
import { running } from '../../support/running'
import { given, MINUTE, SECOND, startWorld } from '../../support/world'

it('a dial that fails for one lead does not stop the others, and is repeated later', async () => {
  const { world, leads } = await running(['24', '24', '24', '24'], { max_calls_in_parallel: 10 })
  const second = world.lead(leads[1]!).phone_number
  const allow = refuse(world, 'INSERT ON simulator_dials', `NEW.phone_number = '${second}'`)
  await world.advance(3 * SECOND)
  expect(leads.map(id => world.lead(id).status)).toEqual(['processing', 'scheduled', 'processing', 'processing'])
  allow()
  await world.advance(5 * MINUTE)
  expect(leads.map(id => [world.lead(id).status, world.lead(id).attempts])).toEqual(Array(4).fill(['completed', 1]))
})

it('a campaign that cannot dial does not stop the others', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const [bad, good] = [await given.campaign(world, { assistant_id }), await given.campaign(world, { assistant_id })]
  const [stuck, other] = [await given.lead(world, bad), await given.lead(world, good)]
  const allow = refuse(world, 'INSERT ON calls', `NEW.campaign_id = ${bad}`)
  await given.started(world, bad)
  await given.started(world, good)
  await world.advance(5 * MINUTE)
  expect([world.lead(stuck).status, world.lead(other).status]).toEqual(['created', 'completed'])
  expect(world.count('attempts')).toBe(1)
  allow()
  await world.advance(5 * MINUTE)
  expect(world.lead(stuck).status).toBe('completed')
})
