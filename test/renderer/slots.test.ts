import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placed, type Slots } from '../../src/renderer/pages/calls/slots'

const calls = fc.uniqueArray(fc.integer({ min: 1, max: 12 })).map(ids => ids.map(id => ({ id })))

it('on the wall no call moves while it lasts, each stands once, and none is left out', () => {
  fc.assert(
    fc.property(fc.array(calls, { maxLength: 12 }), moments => {
      let slots: Slots = []
      for (const now of moments) {
        const next = placed(slots, now)
        const lasting = now.filter(({ id }) => slots.includes(id))
        expect(lasting.map(({ id }) => next.indexOf(id))).toEqual(lasting.map(({ id }) => slots.indexOf(id)))
        expect(next.filter(id => id !== null).toSorted()).toEqual(now.map(({ id }) => id).toSorted())
        expect(next.at(-1)).not.toBe(null)
        slots = next
      }
    }),
  )
})

it('a new call takes the place of one that has ended', () => {
  expect(placed([1, 2, 3], [{ id: 1 }, { id: 3 }])).toEqual([1, null, 3])
  expect(placed([1, null, 3], [{ id: 1 }, { id: 3 }, { id: 4 }, { id: 5 }])).toEqual([1, 4, 3, 5])
  expect(placed([1, 2, 3], [{ id: 1 }])).toEqual([1])
})
