import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LeadStatus } from '../../../contract/leads'
import type { LeadResult } from '../../../contract/statuses'
import { go, usePlace } from '../../router'
import { useDesk } from '../../stores/use-desk'

const PER_PAGE = 25

/** The leads of a campaign that are shown. The filters, the page and the open lead are in the address. */
export function useCampaignLeads(campaignId: number) {
  const { ask } = useDesk()
  const { path, query } = usePlace()
  const page = Number(query.get('page')) || 1
  const filters = {
    status: (query.get('status') ?? undefined) as LeadStatus | undefined,
    result: (query.get('result') ?? undefined) as LeadResult | undefined,
    search: query.get('search') || undefined,
    page: page > 1 ? page : undefined,
    add: query.get('add') ?? undefined,
    open: Number(query.get('open')) || undefined,
  }
  const { status, result, search } = filters
  const which = { campaign_id: campaignId, state: status, result, search }
  const answer = useQuery(
    ask.leads.list.queryOptions({
      input: { ...which, page, per_page: PER_PAGE },
      placeholderData: keepPreviousData,
    }),
  )
  /** The filters with a change. It leads to the first page. */
  const changed = (change: Partial<typeof filters>) => ({ ...filters, page: undefined, ...change })
  return {
    answer,
    filters,
    page,
    which,
    changed,
    show: (change: Partial<typeof filters>) => go(path, changed(change)),
    openLead: (id: number, by = go) => by(path, { ...filters, open: id, add: undefined }),
  }
}
