import type { Explanation } from '../../../contract/explain'
import type { Lead } from '../../../contract/leads'
import type { Client } from '../../api/client'
import { type Column, DataTable, numberColumn } from '../../parts/DataTable'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, nameOf, Phone } from '../../parts/values'
import { go } from '../../router'
import { type Counted, MINUTE, momentOfLead, tryOf, whenInWords } from './campaign-text'

export interface Next {
  lead: Lead
  due: string
}

/** The leads that are called next. The explanation has only their ids and numbers. */
export async function nextLeads(
  client: Client,
  campaign_id: number,
  due: { id: number; phone_number: string; due_at: string }[],
): Promise<Next[]> {
  const pages = await Promise.all(
    due.map(({ phone_number }) => client.leads.list({ campaign_id, phone_number, per_page: 20 })),
  )
  return due.flatMap(({ id, due_at }, i) => {
    const lead = pages[i]!.data.find(found => found.id === id)
    return lead ? [{ lead, due: due_at }] : []
  })
}

/** Who is called next, and when and why. */
export function NextDue({
  campaign,
  why,
  next,
  now,
}: {
  campaign: Counted
  why: Explanation
  next: Next[]
  now: number
}) {
  const columns: Column<Next>[] = [
    {
      key: 'at',
      title: 'When',
      width: 128,
      cell: ({ due }) =>
        Date.parse(due) - now >= MINUTE ? (
          whenInWords(due, campaign.timezone, now)
        ) : (
          <span className="dim">{why.dialing ? 'now' : 'next'}</span>
        ),
    },
    {
      key: 'who',
      title: 'Who',
      width: '26%',
      cell: ({ lead }) => (
        <Clip className="strong">{nameOf(lead.variables) ?? <Phone value={lead.phone_number} />}</Clip>
      ),
    },
    numberColumn(({ lead }) => lead.phone_number),
    { key: 'state', title: 'State', width: 124, cell: ({ lead }) => <StatusBadge kind="lead" name={lead.status} /> },
    { key: 'try', title: 'Try', width: 68, cell: ({ lead }) => tryOf(lead, campaign.max_retries) },
    {
      key: 'why',
      title: 'Why then',
      cell: ({ lead }) => (
        <Clip className="soft">
          {lead.callback_at
            ? `Promised for ${whenInWords(momentOfLead(lead.callback_at), campaign.timezone, now)}`
            : lead.attempts > 0
              ? 'Not reached before'
              : ''}
        </Clip>
      ),
    },
  ]
  const isOne = next.length === 1
  return (
    <Panel
      title="Next due"
      count={`${isOne ? 'the only one in the queue' : `the first ${next.length}`} · ${campaign.timezone}`}
      flush
    >
      <DataTable
        label="Next due"
        columns={columns}
        rows={next}
        expected={5}
        id={({ lead }) => lead.id}
        onOpen={({ lead }) => go('/calls', { number: lead.phone_number })}
        empty={null}
      />
    </Panel>
  )
}
