import { Temporal } from 'temporal-polyfill'
import type { CampaignSettings } from '../../../contract/campaigns'
import type { Rules } from './rules'

export type Schedule = Pick<CampaignSettings, 'allowed_days' | 'allowed_hours_start_time' | 'allowed_hours_end_time'>

/** Whether it may be dialed at a moment, and when that changes next. */
export interface Window {
  open: boolean
  /** Epoch milliseconds; up to here the answer holds. */
  until: number
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * A window opens on an allowed day at its start and is open through the last minute of its end; an end before the start
 * spans midnight and belongs to the day on which it opened. What counts is the wall clock of the zone: an hour that is
 * skipped does not exist, one that comes twice counts twice.
 */
export function windowAt(schedule: Schedule, timeZone: string, at: number): Window {
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const open = isOpen(schedule, here)
  const until = boundaries(schedule, here).find(
    moment => moment > at && isOpen(schedule, zoned(moment, timeZone)) !== open,
  )
  // A week holds every boundary; none means that it never changes.
  return { open, until: until ?? at + 7 * 24 * 60 * 60 * 1000 }
}

/** The earliest moment from `at` on at which the window is open; null when it never is within a year. */
export function nextOpening(
  schedule: Schedule,
  timeZone: string,
  at: number,
  /** For who asks often and remembers. */
  windowOf: typeof windowAt = windowAt,
): number | null {
  const end = at + 366 * 24 * 60 * 60 * 1000
  for (let moment = at; moment < end; ) {
    const window = windowOf(schedule, timeZone, moment)
    if (window.open) return moment
    moment = window.until
  }
  return null
}

/** The calendar day of a zone around a moment: where it starts, and where the next one does. */
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

/** Every moment of the next days at which the window may open or close, in order. */
function boundaries(schedule: Schedule, here: Temporal.ZonedDateTime): number[] {
  const found: number[] = []
  const start = minuteOfDay(schedule.allowed_hours_start_time)
  const afterEnd = minuteOfDay(schedule.allowed_hours_end_time) + 1
  const firstDay = here.toPlainDate().subtract({ days: 1 })
  for (let i = 0; i < 10; i++) {
    const midnight = firstDay.add({ days: i }).toPlainDateTime()
    for (const minutes of [start, afterEnd]) {
      const local = midnight.add({ minutes })
      // A local time that comes twice is a boundary both times.
      for (const disambiguation of ['earlier', 'later'] as const)
        found.push(local.toZonedDateTime(here.timeZoneId, { disambiguation }).epochMilliseconds)
    }
  }
  const change = here.getTimeZoneTransition('next')
  if (change) found.push(change.epochMilliseconds)
  return found.sort((a, b) => a - b)
}

/** The zone whose clock a lead's window follows. */
export const zoneOf = (rules: Rules, leadZone: string | null) =>
  rules.respect_lead_time_zone ? (leadZone ?? rules.timezone) : rules.timezone

export const intoWindow = (rules: Rules, leadZone: string | null, at: number, windowOf = windowAt) =>
  nextOpening(rules, zoneOf(rules, leadZone), at, windowOf) ?? at
