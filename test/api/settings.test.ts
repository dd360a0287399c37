import { expect, it } from 'vitest'
import { given, MINUTE, startWorld } from '../support/world'

it('tells what the workspace is', async () => {
  const world = await startWorld()
  const { status, body } = await world.get('/user/settings')
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'My desk',
    timezone: expect.any(String),
    carrier: 'simulated',
    simulated: false,
    max_calls_in_parallel: 30,
    calls_per_second: 5,
    low_balance: 5,
    rates: { call_minute: 0.1 },
  })
})

it('changes what is given and keeps the rest', async () => {
  const world = await startWorld()
  const { body } = await world.put('/user/settings', { timezone: 'europe/rome', calls_per_second: 2 })
  expect(body.data).toMatchObject({
    name: 'My desk',
    timezone: 'Europe/Rome',
    calls_per_second: 2,
    max_calls_in_parallel: 30,
  })
  await world.restart()
  expect((await world.get('/user/settings')).body).toEqual(body.data)
  const campaign = await given.campaign(world)
  expect((await world.get(`/user/campaigns/${campaign}`)).body.timezone).toBe('Europe/Rome')
})

it('holds for the next dial: the caps at once, the rate for what is charged after it', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { max_calls_in_parallel: 1, rates: { call_minute: 0 } })
  const campaign = await given.campaign(world, { max_calls_in_parallel: 10 })
  for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '14' })
  await given.started(world, campaign)
  await world.advance(0)
  expect(world.count('calls')).toBe(1)
  await world.put('/user/settings', { max_calls_in_parallel: 3 })
  await world.advance(0)
  expect(world.count('calls')).toBe(3)
  await world.advance(5 * MINUTE)
  expect((await world.get('/user/me')).body.total_balance).toBe(25)
})

it.each([
  ['name', ''],
  ['name', 'x'.repeat(256)],
  ['timezone', 'Mars/Base'],
  ['max_calls_in_parallel', 0],
  ['max_calls_in_parallel', 1001],
  ['max_calls_in_parallel', 1.5],
  ['calls_per_second', 0],
  ['calls_per_second', 101],
])('refuses %s = %j, and changes nothing', async (field, value) => {
  const world = await startWorld()
  const before = (await world.get('/user/settings')).body
  const { status, body } = await world.put('/user/settings', { name: 'New', [field]: value })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  expect((await world.get('/user/settings')).body).toEqual(before)
})

it('refuses a rate below nothing on its field', async () => {
  const world = await startWorld()
  const { body } = await world.put('/user/settings', { rates: { call_minute: -1 } })
  expect(Object.keys(body.errors)).toEqual(['rates.call_minute'])
})
