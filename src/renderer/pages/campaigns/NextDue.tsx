import { useMemo } from 'react'
import type { CampaignExplanation, NextLead } from '../../../contract/explain'
import { type Column, DataTable, numberColumn } from '../../parts/DataTable'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, nameOf, Phone } from '../../parts/values'
import { go } from '../../router'
import { type Counted, MINUTE, tryOf, whenInWords } from './campaign-text'

/** Who is called next, and when and why. */
export function NextDue({ campaign, why, now }: { campaign: Counted; why: CampaignExplanation; now: number }) {
  const next = why.next_leads
  const { timezone, max_retries: retries } = campaign
  const isDialing = why.dialing
  const columns = useMemo(() => columnsOf(timezone, retries, isDialing, now), [timezone, retries, isDialing, now])
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
        id={lead => lead.id}
        onOpen={lead => go('/calls', { number: lead.phone_number })}
        empty={null}
      />
    </Panel>
  )
}

const columnsOf = (timezone: string, retries: number, isDialing: boolean, now: number): Column<NextLead>[] => [
  {
    key: 'at',
    title: 'When',
    width: 128,
    cell: ({ due_at: due }) =>
      Date.parse(due) - now >= MINUTE ? (
        whenInWords(due, timezone, now)
      ) : (
        <span className="dim">{isDialing ? 'now' : 'next'}</span>
      ),
  },
  {
    key: 'who',
    title: 'Who',
    cell: lead => <Clip className="strong">{nameOf(lead.variables) ?? <Phone value={lead.phone_number} />}</Clip>,
  },
  numberColumn(lead => lead.phone_number),
  { key: 'state', title: 'State', width: 124, cell: lead => <StatusBadge kind="lead" name={lead.status} /> },
  { key: 'try', title: 'Try', width: 68, hide: 'slim', cell: lead => tryOf(lead, retries) },
  {
    key: 'why',
    title: 'Why then',
    width: '22%',
    hide: 'slim',
    cell: lead => (
      <Clip className="soft">
        {lead.callback_at
          ? `Promised for ${whenInWords(lead.callback_at, timezone, now)}`
          : lead.attempts > 0
            ? 'Not reached before'
            : ''}
      </Clip>
    ),
  },
]
