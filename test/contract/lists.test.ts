import { describe, expect, it } from 'vitest'
import { expectInvalid, ids } from '../support/api'
import { given, MINUTE, startWorld, type TestWorld } from '../support/world'

/** Nobody listens there. */
const hook = 'http://127.0.0.1:1/hook'

/** Every paged list: how many a page holds when nothing is said, and how to fill it. */
const lists: [string, number, (world: TestWorld, n: number) => Promise<void>][] = [
  [
    '/user/assistants/get',
    10,
    async (world, n) => {
      for (let i = 0; i < n; i++) await given.assistant(world)
    },
  ],
  [
    '/user/leads',
    15,
    async (world, n) => {
      const campaign = await given.campaign(world)
      for (let i = 0; i < n; i++) await given.lead(world, campaign)
    },
  ],
  ['/user/calls', 15, calls],
  ['/user/webhook-deliveries', 15, calls],
]

/** Calls that fail at once, each with a delivery. */
async function calls(world: TestWorld, n: number) {
  const webhook = { is_webhook_active: true, webhook_url: hook, send_webhook_only_on_completed: false }
  const assistant_id = await given.assistant(world, webhook)
  for (let i = 0; i < n; i++) {
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('03') })
    await world.advance(MINUTE)
  }
}

describe.each(lists)('GET %s', (path, perPage, fill) => {
  it('a list without records is one empty page', async () => {
    const world = await startWorld()
    const { status, body } = await world.get(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ current_page: 1, data: [], per_page: perPage, total: 0, last_page: 1 })
    expect(body).toMatchObject({ from: null, to: null, next_page_url: null, prev_page_url: null })
  })

  it('a list has pages with links, newest first', async () => {
    const world = await startWorld()
    await fill(world, perPage + 2)
    const first = await world.get(path)
    expect(first.body).toMatchObject({
      current_page: 1,
      per_page: perPage,
      total: perPage + 2,
      last_page: 2,
      from: 1,
      to: perPage,
      path: `${world.service.api}${path}`,
      prev_page_url: null,
    })
    const second = await world.get(first.body.next_page_url.slice(world.service.api.length))
    expect(second.body).toMatchObject({
      current_page: 2,
      total: perPage + 2,
      from: perPage + 1,
      to: perPage + 2,
      next_page_url: null,
      prev_page_url: first.body.first_page_url,
      last_page_url: first.body.last_page_url,
    })
    const all = [...ids(first), ...ids(second)]
    expect(all).toEqual(Array.from({ length: perPage + 2 }, (_, i) => perPage + 2 - i))
  })

  it('a page past the end is empty and has the total', async () => {
    const world = await startWorld()
    await fill(world, 3)
    for (const page of [3, 1000, 999_999_999_999]) {
      const { status, body } = await world.get(`${path}?per_page=2&page=${page}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ current_page: page, data: [], per_page: 2, total: 3, last_page: 2 })
    }
  })

  it('per_page is 1 to 100', async () => {
    const world = await startWorld()
    await fill(world, 2)
    expect((await world.get(`${path}?per_page=1`)).body).toMatchObject({ per_page: 1, last_page: 2, total: 2 })
    expect(ids(await world.get(`${path}?per_page=100`))).toEqual([2, 1])
    for (const wrong of ['0', '101', 'abc', '', '1.5', '-1', '1e1', '%2010', '99999999999999999999'])
      expectInvalid(await world.get(`${path}?per_page=${wrong}`), 'per_page')
  })

  it('page is a whole number from 1', async () => {
    const world = await startWorld()
    for (const wrong of ['0', '-1', 'abc', '', '1.5']) expectInvalid(await world.get(`${path}?page=${wrong}`), 'page')
  })
})

it('a page has links to the previous page, the pages around it and the next page', async () => {
  const world = await startWorld()
  for (let i = 0; i < 12; i++) await given.assistant(world)
  const page = async (n: number) => (await world.get(`/user/assistants/get?per_page=1&page=${n}`)).body
  const middle = await page(6)
  expect(middle.links.map(({ label }: { label: string }) => label)).toEqual([
    '« Previous',
    '1',
    '2',
    '…',
    '5',
    '6',
    '7',
    '…',
    '11',
    '12',
    'Next »',
  ])
  expect(middle.links[0]).toEqual({ url: middle.prev_page_url, label: '« Previous', active: false })
  expect(middle.links[5]).toMatchObject({ label: '6', active: true })
  expect(
    (await (await fetch(middle.links[4].url, { headers: { authorization: `Bearer ${world.key}` } })).json())
      .current_page,
  ).toBe(5)
  expect(middle.links.at(-1)).toEqual({ url: middle.next_page_url, label: 'Next »', active: false })
  expect(middle.links.filter(({ active }: { active: boolean }) => active)).toHaveLength(1)
  expect(middle.links[3].url).toBeNull()
  expect((await page(1)).links[0].url).toBeNull()
  expect((await page(12)).links.at(-1).url).toBeNull()
})
