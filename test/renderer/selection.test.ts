import { expect, it } from 'vitest'
import {
  everything,
  extendedTo as extendedWith,
  isChosen,
  none,
  setTo,
  sizeOf,
  toggled,
  withoutGone,
} from '../../src/renderer/parts/table/selection'

const ids = ['a', 'b', 'c', 'd', 'e']
const list = { count: ids.length, idAt: (i: number) => ids[i] }
const extendedTo = (...given: Parameters<typeof extendedWith>) => extendedWith(...given).chosen
const shown = (chosen: Parameters<typeof isChosen>[0]) => ids.filter(id => isChosen(chosen, id)).join('')

it('a stretch grows and shrinks from the row that was chosen last, and keeps what was chosen before', () => {
  let chosen = toggled(toggled(none, 'a'), 'c')
  chosen = extendedTo(chosen, { ...list, from: 2, to: 4 })
  expect(shown(chosen)).toBe('acde')
  chosen = extendedTo(chosen, { ...list, from: 4, to: 3 })
  expect(shown(chosen)).toBe('acd')
  chosen = extendedTo(chosen, { ...list, from: 3, to: 1 })
  expect(shown(chosen)).toBe('abc')
})

it('a stretch begins where the focus is when no row was chosen, and takes rows away after one was taken away', () => {
  expect(shown(extendedTo(none, { ...list, from: 1, to: 2 }))).toBe('bc')
  const without = toggled(setTo(none, ids, true), 'b')
  expect(shown(extendedTo(without, { ...list, from: 1, to: 3 }))).toBe('ae')
})

it('a stretch with rows that are not loaded says which, and has them when their ids are known', () => {
  const some = { count: 5, idAt: (i: number) => (i === 2 ? undefined : ids[i]) }
  const { chosen, missing } = extendedWith(toggled(none, 'b'), { ...some, from: 1, to: 3 })
  expect(shown(chosen)).toBe('bd')
  expect([missing?.first, missing?.last]).toEqual([1, 3])
  expect(shown(missing!.withIds(['b', 'c', 'd']))).toBe('bcd')
  // Upwards too, and a stretch that is loaded misses nothing.
  expect(extendedWith(toggled(none, 'd'), { ...some, from: 3, to: 0 }).missing).toMatchObject({ first: 0, last: 3 })
  expect(extendedWith(toggled(none, 'a'), { ...some, from: 0, to: 1 }).missing).toBeNull()
})

it('a row that is gone is neither chosen nor counted', () => {
  const chosen = toggled(toggled(none, 'a'), 'b')
  const left = withoutGone(chosen, new Set(['b', 'c']))
  expect([shown(left), sizeOf(left, 2)]).toEqual(['b', 1])
  expect(withoutGone(left, new Set(['b', 'c']))).toBe(left)
  const most = withoutGone(toggled(everything, 'a'), new Set(['b', 'c']))
  expect(sizeOf(most, 2)).toBe(2)
  // Where it is not known which are gone, no more are counted than there are.
  expect(sizeOf(chosen, 1)).toBe(1)
})

it('of all rows that fit, some are taken away, also of a whole page', () => {
  expect(sizeOf(everything, 1615)).toBe(1615)
  const chosen = toggled(everything, 'b')
  expect(sizeOf(chosen, 1615)).toBe(1614)
  expect(shown(chosen)).toBe('acde')
  expect(sizeOf(setTo(chosen, ids, false), 1615)).toBe(1610)
  expect(sizeOf(setTo(chosen, ids, true), 1615)).toBe(1615)
})
