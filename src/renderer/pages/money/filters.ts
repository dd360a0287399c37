import type { LedgerType } from './money-text'

/** The filters of the ledger, as they are in the address. */
export type Filters = Partial<Record<'kind' | 'campaign' | 'number' | 'from' | 'to' | 'page', string>>
const names = ['kind', 'campaign', 'number', 'from', 'to', 'page'] as const

export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap(name => (query.get(name) ? [[name, query.get(name)!]] : [])))

/** What is asked for. A wrong value in the address is sent too, and the service says what is wrong. */
export const inputOf = ({ kind, campaign, number, from, to }: Filters) => ({
  type: kind as LedgerType | undefined,
  campaign_id: campaign,
  phone_number_id: number,
  from,
  to,
})
