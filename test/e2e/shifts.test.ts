import { expect, it } from 'vitest'
import { inBrowser } from '../support/browser'
import { busyDesk, TIME_LIMIT, visit } from '../support/busy-desk'
import { cutRings, hiddenHeads, resize, shiftOfLoad, watchShifts } from '../support/layout'
import { SECOND } from '../support/world'

type Desk = Awaited<ReturnType<typeof busyDesk>>

const [wide, usual, column] = [
  { width: 1440, height: 900 },
  { width: 960, height: 600 },
  { width: 480, height: 800 },
]
const at = (size: typeof wide, places: string[]) => places.map(place => [size!, place] as const)

/** The pages of each test. In one column there are those with an order of their own; the others only have shorter rows. */
const loads = {
  'the work of the day': ({ call, person, running }: Desk) => [
    ...at(wide, ['/today', `/calls/${call}`, person]),
    ...at(usual, ['/today', '/campaigns', `/campaigns/${running}`, `/campaigns/${running}/edit`]),
    ...at(usual, ['/calls', '/calls/live', `/calls/${call}`, '/people', person]),
  ],
  'what is set up': ({ number, assistant_id, knowledge, tool }: Desk) =>
    at(usual, [
      '/numbers',
      `/numbers/${number}`,
      '/money',
      '/money/costs',
      `/assistants/${assistant_id}`,
      '/knowledge',
      `/knowledge/${knowledge}`,
      `/tools/${tool}`,
      '/webhooks',
      '/settings/data',
    ]),
  'one column': ({ call, person, running, assistant_id }: Desk) =>
    at(column, [
      '/today',
      '/campaigns',
      `/campaigns/${running}`,
      '/calls',
      `/calls/${call}`,
      person,
      '/numbers',
      `/assistants/${assistant_id}/mind`,
    ]),
}

inBrowser('what must hold still and stay in view', () => {
  it.each(Object.keys(loads) as (keyof typeof loads)[])(
    'nothing moves while a page loads, whatever arrives late: %s',
    async name => {
      const desk = await busyDesk()
      const { page, link, advance } = desk
      await watchShifts(page)
      await page.goto(link())
      const moved: string[] = []
      for (const [size, place] of loads[name](desk)) {
        await resize(page, size)
        // A session may ask only so often in a second of the desk.
        await advance(SECOND)
        await visit(page, place)
        const { shifts, places } = await shiftOfLoad(page)
        // A search that jumps is too small to count as a shift, but a person aims at it.
        expect(places, `the search and Stop all of ${place}`).toHaveLength(1)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        if (sum >= 0.02) moved.push(`${place} at ${size.width}: ${sum.toFixed(4)} ${JSON.stringify(shifts, null, 1)}`)
      }
      expect(moved).toEqual([])
    },
    TIME_LIMIT,
  )

  it(
    'heads of tables stay in view, and the ring of the focus is whole',
    async () => {
      const { page, link, running, waiting, call, person } = await busyDesk()
      await page.goto(link())
      const all: string[] = []
      for (const size of [
        { width: 960, height: 600 },
        { width: 480, height: 800 },
      ]) {
        await resize(page, size)
        for (const place of [
          '/today',
          `/campaigns/${running}`,
          `/campaigns/${waiting}/edit`,
          `/calls?open=${call}`,
          `/calls/${call}`,
          '/people',
          person,
          '/blacklist',
          '/webhooks?open=1',
          '/webhooks/signing',
          '/settings/rates',
        ]) {
          await visit(page, place)
          for (const head of await hiddenHeads(page))
            all.push(`${place} at ${size.width}: the head of ${head} is hidden`)
          const { cut, reached } = await cutRings(page)
          expect(reached, place).toBeGreaterThan(8)
          for (const ring of cut) all.push(`${place} at ${size.width}: the ring of ${ring} is cut`)
        }
      }
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )
})
