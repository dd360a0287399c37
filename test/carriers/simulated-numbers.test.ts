import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { numberCountries } from '../../src/contract/phone-numbers'
import { offersOf } from '../../src/main/carriers/simulated/number-offers'

const nobody = () => false
const offers = (country: string, contains: string | null = null, isTaken: (number: string) => boolean = nobody) =>
  offersOf({ country, contains }, 1, isTaken)

describe('simulated offers of numbers', () => {
  const digits = fc.oneof(
    fc.stringMatching(/^\d{1,4}$/),
    fc.stringMatching(/^\d{5,10}$/),
    fc.constantFrom(null, '0', '555', '00', '123', '4567', '0000000000', '2125551234'),
  )

  it.each(numberCountries)('offers in %s are valid numbers and match the search', country => {
    fc.assert(
      fc.property(digits, contains => {
        const found = offers(country, contains)
        expect(found.length).toBeLessThanOrEqual(20)
        expect(new Set(found.map(offer => offer.phoneNumber)).size).toBe(found.length)
        for (const offer of found) {
          const number = parsePhoneNumberFromString(offer.phoneNumber)!
          expect([number.number, number.isValid(), number.country]).toEqual([offer.phoneNumber, true, country])
          expect(['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE']).toContain(number.getType())
          expect(offer.phoneNumber.slice(1)).toContain(contains ?? '')
          expect(offer.countryCode).toBe(country)
          expect(offer.price).toBeGreaterThanOrEqual(1_000_000)
          expect(offer.price).toBeLessThanOrEqual(5_000_000)
          expect(offer.region).toMatch(/\S/)
          expect(offer.priceId).toMatch(/^price_/)
        }
      }),
      { numRuns: 60 },
    )
  })

  it.each(numberCountries)('offers in %s are twenty, and half of them take SMS', country => {
    const found = offers(country)
    expect(found).toHaveLength(20)
    expect(found.filter(offer => offer.smsCapable)).toHaveLength(10)
    for (const digit of '0123456789') expect(offers(country, digit)).toHaveLength(20)
  })

  it('the same search has the same offers, and another seed has others', () => {
    expect(offers('US', '42')).toEqual(offers('US', '42'))
    expect(offers('US', '42')).not.toEqual(offersOf({ country: 'US', contains: '42' }, 2, nobody))
  })

  it('a number takes SMS or not whatever the search was', () => {
    const known = new Map<string, boolean>()
    for (const contains of [null, '2', '12', '212', '21'])
      for (const { phoneNumber, smsCapable } of offers('US', contains)) {
        expect(known.get(phoneNumber) ?? smsCapable).toBe(smsCapable)
        known.set(phoneNumber, smsCapable)
      }
  })

  it('numbers that are taken are replaced by others', () => {
    const taken = new Set<string>()
    for (let i = 0; i < 5; i++) {
      const found = offers('DK', '77', number => taken.has(number))
      expect(found).toHaveLength(20)
      for (const { phoneNumber } of found) {
        expect(taken.has(phoneNumber)).toBe(false)
        taken.add(phoneNumber)
      }
    }
  })

  it('digits are found after the country code where they fit', () => {
    for (const { phoneNumber } of offers('DE', '49')) expect(phoneNumber.slice(3)).toContain('49')
  })

  it('countries differ in their address requirements', () => {
    const needs = numberCountries.flatMap(country => offers(country).map(offer => offer.addressRequirements))
    expect([...new Set(needs)].sort()).toEqual(['foreign', 'inventory', 'local', 'none'])
  })
})
