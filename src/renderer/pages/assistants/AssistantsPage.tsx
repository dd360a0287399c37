import { Button } from '@mantine/core'
import { IconCopy, IconHeadset, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useRef } from 'react'
import type { AssistantOverview } from '../../../contract/assistants'
import { momentCell } from '../../exports/cells'
import { ExportButton } from '../../exports/ExportButton'
import type { ListExport } from '../../exports/export-list'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count, formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { inOrder, type Sorted, sortAfter, sortIn } from '../../parts/table/sort'
import { Clip, Phone, Time } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { languageName } from '../../words/language'
import { t } from '../../words/words'
import { type AssistantActions, toggleWord, useAssistantActions } from './actions'
import css from './assistants.module.css'
import { modeWords, typeWords } from './settings'

type Sort = (one: AssistantOverview) => string | number
const sorts: Record<string, Sort> = {
  name: one => one.name.toLowerCase(),
  state: one => one.status,
  campaigns: one => one.campaigns.length,
  call: one => one.last_call?.created_at ?? '',
}

/** All assistants: who they are, what calls with them, and their last call. */
export function AssistantsPage() {
  const { ask } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const filters = {
    name: query.get('name') ?? undefined,
    type: query.get('type') ?? undefined,
    state: query.get('state') ?? undefined,
    sort: query.get('sort') ?? undefined,
  }
  const changed = (change: Partial<typeof filters>) => ({ ...filters, ...change })
  const show = (change: Partial<typeof filters>) => go('/assistants', changed(change))
  const assistants = useQuery(ask.assistants.overview.queryOptions({ input: {} }))
  const { data: all } = assistants
  const error = failureOf(assistants)
  const actions = useAssistantActions(all)
  const latest = useRef(actions)
  latest.current = actions
  const rowActions = useCallback((one: AssistantOverview) => <RowActions one={one} actions={latest} />, [])
  const sorted = sortIn(filters.sort, 'id')
  const rows = all && shownOf(all, filters, sorted)
  const isFiltered = Boolean(filters.name || filters.type || filters.state)
  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Assistants')}
        meta={all ? count(all.length) : ''}
        actions={
          <>
            <ExportButton list={() => exported(rows ?? [], zone ?? 'UTC')} disabled={!rows?.length || !zone} />
            <Button
              component="a"
              href={linkTo('/assistants/new')}
              variant="filled"
              leftSection={<IconPlus size={15} aria-hidden />}
            >
              {t('New assistant')}
            </Button>
          </>
        }
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Search assistants')}
          placeholder={t('Search by name')}
          width={220}
          value={filters.name ?? ''}
          pause={0}
          onSearch={name => refine('/assistants', changed({ name: name || undefined }))}
        />
        <FilterChip
          label={t('Direction')}
          value={filters.type}
          options={(['outbound', 'inbound'] as const).map(value => ({ value, word: typeWords[value] }))}
          onChange={type => show({ type })}
        />
        <FilterChip
          label={t('State')}
          value={filters.state}
          options={(['active', 'inactive'] as const).map(value => ({ value, word: states.assistant[value].word }))}
          onChange={state => show({ state })}
        />
      </search>
      <NotShown title={t('The assistants cannot be shown')} error={error} />
      <ScrollRegion className={layout.edge} label={t('Assistants')}>
        <DataTable
          label={t('Assistants')}
          columns={columns}
          rows={rows ?? (error ? [] : null)}
          expected={6}
          tall
          id={idOf}
          onOpen={open}
          sorted={sorted}
          onSort={key => show({ sort: sortAfter(key, sorted) })}
          actions={rowActions}
          empty={all && (isFiltered ? <NoMatch /> : <NoneYet />)}
        />
      </ScrollRegion>
      {actions.dialog}
    </div>
  )
}

function shownOf(
  all: AssistantOverview[],
  { name, type, state }: { name?: string; type?: string; state?: string },
  by: Sorted,
) {
  const value = sorts[by.key]
  const found = all.filter(
    one =>
      (!name || one.name.toLowerCase().includes(name.trim().toLowerCase())) &&
      (!type || one.type === type) &&
      (!state || one.status === state),
  )
  if (!value) return found
  return inOrder(found, value, by.down, idOf)
}

