import { expect, it } from 'vitest'
import { given, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

interface Live {
  on_line: number
  evaluating: number
  lines: number
  data: { id: number; status: string; client_phone_number: string }[]
}
const live = async (world: TestWorld, init?: RequestInit): Promise<Live> =>
  (await world.request('GET', '/user/calls/live', undefined, init)).body

/** Calls a number with this ending by itself. */
async function make(world: TestWorld, ending: string, assistant_id: number): Promise<number> {
  return (await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending) })).body.call_id
}

it('the live calls are those on a line and those being evaluated, the oldest first, with one count of each', async () => {
  const world = await startWorld({ evaluator: { evaluate: () => new Promise(() => {}) } })
  await world.put('/user/settings', { max_calls_in_parallel: 12 })
  expect(await live(world)).toEqual({ on_line: 0, evaluating: 0, lines: 12, data: [] })
  const assistant = await given.assistant(world)
  const over = await make(world, '05', assistant)
  await world.advance(15 * SECOND)
  const talks = await make(world, '07', assistant)
  await world.advance(12 * SECOND)
  const rings = await make(world, '02', assistant)
  await world.advance(5 * SECOND)
  await world.post('/user/dialing/pause')
  const { headers } = world.other()
  expect(await live(world)).toMatchObject({
    on_line: 2,
    evaluating: 1,
    lines: 12,
    data: [
      { id: over, status: 'ended' },
      { id: talks, status: 'in-progress' },
      { id: rings, status: 'ringing' },
    ],
  })
  expect(await live(world, { headers })).toEqual({ on_line: 0, evaluating: 0, lines: 12, data: [] })
  // A call is shown as any list shows it.
  const [listed] = (await world.get('/user/calls?status=ringing')).body.data
  expect((await live(world)).data[2]).toEqual(listed)
  await world.post(`/user/calls/${talks}/hang-up`)
  await world.advance(SECOND)
  expect(await live(world)).toMatchObject({ on_line: 1, evaluating: 2 })
})

it('the counts of live calls go on where the list ends', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { max_calls_in_parallel: 200, calls_per_second: 100 })
  const campaigns = [1, 2].map(() => given.campaign(world, { max_calls_in_parallel: 100 }))
  for (const campaign of await Promise.all(campaigns)) {
    const leads = Array.from({ length: 60 }, () => ({ phone_number: given.number('07') }))
    await world.post('/user/leads/import', { campaign_id: campaign, leads })
    await given.started(world, campaign)
  }
  await world.advance(5 * SECOND)
  const { on_line, evaluating, data } = await live(world)
  expect({ on_line, evaluating, listed: data.length }).toEqual({ on_line: 120, evaluating: 0, listed: 100 })
  const ids = data.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  await world.post('/user/dialing/halt')
  await world.advance(MINUTE)
  expect(await live(world)).toMatchObject({ on_line: 0, evaluating: 0, data: [] })
})
