import { expect, it } from 'vitest'
import type { Forecast } from '../../src/contract/rehearsals'
import { withExpected } from '../../src/renderer/pages/campaigns/rehearsal'
import type { Stats } from '../../src/renderer/pages/campaigns/stats-so-far'
import { bucketAt, bucketEnd, onlyExpected, partsIn, sumOf } from '../../src/renderer/parts/outcomes'

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
  const hours = ['18:00', '19:00'].map(at => ({
    start: `2026-02-24T${at}:00Z`,
    results: { goal: 0, talked: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 },
    guessed_goals: 0,
  }))
  const current = (now: string) => bucketAt(hours, 'hour', 'UTC', Date.parse(`2026-02-24T${now}Z`))
  expect(['17:59:59', '18:00:00', '18:59:59', '19:00:00', '19:59:59', '20:00:00'].map(current)).toEqual([
    -1, 0, 0, 1, 1, -1,
  ])
  expect(bucketAt([], 'hour', 'UTC', 0)).toBe(-1)
})

it('what is expected is named apart: in one part beside calls that were made, and by result where none were', () => {
  const made = {
    ...onlyExpected('2026-02-24T09:00:00Z', 4),
    results: { goal: 1, talked: 2, voicemail: 0, no_answer: 3, busy: 0, failed: 0 },
  }
  expect(sumOf(made)).toBe(10)
  expect(partsIn([made]).map(({ name }) => name)).toEqual([
    'goal',
    'talked',
    'voicemail',
    'missed',
    'failed',
    'expected',
  ])
  const ahead = onlyExpected('2026-02-24T10:00:00Z', { dials: 9, talked: 4, goals: 1 })
  expect(partsIn([ahead]).map(part => [part.name, part.of(ahead)])).toEqual([
    ['expected-goal', 1],
    ['expected-talked', 3],
    ['expected-missed', 5],
  ])
  expect(partsIn(null).map(({ name }) => name)).not.toContain('expected')
  // A campaign that runs: never the details beside the one part.
  expect(partsIn([made], true).filter(({ name }) => name.startsWith('expected'))).toHaveLength(1)
  expect(partsIn(null, true).map(({ name }) => name)).toContain('expected')
  expect(partsIn([ahead], true).map(({ name }) => name)).not.toContain('expected')
})

it('the hour that runs expects what is left of it, also when the forecast was made in it', () => {
  const made = onlyExpected('2026-02-24T09:00:00Z', 0)
  const forecast = (start_at: string) =>
    ({
      by: 'hour',
      timezone: 'UTC',
      start_at,
      buckets: [
        { start: '2026-02-24T08:00:00Z', dials: 300, talked: 0, goals: 0 },
        { start: '2026-02-24T09:00:00Z', dials: 437, talked: 0, goals: 0 },
        { start: '2026-02-24T10:00:00Z', dials: 40, talked: 0, goals: 0 },
      ],
    }) as unknown as Forecast
  const expected = (now: string, start_at: string) => {
    const stats = { by: 'hour', timezone: 'UTC', buckets: [made], now: Date.parse(now) } as unknown as Stats
    return withExpected(stats, forecast(start_at)).map(bucket => bucket.expected)
  }
  expect(expected('2026-02-24T09:00:00Z', '2026-02-24T08:30:00Z')).toEqual([437, 40])
  expect(expected('2026-02-24T09:30:00Z', '2026-02-24T08:30:00Z')).toEqual([219, 40])
  expect(expected('2026-02-24T09:30:00Z', '2026-02-24T09:30:00Z')).toEqual([437, 40])
  expect(expected('2026-02-24T09:45:00Z', '2026-02-24T09:30:00Z')).toEqual([219, 40])
})