const columns: Column<AssistantOverview>[] = [
  {
    key: 'name',
    title: t('Name'),
    sort: true,
    cell: one => (
      <>
        <Clip className="strong">{one.name}</Clip>
        <Clip className={css.sub}>{[typeWords[one.type], languageName(one.language_iso_2)].join(' · ')}</Clip>
      </>
    ),
  },
  {
    key: 'state',
    title: t('State'),
    sort: true,
    width: 150,
    cell: one => (
      <>
        <StatusBadge kind="assistant" name={one.status} />
        {one.phone_number && (
          <span className={css.sub}>
            <Phone value={one.phone_number} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'model',
    title: t('Model'),
    width: '20%',
    hide: 'narrow',
    cell: one => (
      <>
        <Clip>{one.model ?? '–'}</Clip>
        <Clip className={css.sub}>{modeWords[one.mode]}</Clip>
      </>
    ),
  },
  { key: 'voice', title: t('Voice'), width: '12%', hide: 'narrow', cell: one => <Clip>{one.voice ?? '–'}</Clip> },
  {
    key: 'campaigns',
    title: t('Campaigns'),
    sort: true,
    width: '20%',
    hide: 'tight',
    cell: one => <Clip>{one.campaigns.map(({ name }) => name).join(', ') || '–'}</Clip>,
  },
  {
    key: 'call',
    title: t('Last call'),
    sort: true,
    width: 120,
    hide: 'slim',
    cell: one =>
      one.last_call ? (
        <a className="link" href={linkTo(`/calls/${one.last_call.id}`)} onClick={event => event.stopPropagation()}>
          <Time at={one.last_call.created_at} />
        </a>
      ) : (
        '–'
      ),
  },
]

const idOf = (one: AssistantOverview) => one.id
const open = (one: AssistantOverview) => go(`/assistants/${one.id}`)

function RowActions({ one, actions }: { one: AssistantOverview; actions: RefObject<AssistantActions> }) {
  const all = [
    {
      word: toggleWord(one),
      icon: one.status === 'active' ? IconPlayerPause : IconPlayerPlay,
      act: () => actions.current.toggle(one),
    },
    { word: t('Duplicate'), icon: IconCopy, act: () => actions.current.duplicate(one) },
    { word: t('Delete'), icon: IconTrash, act: () => actions.current.remove(one) },
  ]
  return all.map(({ word, icon: Sign, act }) => (
    <RowAction key={word} label={`${word}: ${one.name}`} word={word} onClick={act}>
      <Sign size={15} />
    </RowAction>
  ))
}

const NoMatch = () => (
  <EmptyState icon={IconHeadset} title={t('No assistant fits these filters')}>
    {t('Take one away to see more.')}
  </EmptyState>
)

const NoneYet = () => (
  <EmptyState
    icon={IconHeadset}
    title={t('No assistants yet')}
    action={
      <a className="link" href="#/assistants/new">
        {t('Make one from a template')}
      </a>
    }
  >
    {t('An assistant talks to people on the phone and in chats. It knows what you tell it.')}
  </EmptyState>
)

const exported = (rows: AssistantOverview[], zone: string): ListExport<AssistantOverview> => ({
  name: t('Assistants'),
  read: async () => ({ data: rows, total: rows.length, per_page: rows.length, last_page: 1 }),
  id: idOf,
  columns: [
    { title: t('Name'), cell: one => one.name },
    { title: t('Direction'), cell: one => typeWords[one.type] },
    { title: t('Language'), cell: one => languageName(one.language_iso_2) },
    { title: t('Mode'), cell: one => modeWords[one.mode] },
    { title: t('Model'), cell: one => one.model },
    { title: t('Voice'), cell: one => one.voice },
    { title: t('Number'), cell: one => one.phone_number && formatPhone(one.phone_number) },
    { title: t('State'), cell: one => states.assistant[one.status].word },
    { title: t('Campaigns'), cell: one => one.campaigns.map(({ name }) => name).join(', ') },
    {
      title: t('Last call, {zone}', { zone }),
      cell: one => momentCell(one.last_call?.created_at ?? null, zone),
    },
  ],
})
