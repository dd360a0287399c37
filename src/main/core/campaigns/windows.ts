import { Temporal } from 'temporal-polyfill'
import type { CampaignSettings } from '../../../contract/campaigns'
import { DAY } from '../kernel/time'
import type { Rules } from './rules'

export type Schedule = Pick<CampaignSettings, 'allowed_days' | 'allowed_hours_start_time' | 'allowed_hours_end_time'>

/** Whether a schedule allows dialing at a moment. */
export interface Window {
  open: boolean
  /** Epoch ms; `open` is valid until then. */
  until: number
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Minutes since midnight of a time of day, `hh:mm:ss`. */
const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * The window of a schedule at a moment. It opens on an allowed day at the start time and closes after the last minute of
 * the end time. With an end before the start it goes past midnight and belongs to the day on which it opened. Local time
 * counts: when the clocks change, an hour may be missing or come twice.
 */
export function windowAt(schedule: Schedule, timeZone: string, at: number): Window {
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const open = isOpen(schedule, here)
  const until = boundaries(schedule, here).find(
    moment => moment > at && isOpen(schedule, zoned(moment, timeZone)) !== open,
  )
  // Without a change in the next days there is none at all; the answer is then valid for a week.
  return { open, until: until ?? at + 7 * DAY }
}

/** The earliest moment, from `at` on, at which the window is open; null when it does not open within a year. */
export function nextOpening(
  schedule: Schedule,
  timeZone: string,
  at: number,
  /** A caller that needs many windows may pass a function that caches them. */
  windowOf: typeof windowAt = windowAt,
): number | null {
  const end = at + 366 * DAY
  for (let moment = at; moment < end; ) {
    const window = windowOf(schedule, timeZone, moment)
    if (window.open) return moment
    moment = window.until
  }
  return null
}

/** The calendar day of a moment in a zone: its start, and the start of the next day. */
export function dayAt(timeZone: string, at: number): { start: number; end: number } {
  const start = zoned(at, timeZone).startOfDay()
  return { start: start.epochMilliseconds, end: start.add({ days: 1 }).startOfDay().epochMilliseconds }
}

const zoned = (ms: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

function isOpen(schedule: Schedule, here: Temporal.ZonedDateTime): boolean {
  const start = minuteOfDay(schedule.allowed_hours_start_time)
  const end = minuteOfDay(schedule.allowed_hours_end_time)
  const now = here.hour * 60 + here.minute
  const allowed = (dayOfWeek: number) => schedule.allowed_days.includes(dayNames[(dayOfWeek + 6) % 7]!)
  const today = here.dayOfWeek
  if (start <= end) return allowed(today) && now >= start && now <= end
  return (allowed(today) && now >= start) || (allowed(today - 1) && now <= end)
}

/** The moments of the next days at which the window may open or close, in order. */
function boundaries(schedule: Schedule, here: Temporal.ZonedDateTime): number[] {
  const found: number[] = []
  const start = minuteOfDay(schedule.allowed_hours_start_time)
  const afterEnd = minuteOfDay(schedule.allowed_hours_end_time) + 1
  const firstDay = here.toPlainDate().subtract({ days: 1 })
  for (let i = 0; i < 10; i++) {
    const midnight = firstDay.add({ days: i }).toPlainDateTime()
    for (const minutes of [start, afterEnd]) {
      const local = midnight.add({ minutes })
      // When the clocks go back, a local time comes twice, and both may be a boundary.
      for (const disambiguation of ['earlier', 'later'] as const)
        found.push(local.toZonedDateTime(here.timeZoneId, { disambiguation }).epochMilliseconds)
    }
  }
  const change = here.getTimeZoneTransition('next')
  if (change) found.push(change.epochMilliseconds)
  return found.sort((a, b) => a - b)
}

/** The time zone of a lead's window. */
export const zoneOf = (rules: Rules, leadZone: string | null) =>
  rules.respect_lead_time_zone ? (leadZone ?? rules.timezone) : rules.timezone

/** The first moment, from `at` on, at which a lead may be dialed; `at` itself when the window never opens. */
export const intoWindow = (rules: Rules, leadZone: string | null, at: number, windowOf = windowAt) =>
  nextOpening(rules, zoneOf(rules, leadZone), at, windowOf) ?? at
