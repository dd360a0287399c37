import { expect, it } from 'vitest'
import { expectInvalid } from '../../support/api'
import { given, MINUTE, startWorld, type TestWorld } from '../../support/world'

const path = '/user/first-steps'

interface Step {
  code: string
  state: string
  about: { id: number; name: string } | null
}

const steps = async (world: TestWorld): Promise<Step[]> => (await world.get(path)).body.steps
const stateOf = async (world: TestWorld, code: string) => (await steps(world)).find(one => one.code === code)!.state
const done = async (world: TestWorld) => (await steps(world)).filter(one => one.state === 'done').map(one => one.code)
const about = async (world: TestWorld, code: string) => (await steps(world)).find(one => one.code === code)!.about
const putOff = (world: TestWorld, code: string, put_off: boolean) => world.put(`${path}/step`, { code, put_off })
/** Nothing is done but the key, with which the tests ask. */
const newDesk = async () => {
  const world = await startWorld()
  expect((await world.get(path)).body.state).toBe('shown')
  expect(await done(world)).toEqual(['api_key'])
  return world
}

it('each step is done by what is there, and they are finished when a campaign has run', async () => {
  const world = await newDesk()
  await world.put('/user/settings', { timezone: 'Europe/Rome' })
  expect(await stateOf(world, 'desk')).toBe('open')
  await world.put('/user/settings', { name: 'Riverside' })
  expect(await stateOf(world, 'desk')).toBe('done')

  const answers = await given.assistant(world, { name: 'Otto', type: 'inbound' })
  expect(await about(world, 'assistant')).toEqual({ id: answers, name: 'Otto' })
  const assistant_id = await given.assistant(world, { name: 'Nora' })
  await given.assistant(world, { name: 'Ida', type: 'inbound' })
  expect(await about(world, 'assistant')).toEqual({ id: assistant_id, name: 'Nora' })
  expect(await stateOf(world, 'assistant')).toBe('done')

  await world.post('/user/make_call', { assistant_id, phone_number: '+12025550101' })
  await world.advance(5 * MINUTE)
  expect(await stateOf(world, 'test_call')).toBe('open')
  const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number: '+12025550130' })).body
  expect(await about(world, 'test_call')).toEqual({ id: call_id, name: '+12025550130' })
  expect(await stateOf(world, 'test_call')).toBe('open')
  await world.advance(10 * MINUTE)
  expect(await stateOf(world, 'test_call')).toBe('done')

  const campaign = await given.campaign(world, { assistant_id, name: 'Recall' })
  expect(await about(world, 'leads')).toEqual({ id: campaign, name: 'Recall' })
  expect(await done(world)).toEqual(['desk', 'assistant', 'test_call', 'api_key', 'campaign'])
  await given.lead(world, campaign)
  expect(await stateOf(world, 'leads')).toBe('done')
  expect(await stateOf(world, 'start')).toBe('open')
  await given.started(world, campaign)
  expect(await done(world)).toEqual(['desk', 'assistant', 'test_call', 'api_key', 'campaign', 'leads', 'start'])
  await world.advance(30 * MINUTE)
  expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
  const finished = { state: 'finished', steps: [] }
  expect((await world.get(path)).body).toEqual(finished)
  // For good.
  await world.delete(`/user/campaigns/${campaign}`)
  await world.put(path, { put_away: false })
  expect((await world.get(path)).body).toEqual(finished)
})

it('steps are put off, and all are put away, until they are asked for again; a restart does not forget it', async () => {
  const world = await newDesk()
  const { headers } = world.other()
  const put = await putOff(world, 'number', true)
  expect([put.status, put.body.message]).toEqual([200, 'The step was put off.'])
  await putOff(world, 'number', true)
  await putOff(world, 'desk', true)
  expect((await world.put(path, { put_away: true })).body.data.state).toBe('put_away')
  await world.restart()
  expect((await world.get(path)).body.state).toBe('put_away')
  expect([await stateOf(world, 'number'), await stateOf(world, 'desk')]).toEqual(['put_off', 'put_off'])
  // It is each user's own.
  expect((await world.request('GET', path, undefined, { headers })).body.state).toBe('shown')
  expect((await world.put(path, { put_away: false })).body.message).toBe('The first steps are shown again.')
  await putOff(world, 'number', false)
  expect([await stateOf(world, 'number'), await stateOf(world, 'desk')]).toEqual(['open', 'put_off'])
  // What is done is done.
  await world.put('/user/settings', { name: 'Riverside' })
  expect(await stateOf(world, 'desk')).toBe('done')

  expectInvalid(await world.put(path, {}), 'put_away')
  expectInvalid(await putOff(world, 'coffee', true), 'code')
  expect((await world.request('GET', path, undefined, { headers: { authorization: 'Bearer none' } })).status).toBe(401)
})

it('sample data does no step, nor does a campaign that was stopped before its first call', async () => {
  const world = await newDesk()
  const { records } = (await world.post('/user/sample-data')).body.data
  const sample = records.find((one: { kind: string }) => one.kind === 'campaign').id
  await given.started(world, sample)
  await world.advance(24 * 60 * MINUTE)
  expect(world.count('calls')).toBeGreaterThan(0)
  await world.post('/user/campaigns/update-status', { campaign_id: sample, action: 'stop' })
  expect(await done(world)).toEqual(['api_key'])
  expect((await world.delete('/user/sample-data')).status).toBe(200)

  const campaign = await given.campaign(world)
  await given.lead(world, campaign)
  const stop = () => world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
  await stop()
  expect([await stateOf(world, 'start'), await stateOf(world, 'run')]).toEqual(['open', 'open'])
  await given.started(world, campaign)
  expect(await stateOf(world, 'start')).toBe('done')
  await world.advance(10 * MINUTE)
  await stop()
  expect((await world.get(path)).body.state).toBe('finished')
})
