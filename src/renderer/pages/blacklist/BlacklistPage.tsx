import { Button } from '@mantine/core'
import { IconBan, IconPlus, IconTableImport, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type BlacklistEntry, blacklistSources } from '../../../contract/blacklist'
import type { Client } from '../../api/client'
import { momentCell } from '../../exports/cells'
import { ExportButton } from '../../exports/ExportButton'
import type { ListExport } from '../../exports/export-list'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { type Column, DataTable, numberColumn, RowAction, type Selection, useSelection } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { Pager } from '../../parts/Pager'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { sizeOf } from '../../parts/table/selection'
import { tell } from '../../parts/tell'
import { Clip, Phone, Time } from '../../parts/values'
import { personPath } from '../../phone'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { AddDialog } from './AddDialog'
import { reasonInWords, sourceInWords, sources } from './blacklist-text'
import { ImportDialog } from './ImportDialog'

const PER_PAGE = 50

type Entries = Awaited<ReturnType<Client['blacklist']['list']>>
type Source = BlacklistEntry['source']

const whoOf = (entry: BlacklistEntry) => entry.name ?? formatPhone(entry.phone_number)
const dash = <span className="dim">–</span>

const columns: Column<BlacklistEntry>[] = [
  {
    key: 'who',
    title: t('Who'),
    cell: entry => <Clip className="strong">{entry.name ?? <Phone value={entry.phone_number} />}</Clip>,
  },
  numberColumn(entry => entry.phone_number),
  { key: 'how', title: t('How'), width: '22%', hide: 'slim', cell: entry => <How of={entry} /> },
  {
    key: 'reason',
    title: t('Reason'),
    width: '28%',
    hide: 'tight',
    cell: entry => (entry.reason ? <Clip className="soft">{reasonInWords(entry)}</Clip> : dash),
  },
  { key: 'since', title: t('Since'), width: 116, cell: entry => <Time at={entry.created_at} /> },
  {
    key: 'until',
    title: t('Until'),
    width: 116,
    hide: 'narrow',
    cell: entry => (entry.expires_at ? <Until at={entry.expires_at} /> : dash),
  },
]

/** How it came onto the list, with a link to the call in which it was asked for. */
const How = ({ of: entry }: { of: BlacklistEntry }) => (
  <Clip>
    {entry.call_id === null ? (
      sourceInWords(entry)
    ) : (
      <a className="link" href={linkTo(`/calls/${entry.call_id}`)}>
        {sourceInWords(entry)}
      </a>
    )}
  </Clip>
)

function Until({ at }: { at: string }) {
  const isOver = useClock(now => (Date.parse(at) <= now ? 'over' : 'holds')) === 'over'
  return isOver ? <span className="dim">{t('over')}</span> : <Time at={at} />
}

