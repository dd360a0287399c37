import { Temporal } from 'temporal-polyfill'
import { invalidField } from './errors'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** In every time zone, hours and days begin at a multiple of this. */
export const QUARTER_HOUR = 15 * MINUTE

/** The first and the last millisecond of a UTC day (`YYYY-MM-DD`). */
export const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const endOfDay = (day: string) => startOfDay(day) + DAY - 1

/** The date filter of a list: UTC days, both included. Throws `invalid` when the first is after the last. */
export function dayRange({ date_from, date_to }: { date_from?: string; date_to?: string }) {
  if (date_from && date_to && date_from > date_to) throw invalidField('date_to', 'must not be before date_from.')
  return { dateFrom: date_from, dateTo: date_to }
}

/** Epoch milliseconds; `to` is not included. */
export interface Span {
  from: number
  to: number
}

/**
 * Reads a span from days of a time zone (`YYYY-MM-DD`, both included) or from moments (ISO 8601). Either end may be
 * missing. Throws `invalid` when the span is empty.
 */
export function spanOf({ from, to }: { from?: string; to?: string }, timezone: string): Partial<Span> {
  const span = {
    from: from === undefined ? undefined : momentOf(from, timezone, 'start'),
    to: to === undefined ? undefined : momentOf(to, timezone, 'end'),
  }
  if (span.from !== undefined && span.to !== undefined && span.from >= span.to)
    throw invalidField('to', 'must not be before from.')
  return span
}

/** Epoch milliseconds of a moment, or of the start or the end of a day. */
function momentOf(value: string, timezone: string, edge: 'start' | 'end'): number {
  if (value.includes('T')) return Date.parse(value.replace(/(\.\d{3})\d+/, '$1'))
  const day = Temporal.PlainDate.from(value).add({ days: edge === 'end' ? 1 : 0 })
  return day.toZonedDateTime(timezone).epochMilliseconds
}

/** When the hours or days of a span begin. The first is the start of the span, also when that is inside an hour or day. */
export function bucketStarts({ from, to }: Span, by: 'hour' | 'day', timezone: string): number[] {
  const starts: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timezone)
    .round({ smallestUnit: by, roundingMode: 'floor' })
  while (at.epochMilliseconds < to) {
    starts.push(Math.max(from, at.epochMilliseconds))
    at = by === 'hour' ? nextHour(at) : at.add({ days: 1 }).startOfDay()
  }
  return starts
}

/**
 * When the next hour begins by the clock on the wall. Where the clocks change by half an hour, as on Lord Howe Island, an
 * hour has 30 or 90 minutes then.
 */
function nextHour(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const startOfHour = (time: Temporal.ZonedDateTime) => time.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const next = startOfHour(at.add({ hours: 1 }))
  return next.epochMilliseconds > at.epochMilliseconds ? next : startOfHour(at.add({ hours: 2 }))
}
