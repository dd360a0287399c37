import { Button } from '@mantine/core'
import {
  IconCopy,
  IconFileImport,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconSpeakerphone,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useMemo, useRef } from 'react'
import type { CampaignTotals } from '../../../contract/campaigns'
import type { Explanation } from '../../../contract/explain'
import type { Client } from '../../api/client'
import { ExportButton } from '../../exports/ExportButton'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count, percent } from '../../parts/format'
import { Guess } from '../../parts/Guess'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { ProgressFunnel } from '../../parts/ProgressFunnel'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { inOrder, type Sorted, sortAfter, sortIn } from '../../parts/table/sort'
import { Clip, Money } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { type Name, states } from '../../theme/states'
import { t } from '../../words/words'
import {
  type Counted,
  leadsOf,
  MINUTE,
  shownCounts,
  standing,
  startInWords,
  stateOf,
  stillToReach,
} from './campaign-text'
import css from './campaigns.module.css'
import { campaignsExport } from './export'
import { NoAssistants } from './NoAssistants'
import { Standing } from './Standing'
import { StartHaltedAgain } from './StoppedByHalt'
import { type CampaignActions, useCampaignActions } from './use-campaign-actions'

interface Row {
  campaign: Counted
  totals: CampaignTotals
  why: Explanation | null
  state: Name<'campaign'>
}

/** Running campaigns first, then those that need a person, then those that are done. */
const order: Name<'campaign'>[] = ['in-progress', 'waiting', 'stopped-itself', 'draft', 'stopped', 'completed']
const sorts: Record<string, (row: Row) => string | number> = {
  name: row => row.campaign.name.toLowerCase(),
  state: row => order.indexOf(row.state),
  leads: row => leadsOf(row.campaign.lead_counts),
  talked: row => row.totals.talked,
  goals: row => row.totals.goals,
  cost: row => row.totals.cost,
  a_goal: row => goalCost(row.totals) ?? Infinity,
}

const rowsOf = (campaigns: Campaigns): Row[] =>
  campaigns.map(({ explanation, totals, ...campaign }) => {
    const why = explanation ?? null
    return { campaign, totals: totals!, why, state: stateOf(campaign, why) }
  })
type Campaigns = Awaited<ReturnType<Client['campaigns']['list']>>

