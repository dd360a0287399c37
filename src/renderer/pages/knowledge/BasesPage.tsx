import { Button } from '@mantine/core'
import { IconBook2, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useRef } from 'react'
import { contract } from '../../../contract'
import type { Knowledgebase } from '../../../contract/knowledgebases'
import { ExportButton } from '../../exports/ExportButton'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count, namesInWords } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { inOrder, type Sorted, sortAfter, sortIn } from '../../parts/table/sort'
import { Clip, Time } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { type Name, states } from '../../theme/states'
import { t } from '../../words/words'
import { basesExport } from './export'
import css from './knowledge.module.css'
import { charactersInWords, readInWords } from './knowledge-text'
import { NameDialog } from './NameDialog'
import { type BaseActions, useBaseActions } from './use-base-actions'

const order: Name<'knowledge'>[] = ['failed', 'processing', 'active', 'empty']
const sorts: Record<string, (base: Knowledgebase) => string | number> = {
  name: base => base.name.toLowerCase(),
  state: base => order.indexOf(base.status),
  documents: base => base.documents_count,
  changed: base => base.updated_at,
}

const createSchema = contract.knowledgebases.create['~orpc'].inputSchema!

/** All knowledge bases: what was read in each, and who uses it. */
export function BasesPage() {
  const { ask, client } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const filters = {
    name: query.get('name') ?? undefined,
    state: (query.get('state') as Name<'knowledge'> | null) ?? undefined,
    sort: query.get('sort') ?? undefined,
    add: query.get('add') ?? undefined,
  }
  const changed = (change: Partial<typeof filters>) => ({ ...filters, ...change })
  const show = (change: Partial<typeof filters>) => go('/knowledge', changed(change))
  const answer = useQuery(ask.knowledgebases.list.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const all = answer.data?.data
  const actions = useBaseActions()
  const latest = useRef(actions)
  latest.current = actions
  const rowActions = useCallback((base: Knowledgebase) => <RowActions base={base} actions={latest} />, [])
  const sorted = sortIn(filters.sort, 'name')
  const rows = all && shownOf(all, filters.name, filters.state, sorted)
  const isFiltered = filters.name !== undefined || filters.state !== undefined
  const adding = useMemo(
    () =>
      filters.add === 'base'
        ? {
            title: t('New knowledge base'),
            word: t('Create'),
            placeholders: { name: t('Our shop'), description: t('Prices, opening hours, what we do not do') },
            saved: null,
            schema: createSchema,
            send: (values: { name: string; description: string }) => client.knowledgebases.create(values),
            onSaved: ({ data }: { data: Knowledgebase }) => go(`/knowledge/${data.id}`),
          }
        : null,
    [filters.add, client],
  )
  const newBase = linkTo('/knowledge', changed({ add: 'base' }))

  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Knowledge')}
        meta={all ? count(all.length) : ''}
        actions={
          <>
            <ExportButton list={() => basesExport(rows ?? [], zone)} disabled={!rows?.length} />
            <Button component="a" href={newBase} variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
              {t('New knowledge base')}
            </Button>
          </>
        }
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Search knowledge bases')}
          placeholder={t('Search by name')}
          width={220}
          value={filters.name ?? ''}
          pause={0}
          onSearch={name => refine('/knowledge', changed({ name: name || undefined }))}
        />
        <FilterChip
          label={t('State')}
          value={filters.state}
          options={order.map(value => ({ value, word: states.knowledge[value].word }))}
          onChange={value => show({ state: value as Name<'knowledge'> | undefined })}
        />
      </search>
      <NotShown title={t('The knowledge bases cannot be shown')} error={error} />
      <ScrollRegion className={layout.edge} label={t('Knowledge bases')}>
        <DataTable
          label={t('Knowledge bases')}
          columns={columns}
          rows={rows ?? (error ? [] : null)}
          expected={4}
          tall
          id={idOf}
          onOpen={open}
          sorted={sorted}
          onSort={key => show({ sort: sortAfter(key, sorted) })}
          actions={rowActions}
          empty={all && (isFiltered ? <NoMatch /> : <NoneYet href={newBase} />)}
        />
      </ScrollRegion>
      <NameDialog subject={adding} onClose={() => show({ add: undefined })} />
      {actions.dialogs}
    </div>
  )
}

function shownOf(bases: Knowledgebase[], name: string | undefined, state: string | undefined, by: Sorted) {
  const value = sorts[by.key] ?? sorts.name!
  const found = bases.filter(
    base => (!name || base.name.toLowerCase().includes(name.trim().toLowerCase())) && (!state || base.status === state),
  )
  return inOrder(found, value, by.down, idOf)
}

const columns: Column<Knowledgebase>[] = [
  {
    key: 'name',
    title: t('Name'),
    sort: true,
    cell: base => (
      <>
        <Clip className="strong">{base.name}</Clip>
        <Clip className={css.sub}>{base.description}</Clip>
      </>
    ),
  },
  {
    key: 'state',
    title: t('State'),
    sort: true,
    width: '20%',
    cell: base => (
      <>
        <StatusBadge kind="knowledge" name={base.status} />
        <Clip className={css.sub}>{readInWords(base)}</Clip>
      </>
    ),
  },
  {
    key: 'documents',
    title: t('Documents'),
    sort: true,
    width: 150,
    align: 'right',
    hide: 'tight',
    cell: base => (
      <>
        <span>{count(base.documents_count)}</span>
        {base.characters_count > 0 && <Clip className={css.sub}>{charactersInWords(base.characters_count)}</Clip>}
      </>
    ),
  },
  {
    key: 'assistants',
    title: t('Used by'),
    width: '22%',
    hide: 'slim',
    cell: base =>
      base.assistants.length > 0 ? (
        <Clip className="soft">{namesInWords(base.assistants)}</Clip>
      ) : (
        <span className="dim">{t('No assistant')}</span>
      ),
  },
  {
    key: 'changed',
    title: t('Changed'),
    sort: true,
    width: 118,
    align: 'right',
    cell: base => <Time at={base.updated_at} />,
  },
]

const idOf = (base: Knowledgebase) => base.id
const open = (base: Knowledgebase) => go(`/knowledge/${base.id}`)

const RowActions = ({ base, actions }: { base: Knowledgebase; actions: RefObject<BaseActions> }) => (
  <>
    <RowAction
      label={t('Rename: {name}', { name: base.name })}
      word={t('Rename')}
      onClick={() => actions.current.rename(base)}
    >
      <IconPencil size={15} />
    </RowAction>
    <RowAction
      label={t('Delete: {name}', { name: base.name })}
      word={t('Delete')}
      onClick={() => actions.current.remove(base)}
    >
      <IconTrash size={15} />
    </RowAction>
  </>
)

const NoMatch = () => (
  <EmptyState icon={IconBook2} title={t('No knowledge base fits these filters')}>
    {t('Take one away to see more.')}
  </EmptyState>
)

const NoneYet = ({ href }: { href: string }) => (
  <EmptyState
    icon={IconBook2}
    title={t('No knowledge bases yet')}
    action={
      <a className="link" href={href}>
        {t('Make the first knowledge base')}
      </a>
    }
  >
    {t('Files and web pages in which an assistant looks up what it is asked: prices, hours, terms.')}
  </EmptyState>
)
