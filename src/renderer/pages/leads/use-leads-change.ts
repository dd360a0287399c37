import type { Lead } from '../../../contract/leads'
import type { LeadAction } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { follow } from '../../stores/lead-changes'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { isFinished, isWaiting } from './lead-text'

type Leads = Awaited<ReturnType<Client['leads']['list']>>
export type NewLeadsChange = Parameters<Client['leadChanges']['create']>[0]

/** Changes leads: one, those that are chosen, or all that fit. What was done is told, with Undo where it can be undone. */
export function useLeadsChange(about?: unknown) {
  const desk = useDesk()
  const { client, ask } = desk
  return useChange((change: NewLeadsChange) => client.leadChanges.create(change), {
    about,
    assume({ action, ids }, shown) {
      if (!ids) return
      const chosen = new Set(ids.map(Number))
      shown.change<Leads>(ask.leads.list.key(), leads => {
        const data = leads.data.flatMap(lead => (chosen.has(lead.id) ? changed(lead, action) : [lead]))
        return { ...leads, data, total: leads.total - (leads.data.length - data.length) }
      })
    },
    onDone: ({ data }) => follow(desk, data),
  })
}

/** What a lead will be; empty when it goes. */
function changed(lead: Lead, action: LeadAction): Lead[] {
  if (lead.status === 'processing') return [lead]
  switch (action) {
    case 'delete':
      return []
    case 'retry':
      return [isFinished(lead.status) ? { ...lead, status: 'created', attempts: 0 } : lead]
    case 'blacklist':
      return [isWaiting(lead.status) ? { ...lead, status: 'blacklisted', next_attempt_at: null } : lead]
    case 'move':
      return [lead]
  }
}
