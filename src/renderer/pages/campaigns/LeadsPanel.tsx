import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconClockPlus, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Lead, LeadStatus } from '../../../contract/leads'
import { leadStatuses } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { type Column, DataTable, numberColumn, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count } from '../../parts/format'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { Pager } from '../../parts/Pager'
import { Panel } from '../../parts/Panel'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, nameOf, Phone, Time } from '../../parts/values'
import { go, linkTo, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { CallbackDialog } from './CallbackDialog'
import { type Counted, leadsInWords, momentOfLead, tryOf } from './campaign-text'
import css from './campaigns.module.css'

const PER_PAGE = 25

/** The states that a person may set. */
type Settable = 'created' | 'completed' | 'reached-max-retries'
type Leads = Awaited<ReturnType<Client['leads']['list']>>

/** The leads of a campaign. The filters and the page are in the address. */
export function LeadsPanel({ campaign }: { campaign: Counted }) {
  const { client, ask } = useDesk()
  const { path, query } = usePlace()
  const status = (query.get('status') ?? undefined) as LeadStatus | undefined
  const number = query.get('number') ?? ''
  const page = Number(query.get('page')) || 1
  const filters = {
    status,
    number: number || undefined,
    page: page > 1 ? page : undefined,
    add: query.get('add') ?? undefined,
  }
  const show = (changed: Partial<typeof filters>) => go(path, { ...filters, page: undefined, ...changed })
  const answer = useQuery(
    ask.leads.list.queryOptions({
      input: {
        campaign_id: campaign.id,
        status,
        phone_number: number || undefined,
        page,
        per_page: PER_PAGE,
      },
      placeholderData: keepPreviousData,
    }),
  )
  const { data } = answer
  const error = failureOf(answer)
  const [toDelete, setToDelete] = useState<Lead | null>(null)
  const [toCallBack, setToCallBack] = useState<Lead | null>(null)
  const change = useChange(({ id, status }: { id: number; status: Settable }) => client.leads.update({ id, status }), {
    about: data?.data,
    assume: ({ id, status }, shown) =>
      shown.change<Leads>(ask.leads.list.key(), leads => ({
        ...leads,
        data: leads.data.map(lead => (lead.id === id ? { ...lead, status } : lead)),
      })),
  })
  const { run } = change
  const { timezone, max_retries: retries } = campaign
  const columns = useMemo(() => columnsOf(timezone, retries), [timezone, retries])
  const actions = useCallback(
    (lead: Lead) => (
      <RowActions
        lead={lead}
        onSet={status => run({ id: lead.id, status })}
        onCallback={() => setToCallBack(lead)}
        onDelete={() => setToDelete(lead)}
      />
    ),
    [run],
  )
  const isFiltered = status !== undefined || number !== ''

  return (
    <Panel
      title="Leads"
      count={data ? `${count(data.total)}${isFiltered ? ' fit the filters' : ''} · ${campaign.timezone}` : undefined}
      flush
      action={
        <Button
          size="xs"
          component="a"
          href={linkTo(path, { ...filters, add: 'lead' })}
          leftSection={<IconPlus size={13} aria-hidden />}
        >
          Add a lead
        </Button>
      }
    >
      <search className={css.panelFilters}>
        <SearchField
          label="Search leads by number"
          placeholder="Any part of a number"
          value={number}
          onSearch={value => show({ number: value || undefined })}
        />
        <FilterChip
          label="State"
          value={status}
          options={leadStatuses.map(value => ({ value, word: states.lead[value].word }))}
          onChange={value => show({ status: value as LeadStatus | undefined })}
        />
      </search>
      {(error || change.failed) && (
        <div className={css.notice}>
          <Notice tone="bad" title={change.failed ?? 'The leads cannot be shown'}>
            {!change.failed && error!.message}
          </Notice>
        </div>
      )}
      <DataTable
        label="Leads"
        columns={columns}
        rows={data?.data ?? (error ? [] : null)}
        expected={6}
        id={lead => lead.id}
        onOpen={lead => go('/calls', { number: lead.phone_number })}
        actions={actions}
        empty={
          !data ? null : data.total > 0 ? (
            <PastTheEnd icon={IconAddressBook} first={linkTo(path, { ...filters, page: undefined })} />
          ) : isFiltered ? (
            <EmptyState icon={IconAddressBook} title="No lead fits these filters">
              Take one away to see more.
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconAddressBook}
              title="No leads yet"
              action={
                <a className="link" href={linkTo(path, { add: 'lead' })}>
                  Add the first one
                </a>
              }
            >
              Many at once are added over the API, with POST /user/leads/import.
            </EmptyState>
          )
        }
      />
      {data && data.total > 0 && (
        <footer className={css.foot}>
          <Pager
            of={data}
            page={page}
            total={`${leadsInWords(data.total)}, newest first`}
            onTurn={to => show({ page: to > 1 ? to : undefined })}
          />
        </footer>
      )}
      <ConfirmDialog
        opened={toDelete !== null}
        title={toDelete ? `Delete ${whoOf(toDelete)}?` : ''}
        action="Delete lead"
        keep="Keep it"
        onKeep={() => setToDelete(null)}
        onClosed={() => {
          // The deleted row had the focus, so the table gets it.
          if (document.activeElement === document.body)
            document.querySelector<HTMLElement>('[aria-label="Leads"] tr[tabindex="0"]')?.focus()
        }}
        onAct={async () => {
          await client.leads.remove({ id: toDelete!.id })
          setToDelete(null)
        }}
      >
        It is not called again by this campaign. {toDelete?.callback_at && 'A callback was promised. '}
        Calls that were made stay in the log. This cannot be undone.
      </ConfirmDialog>
      {toCallBack && <CallbackDialog lead={toCallBack} zone={campaign.timezone} onClose={() => setToCallBack(null)} />}
    </Panel>
  )
}

