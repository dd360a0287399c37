import type { Campaign, CampaignSettings } from '../../../contract/campaigns'
import type { Explanation, Obstacle, Reason } from '../../../contract/explain'
import type { Lead, LeadStatus } from '../../../contract/leads'
import { clockTime, count, dayAndMonth, weekdayName } from '../../parts/format'
import type { Counts } from '../../parts/ProgressFunnel'
import { leadsIn, type Name } from '../../theme/states'
import { type Hours, placeIn } from '../../week'
import { said } from '../../words/said'
import { t } from '../../words/words'

/** A campaign with the number of its leads in each state. */
export interface Counted extends Campaign {
  lead_counts: Counts
  /** Of the completed leads. */
  asked_not_to_call: number
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

/** How many leads are shown in each state: who asked in the call not to be called again is not done, but not to be called. */
export const shownCounts = ({
  lead_counts: counts,
  asked_not_to_call: asked,
}: Pick<Counted, 'lead_counts' | 'asked_not_to_call'>): Counts =>
  asked === 0
    ? counts
    : { ...counts, completed: (counts.completed ?? 0) - asked, blacklisted: (counts.blacklisted ?? 0) + asked }

/** How many leads are in these states, as the states are called everywhere: `2 on the phone, 1,031 in line`. */
export const inStates = (counts: Counts, of: readonly LeadStatus[]) =>
  of.flatMap(state => (counts[state] ? [leadsIn[state](count(counts[state]))] : [])).join(', ')

/** `1 lead`, `1,615 leads`. */
export const leadsInWords = (n: number) => t('{n, plural, one {# lead} other {# leads}}', { n })

/** What a start says: how many people it calls. */
export const startInWords = (n: number) => (n > 0 ? t('Start, {leads}', { leads: leadsInWords(n) }) : t('Start'))

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
  if (days === 1) return t('tomorrow {time}', { time })
  const day = days > 0 && days < 7 ? weekdayName(moment, zone) : dayAndMonth(moment, zone)
  return `${day} ${time}`
}

/** The same with the name of the zone, where nothing near it names the zone. */
export const whenInZone = (at: string, zone: string, now: number) => `${whenInWords(at, zone, now)} ${zone}`

/** `3 min`, `21 h 18 min`, `2 days 4 h`. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [
    days > 0 && t('{n, plural, one {# day} other {# days}}', { n: days }),
    hours > 0 && t('{hours} h', { hours }),
  ]
  return [...parts, days === 0 && rest > 0 && t('{rest} min', { rest })].filter(Boolean).join(' ')
}

/** The reason that a person reads first: what they must do something about comes before what ends by itself. */
export const mainReason = (why: Explanation): Reason | undefined => shortageOf(why) ?? why.reasons[0]

/** Set while the balance does not cover a call. */
export const shortageOf = (why: Explanation | null): Reason | undefined =>
  why?.reasons.find(({ code }) => code === 'no_balance')

/**
 * The service's text of a shortage, which ends with what is missing, from that end: `$0.09 is missing`, then why, in the
 * person's language. Null for the other part of a text of another form.
 */
export function missingFirst(text: string): [missing: string, why: string | null] {
  const [, why, missing] = /^(.*): (\S+ is missing)\.?$/.exec(text) ?? []
  return missing === undefined ? [said(text), null] : [said(missing), said(`${why}.`)]
}

const withoutStop = (text: string) => text.replace(/\.$/, '')

/** A reason in the person's language, without a full stop. Times are in the zone, which is named. */
export function reasonInWords({ code, text, until }: Reason, zone: string, now: number): string {
  const when = until && whenInZone(until, zone, now)
  if (when && code === 'outside_hours') return t('Nothing is dialed until {when}', { when })
  if (when && code === 'nothing_due') return t('The next lead is due {when}', { when })
  if (when && code === 'not_due') return t('It is due {when}', { when })
  return withoutStop(said(text))
}

