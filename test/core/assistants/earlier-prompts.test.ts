import { expect, it } from 'vitest'
import { given, MINUTE, startWorld } from '../../support/world'

it('the prompts that an assistant had before are kept, each once, the last one first, and twenty of them', async () => {
  const world = await startWorld()
  const id = await given.assistant(world, { system_prompt: 'Prompt 0' })
  const save = (body: object) => world.put(`/user/assistant/${id}`, body)
  const earlier = async () =>
    (await world.get(`/user/assistant/${id}/earlier-prompts`)).body as { prompt: string; replaced_at: string }[]
  expect(await earlier()).toEqual([])
  await save({ name: 'Nora' })
  await save({ system_prompt: 'Prompt 0' })
  expect(await earlier()).toEqual([])
  await world.advance(MINUTE)
  await save({ system_prompt: 'Prompt 1' })
  expect(await earlier()).toMatchObject([{ prompt: 'Prompt 0', replaced_at: '2026-01-05T09:01:00.000000Z' }])
  await save({ system_prompt: 'Prompt 0' })
  await save({ system_prompt: 'Prompt 1' })
  expect((await earlier()).map(({ prompt }) => prompt)).toEqual(['Prompt 0', 'Prompt 1'])
  for (let n = 2; n < 30; n++) await save({ system_prompt: `Prompt ${n}` })
  expect((await earlier()).map(({ prompt }) => prompt)).toEqual(
    Array.from({ length: 20 }, (_, i) => `Prompt ${28 - i}`),
  )
  // What is refused changes nothing.
  await save({ system_prompt: 'Another', name: '' })
  expect((await earlier())[0]!.prompt).toBe('Prompt 28')
  await world.request('DELETE', `/user/assistant/${id}`)
  expect(world.count('earlier_prompts')).toBe(0)
})