const whoOf = (lead: Lead) => nameOf(lead.variables) ?? lead.phone_number
const dash = <span className="dim">–</span>

const columnsOf = (timezone: string, retries: number): Column<Lead>[] => [
  {
    key: 'who',
    title: 'Who',
    cell: lead => <Clip className="strong">{nameOf(lead.variables) ?? <Phone value={lead.phone_number} />}</Clip>,
  },
  { ...numberColumn((lead: Lead) => lead.phone_number), hide: 'tight' },
  {
    key: 'state',
    title: 'State',
    width: 130,
    cell: lead => (
      <StatusBadge
        kind="lead"
        name={lead.status}
        note={lead.cut_off ? 'Cut off while talking. Not called again by itself.' : undefined}
      />
    ),
  },
  {
    key: 'try',
    title: 'Try',
    width: 66,
    hide: 'slim',
    cell: lead => (lead.attempts === 0 && lead.status !== 'processing' ? dash : tryOf(lead, retries)),
  },
  {
    key: 'callback',
    title: 'Callback',
    width: 128,
    hide: 'tight',
    cell: lead => (lead.callback_at ? <Time at={momentOfLead(lead.callback_at)} zone={timezone} /> : dash),
  },
  {
    key: 'next',
    title: 'Next',
    width: 128,
    cell: lead => (lead.next_attempt_at ? <Time at={momentOfLead(lead.next_attempt_at)} zone={timezone} /> : dash),
  },
]

interface RowActionsProps {
  lead: Lead
  onSet: (status: Settable) => void
  onCallback: () => void
  onDelete: () => void
}

function RowActions({ lead, onSet, onCallback, onDelete }: RowActionsProps) {
  const who = whoOf(lead)
  const isWaiting = lead.status === 'created' || lead.status === 'scheduled' || lead.status === 'rescheduled'
  const isOnPhone = lead.status === 'processing'
  return (
    <>
      {(isWaiting || isOnPhone) && (
        <RowAction label={`Call back at: ${who}`} word="Call back at" onClick={onCallback}>
          <IconClockPlus size={15} />
        </RowAction>
      )}
      <MoreMenu inRow label={`More: ${who}`}>
        {isWaiting && <Menu.Item onClick={() => onSet('completed')}>Set to done</Menu.Item>}
        {isWaiting && <Menu.Item onClick={() => onSet('reached-max-retries')}>Set to not reached</Menu.Item>}
        {!isWaiting && !isOnPhone && <Menu.Item onClick={() => onSet('created')}>Try again</Menu.Item>}
        <Menu.Divider />
        <Menu.Item className="danger" disabled={isOnPhone} onClick={onDelete}>
          {isOnPhone ? 'Delete (when the call has ended)' : 'Delete lead'}
        </Menu.Item>
      </MoreMenu>
    </>
  )
}
