import type { CallOrder, CallStatus, callTypes } from '../../../contract/calls'
import type { Verdict } from '../../../contract/stats'
import type { Client } from '../../api/client'
import { formatPhone } from '../../parts/format'

export const PER_PAGE = 50

type CallType = (typeof callTypes)[number]

/** The filters of the call log, as they are in the address. */
export type Filters = {
  /** A part of a number, a name, or words that were said. */
  search?: string
  status?: string
  campaign?: string
  assistant?: string
  type?: string
  goal?: string
  from?: string
  to?: string
  /** Which calls come first. Without it the newest. */
  order?: string
  page?: string
}

const names = ['search', 'status', 'campaign', 'assistant', 'type', 'goal', 'from', 'to', 'order', 'page'] as const

/** Links to the calls with a number name it `number`. It is searched for. */
export function filtersIn(query: URLSearchParams): Filters {
  const number = query.get('number')
  return {
    ...(number && { search: formatPhone(number) }),
    ...Object.fromEntries(names.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : []))),
  }
}

/** Whether the filters leave out any calls. */
export const isFiltered = ({ page, order, ...filters }: Filters) => Object.values(filters).some(Boolean)

/** The filters as the service takes them. A wrong value in the address is sent too, and the service says what is wrong. */
export const whichOf = ({ search, status, campaign, assistant, type, goal, from, to }: Filters) => ({
  search,
  status: status as CallStatus | undefined,
  campaign_id: campaign,
  assistant_id: assistant,
  type: type as CallType | undefined,
  goal: goal as Verdict | undefined,
  from,
  to,
})

/** What is asked for one page of the log. */
export const inputOf = (filters: Filters) => ({
  ...whichOf(filters),
  order: filters.order as CallOrder | undefined,
  page: filters.page ?? 1,
  per_page: PER_PAGE,
})

/** The columns by which the log is sorted, each with its orders upwards and downwards. */
const sorts = {
  at: ['oldest', 'newest'],
  talk: ['shortest', 'longest'],
  cost: ['cheapest', 'dearest'],
} as const satisfies Record<string, readonly [CallOrder, CallOrder]>

/** By which column the log is sorted. */
export function sortedBy(order: string | undefined): { key: string; down: boolean } {
  for (const [key, [up, down]] of Object.entries(sorts)) {
    if (order === up) return { key, down: false }
    if (order === down) return { key, down: true }
  }
  return { key: 'at', down: true }
}

/** The order after a click on the head of a column: from the top of it, and back. Undefined: the newest first. */
export function orderAfter(key: string, order: string | undefined): CallOrder | undefined {
  const sorted = sortedBy(order)
  const [up, down] = sorts[key as keyof typeof sorts]
  const next = sorted.key === key && sorted.down ? up : down
  return next === 'newest' ? undefined : next
}
type Calls = Awaited<ReturnType<Client['calls']['list']>>

/** A call before or after another one in the log. */
export interface Neighbour {
  id: number
  /** The page of the log that it is on. */
  page: number
}

/** The calls before and after one in the log. Neither is known when the call is not on its page or the next. */
export async function neighboursOf(
  client: Client,
  filters: Filters,
  id: number,
): Promise<{ newer?: Neighbour; older?: Neighbour }> {
  const at = Number(filters.page) || 1
  const pages = new Map<number, Calls>()
  const pageOf = async (page: number) => {
    const known = pages.get(page) ?? (await client.calls.list(inputOf({ ...filters, page: String(page) })))
    pages.set(page, known)
    return known
  }
  // New calls push older ones down. A call that was opened a while ago may be on the next page now.
  for (const page of [at, at + 1]) {
    const { data, last_page } = await pageOf(page)
    const i = data.findIndex(call => call.id === id)
    if (i < 0) continue
    const newer = data[i - 1] ?? (page > 1 ? (await pageOf(page - 1)).data.at(-1) : undefined)
    const older = data[i + 1] ?? (page < last_page ? (await pageOf(page + 1)).data[0] : undefined)
    return {
      newer: newer && { id: newer.id, page: data[i - 1] ? page : page - 1 },
      older: older && { id: older.id, page: data[i + 1] ? page : page + 1 },
    }
  }
  return {}
}