/** The numbers that are not called and get no SMS. The search, the filter and the page are in the address. */
export function BlacklistPage() {
  const { client, ask } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const search = query.get('search') ?? ''
  const source = (query.get('how') ?? undefined) as Source | undefined
  const page = Number(query.get('page')) || 1
  const filters = { search: search || undefined, how: source }
  const asked = { search: search || undefined, source }
  const show = (to: Partial<typeof filters> & { page?: number }, by = go) => by('/blacklist', { ...filters, ...to })
  const isFiltered = search !== '' || source !== undefined
  const answer = useQuery({
    ...ask.blacklist.list.queryOptions({ input: { ...asked, page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
  const { data } = answer
  const error = failureOf(answer)
  const [dialog, setDialog] = useState<'add' | 'import' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const selection = useSelection(`${search} ${source}`)
  const chosen = data ? sizeOf(selection.chosen, data.total) : 0
  const takeOff = useChange((entry: BlacklistEntry) => client.blacklist.remove({ phone_number: entry.phone_number }), {
    about: data?.data,
    assume: (gone, shown) =>
      shown.change<Entries>(ask.blacklist.list.key(), entries => {
        const left = entries.data.filter(({ id }) => id !== gone.id)
        return { ...entries, data: left, total: entries.total - (entries.data.length - left.length) }
      }),
    onDone: (_, entry) =>
      tell(t('{who} is off the do-not-call list.', { who: whoOf(entry) }), () => client.blacklist.putBack(entry)),
  })
  const { run } = takeOff
  const actions = useCallback(
    (entry: BlacklistEntry) => (
      <RowAction
        label={t('Take {who} off the list', { who: whoOf(entry) })}
        word={t('Take off the list')}
        onClick={() => run(entry)}
      >
        <IconX size={15} />
      </RowAction>
    ),
    [run],
  )
  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Do not call')}
        meta={`${t('newest first')}${zone ? ` · ${zone}` : ''}`}
        actions={
          <>
            <ExportButton list={() => listExport(client, asked, zone ?? 'UTC')} disabled={!data?.total || !zone} />
            <Button leftSection={<IconTableImport size={15} aria-hidden />} onClick={() => setDialog('import')}>
              {t('Import')}
            </Button>
            <Button variant="filled" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setDialog('add')}>
              {t('Add a number')}
            </Button>
          </>
        }
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Search the do-not-call list')}
          placeholder={t('A number, a name or a reason')}
          width={260}
          value={search}
          onSearch={typed => show({ search: typed || undefined }, refine)}
        />
        <FilterChip
          label={t('How')}
          value={source}
          options={blacklistSources.map(value => ({ value, word: sources[value] }))}
          onChange={value => show({ how: value as Source | undefined })}
        />
        <span className={layout.total} role="status">
          {data && t('{n, plural, one {# number} other {# numbers}}', { n: data.total })}
        </span>
      </search>
      {(error || takeOff.failed) && (
        <div className={layout.notice}>
          <Notice tone="bad" title={takeOff.failed ?? t('The list cannot be shown')}>
            {!takeOff.failed && error!.message}
          </Notice>
        </div>
      )}
      <ScrollRegion className={layout.edge} label={t('Do-not-call list')}>
        <DataTable
          label={t('Do-not-call list')}
          columns={columns}
          rows={data?.data ?? (error ? [] : null)}
          expected={12}
          id={entry => entry.phone_number}
          onOpen={entry => go(personPath(entry.phone_number))}
          actions={actions}
          selection={{
            of: selection,
            total: data?.total ?? 0,
            nameOf: whoOf,
            actions: (
              <Button size="xs" onClick={() => setDialog('remove')}>
                {t('Take off the list')}
              </Button>
            ),
          }}
          empty={
            !data ? null : data.total > 0 ? (
              <PastTheEnd icon={IconBan} first={linkTo('/blacklist', filters)} />
            ) : isFiltered ? (
              <EmptyState icon={IconBan} title={t('No number fits these filters')}>
                {t('Take one away to see more.')}
              </EmptyState>
            ) : (
              <EmptyState icon={IconBan} title={t('No number is on the list')}>
                {t(
                  'Who asks in a call not to be called again, or writes STOP, stands here by itself. Others are added or imported by hand.',
                )}
              </EmptyState>
            )
          }
        />
      </ScrollRegion>
      {data && data.total > 0 && (
        <footer className={layout.foot}>
          <Pager of={data} page={page} onTurn={to => show({ page: to > 1 ? to : undefined })} />
        </footer>
      )}
      {dialog === 'add' && <AddDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'remove'}
        title={t('Take {n, plural, one {# number} other {# numbers}} off the do-not-call list?', { n: chosen })}
        action={t('Take {n, plural, one {# number} other {# numbers}} off', { n: chosen })}
        keep={t('Keep the list')}
        onKeep={close}
        onAct={async () => {
          const { data: done } = await client.blacklist.removeMany(chosenNumbers(selection, asked))
          selection.clear()
          close()
          tell(t('{n, plural, one {# number is} other {# numbers are}} off the do-not-call list.', { n: done.removed }))
        }}
      >
        {t(
          'They may be called again, by people and by campaigns that they are added to. Leads that the list has stopped stay stopped. This cannot be undone.',
        )}
      </ConfirmDialog>
    </div>
  )
}

/** The chosen rows, which may be on pages that were not loaded. */
function chosenNumbers({ chosen: { all, ids } }: Selection, filters: { search?: string; source?: Source }) {
  const numbers = [...ids].map(String)
  return all ? { all: { ...filters, except: numbers } } : { phone_numbers: numbers }
}

const listExport = (
  client: Client,
  filters: { search?: string; source?: Source },
  zone: string,
): ListExport<BlacklistEntry> => ({
  name: t('Do-not-call list'),
  read: (page, signal) => client.blacklist.list({ ...filters, page, per_page: 100 }, { signal }),
  id: ({ id }) => id,
  columns: [
    { title: t('Number'), cell: entry => entry.phone_number },
    { title: t('Name'), cell: entry => entry.name },
    { title: t('How'), cell: sourceInWords },
    { title: t('Reason'), cell: reasonInWords },
    { title: `${t('Since')}, ${zone}`, cell: entry => momentCell(entry.created_at, zone) },
    { title: `${t('Until')}, ${zone}`, cell: entry => momentCell(entry.expires_at, zone) },
  ],
})
