import type { DeliveryEvent, DeliveryStatus } from '../../../contract/webhooks'

export const PER_PAGE = 50

/** The filters of the deliveries, as they are in the address. */
export type Filters = Partial<Record<(typeof names)[number], string>>

const names = ['search', 'status', 'host', 'event', 'from', 'to', 'page'] as const

export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap(name => (query.get(name) ? [[name, query.get(name)!]] : [])))

/** Whether the filters leave out any deliveries. */
export const isFiltered = ({ page, ...filters }: Filters) => Object.values(filters).some(Boolean)

/** What chooses deliveries, but for their state. A wrong value in the address is sent too, and the service says what is wrong. */
export const chosenBy = ({ search, host, event, from, to }: Filters) => ({
  search,
  host,
  event: event as DeliveryEvent | undefined,
  from,
  to,
})

/** What is asked for one page of the list. */
export const inputOf = (filters: Filters) => ({
  ...chosenBy(filters),
  status: filters.status as DeliveryStatus | undefined,
  page: filters.page ?? 1,
  per_page: PER_PAGE,
})
