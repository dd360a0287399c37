import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Explanation } from '../../../contract/explain'
import type { Client } from '../../api/client'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { ProgressFunnel } from '../../parts/ProgressFunnel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip } from '../../parts/values'
import { go } from '../../router'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { type Counted, MINUTE, shownCounts, standing } from '../campaigns/campaign-text'

interface RunningCampaign extends Counted {
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
  { key: 'leads', title: t('Leads'), cell: row => <ProgressFunnel counts={shownCounts(row)} /> },
  {
    key: 'now',
    title: t('Now'),
    width: '40%',
    hide: 'slim',
    cell: row => <Now row={row} />,
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

/** What it waits for, or how much is left, in the words of the list of campaigns. */
function Now({ row }: { row: RunningCampaign }) {
  const minute = useClock(now => Math.floor(now / MINUTE))
  const { text, isBad } = standing(row, row.why, minute * MINUTE)
  return <Clip className={isBad ? 'danger' : 'soft'}>{text}</Clip>
}
