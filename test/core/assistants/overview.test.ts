import { expect, it } from 'vitest'
import { aNumber } from '../../support/api'
import { given, MINUTE, startWorld } from '../../support/world'

it('the overview tells who uses an assistant, by name, and its last call', async () => {
  const world = await startWorld()
  const nora = await given.assistant(world, {
    name: 'Nora',
    phone_number_id: aNumber(world, { number: '+12015550190' }),
  })
  await given.assistant(world, { name: 'Theo', tools: [{ type: 'assistant_transfer', assistant_id: nora }] })
  const recall = await given.campaign(world, { name: 'Recall', assistant_id: nora })
  const before = (await world.get('/user/assistants/overview')).body
  expect(before.map(({ name }: { name: string }) => name)).toEqual(['Theo', 'Nora'])
  expect(before[1]).toEqual({
    id: nora,
    name: 'Nora',
    type: 'outbound',
    mode: 'pipeline',
    status: 'inactive',
    language: 'English',
    language_iso_2: 'en',
    voice: 'Rachel',
    model: 'GPT-4.1',
    phone_number: '+12015550190',
    campaigns: [{ id: recall, name: 'Recall', status: 'draft' }],
    transferred_from: ['Theo'],
    last_call: null,
    created_at: expect.any(String),
  })
  for (const _ of [1, 2]) {
    await world.post('/user/make_call', { assistant_id: nora, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
  }
  const [call] = (await world.get('/user/calls')).body.data
  const after = (await world.get('/user/assistants/overview')).body
  expect(after[1].last_call).toEqual({ id: call.id, created_at: call.created_at })
  expect(after[0].last_call).toBeNull()
})

it('the overview holds only the assistants of the account', async () => {
  const world = await startWorld()
  await given.assistant(world)
  const { headers } = world.other()
  expect((await world.request('GET', '/user/assistants/overview', undefined, { headers })).body).toEqual([])
})
