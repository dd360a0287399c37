import { expect, it } from 'vitest'
import {
  everything,
  extendedTo,
  isChosen,
  none,
  setTo,
  sizeOf,
  toggled,
} from '../../src/renderer/parts/table/selection'

const ids = ['a', 'b', 'c', 'd', 'e']
const list = { count: ids.length, idAt: (i: number) => ids[i] }
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

it('a stretch leaves out rows that are not loaded', () => {
  const some = { count: 5, idAt: (i: number) => (i === 2 ? undefined : ids[i]) }
  expect(shown(extendedTo(toggled(none, 'b'), { ...some, from: 1, to: 3 }))).toBe('bd')
})

it('of all rows that fit, some are taken away, also of a whole page', () => {
  expect(sizeOf(everything, 1615)).toBe(1615)
  const chosen = toggled(everything, 'b')
  expect(sizeOf(chosen, 1615)).toBe(1614)
  expect(shown(chosen)).toBe('acde')
  expect(sizeOf(setTo(chosen, ids, false), 1615)).toBe(1610)
  expect(sizeOf(setTo(chosen, ids, true), 1615)).toBe(1615)
})
