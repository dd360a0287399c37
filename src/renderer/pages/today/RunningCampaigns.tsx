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
import { Clip } from '../../parts/values'
import { go } from '../../router'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

interface RunningCampaign extends Campaign {
  lead_counts: Counts
  why: Explanation
}

const columns: Column<RunningCampaign>[] = [
  { key: 'name', title: t('Name'), width: '24%', cell: row => <Clip className="strong">{row.name}</Clip> },
  {
    key: 'state',
    title: t('State'),
    width: 104,
    cell: row => <StatusBadge kind="campaign" name={isWaiting(row) ? 'waiting' : 'in-progress'} />,
  },
  { key: 'leads', title: t('Leads'), cell: row => <ProgressFunnel counts={row.lead_counts} /> },
  {
    key: 'now',
    title: t('Now'),
    width: '40%',
    hide: 'slim',
    cell: row => <Clip className={isOutOfMoney(row) ? 'danger' : 'soft'}>{nowInWords(row)}</Clip>,
  },
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
      title={t('Campaigns')}
      count={data && data.length > 0 ? t('{n} in progress', { n: data.length }) : undefined}
      flush
      action={
        <a className="link" href="#/campaigns">
          {t('All campaigns')}
        </a>
      }
    >
      {error && <Notice tone="bad" title={error.message} />}
      <DataTable
        label={t('Campaigns in progress')}
        columns={columns}
        rows={data ?? (error ? [] : null)}
        expected={3}
        id={row => row.id}
        onOpen={row => go(`/campaigns/${row.id}`)}
        empty={
          data && (
            <EmptyState icon={IconSpeakerphone} title={t('No campaign is in progress')}>
              {t('One that is started shows here how far it is, and why nothing is dialed when nothing is.')}
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

/** Nothing is dialed until a person does something about it. */
const isOutOfMoney = ({ why }: RunningCampaign) => why.reasons.some(({ code }) => code === 'no_balance')

function nowInWords({ lead_counts: counts, why }: RunningCampaign): string {
  const remaining = (counts.created ?? 0) + (counts.scheduled ?? 0) + (counts.rescheduled ?? 0)
  if (counts.processing) return t('{n} on the phone, {left} to go', { n: counts.processing, left: remaining })
  return why.reasons[0]?.text ?? t('{left} to go', { left: remaining })
}
