import type { QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Lead } from '../../../contract/leads'
import { stateOfLead } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { useDesk } from '../../stores/use-desk'

type Leads = Awaited<ReturnType<Client['leads']['list']>>
type Input = NonNullable<Parameters<Client['leads']['list']>[0]>

/**
 * Puts what a person has done with a lead into the lists that are known, from the service's answer. Nobody waits
 * until the lists have been asked for again.
 */
export function useOwnLeads() {
  const { ask, queries } = useDesk()
  return useMemo(() => {
    const inLists = (change: (leads: Leads, input: Input) => Leads) => {
      for (const [key, leads] of queries.getQueriesData<Leads>({ queryKey: ask.leads.list.key() })) {
        if (leads) queries.setQueryData(key, change(leads, inputOf(key)))
      }
      // An answer that is on its way may be from before the change.
      void queries.invalidateQueries({ queryKey: ask.leads.list.key() })
    }
    const within = (leads: Leads, id: number) => leads.data.some(lead => lead.id === id)
    return {
      /** A new lead is the first of the first page, where no filter leaves it out. */
      added: (lead: Lead) =>
        inLists((leads, { campaign_id, state, result, search, page = 1 }) => {
          const isIn =
            (campaign_id === undefined || campaign_id === lead.campaign.id) &&
            (state === undefined || state === stateOfLead(lead)) &&
            !result &&
            !search &&
            !within(leads, lead.id)
          if (!isIn) return leads
          const data = Number(page) === 1 ? [lead, ...leads.data].slice(0, leads.per_page) : leads.data
          return { ...leads, data, total: leads.total + 1 }
        }),
      changed: (lead: Lead) =>
        inLists(leads =>
          within(leads, lead.id) ? { ...leads, data: leads.data.map(old => (old.id === lead.id ? lead : old)) } : leads,
        ),
      removed: (id: number) =>
        inLists(leads =>
          within(leads, id)
            ? { ...leads, data: leads.data.filter(lead => lead.id !== id), total: leads.total - 1 }
            : leads,
        ),
    }
  }, [ask, queries])
}

/** The input of a question, which its key holds. */
const inputOf = (key: QueryKey) => ((key[1] as { input?: Input } | undefined)?.input ?? {}) as Input
