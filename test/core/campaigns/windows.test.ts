import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { days } from '../../../src/contract/statuses'
import { dayAt, nextOpening, type Schedule, windowAt } from '../../../src/main/core/campaigns/windows'

const MINUTE = 60_000
const schedule = (start: string, end: string, allowed: readonly string[] = days): Schedule => ({
  allowed_days: allowed as Schedule['allowed_days'],
  allowed_hours_start_time: `${start}:00`,
  allowed_hours_end_time: `${end}:00`,
})
const at = (text: string) => Date.parse(text)
const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16))

it('a window is open from its start to the end of its last minute', () => {
  const office = schedule('09:00', '18:00', ['monday'])
  const open = (time: string) => windowAt(office, 'UTC', at(`2026-01-05T${time}Z`)).open
  expect(['08:59:59', '09:00:00', '18:00:59', '18:01:00'].map(open)).toEqual([false, true, true, false])
})

it('an end of 23:59 means midnight, so all days make one open span', () => {
  const always = schedule('00:00', '23:59')
  expect(windowAt(always, 'Europe/Rome', at('2026-01-05T22:59:59.999Z')).open).toBe(true)
  expect(windowAt(always, 'Europe/Rome', at('2026-01-05T23:00:00Z')).open).toBe(true)
})

it('an end before the start goes past midnight and belongs to the day on which it opened', () => {
  const night = schedule('22:00', '02:00', ['friday'])
  const open = (time: string) => windowAt(night, 'UTC', at(time)).open
  expect(open('2026-01-09T21:59Z')).toBe(false)
  expect(open('2026-01-09T22:00Z')).toBe(true)
  expect(open('2026-01-10T02:00Z')).toBe(true) // Saturday
  expect(open('2026-01-10T02:01Z')).toBe(false)
  expect(open('2026-01-10T22:00Z')).toBe(false)
  expect(open('2026-01-09T01:00Z')).toBe(false) // Friday, before it opened
})

it('an hour that the clock skips does not open, and the time after it does', () => {
  // 29 March 2026 in Rome: 02:00 becomes 03:00, at 01:00 UTC.
  expect(text(nextOpening(schedule('02:30', '05:00'), 'Europe/Rome', at('2026-03-29T00:00Z')))).toBe('2026-03-29T01:00')
  expect(text(nextOpening(schedule('02:10', '02:50'), 'Europe/Rome', at('2026-03-29T00:00Z')))).toBe('2026-03-30T00:10')
})

it('an hour that the clock repeats is open both times', () => {
  // 25 October 2026 in Rome: 03:00 becomes 02:00, at 01:00 UTC.
  const early = schedule('02:15', '02:44')
  const first = windowAt(early, 'Europe/Rome', at('2026-10-25T00:20Z'))
  expect([first.open, text(first.until)]).toEqual([true, '2026-10-25T00:45'])
  expect(text(nextOpening(early, 'Europe/Rome', at('2026-10-25T00:50Z')))).toBe('2026-10-25T01:15')
})

it('a schedule that never opens says so and does not search for ever', () => {
  expect(nextOpening(schedule('09:00', '10:00', []), 'UTC', at('2026-01-05T00:00Z'))).toBeNull()
})

it('a day of a time zone has 23, 24 or 25 hours', () => {
  const hours = (moment: string) => {
    const { start, end } = dayAt('Europe/Rome', at(moment))
    return (end - start) / (60 * MINUTE)
  }
  expect(['2026-03-29T12:00Z', '2026-06-01T12:00Z', '2026-10-25T12:00Z'].map(hours)).toEqual([23, 24, 25])
})

const zones = [
  'UTC',
  'Europe/Rome',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
]
const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map(m => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
// Times around clock changes, where errors are likely.
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-28', '2026-10-24', '2026-03-07', '2026-10-31', '2026-04-04', '2026-10-03', '2026-07-10'),
    fc.integer({ min: 0, max: 3 * 24 * 60 }),
  )
  .map(([day, minutes]) => at(`${day}T00:00Z`) + minutes * MINUTE)

/** The rule, computed from local time directly. */
function isOpenByTheWall(s: Schedule, zone: string, ms: number): boolean {
  const here = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const clock = here.toPlainTime().toString().slice(0, 5)
  const today = days[here.dayOfWeek - 1]!
  const yesterday = days[(here.dayOfWeek + 5) % 7]!
  const [start, end] = [s.allowed_hours_start_time.slice(0, 5), s.allowed_hours_end_time.slice(0, 5)]
  if (start <= end) return s.allowed_days.includes(today) && clock >= start && clock <= end
  return (s.allowed_days.includes(today) && clock >= start) || (s.allowed_days.includes(yesterday) && clock <= end)
}

it('windows agree with local time minute by minute, at every clock change', () => {
  fc.assert(
    fc.property(
      time,
      time,
      fc.subarray([...days], { minLength: 1 }),
      fc.constantFrom(...zones),
      moment,
      (start, end, allowed, zone, from) => {
        const s = schedule(start, end, allowed)
        let window = windowAt(s, zone, from)
        const opening = nextOpening(s, zone, from)
        let opened = false
        for (let ms = from; ms < from + 36 * 60 * MINUTE; ms += MINUTE) {
          if (ms >= window.until) window = windowAt(s, zone, ms)
          const open = isOpenByTheWall(s, zone, ms)
          expect(window.open).toBe(open)
          if (open && !opened) {
            opened = true
            expect(text(opening)).toBe(text(ms))
          }
        }
      },
    ),
    { numRuns: 25 },
  )
})
