import { expect, it } from 'vitest'
import { expectInvalid, expectMessage, withoutChange } from '../../support/api'
import { DAY, MINUTE, MONDAY_9, startWorld, type TestWorld } from '../../support/world'
import { known, path } from './support'

const number = '+15550100001'
const add = (world: TestWorld, body: object, about = number) => world.post(`${path(about)}/notes`, body)
const notes = async (world: TestWorld, about = number) => (await world.get(path(about))).body.notes

it('notes about a person are written, changed and deleted, newest first', async () => {
  const world = await startWorld()
  const first = await add(world, { text: 'Prefers mornings' })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ message: 'The note was added.', data: { id: 1, phone_number: number } })
  await world.advance(MINUTE)
  await add(world, { text: 'Has a dog' })
  expect((await notes(world)).map((note: { text: string }) => note.text)).toEqual(['Has a dog', 'Prefers mornings'])
  const { body } = await world.put('/user/notes/1', { text: 'Prefers evenings' })
  expect(body.data).toMatchObject({ text: 'Prefers evenings', written_at: first.body.data.written_at })
  expect(body.data.updated_at).not.toBe(body.data.written_at)
  expectMessage(await world.delete('/user/notes/1'), 200)
  expectMessage(await world.delete('/user/notes/1'), 404)
  expect((await world.get(path(number))).body).toMatchObject({ notes: [{ text: 'Has a dog' }], totals: { notes: 1 } })
})

it('a note that is empty, too long or from the future is refused on its field', async () => {
  const world = await startWorld()
  const future = new Date(MONDAY_9 + DAY).toISOString()
  for (const [body, field] of [
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(4001) }, 'text'],
    [{ text: 'x', written_at: future }, 'written_at'],
  ] as const)
    expectInvalid(await withoutChange(world, () => add(world, body)), field)
  expectInvalid(await add(world, { text: 'x' }, 'nobody'), 'phone_number')
})

it('a note that was written elsewhere keeps its time', async () => {
  const world = await startWorld()
  await add(world, { text: 'Now' })
  await add(world, { text: 'Long ago', written_at: '2020-03-01T10:00:00Z' })
  expect(await notes(world)).toMatchObject([{ text: 'Now' }, { written_at: '2020-03-01T10:00:00.000000Z' }])
})

it('people are found by words of a note, as it reads now', async () => {
  const world = await startWorld()
  await add(world, { text: 'Wants the window seat, has a dachshund' })
  const found = async (search: string) => (await world.get(`/user/people?search=${search}`)).body.data
  expect(await found('dachs')).toMatchObject([
    { phone_number: number, found: 'words', note_id: 1, excerpt: expect.stringContaining('dachshund') },
  ])
  await world.put('/user/notes/1', { text: 'Has a poodle' })
  expect(await found('dachshund')).toEqual([])
  expect(await found('poodle')).toHaveLength(1)
  await world.delete('/user/notes/1')
  expect(await found('poodle')).toEqual([])
})

it('a forgotten person leaves no word of a note behind, and the events tell of notes', async () => {
  const { world, number } = await known()
  const told: string[] = []
  world.service.context.bus.on(event => {
    if (event.type === 'note.changed' || event.type === 'person.forgotten')
      told.push(`${event.type} ${event.phone_number}`)
  })
  await add(world, { text: 'Keeps a xylophone' }, number)
  await world.delete(path(number))
  expect((await world.get('/user/people?search=xylophone')).body.data).toEqual([])
  expect(told).toEqual([`note.changed ${number}`, `person.forgotten ${number}`])
})

it('a note belongs to its user', async () => {
  const world = await startWorld()
  await add(world, { text: 'Ours' })
  const { headers } = world.other()
  expect((await world.request('GET', path(number), undefined, { headers })).body.notes).toEqual([])
  expect((await world.request('PUT', '/user/notes/1', { text: 'Theirs' }, { headers })).status).toBe(404)
  expect(await notes(world)).toMatchObject([{ text: 'Ours' }])
})
