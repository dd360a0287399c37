import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconClockPlus, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo, useState } from 'react'
import type { ErrorData } from '../../../contract/errors'
import type { Lead, LeadStatus } from '../../../contract/leads'
import { leadStatuses } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { byLabel } from '../../forms/use-form'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { type Column, DataTable, numberColumn, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count, formatPhone } from '../../parts/format'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { Pager } from '../../parts/Pager'
import { Panel } from '../../parts/Panel'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Phone, Time } from '../../parts/values'
import { personPath } from '../../phone'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { t } from '../../words/words'
import { CallbackDialog } from './CallbackDialog'
import { leadsInWords, momentOfLead, tryOf } from './campaign-text'
import css from './campaigns.module.css'
import { useOwnLeads } from './own-leads'

const PER_PAGE = 25

/** The states that a person may set. */
type Settable = 'created' | 'completed' | 'reached-max-retries'
type Leads = Awaited<ReturnType<Client['leads']['list']>>

/** Of the campaign. */
interface Props {
  campaignId: number
  timezone: string
  retries: number
  isRunning: boolean
}

/** The leads of a campaign. The filters and the page are in the address. */
export const LeadsPanel = memo(function LeadsPanel({ campaignId, timezone, retries, isRunning }: Props) {
  const { client, ask } = useDesk()
  const { path, query } = usePlace()
  const status = (query.get('status') ?? undefined) as LeadStatus | undefined
  const search = query.get('search') ?? ''
  const page = Number(query.get('page')) || 1
  const filters = {
    status,
    search: search || undefined,
    page: page > 1 ? page : undefined,
    add: query.get('add') ?? undefined,
  }
  const changed = (change: Partial<typeof filters>) => ({ ...filters, page: undefined, ...change })
  const show = (change: Partial<typeof filters>) => go(path, changed(change))
  const answer = useQuery(
    ask.leads.list.queryOptions({
      input: {
        campaign_id: campaignId,
        status,
        search: search || undefined,
        page,
        per_page: PER_PAGE,
      },
      placeholderData: keepPreviousData,
    }),
  )
  const { data } = answer
  const error = failureOf(answer)
  const searchError = errorOfSearch(error)
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
  const own = useOwnLeads()
  const columns = useMemo(() => columnsOf(timezone, retries, isRunning), [timezone, retries, isRunning])
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
  const isFiltered = status !== undefined || search !== ''

  return (
    <Panel
      title={t('Leads')}
      count={
        <span role="status">
          {data && (isFiltered ? t('{n} fit the filters', { n: count(data.total) }) : count(data.total))}
          {data && ` · ${timezone}`}
        </span>
      }
      flush
      action={
        <Button
          size="xs"
          component="a"
          href={linkTo(path, { ...filters, add: 'lead' })}
          leftSection={<IconPlus size={13} aria-hidden />}
        >
          {t('Add a lead')}
        </Button>
      }
    >
      <search className={css.panelFilters}>
        <SearchField
          label={t('Search leads')}
          placeholder={t('A name or a number')}
          value={search}
          error={searchError}
          onSearch={value => refine(path, changed({ search: value || undefined }))}
        />
        <FilterChip
          label={t('State')}
          value={status}
          options={leadStatuses.map(value => ({ value, word: states.lead[value].word }))}
          onChange={value => show({ status: value as LeadStatus | undefined })}
        />
      </search>
      {((error && !searchError) || change.failed) && (
        <div className={css.notice}>
          <Notice tone="bad" title={change.failed ?? t('The leads cannot be shown')}>
            {!change.failed && error!.message}
          </Notice>
        </div>
      )}
      <DataTable
        label={t('Leads')}
        columns={columns}
        rows={data?.data ?? (error ? [] : null)}
        expected={6}
        id={idOf}
        onOpen={openPerson}
        actions={actions}
        empty={
          !data ? null : data.total > 0 ? (
            <PastTheEnd icon={IconAddressBook} first={linkTo(path, { ...filters, page: undefined })} />
          ) : isFiltered ? (
            <EmptyState icon={IconAddressBook} title={t('No lead fits these filters')}>
              {t('Take one away to see more.')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconAddressBook}
              title={t('No leads yet')}
              action={
                <a className="link" href={linkTo(path, { add: 'lead' })}>
                  {t('Add the first one')}
                </a>
              }
            >
              {t('Many at once are added over the API, with POST /user/leads/import.')}
            </EmptyState>
          )
        }
      />
      {data && data.total > 0 && (
        <footer className={css.foot}>
          <Pager
            of={data}
            page={page}
            total={t('{leads}, newest first', { leads: leadsInWords(data.total) })}
            onTurn={to => show({ page: to > 1 ? to : undefined })}
          />
        </footer>
      )}
      <ConfirmDialog
        opened={toDelete !== null}
        title={toDelete ? t('Delete {who}?', { who: whoOf(toDelete) }) : ''}
        action={t('Delete lead')}
        keep={t('Keep it')}
        onKeep={() => setToDelete(null)}
        onClosed={() => {
          // The deleted row had the focus, so the table gets it.
          if (document.activeElement === document.body)
            document.querySelector<HTMLElement>('[aria-label="Leads"] tr[tabindex="0"]')?.focus()
        }}
        onAct={async () => {
          await client.leads.remove({ id: toDelete!.id })
          own.removed(toDelete!.id)
          setToDelete(null)
        }}
      >
        {[
          t('It is not called again by this campaign.'),
          toDelete?.callback_at && t('A callback was promised.'),
          t('Calls that were made stay in the log. This cannot be undone.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </ConfirmDialog>
      {toCallBack && <CallbackDialog lead={toCallBack} zone={timezone} onClose={() => setToCallBack(null)} />}
    </Panel>
  )
})

const idOf = (lead: Lead) => lead.id
const openPerson = (lead: Lead) => go(personPath(lead.phone_number))

/** Why the service does not accept what is searched for, with the field's own name. */
function errorOfSearch(error: Error | null): string | undefined {
  const [text] = (error as (Error & { data?: ErrorData }) | null)?.data?.errors?.search ?? []
  return text && byLabel(text, { search: t('Search leads') })
}

const whoOf = (lead: Lead) => lead.name ?? formatPhone(lead.phone_number)
const dash = <span className="dim">–</span>

const columnsOf = (timezone: string, retries: number, isRunning: boolean): Column<Lead>[] => [
  {
    key: 'who',
    title: t('Who'),
    cell: lead => <Clip className="strong">{lead.name ?? <Phone value={lead.phone_number} />}</Clip>,
  },
  { ...numberColumn((lead: Lead) => lead.phone_number), hide: 'tight' },
  {
    key: 'state',
    title: t('State'),
    width: 130,
    cell: lead => (
      <StatusBadge
        kind="lead"
        name={lead.status}
        note={lead.cut_off ? t('Cut off while talking. Not called again by itself.') : undefined}
      />
    ),
  },
  {
    key: 'try',
    title: t('Try'),
    width: 74,
    hide: 'slim',
    cell: lead => (lead.attempts === 0 && lead.status !== 'processing' ? dash : tryOf(lead, retries)),
  },
  {
    key: 'callback',
    title: t('Callback'),
    width: 128,
    hide: 'tight',
    cell: lead => (lead.callback_at ? <Time at={momentOfLead(lead.callback_at)} zone={timezone} /> : dash),
  },
  {
    key: 'next',
    title: t('Next'),
    width: 128,
    // While the campaign does not run, nobody is called at that time.
    cell: lead =>
      isRunning && lead.next_attempt_at ? <Time at={momentOfLead(lead.next_attempt_at)} zone={timezone} /> : dash,
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
        <RowAction label={t('Call back at: {who}', { who })} word={t('Call back at')} onClick={onCallback}>
          <IconClockPlus size={15} />
        </RowAction>
      )}
      <MoreMenu inRow label={t('More: {who}', { who })}>
        {isWaiting && <Menu.Item onClick={() => onSet('completed')}>{t('Set to done')}</Menu.Item>}
        {isWaiting && <Menu.Item onClick={() => onSet('reached-max-retries')}>{t('Set to not reached')}</Menu.Item>}
        {!isWaiting && !isOnPhone && <Menu.Item onClick={() => onSet('created')}>{t('Try again')}</Menu.Item>}
        <Menu.Divider />
        <Menu.Item className="danger" disabled={isOnPhone} onClick={onDelete}>
          {isOnPhone ? t('Delete (when the call has ended)') : t('Delete lead')}
        </Menu.Item>
      </MoreMenu>
    </>
  )
}
