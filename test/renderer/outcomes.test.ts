import { expect, it } from 'vitest'
import { bucketEnd, isGoingOn } from '../../src/renderer/parts/outcomes'

const end = (start: string, by: 'hour' | 'day', zone: string) => new Date(bucketEnd(start, by, zone)).toISOString()

it('an hour ends at the next full hour of the zone, also where hours begin at half past', () => {
  expect(end('2026-02-24T08:00:00Z', 'hour', 'Europe/Rome')).toBe('2026-02-24T09:00:00.000Z')
  expect(end('2026-02-24T08:20:30Z', 'hour', 'UTC')).toBe('2026-02-24T09:00:00.000Z')
  expect(end('2026-02-24T08:30:00Z', 'hour', 'Asia/Kolkata')).toBe('2026-02-24T09:30:00.000Z')
})

it('a day ends at the next midnight of the zone, also when the clocks change', () => {
  expect(end('2026-02-23T23:00:00Z', 'day', 'Europe/Rome')).toBe('2026-02-24T23:00:00.000Z')
  expect(end('2026-03-28T23:00:00Z', 'day', 'Europe/Rome')).toBe('2026-03-29T22:00:00.000Z')
  expect(end('2026-10-24T22:00:00Z', 'day', 'Europe/Rome')).toBe('2026-10-25T23:00:00.000Z')
  expect(end('2026-12-31T15:10:00Z', 'day', 'UTC')).toBe('2027-01-01T00:00:00.000Z')
})

it('the last hour of a chart is not going on for ever', () => {
  const isNow = (now: string) => isGoingOn('2026-02-24T19:00:00Z', 'hour', 'UTC', Date.parse(now))
  expect(isNow('2026-02-24T18:59:59Z')).toBe(false)
  expect(isNow('2026-02-24T19:00:00Z')).toBe(true)
  expect(isNow('2026-02-24T19:59:59Z')).toBe(true)
  expect(isNow('2026-02-24T20:00:00Z')).toBe(false)
})
