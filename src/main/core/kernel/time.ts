import { Temporal } from 'temporal-polyfill'
import { invalidField } from './errors'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** The hours of every time zone begin at a multiple of this. */
export const QUARTER_HOUR = 15 * MINUTE

/** The first and the last millisecond of a day in UTC, `YYYY-MM-DD`. */
export const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const endOfDay = (day: string) => startOfDay(day) + DAY - 1

/** The days of a list's filter, both included, in UTC. Throws `invalid` when the first is after the last. */
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
 * A span that is named by days of a time zone (`YYYY-MM-DD`, both included) or by moments (ISO 8601). Either end may be
 * missing. Throws `invalid` when it is empty.
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

/** The start or the end of a day, or a moment as it is. */
function momentOf(value: string, timezone: string, edge: 'start' | 'end'): number {
  if (value.includes('T')) return Date.parse(value.replace(/(\.\d{3})\d+/, '$1'))
  const day = Temporal.PlainDate.from(value).add({ days: edge === 'end' ? 1 : 0 })
  return day.toZonedDateTime(timezone).epochMilliseconds
}

/** Where the hours or days of a span begin; the first may begin with the span, inside an hour or a day. */
export function bucketStarts({ from, to }: Span, by: 'hour' | 'day', timezone: string): number[] {
  const starts: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timezone)
    .round({ smallestUnit: by, roundingMode: 'floor' })
  while (at.epochMilliseconds < to) {
    starts.push(Math.max(from, at.epochMilliseconds))
    at = by === 'hour' ? at.add({ hours: 1 }) : at.add({ days: 1 }).startOfDay()
  }
  return starts
}
