import { Temporal } from 'temporal-polyfill'

export const SECOND = 1000

export const MINUTE = 60 * SECOND

export const HOUR = 60 * MINUTE

export const DAY = 24 * HOUR

/** The bounds of a whole day in UTC, `YYYY-MM-DD`, both included. */
export const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const endOf = (day: string) => startOf(day) + DAY - 1

export interface Span {
  /** Epoch milliseconds, `to` not included. */
  from: number
  to: number
}

/** A day of the workspace, or a moment; a day that ends a span is counted whole. */
export function momentOf(value: string, timezone: string, end: boolean): number {
  if (value.includes('T')) return Date.parse(value.replace(/(\.\d{3})\d+/, '$1'))
  const day = Temporal.PlainDate.from(value).add({ days: end ? 1 : 0 })
  return day.toZonedDateTime(timezone).epochMilliseconds
}

/** Where the hours or days of a span begin; the first one may be cut by the span's start. */
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
