import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhone, IconSearch } from '@tabler/icons-react'
import { type CallStatus, type CallSummary, callStatuses } from '../../../contract/calls'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, count, Duration, Money, nameOf, Phone, Time } from '../../parts/values'
import { go, usePlace } from '../../router'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import { states } from '../../theme/states'
import { CallPane } from './CallPane'
import css from './calls.module.css'
import { outcomeInWords, stateOf } from './words'

const PER_PAGE = 50

const columns: Column<CallSummary>[] = [
  { key: 'at', title: 'Started', width: 132, cell: call => <Time at={call.created_at} /> },
  { key: 'state', title: 'State', width: 138, cell: call => <StatusBadge kind="call" name={stateOf(call)} /> },
  {
    key: 'who',
    title: 'Who',
    cell: call => (
      <Clip className="strong">{nameOf(call.variables) ?? <Phone value={call.client_phone_number} />}</Clip>
    ),
  },
  {
    key: 'number',
    title: 'Number',
    width: 150,
    hide: 'narrow',
    cell: call => (
      <span className="soft">
        <Phone value={call.client_phone_number} />
      </span>
    ),
  },
  {
    key: 'outcome',
    title: 'What came of it',
    width: '24%',
    hide: 'tight',
    cell: call => (
      <Clip className={states.call[stateOf(call)].role === 'bad' ? 'danger' : 'soft'}>{outcomeInWords(call)}</Clip>
    ),
  },
  {
    key: 'campaign',
    title: 'Campaign',
    width: '17%',
    hide: 'narrow',
    cell: call => <Clip className="soft">{call.campaign_name ?? <span className="dim">Single call</span>}</Clip>,
  },
  {
    key: 'talk',
    title: 'Talk',
    width: 64,
    align: 'right',
    cell: call => (call.duration > 0 ? <Duration seconds={call.duration} /> : <span className="dim">–</span>),
  },
  {
    key: 'cost',
    title: 'Cost',
    width: 84,
    align: 'right',
    cell: call =>
      Number(call.total_cost) > 0 ? <Money value={Number(call.total_cost)} /> : <span className="dim">–</span>,
  },
]

/** The log of calls, newest first, as they happen; filters and the open call live in the address. */
export function CallsPage() {
  const { client } = useDesk()
  const { path, query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const open = Number(path.split('/')[2]) || undefined
  const status = (query.get('status') ?? undefined) as CallStatus | undefined
  const number = query.get('number') ?? ''
  const page = Number(query.get('page')) || 1
  const filters = { status, number: number || undefined, page: page > 1 ? page : undefined }

  const { data, error } = useLive(
    JSON.stringify(filters),
    () => client.calls.list({ status, phone_number: number || undefined, page, per_page: PER_PAGE }),
    event => event.type === 'call.changed' || event.type === 'call.withdrawn',
  )
  const show = (changed: Partial<typeof filters>) => go('/calls', { ...filters, page: undefined, ...changed })
  const close = () => go('/calls', filters)
  const filtered = status !== undefined || number !== ''

  return (
    <div className={css.split}>
      <div className={css.column}>
        <PageHeader
          title="Calls"
          meta={data ? `${count(data.total)} · newest first${zone ? ` · ${zone}` : ''}` : undefined}
        />
        <search className={css.filters}>
          <TextInput
            key={number}
            aria-label="Search by number"
            placeholder="Any part of a number"
            w={220}
            leftSection={<IconSearch size={14} aria-hidden />}
            defaultValue={number}
            onKeyDown={event => event.key === 'Enter' && show({ number: event.currentTarget.value })}
            onBlur={event => event.currentTarget.value !== number && show({ number: event.currentTarget.value })}
          />
          <Select
            aria-label="State"
            w={170}
            value={status ?? ''}
            onChange={value => show({ status: (value || undefined) as CallStatus | undefined })}
            data={[
              { value: '', label: 'Every state' },
              ...callStatuses.map(value => ({ value, label: states.call[value].word })),
            ]}
          />
        </search>
        {error && (
          <div className={css.notice}>
            <Notice tone="bad" title="The calls cannot be shown">
              {error.message}
            </Notice>
          </div>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
        <section className={css.scroll} aria-label="Call log" tabIndex={0}>
          <DataTable
            label="Calls"
            columns={columns}
            rows={data?.data ?? (error ? [] : null)}
            expected={12}
            id={call => call.id}
            active={open}
            onOpen={call => go(`/calls/${call.id}`, filters)}
            empty={
              filtered ? (
                <EmptyState icon={IconPhone} title="No call fits these filters">
                  Take one away to see more.
                </EmptyState>
              ) : (
                <EmptyState icon={IconPhone} title="No calls yet">
                  They appear here as they are made: by a campaign, or one at a time over the API.
                </EmptyState>
              )
            }
          />
        </section>
        {data && data.total > 0 && (
          <footer className={css.foot}>
            <span>
              {data.from === null
                ? 'Nothing on this page'
                : `${count(data.from)}–${count(data.to!)} of ${count(data.total)}`}
            </span>
            <span className="row">
              <ActionIcon aria-label="Previous page" disabled={page <= 1} onClick={() => show({ page: page - 1 })}>
                <IconChevronLeft size={15} />
              </ActionIcon>
              <ActionIcon
                aria-label="Next page"
                disabled={page >= data.last_page}
                onClick={() => show({ page: page + 1 })}
              >
                <IconChevronRight size={15} />
              </ActionIcon>
            </span>
          </footer>
        )}
      </div>
      {open !== undefined && <CallPane id={open} onClose={close} />}
    </div>
  )
}
