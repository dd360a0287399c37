import { IconSpeakerphone } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import type { Explanation } from '../../../contract/explain'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { type Counts, ProgressFunnel } from '../../parts/ProgressFunnel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, count } from '../../parts/values'
import { go } from '../../router'
import { deskTime } from '../../stores/desk'
import { useDesk } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'

interface UnderWay extends Campaign {
  lead_counts: Counts
  why: Explanation
}

const columns: Column<UnderWay>[] = [
  { key: 'name', title: 'Name', width: '24%', cell: row => <Clip className="strong">{row.name}</Clip> },
  {
    key: 'state',
    title: 'State',
    width: 104,
    cell: row => <StatusBadge kind="campaign" name={waits(row) ? 'waiting' : 'in-progress'} />,
  },
  { key: 'leads', title: 'Leads', cell: row => <ProgressFunnel counts={row.lead_counts} /> },
  { key: 'now', title: 'Now', width: '40%', cell: row => <Clip className="soft">{nowInWords(row)}</Clip> },
]

/** What dials or would, how far it is, and what is in its way. */
export function CampaignsUnderWay() {
  const { client, store } = useDesk()
  const { data, error, refresh } = useLive(
    'campaigns',
    async () => {
      const running = (await client.campaigns.list({})).filter(campaign => campaign.status === 'in-progress')
      return Promise.all(
        running.map(async campaign => ({ ...campaign, why: await client.explain.campaign({ id: campaign.id }) })),
      )
    },
    event => !['call.said', 'delivery.changed', 'assistant.changed', 'operator.told'].includes(event.type),
  )
  useEffect(() => {
    // Nothing is told when hours open and nobody is due; what is shown would be old.
    const soonest = Math.min(
      ...(data ?? []).flatMap(row => (waits(row) && row.why.next_at ? [Date.parse(row.why.next_at)] : [])),
    )
    const wait = soonest - deskTime(store.getState().clock)
    if (!Number.isFinite(wait) || wait <= 0) return
    const timer = setTimeout(refresh, Math.min(wait + 1000, LONGEST_TIMER))
    return () => clearTimeout(timer)
  }, [data, refresh, store])
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

const LONGEST_TIMER = 2 ** 31 - 1

const waits = (row: UnderWay) => !row.why.dialing && !row.lead_counts.processing

function nowInWords({ lead_counts: counts, why }: UnderWay): string {
  const toGo = (counts.created ?? 0) + (counts.scheduled ?? 0) + (counts.rescheduled ?? 0)
  if (counts.processing) return `${count(counts.processing)} on the phone, ${count(toGo)} to go`
  return why.reasons[0]?.text ?? `${count(toGo)} to go`
}
