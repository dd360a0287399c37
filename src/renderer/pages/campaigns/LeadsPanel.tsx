import { Button } from '@mantine/core'
import { IconAddressBook, IconFileImport, IconPlus } from '@tabler/icons-react'
import { memo, useCallback, useRef } from 'react'
import type { LeadStatus } from '../../../contract/leads'
import type { LeadResult } from '../../../contract/statuses'
import { refusedOf } from '../../forms/refused'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Pager } from '../../parts/Pager'
import { Panel } from '../../parts/Panel'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { SearchField } from '../../parts/SearchField'
import { useSelection } from '../../parts/table/selection'
import { useOpenRow } from '../../parts/use-open-row'
import { linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { t } from '../../words/words'
import { BulkActions } from '../leads/BulkActions'
import { byResult, byState } from '../leads/filters'
import { LeadTable } from '../leads/LeadTable'
import { useLeadActions } from '../leads/use-lead-actions'
import { leadsInWords } from './campaign-text'
import css from './campaigns.module.css'
import { useCampaignLeads } from './use-campaign-leads'

/** Of the campaign. */
interface Props {
  campaignId: number
  timezone: string
  retries: number
  isRunning: boolean
}

/** The leads of a campaign. The filters, the page and the open lead are in the address. */
export const LeadsPanel = memo(function LeadsPanel({ campaignId, timezone, retries, isRunning }: Props) {
  const { path } = usePlace()
  const { answer, filters, page, which, changed, show, openLead } = useCampaignLeads(campaignId)
  const { status, result, search = '', open } = filters
  const latest = useRef(openLead)
  latest.current = openLead
  const openRow = useCallback((id: number) => latest.current(id), [])
  const table = useRef<HTMLDivElement>(null)
  const { data } = answer
  useOpenRow({ ids: data?.data.map(({ id }) => id), open, table, onOpen: openLead })
  const error = failureOf(answer)
  const searchError = refusedOf(error, { search: t('The search') }).search
  const { actions, failed, dialogs } = useLeadActions({ about: data?.data, zoneOf: () => timezone })
  const campaignOf = useCallback(() => ({ timezone, max_retries: retries, isRunning }), [timezone, retries, isRunning])
  const selection = useSelection(JSON.stringify(which))
  const isFiltered = status !== undefined || result !== undefined || search !== ''

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
        <span className="row">
          <Button
            size="xs"
            component="a"
            href={linkTo('/leads/import', { campaign: campaignId })}
            leftSection={<IconFileImport size={13} aria-hidden />}
          >
            {t('Import')}
          </Button>
          <Button
            size="xs"
            component="a"
            href={linkTo(path, { ...filters, open: undefined, add: 'lead' })}
            leftSection={<IconPlus size={13} aria-hidden />}
          >
            {t('Add a lead')}
          </Button>
        </span>
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
          options={byState}
          onChange={value => show({ status: value as LeadStatus | undefined })}
        />
        <FilterChip
          label={t('What came of it')}
          value={result}
          options={byResult}
          onChange={value => show({ result: value as LeadResult | undefined })}
        />
      </search>
      {((error && !searchError) || failed) && (
        <div className={css.notice}>
          <Notice tone="bad" title={failed ?? t('The leads cannot be shown')}>
            {!failed && error!.message}
          </Notice>
        </div>
      )}
      <LeadTable
        rows={data?.data ?? (error ? [] : null)}
        expected={6}
        campaignOf={campaignOf}
        actions={actions}
        selection={{
          of: selection,
          total: data?.total ?? 0,
          actions: (
            <BulkActions
              selection={selection}
              total={data?.total ?? 0}
              filter={which}
              sort={undefined}
              zone={timezone}
            />
          ),
        }}
        open={open}
        onOpen={openRow}
        around={table}
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
                <span className="row">
                  <a className="link" href={linkTo('/leads/import', { campaign: campaignId })}>
                    {t('Import a list')}
                  </a>
                  <a className="link" href={linkTo(path, { add: 'lead' })}>
                    {t('Add the first one')}
                  </a>
                </span>
              }
            >
              {t('Import a list of people to call, or add one after another.')}
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
      {dialogs}
    </Panel>
  )
})
