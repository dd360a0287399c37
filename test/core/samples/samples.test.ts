import { expect, it } from 'vitest'
import { expectMessage, withoutChange } from '../../support/api'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const path = '/user/sample-data'
const loaded = async () => {
  const world = await startWorld()
  const { status, body } = await world.post(path)
  expect([status, body.message]).toEqual([201, expect.stringContaining('is loaded')])
  const idOf = (kind: string) => body.data.records.find((one: { kind: string }) => one.kind === kind)?.id as number
  return { world, idOf, records: body.data.records as { kind: string; id: number; name: string }[] }
}
const tables = [
  'campaigns',
  'leads',
  'assistants',
  'phone_numbers',
  'knowledgebases',
  'documents',
  'calls',
  'deliveries',
]
const counts = (world: TestWorld) => Object.fromEntries(tables.map(table => [table, world.count(table)]))

it('sample data is an assistant, a draft with leads, a number and knowledge, each marked by its name', async () => {
  const { world, records, idOf } = await loaded()
  const kinds = Object.groupBy(records, ({ kind }) => kind)
  expect(Object.fromEntries(Object.entries(kinds).map(([kind, found]) => [kind, found!.length]))).toEqual({
    campaign: 1,
    lead: 12,
    assistant: 1,
    number: 1,
    knowledgebase: 1,
    document: 1,
  })
  for (const kind of ['campaign', 'assistant', 'knowledgebase']) expect(kinds[kind]![0]!.name).toMatch(/^Sample: /)
  expect((await world.get(`/user/campaigns/${idOf('campaign')}`)).body).toMatchObject({
    status: 'draft',
    assistant_id: idOf('assistant'),
    lead_counts: { created: 12 },
  })
  await world.advance(MINUTE)
  expect(world.count('calls')).toBe(0)
  // A thread reads the document, in real time.
  const found = async () =>
    JSON.stringify((await world.get(`/user/knowledgebases/${idOf('knowledgebase')}/search?query=parking`)).body)
  await expect.poll(found).toContain('behind the house')
  expect((await world.get('/user/me')).body.total_balance).toBe(25)
})

it('it is loaded once, and each user has their own', async () => {
  const { world } = await loaded()
  expectMessage(await withoutChange(world, () => world.post(path)), 409)
  const { headers } = world.other()
  expect((await world.request('GET', path, undefined, { headers })).body).toEqual({
    loaded: false,
    records: [],
    calls: 0,
  })
  expect((await world.request('POST', path, undefined, { headers })).status).toBe(201)
})

it('it goes whole, with the calls that were made to its leads', async () => {
  const world = await startWorld()
  const before = counts(world)
  await world.post(path)
  const { records } = (await world.get(path)).body
  const campaign = records.find((one: { kind: string }) => one.kind === 'campaign').id
  await given.started(world, campaign)
  await world.advance(2 * HOUR)
  expect((await world.get(path)).body.calls).toBeGreaterThan(10)
  expect((await world.get('/user/blacklist')).body.total).toBe(1)
  const { status, body } = await world.delete(path)
  expect([status, body.data.kept, body.data.removed]).toEqual([200, [], records.length])
  expect(counts(world)).toEqual(before)
  expect((await world.get('/user/blacklist')).body.total).toBe(0)
  expect((await world.get(path)).body).toEqual({ loaded: false, records: [], calls: 0 })
  // And it can be loaded again.
  expect((await world.post(path)).status).toBe(201)
})

it('real data that was made meanwhile is never taken along, nor what it uses', async () => {
  const { world, idOf } = await loaded()
  const lead = await given.lead(world, idOf('campaign'))
  const mine = await given.assistant(world, { knowledgebase_id: idOf('knowledgebase') })
  const own = await given.campaign(world, { assistant_id: mine, phone_number_ids: [idOf('number')] })
  await world.post('/user/make_call', { assistant_id: mine, phone_number: given.number('24') })
  await world.advance(10 * MINUTE)
  const { data } = (await world.delete(path)).body
  expect(data.kept.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'assistant',
    'campaign',
    'knowledgebase',
    'number',
  ])
  expect(data.removed).toBe(13) // The leads and the document.
  expect((await world.get('/user/leads')).body.data.map(({ id }: { id: number }) => id)).toEqual([lead])
  expect((await world.get(`/user/campaigns/${own}`)).body.phone_number_ids).toEqual([idOf('number')])
  expect((await world.get(`/user/assistant/${mine}`)).body.knowledgebase_id).toBe(idOf('knowledgebase'))
  expect(world.count('calls')).toBe(1)
  expect((await world.get(path)).body.loaded).toBe(false)
})

it('what was changed by hand is the person’s own, and stays with what it uses', async () => {
  const { world, idOf, records } = await loaded()
  await world.put(`/user/assistant/${idOf('assistant')}`, { system_prompt: 'You are Mia. Speak of my practice.' })
  const { data } = (await world.delete(path)).body
  expect(data.kept.map(({ kind, why }: { kind: string; why: string }) => [kind, why])).toEqual([
    ['assistant', 'You have changed it.'],
    ['number', 'An assistant or a campaign of yours uses it.'],
    ['knowledgebase', 'An assistant of yours uses it, or it has documents of yours.'],
  ])
  expect(data.removed).toBe(records.length - 3)
  expect((await world.get(`/user/assistant/${idOf('assistant')}`)).body.system_prompt).toContain('my practice')
})

it('while a sample lead is on the phone nothing goes', async () => {
  const { world, idOf } = await loaded()
  await given.started(world, idOf('campaign'))
  await world.advance(20 * SECOND)
  expectMessage(await withoutChange(world, () => world.delete(path)), 409)
})
