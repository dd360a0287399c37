import { Button } from '@mantine/core'
import { IconAddressBook, IconFileImport, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import type { Lead } from '../../../contract/leads'
import { ExportButton } from '../../exports/ExportButton'
import { refusedOf } from '../../forms/refused'
import { isEscape } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { Pager } from '../../parts/Pager'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { useSelection } from '../../parts/table/selection'
import { useOpenRow } from '../../parts/use-open-row'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { leadsInWords, MINUTE } from '../campaigns/campaign-text'
import { AddLead } from './AddLead'
import { BulkActions } from './BulkActions'
import { leadsExport } from './export'
import {
  byResult,
  byState,
  type Filters,
  filtersIn,
  isFiltered,
  type Next,
  nexts,
  PER_PAGE,
  selectionOf,
  sortOf,
} from './filters'
import { LeadPane } from './LeadPane'
import { LeadTable, type OfCampaign } from './LeadTable'
import { useLeadActions } from './use-lead-actions'

const nextWords: Record<Next, string> = {
  now: t('now'),
  today: t('by tonight'),
  any: t('at any time'),
  callback: t('a callback is promised'),
}

/** What the table of leads needs to know of each campaign, by its id. */
const forLeadTable = (campaigns: readonly Campaign[]): Record<number, OfCampaign> =>
  Object.fromEntries(
    campaigns.map(({ id, timezone, max_retries, status }) => [
      id,
      { timezone, max_retries, isRunning: status === 'in-progress' },
    ]),
  )

/** All leads of all campaigns, or of one. The filters and the open lead are in the address. */
export function LeadsPage() {
  const { ask, client } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const key = JSON.stringify(filtersIn(query))
  const filters = useMemo<Filters>(() => JSON.parse(key), [key])
  // What is due changes with the minutes.
  const now = useClock(ms => (filters.next === 'now' || filters.next === 'today' ? ms - (ms % MINUTE) : 0))
  const open = Number(query.get('open')) || undefined
  const isAdding = query.get('add') === 'lead'
  const page = Number(filters.page) || 1
  const which = useMemo(() => selectionOf(filters, now, zone), [filters, now, zone])
  const sort = sortOf(filters)
  const answer = useQuery({
    ...ask.leads.list.queryOptions({ input: { ...which, sort, page, per_page: PER_PAGE } }),
    // The rows of the filters before stay until the new ones are there.
    placeholderData: keepPreviousData,
  })
  const { data } = answer
  const campaigns = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  const error = failureOf(answer, campaigns)
  const searchError = refusedOf(error, { search: t('The search') }).search
  const { page: _, sort: __, ...filtersOnly } = filters
  const selection = useSelection(JSON.stringify(filtersOnly))
  const table = useRef<HTMLElement>(null)

  const show = (changed: Filters & { open?: number; add?: string }, by = go) =>
    by('/leads', { ...filters, open, page: undefined, ...changed })
  const latest = useRef(show)
  latest.current = show
  const openLead = useCallback((id: number, by = go) => latest.current({ page: String(page), open: id }, by), [page])
  const close = useCallback(() => latest.current({ page: String(page), open: undefined, add: undefined }), [page])
  const { before, after } = useOpenRow({ ids: data?.data.map(({ id }) => id), open, table, onOpen: openLead })
  const byId = useMemo(() => new Map(campaigns.data?.map(campaign => [campaign.id, campaign])), [campaigns.data])
  // Campaigns that run change all the time. Every row would be drawn again when more of them than this was told to the table.
  const { data: forTable } = useQuery({ ...ask.campaigns.list.queryOptions({ input: {} }), select: forLeadTable })
  const campaignOf = useCallback((lead: Lead) => forTable?.[lead.campaign_id], [forTable])
  const { actions, failed, dialogs } = useLeadActions({
    about: data?.data,
    zoneOf: lead => byId.get(lead.campaign_id)?.timezone ?? zone,
  })
  const chosen = byId.get(Number(filters.campaign))
  const target = chosen ?? campaigns.data?.find(({ status }) => status === 'in-progress') ?? campaigns.data?.[0]
  const list = { ...which, sort }

  return (
    <div className={layout.split}>
      <div className={layout.column}>
        <PageHeader
          title={t('Leads')}
          meta={
            data
              ? `${sort === 'next_due' ? t('next due first') : sort === 'oldest' ? t('oldest first') : t('newest first')} · ${zone}`
              : ''
          }
          actions={
            <>
              <ExportButton list={() => leadsExport(client, list, zone)} disabled={!data?.total} />
              <Button
                component="a"
                href={linkTo('/leads/import', { campaign: filters.campaign })}
                leftSection={<IconFileImport size={15} aria-hidden />}
              >
                {t('Import')}
              </Button>
              <Button
                component="a"
                variant="filled"
                href={linkTo('/leads', { ...filters, add: 'lead' })}
                leftSection={<IconPlus size={15} aria-hidden />}
              >
                {t('Add a lead')}
              </Button>
            </>
          }
        />
        <search className={layout.filters}>
          <SearchField
            label={t('Search leads')}
            placeholder={t('A name or a number')}
            width={260}
            value={filters.search ?? ''}
            error={searchError}
            onSearch={search => show({ search: search || undefined }, refine)}
          />
          <FilterChip
            label={t('State')}
            value={filters.status}
            options={byState}
            onChange={status => show({ status })}
          />
          <FilterChip
            label={t('What came of it')}
            value={filters.result}
            options={byResult}
            onChange={result => show({ result })}
          />
          <FilterChip
            label={t('Campaign')}
            value={filters.campaign}
            options={campaigns.data?.map(({ id, name }) => ({ value: String(id), word: name })) ?? null}
            onChange={campaign => show({ campaign })}
          />
          <FilterChip
            label={t('Due')}
            value={filters.next}
            options={nexts.map(value => ({ value, word: nextWords[value] }))}
            onChange={next => show({ next, sort: undefined })}
          />
          <span className={layout.total} role="status">
            {data && leadsInWords(data.total)}
          </span>
        </search>
        {((error && !searchError) || failed) && (
          <div className={layout.notice}>
            <Notice tone="bad" title={failed ?? t('The leads cannot be shown')}>
              {!failed && error!.message}
            </Notice>
          </div>
        )}
        <ScrollRegion
          ref={table}
          className={layout.edge}
          label={t('All leads')}
          onKeyDown={event => open !== undefined && isEscape(event) && close()}
        >
          <LeadTable
            rows={data?.data ?? (error ? [] : null)}
            expected={12}
            campaignOf={campaignOf}
            zone={zone}
            actions={actions}
            selection={{
              of: selection,
              total: data?.total ?? 0,
              actions: (
                <BulkActions selection={selection} total={data?.total ?? 0} filter={which} sort={sort} zone={zone} />
              ),
            }}
            sorted={sort === 'next_due' ? { key: 'next', down: false } : undefined}
            onSort={() => show({ next: filters.next === 'any' ? undefined : 'any', sort: undefined })}
            open={open}
            onOpen={openLead}
            empty={
              !data ? null : data.total > 0 ? (
                <PastTheEnd icon={IconAddressBook} first={linkTo('/leads', { ...filters, page: undefined })} />
              ) : isFiltered(filters) ? (
                <EmptyState icon={IconAddressBook} title={t('No lead fits these filters')}>
                  {t('Take one away to see more.')}
                </EmptyState>
              ) : (
                <NoneYet hasCampaigns={campaigns.data?.length !== 0} />
              )
            }
          />
        </ScrollRegion>
        {data && data.total > 0 && (
          <footer className={layout.foot}>
            <Pager of={data} page={page} onTurn={to => show({ page: to > 1 ? String(to) : undefined })} />
          </footer>
        )}
      </div>
      {isAdding && target ? (
        <AddLead key={target.id} campaign={target} campaigns={chosen ? undefined : campaigns.data} onClose={close} />
      ) : (
        open !== undefined && <LeadPane key={open} id={open} before={before} after={after} onClose={close} />
      )}
      {dialogs}
    </div>
  )
}

const NoneYet = ({ hasCampaigns }: { hasCampaigns: boolean }) =>
  hasCampaigns ? (
    <EmptyState
      icon={IconAddressBook}
      title={t('No leads yet')}
      action={
        <a className="link" href={linkTo('/leads/import')}>
          {t('Import a list')}
        </a>
      }
    >
      {t('A lead is somebody whom a campaign calls. Import a list of them, or add one.')}
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconAddressBook}
      title={t('No leads yet')}
      action={
        <a className="link" href={linkTo('/campaigns/new')}>
          {t('Make a campaign')}
        </a>
      }
    >
      {t('A lead is somebody whom a campaign calls. Make a campaign first.')}
    </EmptyState>
  )
