import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '../../../contract/campaigns'
import type { Explanation } from '../../../contract/explain'
import type { Client } from '../../api/client'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { type Counts, ProgressFunnel } from '../../parts/ProgressFunnel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, count } from '../../parts/values'
import { go } from '../../router'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useDesk } from '../../stores/use-desk'

interface RunningCampaign extends Campaign {
  lead_counts: Counts
  why: Explanation
}

const columns: Column<RunningCampaign>[] = [
  { key: 'name', title: 'Name', width: '24%', cell: row => <Clip className="strong">{row.name}</Clip> },
  {
    key: 'state',
    title: 'State',
    width: 104,
    cell: row => <StatusBadge kind="campaign" name={isWaiting(row) ? 'waiting' : 'in-progress'} />,
  },
  { key: 'leads', title: 'Leads', cell: row => <ProgressFunnel counts={row.lead_counts} /> },
  { key: 'now', title: 'Now', width: '40%', cell: row => <Clip className="soft">{nowInWords(row)}</Clip> },
]

/** The campaigns in progress: how far each is, and what keeps it from dialing. */
export function RunningCampaigns() {
  const { ask } = useDesk()
  const answer = useQuery(ask.campaigns.list.queryOptions({ input: { explain: true }, select: runningOf }))
  const { data } = answer
  const error = failureOf(answer)
  const waiting = (data ?? []).flatMap(row => (isWaiting(row) && row.why.next_at ? [row.why.next_at] : []))
  useAskAt(waiting.toSorted()[0], ask.campaigns.list.key())
  return (
    <Panel
      title="Campaigns"
      count={data && data.length > 0 ? `${data.length} in progress` : undefined}
      flush
      action={
        <a className="link" href="#/campaigns">
          All campaigns
        </a>
      }
    >
      {error && <Notice tone="bad" title={error.message} />}
      <DataTable
        label="Campaigns in progress"
        columns={columns}
        rows={data ?? (error ? [] : null)}
        expected={3}
        id={row => row.id}
        onOpen={row => go(`/campaigns/${row.id}`)}
        empty={
          data && (
            <EmptyState icon={IconSpeakerphone} title="No campaign is in progress">
              One that is started shows here how far it is, and why nothing is dialed when nothing is.
            </EmptyState>
          )
        }
      />
    </Panel>
  )
}

const runningOf = (campaigns: Campaigns): RunningCampaign[] =>
  campaigns.flatMap(({ explanation, ...campaign }) => (explanation ? [{ ...campaign, why: explanation }] : []))
type Campaigns = Awaited<ReturnType<Client['campaigns']['list']>>

const isWaiting = (row: RunningCampaign) => !row.why.dialing && !row.lead_counts.processing

function nowInWords({ lead_counts: counts, why }: RunningCampaign): string {
  const remaining = (counts.created ?? 0) + (counts.scheduled ?? 0) + (counts.rescheduled ?? 0)
  if (counts.processing) return `${count(counts.processing)} on the phone, ${count(remaining)} to go`
  return why.reasons[0]?.text ?? `${count(remaining)} to go`
}
