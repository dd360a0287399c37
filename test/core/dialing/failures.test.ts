import { expect, it } from 'vitest'
import { createDialer } from '../../../src/main/background/dialer'
import type { CarrierCommand } from '../../../src/main/ports/carrier'
import { refuse, refuseCommit } from '../../support/refuse'
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

it('a dial whose commit fails is not made, is seen by nobody, and is repeated later', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  const lead = await given.lead(world, campaign)
  const allow = refuseCommit(world, 'INSERT ON calls')
  // A dialer whose carrier keeps what it is asked.
  const asked: CarrierCommand[] = []
  const dialer = createDialer(world.service.context, { carrier: { send: command => void asked.push(command) } })
  dialer.start()
  await given.started(world, campaign)
  const dialed: string[] = []
  world.service.context.bus.on(event => dialed.push(event.type))
  await world.advance(MINUTE)
  expect([world.count('calls'), world.count('simulator_dials'), world.lead(lead).status]).toEqual([0, 0, 'created'])
  expect(dialed.filter(type => type === 'call.changed')).toEqual([])
  expect(world.log.errors.length).toBeGreaterThan(0)
  expect(asked).toEqual([])
  dialer.stop()
  allow()
  await world.advance(5 * MINUTE)
  expect(world.lead(lead).status).toBe('completed')
  expect(world.count('calls')).toBe(1)
})

it('a request whose commit fails is answered 500, with all that came with it, and nothing of it is there', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  const allow = refuseCommit(world, 'INSERT ON leads')
  const numbers = ['+12025550124', '+12025550125', '+12025550126']
  const asked = numbers.map(phone_number => world.post('/user/lead', { campaign_id: campaign, phone_number }))
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([500, 500, 500])
  expect((await world.get('/user/leads')).body.total).toBe(0)
  allow()
  expect((await world.post('/user/lead', { campaign_id: campaign, phone_number: numbers[0] })).status).toBe(200)
})