/** The line under a campaign's state: what it waits for, or how much is left. `isBad`: a person must do something. */
export function standing(campaign: Counted, why: Explanation | null, now: number): { text: string; isBad: boolean } {
  const { lead_counts: counts } = campaign
  const calm = (text: string) => ({ text, isBad: false })
  switch (stateOf(campaign, why)) {
    case 'stopped-itself':
      return calm(planned(campaign, now) || said(campaign.stopped_because!.reason))
    case 'waiting': {
      const reason = mainReason(why!)!
      return { text: shortReason(reason, campaign.timezone, now), isBad: reason.code === 'no_balance' }
    }
    case 'in-progress': {
      const shortage = shortageOf(why)
      if (shortage) return { text: shortReason(shortage, campaign.timezone, now), isBad: true }
      return calm(inStates(counts, ['processing', 'scheduled']) || stillInWords(counts))
    }
    case 'draft':
      return calm(planned(campaign, now) || (leadsOf(counts) === 0 ? t('No leads yet') : inStates(counts, open)))
    default:
      return calm(
        planned(campaign, now) ||
          [campaign.stopped_by_halt && t('Stopped by Stop all'), stillInWords(counts)].filter(Boolean).join(', '),
      )
  }
}

/** `Starts tomorrow 09:00 Europe/Rome`, or nothing when no start is planned. */
const planned = ({ start_at: at, timezone }: Campaign, now: number) =>
  at === null ? '' : t('Starts {when}', { when: whenInZone(at, timezone, now) })

/** `3 still to reach`, or nothing when nobody is. */
export const stillInWords = (counts: Counts) =>
  stillToReach(counts) > 0 ? t('{n} still to reach', { n: count(stillToReach(counts)) }) : ''

/** The same in fewer words, for a line of a list. */
function shortReason(reason: Reason, zone: string, now: number): string {
  const { code, text, until } = reason
  if (until && code === 'outside_hours') return t('Opens {when}', { when: whenInZone(until, zone, now) })
  if (until && code === 'nothing_due') return t('Next is due {when}', { when: whenInZone(until, zone, now) })
  if (code === 'no_balance') {
    const [missing, why] = missingFirst(text)
    return why ? `${missing}. ${why}` : missing
  }
  return reasonInWords(reason, zone, now)
}

/** A condition, and whether it is met. */
export interface Check {
  word: string
  note: string
  ok: boolean
  /** It is not met until a person does something. */
  needsPerson?: boolean
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
    return { word, ok: !reason, note: reason ? shortReason(reason, timezone, desk.now) : note }
  }
  const checks = [
    check(t('Campaign is started'), ['not_started', 'completed'], ''),
    check(t('Dialing is on'), ['dialing_paused', 'dialing_halted', 'clocks_differ'], t('for the whole desk')),
    check(t('Inside allowed hours'), ['outside_hours'], ''),
    check(
      t('A line is free'),
      ['campaign_lines_in_use', 'desk_lines_in_use'],
      t('{n} of {lines, plural, one {# line} other {# lines}} of the desk in use', { n: desk.live, lines: desk.lines }),
    ),
    { ...check(t('Balance covers a call'), ['no_balance'], desk.balance), needsPerson: shortageOf(why) !== undefined },
    check(t('Leads are due'), ['no_leads', 'nothing_due'], inStates(counts, ['created', 'scheduled', 'rescheduled'])),
  ]
  // Shown only when they are not met.
  const rare = [
    check(t('Has an assistant'), ['no_assistant'], ''),
    check(t('It has a number to call from'), ['no_trunk'], ''),
    check(t('Its model answers'), ['model_out_of_order'], ''),
  ]
  return [...rare.filter(({ ok }) => !ok), ...checks]
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
  return isOpen && at <= retries + 1 ? t('{at} of {tries}', { at, tries: retries + 1 }) : String(at)
}
