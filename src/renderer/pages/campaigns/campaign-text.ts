import type { Campaign, CampaignSettings } from '../../../contract/campaigns'
import type { Explanation, Obstacle, Reason } from '../../../contract/explain'
import type { Lead, LeadStatus } from '../../../contract/leads'
import { counted, plural } from '../../../contract/words'
import { clockTime, count, dayAndMonth, weekdayName } from '../../parts/format'
import type { Counts } from '../../parts/ProgressFunnel'
import type { Name } from '../../theme/states'
import { type Hours, minutesAWeek, placeIn } from '../../week'

/** A campaign with the number of its leads in each state. */
export interface Counted extends Campaign {
  lead_counts: Counts
}

/** The pages of campaigns update their times once a minute. */
export const MINUTE = 60_000

/** The states of leads that are not finished. */
const open: LeadStatus[] = ['created', 'scheduled', 'rescheduled', 'processing']
const sum = (counts: Counts, of: readonly LeadStatus[]) => of.reduce((n, state) => n + (counts[state] ?? 0), 0)

export const hoursOf = (campaign: Campaign): Hours => ({
  days: campaign.allowed_days,
  start: campaign.allowed_hours_start_time,
  end: campaign.allowed_hours_end_time,
})

export const leadsOf = (counts: Counts) => Object.values(counts).reduce((n, some) => n + some, 0)
export const stillToReach = (counts: Counts) => sum(counts, open)

/** `1 lead`, `1,615 leads`. */
export const leadsInWords = (n: number) => `${count(n)} ${plural(n, 'lead')}`

/** The state as the console shows it. The API does not have `waiting` and `stopped-itself`. */
export function stateOf(campaign: Counted, why: Explanation | null): Name<'campaign'> {
  if (campaign.status === 'stopped' && campaign.stopped_because) return 'stopped-itself'
  if (campaign.status !== 'in-progress') return campaign.status
  return why && !why.dialing && !campaign.lead_counts.processing ? 'waiting' : 'in-progress'
}

/** A moment in a time zone: `18:00` today, else `tomorrow 09:00`, `Wednesday 09:00` or `12 Nov 09:00`. */
export function whenInWords(at: string, zone: string, now: number): string {
  const moment = Date.parse(at)
  const time = clockTime(moment, zone)
  const midnight = (ms: number) => Date.parse(`${placeIn(zone, ms).date}T00:00:00Z`)
  const days = (midnight(moment) - midnight(now)) / (24 * 60 * 60 * 1000)
  if (days === 0) return time
  if (days === 1) return `tomorrow ${time}`
  const day = days > 0 && days < 7 ? weekdayName(moment, zone) : dayAndMonth(moment, zone)
  return `${day} ${time}`
}

/** The same with the name of the zone, where nothing near it names the zone. */
export const whenInZone = (at: string, zone: string, now: number) => `${whenInWords(at, zone, now)} ${zone}`

/** `3 min`, `21 h 18 min`, `2 days 4 h`. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return `${counted(days, 'day')}${hours > 0 ? ` ${hours} h` : ''}`
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** The line under a campaign's state: what it waits for, or how much is left. */
export function standing(campaign: Counted, why: Explanation | null, now: number): string {
  const { lead_counts: counts } = campaign
  switch (stateOf(campaign, why)) {
    case 'stopped-itself':
      return campaign.stopped_because!.reason
    case 'waiting':
      return reasonInWords(why!.reasons[0]!, campaign.timezone, now)
    case 'in-progress':
      return [
        counts.processing && `${count(counts.processing)} on the phone`,
        counts.scheduled && `${count(counts.scheduled)} queued`,
      ]
        .filter(Boolean)
        .join(', ')
    case 'draft':
      return leadsOf(counts) === 0 ? 'No leads yet' : 'Not started'
    default:
      return stillToReach(counts) > 0 ? `${count(stillToReach(counts))} still to reach` : ''
  }
}

function reasonInWords({ code, text, until }: Reason, zone: string, now: number): string {
  if (until && code === 'outside_hours') return `Opens ${whenInZone(until, zone, now)}`
  if (until && code === 'nothing_due') return `Next is due ${whenInZone(until, zone, now)}`
  return text
}

