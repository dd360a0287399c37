import { expect, it } from 'vitest'
import { inBrowser } from '../support/browser'
import { busyDesk, TIME_LIMIT, visit } from '../support/busy-desk'
import { cutRings, hiddenHeads, resize, shiftOfLoad, watchShifts } from '../support/layout'
import { SECOND } from '../support/world'

inBrowser('what must hold still and stay in view', () => {
  it(
    'nothing moves while a page loads, whatever arrives late',
    async () => {
      const { page, link, advance, running, call, number, assistant_id, person, knowledge, tool } = await busyDesk()
      await watchShifts(page)
      await page.goto(link())
      const moved: string[] = []
      const wide = ['/today', `/calls/${call}`, person]
      // Those with an order of their own in one column. The others have the same rows, only shorter.
      const narrow = [
        ...wide,
        '/campaigns',
        `/campaigns/${running}`,
        '/calls',
        '/numbers',
        `/assistants/${assistant_id}/mind`,
      ]
      const all = [
        ...wide,
        '/campaigns',
        `/campaigns/${running}`,
        `/campaigns/${running}/edit`,
        '/calls',
        '/calls/live',
        '/numbers',
        `/numbers/${number}`,
        '/money',
        '/money/costs',
        '/assistants',
        `/assistants/${assistant_id}`,
        '/people',
        '/blacklist',
        '/knowledge',
        `/knowledge/${knowledge}`,
        '/tools',
        `/tools/${tool}`,
        '/webhooks',
        '/settings/data',
      ]
      const loads = [
        ...wide.map(place => ({ size: { width: 1440, height: 900 }, place })),
        ...all.map(place => ({ size: { width: 960, height: 600 }, place })),
        ...narrow.map(place => ({ size: { width: 480, height: 800 }, place })),
      ]
      for (const { size, place } of loads) {
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
