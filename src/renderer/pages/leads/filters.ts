import type { LeadStatus } from '../../../contract/leads'
import { type LeadResult, leadResults, leadStatuses } from '../../../contract/statuses'
import { states } from '../../theme/states'
import { momentAt, placeIn } from '../../week'
import { resultWords } from './lead-text'

export const PER_PAGE = 50

export const byState = leadStatuses.map(value => ({ value, word: states.lead[value].word }))
export const byResult = leadResults.map(value => ({ value, word: resultWords[value] }))

/** Which leads by when they are called next: those that are due, by tonight, with any time, or to whom a call is promised. */
export const nexts = ['now', 'today', 'any', 'callback'] as const
export type Next = (typeof nexts)[number]

/** The filters of leads, as they are in the address. */
export type Filters = {
  search?: string
  /** The state as the console shows it. */
  status?: string
  /** What came of the last attempt. */
  result?: string
  campaign?: string
  next?: string
  sort?: string
  page?: string
}

const names = ['search', 'status', 'result', 'campaign', 'next', 'sort', 'page'] as const

export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : [])))

/** Whether the filters leave out any leads. */
export const isFiltered = ({ page, sort, ...filters }: Filters) => Object.values(filters).some(Boolean)

/** The last moment of all: every lead with a time is due until then. */
const EVER = '9999-12-31T00:00:00Z'

/** The leads that fit, for lists and for changes of many. `now`: epoch ms, to the minute; `zone`: of the desk. */
export function selectionOf({ search, status, result, campaign, next }: Filters, now: number, zone: string) {
  const due: Record<string, string> = {
    now: new Date(now).toISOString(),
    today: new Date(momentAt(zone, `${placeIn(zone, now).date}T23:59`)).toISOString(),
    any: EVER,
  }
  return {
    search,
    state: status as LeadStatus | undefined,
    result: result as LeadResult | undefined,
    campaign_id: campaign,
    due_to: next === undefined ? undefined : due[next],
    callback: next === 'callback' || undefined,
  }
}

/** With a time the next one comes first. A wrong value in the address is sent too, and the service says what is wrong. */
export const sortOf = ({ sort, next }: Filters): 'newest' | 'oldest' | 'next_due' | undefined =>
  next !== undefined && next !== 'callback' ? 'next_due' : (sort as 'newest' | 'oldest' | undefined)