/** All campaigns: the progress and the state of each, and its hours. */
export function CampaignsPage() {
  const { ask } = useDesk()
  const { query } = usePlace()
  const now = useClock(ms => ms - (ms % MINUTE))
  const filters = {
    name: query.get('name') ?? undefined,
    state: (query.get('state') as Name<'campaign'> | null) ?? undefined,
    assistant: query.get('assistant') ?? undefined,
    sort: query.get('sort') ?? undefined,
  }
  const changed = (change: Partial<typeof filters>) => ({ ...filters, ...change })
  const show = (change: Partial<typeof filters>) => go('/campaigns', changed(change))
  const campaigns = useQuery(
    ask.campaigns.list.queryOptions({ input: { explain: true, totals: true }, select: rowsOf }),
  )
  const assistants = useQuery(ask.assistants.list.queryOptions({ input: { per_page: 1 } }))
  const { data: all } = campaigns
  const error = failureOf(campaigns, assistants)
  const waiting = (all ?? []).flatMap(row => (row.state === 'waiting' && row.why?.next_at ? [row.why.next_at] : []))
  useAskAt(waiting.toSorted()[0], ask.campaigns.list.key())
  const actions = useCampaignActions(all)
  const latest = useRef(actions)
  latest.current = actions
  const rowActions = useCallback(({ campaign }: Row) => <RowActions campaign={campaign} actions={latest} />, [])
  const columns = useMemo(() => columnsOf(now), [now])
  const sorted = sortIn(filters.sort, 'state')
  const rows = all && shownOf(all, filters, sorted)
  const running = all?.filter(row => row.state === 'in-progress').length ?? 0
  const halted = all?.filter(row => row.campaign.stopped_by_halt) ?? []
  const isFiltered = [filters.name, filters.state, filters.assistant].some(value => value !== undefined)

  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Campaigns')}
        meta={
          all ? [count(all.length), running > 0 && t('{n} running', { n: running })].filter(Boolean).join(' · ') : ''
        }
        actions={
          <>
            {halted.length > 0 && (
              <StartHaltedAgain
                n={halted.length}
                leads={halted.reduce((sum, row) => sum + stillToReach(row.campaign.lead_counts), 0)}
              />
            )}
            <ExportButton list={() => campaignsExport(rows ?? [])} disabled={!rows?.length} />
            <Button
              component="a"
              href={linkTo('/campaigns/new')}
              variant="filled"
              leftSection={<IconPlus size={15} aria-hidden />}
            >
              {t('New campaign')}
            </Button>
          </>
        }
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Search campaigns')}
          placeholder={t('Search by name')}
          width={220}
          value={filters.name ?? ''}
          pause={0}
          onSearch={name => refine('/campaigns', changed({ name: name || undefined }))}
        />
        <FilterChip
          label={t('State')}
          value={filters.state}
          options={order.map(value => ({ value, word: states.campaign[value].word }))}
          onChange={value => show({ state: value as Name<'campaign'> | undefined })}
        />
        <FilterChip
          label={t('Assistant')}
          value={filters.assistant}
          options={all ? assistantsOf(all) : null}
          onChange={assistant => show({ assistant })}
        />
      </search>
      {(error || actions.failed) && (
        <div className={layout.notice}>
          <Notice tone="bad" title={actions.failed ?? t('The campaigns cannot be shown')}>
            {!actions.failed && error!.message}
          </Notice>
        </div>
      )}
      <ScrollRegion className={layout.edge} label={t('Campaigns')}>
        <DataTable
          label={t('Campaigns')}
          columns={columns}
          rows={rows ?? (error ? [] : null)}
          expected={6}
          tall
          id={idOf}
          onOpen={open}
          sorted={sorted}
          onSort={key => show({ sort: sortAfter(key, sorted) })}
          actions={rowActions}
          empty={all && (isFiltered ? <NoMatch /> : <NoneYet hasAssistants={assistants.data?.total !== 0} />)}
        />
      </ScrollRegion>
      {actions.dialog}
    </div>
  )
}

/** The assistants of the campaigns that there are, by name. */
const assistantsOf = (rows: readonly Row[]) =>
  [...new Map(rows.map(({ campaign: c }) => [c.assistant_id, c.assistant_name]))]
    .flatMap(([id, name]) => (id === null || name === null ? [] : [{ value: String(id), word: name }]))
    .toSorted((a, b) => a.word.localeCompare(b.word))

/** What a reached goal has cost. Null without a goal. */
const goalCost = ({ goals, cost }: CampaignTotals) => (goals > 0 ? cost / goals : null)

function shownOf(
  rows: Row[],
  { name, state, assistant }: { name?: string; state?: string; assistant?: string },
  by: Sorted,
) {
  const value = sorts[by.key] ?? sorts.state!
  const found = rows.filter(
    row =>
      (!name || row.campaign.name.toLowerCase().includes(name.trim().toLowerCase())) &&
      (!state || row.state === state) &&
      (!assistant || row.campaign.assistant_id === Number(assistant)),
  )
  return inOrder(found, value, by.down, idOf)
}