/** A condition, and whether it is met. */
export interface Check {
  word: string
  note: string
  ok: boolean
}

/** The conditions for dialing now, and whether each is met. */
export function checksOf(
  campaign: Counted,
  why: Explanation,
  desk: { live: number; lines: number; balance: string; now: number },
): Check[] {
  const { lead_counts: counts, timezone } = campaign
  const check = (word: string, obstacles: Obstacle[], note: string): Check => {
    const reason = why.reasons.find(({ code }) => obstacles.includes(code))
    return { word, ok: !reason, note: reason ? reasonInWords(reason, timezone, desk.now) : note }
  }
  const retries = counts.rescheduled ?? 0
  const first = sum(counts, ['created', 'scheduled'])
  const checks = [
    check('Campaign is started', ['not_started', 'completed'], ''),
    check('Dialing is on', ['dialing_paused', 'dialing_halted', 'clocks_differ'], 'for the whole desk'),
    check('Inside allowed hours', ['outside_hours'], ''),
    check(
      'A line is free',
      ['campaign_lines_in_use', 'desk_lines_in_use'],
      `${desk.live} of ${counted(desk.lines, 'line')} of the desk in use`,
    ),
    check('Balance covers a call', ['no_balance'], desk.balance),
    check(
      'Leads are due',
      ['no_leads', 'nothing_due'],
      [
        retries > 0 && `${count(retries)} to retry`,
        first > 0 && `${count(first)} first ${plural(first, 'try', 'tries')}`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  ]
  // Shown only when they are not met.
  const rare = [check('Has an assistant', ['no_assistant'], ''), check('Its model answers', ['model_out_of_order'], '')]
  return [...rare.filter(({ ok }) => !ok), ...checks]
}

/** The conditions for a start, and whether each is met. The service refuses a start for the same reasons. */
export function readiness(given: {
  leads: number
  assistant: string | null
  hours: Hours
  balance: number | null
  minute: number | undefined
  isHalted: boolean
}): Check[] {
  const { leads, assistant, hours, balance, minute, isHalted } = given
  const week = Math.round(minutesAWeek(hours) / 6) / 10
  const checks: Check[] = [
    leads > 0
      ? { ok: true, word: leadsInWords(leads), note: '' }
      : { ok: false, word: 'No leads yet', note: 'Add them on the campaign’s page or over the API.' },
    assistant
      ? { ok: true, word: `${assistant} makes the calls`, note: '' }
      : { ok: false, word: 'No assistant', note: 'Choose who makes the calls.' },
    week > 0
      ? { ok: true, word: `Hours open ${counted(week, 'hour')} a week`, note: '' }
      : { ok: false, word: 'Hours never open', note: 'Choose days, and an end that differs from the start.' },
  ]
  if (balance !== null && minute !== undefined)
    checks.push(
      balance >= minute
        ? { ok: true, word: 'Balance covers a call', note: '' }
        : { ok: false, word: 'Balance does not cover a minute of calling', note: 'Top it up over the API.' },
    )
  if (isHalted) checks.push({ ok: false, word: 'Dialing is halted', note: 'Resume it, at the top of the page.' })
  return checks
}

/** `60`, or `60, 180, 1,440`: the retry intervals in minutes. */
export const intervalsInWords = (c: Pick<CampaignSettings, 'retry_interval' | 'retry_intervals'>) =>
  (c.retry_intervals ?? [c.retry_interval]).map(count).join(', ')

/** The API gives the times of leads in UTC, without a zone. */
export const momentOfLead = (utc: string) => `${utc.replace(' ', 'T')}Z`

/** `2 of 4`: the number of the current or next try. A finished lead has only the number of its tries. */
export const tryOf = (lead: Pick<Lead, 'attempts' | 'status'>, retries: number) => {
  const isOpen = open.includes(lead.status)
  const at = lead.attempts + (isOpen ? 1 : 0)
  return isOpen && at <= retries + 1 ? `${at} of ${retries + 1}` : String(at)
}
