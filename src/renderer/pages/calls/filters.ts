import type { CallStatus, callTypes } from '../../../contract/calls'
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
  from?: string
  to?: string
  page?: string
}

const names = ['search', 'status', 'campaign', 'assistant', 'type', 'from', 'to', 'page'] as const

/** Links to the calls with a number name it `number`. It is searched for. */
export function filtersIn(query: URLSearchParams): Filters {
  const number = query.get('number')
  return {
    ...(number && { search: formatPhone(number) }),
    ...Object.fromEntries(names.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : []))),
  }
}

/** Whether the filters leave out any calls. */
export const isFiltered = ({ page, ...filters }: Filters) => Object.values(filters).some(Boolean)

/** What is asked for one page of the log. A wrong value in the address is sent too, and the service says what is wrong. */
export const inputOf = ({ search, status, campaign, assistant, type, from, to, page }: Filters) => ({
  search,
  status: status as CallStatus | undefined,
  campaign_id: campaign,
  assistant_id: assistant,
  type: type as CallType | undefined,
  from,
  to,
  page: page ?? 1,
  per_page: PER_PAGE,
})
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
