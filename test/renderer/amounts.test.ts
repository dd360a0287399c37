import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAmount } from '../../src/renderer/amounts'

it.each([
  ['25', 25],
  ['1.50', 1.5],
  ['1,50', 1.5],
  ['$1.5', 1.5],
  ['.5', 0.5],
  ['1,000', 1000],
  ['1.000', 1000],
  ['1.000,50', 1000.5],
  ['1,000.50', 1000.5],
  ['1 000 000', 1_000_000],
  ['1,000,000', 1_000_000],
  ["1'000.50", 1000.5],
  ['0.001', 0.001],
  ['-5', -5],
  ['25 USD', 25],
])('%s is the amount %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

it.each(['', 'abc', '1.2.3', '1,00,000', '5-', '1e3', '12 34', '--5', '1..5', '1,5,0'])('%s is no amount', typed => {
  expect(readAmount(typed)).toBe(null)
})

it('a price with many decimals has a point or a comma, never a group', () => {
  expect([readAmount('1.000', 6), readAmount('0,045', 6), readAmount('1,250', 6)]).toEqual([1, 0.045, 1.25])
})

it('an amount is read as it is written in both languages of the console', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.constantFrom('en', 'de'),
      fc.boolean(),
      (cents, locale, isGrouped) => {
        const style = { useGrouping: isGrouped, minimumFractionDigits: 2 }
        expect(readAmount((cents / 100).toLocaleString(locale, style))).toBe(cents / 100)
      },
    ),
  )
})
