import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { days } from '../../src/contract/statuses'
import { windowAt } from '../../src/main/core/campaigns/windows'
import {
  daysInWords,
  hoursAt,
  hoursInWords,
  localTimeAt,
  minutesAWeek,
  momentAt,
  openOn,
  placeIn,
} from '../../src/renderer/week'

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const time = fc.integer({ min: 0, max: 1439 }).map(clock)
const hours = fc.record({ days: fc.subarray([...days], { minLength: 1 }), start: time, end: time })
const office = { days: days.slice(0, 5), start: '09:00', end: '18:00' }

/** Monday, 5 January 2026, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 0, 5)

describe('the week as the console draws it', () => {
  it('the drawn week is open when the service dials, except for the last minute', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 7 * 1440 - 1 }), (given, minute) => {
        fc.pre(given.start !== given.end && clock(minute % 1440) !== given.end)
        const schedule = {
          allowed_days: given.days,
          allowed_hours_start_time: given.start,
          allowed_hours_end_time: given.end,
        }
        const drawn = openOn(given, Math.floor(minute / 1440)).some(
          ([from, to]) => from <= minute % 1440 && minute % 1440 < to,
        )
        expect(drawn).toBe(windowAt(schedule, 'UTC', MONDAY + minute * 60_000).open)
      }),
    )
  })

  it('nothing is drawn for an invalid time, or when start and end are equal', () => {
    expect(openOn({ ...office, start: '9' }, 0)).toEqual([])
    expect(openOn({ ...office, end: '09:00' }, 0)).toEqual([])
    expect(minutesAWeek(office)).toBe(45 * 60)
    expect(minutesAWeek({ days, start: '00:00:00', end: '23:59:00' })).toBe(7 * 1440)
  })

  it('days and hours are written as people write them', () => {
    expect(hoursInWords(office)).toBe('Mon–Fri, 09:00–18:00')
    expect(hoursInWords({ days, start: '00:00:00', end: '23:59:00' })).toBe('every day, all day')
    expect(daysInWords(['monday', 'wednesday', 'friday'])).toBe('Mon, Wed, Fri')
    expect(daysInWords(['saturday', 'sunday'])).toBe('Sat, Sun')
    expect(hoursInWords({ days: ['friday'], start: '20:00', end: '23:59' })).toBe('Fri, 20:00–24:00')
  })
})

describe('a local time', () => {
  const zones = ['UTC', 'Europe/Rome', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia']
  const minute = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })

  it('a local time is the right moment in its time zone at every clock change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
        const local = new Date(at * 60_000).toISOString().slice(0, 16)
        const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'compatible' })
        expect(momentAt(zone, local)).toBe(expected.epochMilliseconds)
      }),
      { numRuns: 500 },
    )
    const [skipped, twice] = ['2026-03-29T02:30', '2026-10-25T02:30']
    for (const local of [skipped, twice])
      expect(momentAt('Europe/Rome', local!)).toBe(
        Temporal.PlainDateTime.from(local!).toZonedDateTime('Europe/Rome').epochMilliseconds,
      )
  })

  it('a year that is typed digit by digit is a date each time', () => {
    for (const year of ['0002', '0020', '0202', '2026', '9999'])
      expect(new Date(momentAt('UTC', `${year}-01-06T14:30`)).toISOString()).toBe(`${year}-01-06T14:30:00.000Z`)
  })

  it('a moment has its place in the week', () => {
    expect(placeIn('Europe/Rome', MONDAY - 60_000)).toEqual({ date: '2026-01-05', day: 0, minute: 59 })
    expect(placeIn('America/New_York', MONDAY)).toEqual({ date: '2026-01-04', day: 6, minute: 19 * 60 })
  })
})

describe('when hours open and close', () => {
  const at = (local: string, hours = office, zone = 'Europe/Rome') => {
    const { open, until } = hoursAt(hours as typeof office, zone, momentAt(zone, local))
    return [open, until === null ? null : localTimeAt(zone, until)]
  }

  it('hours that are open say until when, and closed ones when they open', () => {
    expect(at('2026-01-05T09:00')).toEqual([true, '2026-01-05T18:00'])
    expect(at('2026-01-05T08:59')).toEqual([false, '2026-01-05T09:00'])
    expect(at('2026-01-05T18:00')).toEqual([false, '2026-01-06T09:00'])
    expect(at('2026-01-09T20:00')).toEqual([false, '2026-01-12T09:00'])
    // The clocks change in the night to Sunday.
    expect(at('2026-03-27T20:00')).toEqual([false, '2026-03-30T09:00'])
  })

  it('hours that touch at midnight are one, and hours that never change have no end', () => {
    const always = { days: [...days], start: '00:00', end: '23:59' }
    expect(at('2026-01-05T12:00', always)).toEqual([true, null])
    expect(at('2026-01-05T12:00', { ...office, end: '09:00' })).toEqual([false, null])
    const night = { days: ['friday', 'saturday'] as typeof office.days, start: '20:00', end: '06:00' }
    expect(at('2026-01-09T23:00', night)).toEqual([true, '2026-01-10T06:00'])
    expect(at('2026-01-10T21:00', night)).toEqual([true, '2026-01-11T06:00'])
    expect(at('2026-01-11T07:00', night)).toEqual([false, '2026-01-16T20:00'])
    const weekend = { days: ['saturday', 'sunday'] as typeof office.days, start: '00:00', end: '23:59' }
    expect(at('2026-01-10T10:00', weekend)).toEqual([true, '2026-01-12T00:00'])
  })

  it('only one day of the week is open again a week later', () => {
    expect(at('2026-01-05T18:30', { ...office, days: ['monday'] as typeof office.days })).toEqual([
      false,
      '2026-01-12T09:00',
    ])
  })
})