const columnsOf = (now: number): Column<Row>[] => [
  {
    key: 'name',
    title: t('Name'),
    sort: true,
    cell: ({ campaign }) => (
      <>
        <Clip className="strong">{campaign.name}</Clip>
        <Clip className={css.sub}>{campaign.assistant_name ?? t('No assistant')}</Clip>
      </>
    ),
  },
  {
    key: 'state',
    title: t('State'),
    sort: true,
    width: '22%',
    cell: ({ campaign, why, state }) => (
      <>
        <StatusBadge kind="campaign" name={state} />
        <Clip className={css.sub}>
          <Standing {...standing(campaign, why, now)} />
        </Clip>
      </>
    ),
  },
  {
    key: 'leads',
    title: t('Leads'),
    sort: true,
    width: '24%',
    hide: 'slim',
    cell: ({ campaign }) => {
      const { id, lead_counts: counts } = campaign
      const all = leadsOf(counts)
      if (all === 0)
        return (
          <a className="link" href={linkTo(`/campaigns/${id}`, { add: 'lead' })} onClick={e => e.stopPropagation()}>
            {t('Add leads')}
          </a>
        )
      return (
        <>
          <div className={css.progress}>
            <span className="soft">{t('{share} finished', { share: percent(all - stillToReach(counts), all) })}</span>
            <span className="dim num">{count(all)}</span>
          </div>
          <ProgressFunnel counts={shownCounts(campaign)} />
        </>
      )
    },
  },
  figure('talked', t('Talked'), 104, 'narrow', ({ totals: { talked, dials } }) =>
    dials === 0 ? null : (
      <>
        {count(talked)} <span className="dim">{percent(talked, dials)}</span>
      </>
    ),
  ),
  figure('goals', t('Goal'), 96, 'tight', ({ totals: { goals, judged, guessed, guessed_goals } }) =>
    judged > 0 ? (
      <>
        {count(goals)} <span className="dim">{percent(goals, judged)}</span>
      </>
    ) : guessed > 0 ? (
      <>
        <span className="dim">{count(guessed_goals)}</span> <Guess />
      </>
    ) : null,
  ),
  figure('cost', t('Cost'), 92, 'tight', ({ totals: { cost } }) => (cost > 0 ? <Money value={cost} /> : null)),
  figure('a_goal', t('A goal'), 84, undefined, ({ totals }) => {
    const each = goalCost(totals)
    return each === null ? null : <Money value={each} />
  }),
]

/** A column of figures. What is not there yet is a dash. */
function figure(
  key: string,
  title: string,
  width: number,
  hide: Column<Row>['hide'],
  of: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key,
    title,
    width,
    sort: true,
    align: 'right',
    hide,
    cell: row => of(row) ?? <span className="dim">–</span>,
  }
}

const idOf = (row: Row) => row.campaign.id
const open = (row: Row) => go(`/campaigns/${row.campaign.id}`)

function RowActions({ campaign, actions }: { campaign: Counted; actions: RefObject<CampaignActions> }) {
  const runs = campaign.status === 'in-progress'
  const all = [
    runs
      ? { word: t('Stop'), icon: IconPlayerStop, act: () => actions.current.stop(campaign) }
      : {
          word: startInWords(stillToReach(campaign.lead_counts)),
          icon: IconPlayerPlay,
          act: () => actions.current.start(campaign),
        },
    { word: t('Import leads'), icon: IconFileImport, act: () => go('/leads/import', { campaign: campaign.id }) },
    { word: t('Edit'), icon: IconPencil, act: () => go(`/campaigns/${campaign.id}/edit`) },
    { word: t('Copy as draft'), icon: IconCopy, act: () => actions.current.duplicate(campaign) },
    { word: t('Delete'), icon: IconTrash, act: () => actions.current.remove(campaign) },
  ]
  return all.map(({ word, icon: Sign, act }) => (
    <RowAction key={word} label={`${word}: ${campaign.name}`} word={word} onClick={act}>
      <Sign size={15} />
    </RowAction>
  ))
}

const NoMatch = () => (
  <EmptyState icon={IconSpeakerphone} title={t('No campaign fits these filters')}>
    {t('Take one away to see more.')}
  </EmptyState>
)

const NoneYet = ({ hasAssistants }: { hasAssistants: boolean }) =>
  hasAssistants ? (
    <EmptyState
      icon={IconSpeakerphone}
      title={t('No campaigns yet')}
      action={
        <a className="link" href="#/campaigns/new">
          {t('Make the first one')}
        </a>
      }
    >
      {t('A campaign calls a list of leads with one assistant, within the hours that you allow.')}
    </EmptyState>
  ) : (
    <NoAssistants />
  )
