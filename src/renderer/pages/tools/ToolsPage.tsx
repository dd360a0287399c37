import { Button } from '@mantine/core'
import { IconCopy, IconPlus, IconTool, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Tool } from '../../../contract/tools'
import { ExportButton } from '../../exports/ExportButton'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import { count, namesInWords } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { inOrder, type Sorted, sortAfter, sortIn } from '../../parts/table/sort'
import { Clip, Time } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { always, chosen, onlyKept } from './built-in'
import { toolsExport } from './export'
import { answerInWords, bare } from './tool-text'
import css from './tools.module.css'
import { useToolRemoval } from './use-tool-removal'

const sorts: Record<string, (tool: Tool) => string> = {
  name: tool => tool.name,
  endpoint: tool => bare(tool.endpoint),
  used: tool => tool.last_use?.at ?? '',
}

/** All tools of one's own, and those that are built in. */
export function ToolsPage() {
  const { ask } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const filters = { name: query.get('name') ?? undefined, sort: query.get('sort') ?? undefined }
  const answer = useQuery(ask.tools.list.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const { data: all } = answer
  const removal = useToolRemoval()
  const remove = useRef(removal.remove)
  remove.current = removal.remove
  const rowActions = useCallback((tool: Tool) => <RowActions tool={tool} onRemove={() => remove.current(tool)} />, [])
  const sorted = sortIn(filters.sort, 'name')
  const rows = all && shownOf(all, filters.name, sorted)

  return (
    <div className={layout.split}>
      <div className={layout.column}>
        <PageHeader
          title={t('Tools')}
          meta={all ? count(all.length) : ''}
          actions={
            <>
              <ExportButton list={() => toolsExport(rows ?? [], zone)} disabled={!rows?.length} />
              <Button
                component="a"
                href={linkTo('/tools/new')}
                variant="filled"
                leftSection={<IconPlus size={15} aria-hidden />}
              >
                {t('New tool')}
              </Button>
            </>
          }
        />
        <search className={layout.filters}>
          <SearchField
            label={t('Search tools')}
            placeholder={t('Search by name or address')}
            width={240}
            value={filters.name ?? ''}
            pause={0}
            onSearch={name => refine('/tools', { ...filters, name: name || undefined })}
          />
        </search>
        <NotShown title={t('The tools cannot be shown')} error={error} />
        <ScrollRegion className={layout.edge} label={t('Tools')}>
          <DataTable
            label={t('Tools')}
            columns={columns}
            rows={rows ?? (error ? [] : null)}
            expected={4}
            tall
            id={idOf}
            onOpen={open}
            sorted={sorted}
            onSort={key => go('/tools', { ...filters, sort: sortAfter(key, sorted) })}
            actions={rowActions}
            empty={all && (filters.name ? <NoMatch /> : <NoneYet />)}
          />
        </ScrollRegion>
      </div>
      <div className={css.after} data-waits={!all && !error ? true : undefined}>
        <BuiltIn />
      </div>
      {removal.dialog}
    </div>
  )
}

function shownOf(tools: Tool[], name: string | undefined, by: Sorted) {
  const value = sorts[by.key] ?? sorts.name!
  const wanted = name?.trim().toLowerCase()
  const found = tools.filter(
    tool => !wanted || tool.name.includes(wanted) || tool.endpoint.toLowerCase().includes(wanted),
  )
  return inOrder(found, value, by.down, idOf)
}

const columns: Column<Tool>[] = [
  {
    key: 'name',
    title: t('Name'),
    sort: true,
    width: '30%',
    cell: tool => (
      <>
        <Clip className="strong">{tool.name}</Clip>
        <Clip className={css.sub}>{tool.description}</Clip>
      </>
    ),
  },
  {
    key: 'endpoint',
    title: t('Asks'),
    sort: true,
    hide: 'slim',
    cell: tool => (
      <>
        <Clip className="mono">{bare(tool.endpoint)}</Clip>
        <Clip className={css.sub}>{tool.method}</Clip>
      </>
    ),
  },
  {
    key: 'assistants',
    title: t('Used by'),
    width: '20%',
    hide: 'tight',
    cell: tool =>
      tool.assistants.length > 0 ? (
        <Clip className="soft">{namesInWords(tool.assistants)}</Clip>
      ) : (
        <span className="dim">{t('No assistant')}</span>
      ),
  },
  {
    key: 'used',
    title: t('Last use'),
    sort: true,
    width: 124,
    align: 'right',
    cell: ({ last_use: use }) =>
      use ? (
        <>
          <Time at={use.at} />
          <Clip className={`${css.sub} ${use.ok ? '' : 'danger'}`}>{answerInWords(use)}</Clip>
        </>
      ) : (
        <span className="dim">–</span>
      ),
  },
]

const idOf = (tool: Tool) => tool.id
const open = (tool: Tool) => go(`/tools/${tool.id}`)

const RowActions = ({ tool, onRemove }: { tool: Tool; onRemove: () => void }) => (
  <>
    <RowAction
      label={t('Copy: {what}', { what: tool.name })}
      word={t('Make a copy')}
      href={linkTo('/tools/new', { of: tool.id })}
    >
      <IconCopy size={15} />
    </RowAction>
    <RowAction label={t('Delete: {name}', { name: tool.name })} word={t('Delete')} onClick={onRemove}>
      <IconTrash size={15} />
    </RowAction>
  </>
)

/** What is there already, so that nobody writes it again. */
const BuiltIn = () => (
  <DetailPane label={t('Built in')} title={t('Built in: nothing to write')} head={53}>
    <PaneSection title={t('Every assistant can')}>
      <List of={always} />
    </PaneSection>
    <PaneSection title={t('Chosen in an assistant’s settings')}>
      <List of={chosen} />
    </PaneSection>
    <PaneSection title={t('Kept, but not carried out in calls')}>
      <List of={onlyKept} />
    </PaneSection>
  </DetailPane>
)

const List = ({ of }: { of: typeof always }) => (
  <ul className={css.builtIn}>
    {of.map(({ name, does }) => (
      <li key={name}>
        <span className="mono">{name}</span>
        <span className="soft">{does}</span>
      </li>
    ))}
  </ul>
)

const NoMatch = () => (
  <EmptyState icon={IconTool} title={t('No tool fits this search')}>
    {t('It looks in names and addresses.')}
  </EmptyState>
)

const NoneYet = () => (
  <EmptyState
    icon={IconTool}
    title={t('No tools yet')}
    action={
      <a className="link" href={linkTo('/tools/new')}>
        {t('Make the first tool')}
      </a>
    }
  >
    {t('With a tool an assistant asks one of your own services while it talks: free appointments, an order, a price.')}
  </EmptyState>
)
