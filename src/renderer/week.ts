import { type Day, days } from '../contract/statuses'
import { inZones, weekdayName, weekdayShort } from './parts/format'
import { t } from './words/words'

/** When calls may start: on which days, and from when until when on each. */
export interface Hours {
  days: readonly Day[]
  /** `HH:MM`, or `HH:MM:SS` as the service writes it. */
  start: string
  end: string
}

const DAY = 24 * 60

/** `09:00`, without the seconds that the service may add. */
export const shortTime = (time: string) => time.slice(0, 5)

/** The end of the hours as text. 23:59 is written as 24:00. */
export const endInWords = (end: string) => (shortTime(end) === '23:59' ? '24:00' : shortTime(end))

/**
 * When a day (0 is Monday) is open, in minutes of the day. If the end is before the start, the hours run past midnight
 * and belong to the day on which they began.
 */
export function openOn({ days: allowed, start, end }: Hours, day: number): [from: number, to: number][] {
  const [from, until] = [minuteOf(start), minuteOf(end)]
  if (from === undefined || until === undefined || from === until) return []
  // The last minute is included. This matters only at the end of a day.
  const to = until === DAY - 1 ? DAY : until
  const isAllowed = (n: number) => allowed.includes(days[(n + 7) % 7]!)
  const own: [number, number][] = isAllowed(day) ? [[from, to > from ? to : DAY]] : []
  return to < from && isAllowed(day - 1) ? [[0, to], ...own] : own
}

/** Whether the hours run past midnight. */
export const isOvernight = ({ start, end }: Hours) => {
  const [from, until] = [minuteOf(start), minuteOf(end)]
  return from !== undefined && until !== undefined && until < from
}

export const minutesAWeek = (hours: Hours) =>
  days.flatMap((_, day) => openOn(hours, day)).reduce((sum, [from, to]) => sum + to - from, 0)

/** `45 hours a week`, of the minutes of a week. */
export const hoursAWeekInWords = (minutes: number) =>
  t('{n, plural, one {# hour a week} other {# hours a week}}', { n: Math.round(minutes / 6) / 10 })

/** `Mon–Fri`, `every day`, `Mon, Wed, Fri`. */
export function daysInWords(allowed: readonly Day[]): string {
  const at = days.flatMap((day, i) => (allowed.includes(day) ? [i] : []))
  if (at.length === 7) return t('every day')
  const inRow = at.every((n, i) => i === 0 || n === at[i - 1]! + 1)
  if (inRow && at.length > 2) return `${short(days[at[0]!]!)}–${short(days[at.at(-1)!]!)}`
  return at.map(n => short(days[n]!)).join(', ')
}

/** `Mon–Fri, 09:00–18:00`. */
export function hoursInWords({ days: allowed, start, end }: Hours): string {
  const isWhole = shortTime(start) === '00:00' && shortTime(end) === '23:59'
  return `${daysInWords(allowed)}, ${isWhole ? t('all day') : `${shortTime(start)}–${endInWords(end)}`}`
}

const placeFormats = inZones(
  {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  'en-GB',
)

/** The date, the day of the week (0 is Monday) and the minute of the day of a moment, in a time zone. */
export function placeIn(zone: string, at: number): { day: number; minute: number; date: string } {
  const parts = placeFormats(zone).formatToParts(at)
  const part = (type: string) => parts.find(found => found.type === type)!.value
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  return {
    date,
    day: (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/**
 * The moment at which a zone's clocks show a local time (`2026-02-23T10:00`). When the clocks change, a time may be
 * skipped: then the offset from before the change is used. A time may also come twice: then it is the first.
 */
export function momentAt(zone: string, local: string): number {
  const wanted = Date.parse(`${local}Z`)
  const shownAt = (at: number) => {
    const { date, minute } = placeIn(zone, at)
    return Date.parse(`${date}T00:00:00Z`) + minute * 60_000
  }
  const offsetAt = (at: number) => shownAt(at) - at
  // With the offsets of a day earlier and a day later, in case the clocks change in between.
  const [before, after] = [wanted - offsetAt(wanted - DAY * 60_000), wanted - offsetAt(wanted + DAY * 60_000)]
  return shownAt(before) === wanted || shownAt(after) !== wanted ? before : after
}

/** A moment as a zone's clocks show it, `2026-02-23T10:00`: the value of a field for a day and a time. */
export function localTimeAt(zone: string, at: number): string {
  const { date, minute } = placeIn(zone, at)
  return `${date}T${clockOf(minute)}`
}

/** What such a field has, as a moment in ISO 8601. Null when it is empty. */
export const momentOfLocal = (zone: string, local: string) =>
  local === '' ? null : new Date(momentAt(zone, local)).toISOString()

/** `09:05`, of the minutes of a day. */
export const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/**
 * Whether hours are open at a moment, and when that changes: epoch ms; null when it never does. Hours that touch at
 * midnight count as one.
 */
export function hoursAt(hours: Hours, zone: string, at: number): { open: boolean; until: number | null } {
  const here = placeIn(zone, at)
  const noon = Date.parse(`${here.date}T12:00:00Z`)
  let open: boolean | undefined
  for (let ahead = 0; ahead <= 8; ahead++) {
    const date = new Date(noon + ahead * DAY * 60_000).toISOString().slice(0, 10)
    const from = ahead === 0 ? here.minute : 0
    const stretches = openOn(hours, (here.day + ahead) % 7)
    for (let minute = from; ; ) {
      const now = stretches.find(([begin, end]) => minute >= begin && minute < end)
      open ??= now !== undefined
      if ((now !== undefined) !== open) return { open, until: momentAt(zone, `${date}T${clockOf(minute)}`) }
      const next = now ? now[1] : Math.min(DAY, ...stretches.map(([begin]) => begin).filter(begin => begin > minute))
      if (next >= DAY) break
      minute = next
    }
  }
  return { open: open ?? false, until: null }
}

function minuteOf(time: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/.exec(time)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}

/** A Monday, at noon in UTC. */
const MONDAY = Date.UTC(2024, 0, 1, 12)
const dateOf = (day: Day) => MONDAY + days.indexOf(day) * DAY * 60_000
const short = (day: Day) => weekdayShort(dateOf(day), 'UTC')

/** `Monday`, in the person's language. */
export const dayInWords = (day: Day) => weekdayName(dateOf(day), 'UTC')
