import { expect, it } from 'vitest'
import { expectInvalid } from '../../support/api'
import { given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'

interface Listed {
  id: number
  duration: number
  total_cost: string
}
const list = async (world: TestWorld, query: string): Promise<Listed[]> =>
  (await world.get(`/user/calls?per_page=50&${query}`)).body.data
const totals = async (world: TestWorld, query = '') => (await world.get(`/user/calls/totals?${query}`)).body

/** Calls of two campaigns that ended in every way, and one by itself that goes on. */
async function busyDay() {
  // A model judges every second talk.
  let judged = 0
  const evaluate = async () => [
    { name: 'status', type: 'bool', value: judged++ % 2 === 0, description: '' },
    { name: 'summary', type: 'string', value: '', description: '' },
  ]
  const world = await startWorld({ evaluator: { evaluate: evaluate as never } })
  const assistant_id = await given.assistant(world)
  const campaigns: number[] = []
  for (const endings of [
    ['24', '01', '24', '05'],
    ['24', '02', '24', '15'],
  ]) {
    const id = await given.campaign(world, { assistant_id, max_retries: 0 })
    for (const ending of endings) await given.lead(world, id, { ending })
    await given.started(world, id)
    campaigns.push(id)
    await world.advance(HOUR)
  }
  const phone_number = given.number('07')
  const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number })).body
  await world.advance(20_000)
  return { world, campaigns, live: call_id as number, assistant_id }
}

it('the log comes in the order that is asked for, over its pages', async () => {
  const { world } = await busyDay()
  const ids = async (order: string) => (await list(world, `order=${order}`)).map(({ id }) => id)
  const newest = await ids('newest')
  expect(newest).toEqual((await list(world, '')).map(({ id }) => id))
  expect(await ids('oldest')).toEqual(newest.toReversed())
  const all = await list(world, '')
  const by = (value: (call: Listed) => number) =>
    all.toSorted((a, b) => value(b) - value(a) || b.id - a.id).map(({ id }) => id)
  const cost = await ids('dearest')
  expect(cost).toEqual(by(({ total_cost }) => Number(total_cost)))
  expect(await ids('cheapest')).toEqual(cost.toReversed())
  const length = (await list(world, 'order=longest')).map(({ duration }) => duration)
  // A call that goes on has no length yet.
  expect(length.filter(seconds => seconds > 0)).toEqual(
    all
      .map(({ duration }) => duration)
      .filter(seconds => seconds > 0)
      .toSorted((a, b) => b - a),
  )
  const pages = await Promise.all(
    [1, 2].map(async page => (await world.get(`/user/calls?order=dearest&per_page=5&page=${page}`)).body.data),
  )
  expect(pages.flat().map(({ id }: Listed) => id)).toEqual(cost.slice(0, 10))
  expectInvalid(await world.get('/user/calls?order=best'), 'order')
})

it('calls are filtered by what was found about their goal', async () => {
  const { world } = await busyDay()
  const all = await list(world, '')
  const goalOf = (value: boolean) => (call: Listed) =>
    (call as unknown as { evaluation: { name: string; value: unknown }[] }).evaluation.some(
      item => item.name === 'status' && item.value === value,
    )
  const reached = await list(world, 'goal=goal')
  expect(reached.length).toBeGreaterThan(0)
  expect(reached).toEqual(all.filter(goalOf(true)))
  expect(await list(world, 'goal=no_goal')).toEqual(all.filter(goalOf(false)))
  expect(await list(world, 'goal=guessed_goal')).toEqual([])
  const { body } = await world.get('/user/calls?goal=goal&per_page=1')
  expect(body.total).toBe(reached.length)
  expectInvalid(await world.get('/user/calls?goal=perhaps'), 'goal')
})

it('the totals are those of the final calls that the same filters list', async () => {
  const { world, campaigns, live, assistant_id } = await busyDay()
  const [first] = campaigns
  for (const query of [
    '',
    'goal=goal',
    'status=busy',
    'type=inbound',
    `campaign_id=${first}`,
    `campaign_id=${first}&goal=no_goal`,
    `assistant_id=${assistant_id}`,
    'from=2026-01-05T10:00:00Z',
    'date_to=2026-01-04',
    'phone_number=24',
    'search=zzz',
  ]) {
    const listed = (await list(world, query)).filter(({ id }) => id !== live) as (Listed & {
      evaluation: { name: string; value: unknown }[]
      answered_by: string | null
    })[]
    expect({ query, ...(await totals(world, query)) }).toMatchObject({
      query,
      calls: listed.length,
      goals: listed.filter(({ evaluation }) => evaluation.some(one => one.name === 'status' && one.value)).length,
      guessed_goals: 0,
      talked: listed.filter(({ answered_by }) => answered_by === 'human').length,
    })
    const sum = listed.reduce((all, { total_cost }) => all + Number(total_cost), 0)
    expect((await totals(world, query)).cost).toBeCloseTo(sum, 6)
  }
  expectInvalid(await world.get('/user/calls/totals?status=odd&from=never'), 'status', 'from')
  const { headers } = world.other()
  expect((await world.request('GET', '/user/calls/totals', undefined, { headers })).body).toMatchObject({
    calls: 0,
    cost: 0,
  })
})

it('the list of campaigns has what their calls add up to, as the statistics have it', async () => {
  const { world, campaigns } = await busyDay()
  const read = async () => (await world.get('/user/campaigns?totals=true')).body
  const expectSame = async () => {
    for (const { id, totals } of await read()) {
      const stats = (await world.get(`/user/stats?from=2026-01-01&to=2026-01-10&campaign_id=${id}`)).body.totals
      const { dials, talked, goals, judged, guessed, guessed_goals, talk_seconds, cost } = stats
      expect(totals).toEqual({ dials, talked, goals, judged, guessed, guessed_goals, talk_seconds, cost })
    }
  }
  await expectSame()
  expect((await read()).map(({ totals }: { totals: { dials: number } }) => totals.dials)).toEqual([4, 4])
  // What is deleted counts no more.
  const [{ id }] = (await list(world, `campaign_id=${campaigns[0]}&goal=goal`)) as [Listed]
  await world.delete(`/user/calls/${id}`)
  await expectSame()
  expect((await read()).map(({ totals }: { totals: { dials: number } }) => totals.dials)).toEqual([4, 3])
  await given.campaign(world, { name: 'Empty' })
  expect((await read())[0].totals).toMatchObject({ dials: 0, cost: 0 })
  expect((await world.get('/user/campaigns')).body[0].totals).toBeUndefined()
  await world.delete(`/user/campaign/${campaigns[0]}`)
  expect(
    world.db.prepare('SELECT count(*) AS n FROM campaign_results WHERE campaign_id = ?').get(campaigns[0]),
  ).toEqual({
    n: 0,
  })
})

it('live calls come with as many calls and words as are asked for', async () => {
  const { world, live } = await busyDay()
  await world.advance(MINUTE)
  const ask = async (query: string) => (await world.get(`/user/calls/live?${query}`)).body
  const [whole] = (await ask('')).data
  expect(whole.id).toBe(live)
  expect(whole.transcript.length).toBeGreaterThan(2)
  expect((await ask('words=2')).data[0].transcript).toEqual(whole.transcript.slice(-2))
  expect((await ask('words=0')).data[0].transcript).toEqual([])
  expect(await ask('limit=0')).toMatchObject({ on_line: 1, data: [] })
  expectInvalid(await world.get('/user/calls/live?limit=1001&words=-1'), 'limit', 'words')
})
