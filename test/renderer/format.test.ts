import { expect, it } from 'vitest'
import { dollars } from '../../src/contract/words'
import { dayAt, formatPhone, fullTime, isoDay, kept, money, sizeFormat } from '../../src/renderer/parts/format'

it('what was made is kept, up to a size, and what was not used for longest goes first', () => {
  const made: string[] = []
  const get = kept(2, key => {
    made.push(key)
    return key === 'none' ? undefined : key.toUpperCase()
  })
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  get('none')
  get('none')
  expect(made.filter(key => key === 'none')).toHaveLength(1)
})

it('a number is written in international form, and another text as it is', () => {
  expect(formatPhone('+447700900461')).toBe('+44 7700 900461')
  expect(formatPhone('front desk')).toBe('front desk')
})

it('the day of a moment is that of the zone, up to its last quarter of an hour', () => {
  for (const zone of ['UTC', 'Europe/Rome', 'Asia/Kathmandu', 'America/New_York'])
    for (let at = Date.UTC(2026, 2, 28); at < Date.UTC(2026, 2, 30); at += 7 * 60_000)
      expect(dayAt(at, zone), `${zone} ${at}`).toBe(isoDay(at, zone))
  // Whether a comma follows the weekday depends on the version of the language data.
  expect(fullTime(new Date(Date.UTC(2026, 10, 24, 13, 5, 9)), 'Europe/Rome')).toMatch(
    /^Tuesday,? 24 November 2026, 14:05:09 Europe\/Rome$/,
  )
})

it('in English, money is written as the service writes it', () => {
  for (const usd of [0, 0.3, 1234.5, 0.0075, 0.01, 0.125, -3, -0.0041, 1_000_000])
    for (const exact of [false, true]) expect(money(usd, exact)).toBe(dollars(usd, exact))
})

it('the size of a file is written in a unit that is easy to read', () => {
  // Which spaces stand there depends on the version of the language data.
  const written = (by: string) =>
    [0, 1, 3, 640_000, 1_200_000, 15_000_000, 2_500_000_000].map(sizeFormat(by)).map(text => text.replace(/\s/, ' '))
  expect(written('en-GB')).toEqual(['0 bytes', '1 byte', '3 bytes', '640 kB', '1.2 MB', '15 MB', '2.5 GB'])
  expect(written('de-DE')).toEqual(['0 Byte', '1 Byte', '3 Byte', '640 kB', '1,2 MB', '15 MB', '2,5 GB'])
})
