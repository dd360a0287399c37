import { Menu } from '@mantine/core'
import { IconArrowsDiagonal, IconPhone, IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { DeliverySummary } from '../../../contract/webhooks'
import { ExportButton } from '../../exports/ExportButton'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { isEscape } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { PageHeader } from '../../parts/PageHeader'
import { Pager } from '../../parts/Pager'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { useSelection } from '../../parts/table/selection'
import { putRight, tell, warn } from '../../parts/tell'
import { useOpenRow } from '../../parts/use-open-row'
import { Clip, Time } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { language } from '../../words/language'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { DeliveryFilters } from './DeliveryFilters'
import { DeliveryPane } from './DeliveryPane'
import { aboutWhom, events, withoutScheme } from './delivery-text'
import { deliveriesExport } from './export'
import { type Filters, filtersIn, inputOf, isFiltered } from './filters'
import { SendRowAgain } from './SendAgain'
import { SendChosen, SendUnsent } from './SendMany'
import { SendTest } from './SendTest'
import { WebhookTabs } from './WebhookTabs'

/** In pixels: the words of the heads are longer in German. */
const [NEXT_WIDTH, TRIES_WIDTH] = { en: [104, 66], de: [146, 88] }[language]

const columns: Column<DeliverySummary>[] = [
  { key: 'at', title: t('Made'), width: 100, hide: 'slim', cell: delivery => <Time at={delivery.created_at} /> },
  {
    key: 'state',
    title: t('State'),
    width: 118,
    cell: delivery => <StatusBadge kind="delivery" name={delivery.status} />,
  },
  { key: 'who', title: t('About'), cell: delivery => <Clip className="strong">{aboutWhom(delivery)}</Clip> },
  {
    key: 'event',
    title: t('Event'),
    width: 112,
    hide: 'narrow',
    cell: delivery => <Clip className="soft">{events[delivery.event]}</Clip>,
  },
  {
    key: 'to',
    title: t('Sent to'),
    width: '17%',
    hide: 'slim',
    cell: delivery => <Clip className="mono soft">{withoutScheme(delivery.url)}</Clip>,
  },
  {
    key: 'error',
    title: t('Last error'),
    width: '15%',
    hide: 'narrow',
    cell: delivery => delivery.last_error && <Clip className="danger">{said(delivery.last_error)}</Clip>,
  },
  {
    key: 'next',
    title: t('Next try'),
    width: NEXT_WIDTH,
    hide: 'tight',
    cell: delivery =>
      delivery.next_try_at === null ? <span className="dim">–</span> : <Time at={delivery.next_try_at} />,
  },
  { key: 'tries', title: t('Tries'), width: TRIES_WIDTH, align: 'right', cell: delivery => delivery.tries },
]

const actions = (delivery: DeliverySummary) => (
  <>
    {delivery.call_id !== null && (
      <RowAction
        label={t('Open the call with {who}', { who: aboutWhom(delivery) })}
        word={t('Open the call')}
        href={linkTo(`/calls/${delivery.call_id}`)}
      >
        <IconPhone size={15} />
      </RowAction>
    )}
    <SendRowAgain delivery={delivery} />
  </>
)

/** Every delivery, newest first, updated live. The filters and the open delivery are in the address. */
export function DeliveriesPage() {
  const { ask, client } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const table = useRef<HTMLElement>(null)
  const key = JSON.stringify(filtersIn(query))
  const filters = useMemo<Filters>(() => JSON.parse(key), [key])
  const open = Number(query.get('open')) || undefined
  const page = Number(filters.page) || 1
  const answer = useQuery({
    ...ask.webhooks.listDeliveries.queryOptions({ input: inputOf(filters) }),
    // The rows of the filters before stay until the new ones are there.
    placeholderData: keepPreviousData,
  })
  const { data } = answer
  const error = failureOf(answer)
  const rows = data?.data ?? null
  const { page: _, ...filtersOnly } = filters
  const selection = useSelection(JSON.stringify(filtersOnly))

  const show = (changed: Filters, by = go) => by('/webhooks', { ...filters, page: undefined, ...changed })
  const openOne = (id: number | undefined, by = go) => by('/webhooks', { ...filters, open: id })
  const close = () => openOne(undefined)
  const { before, after } = useOpenRow({ ids: rows?.map(({ id }) => id), open, table, onOpen: openOne })
  const rowActions = useCallback(
    (delivery: DeliverySummary) => (
      <>
        {actions(delivery)}
        <RowAction
          label={t('Open the webhook: {who}', { who: aboutWhom(delivery) })}
          word={t('Open the whole page')}
          href={linkTo(`/webhooks/${delivery.id}`, { ...filters })}
        >
          <IconArrowsDiagonal size={15} />
        </RowAction>
      </>
    ),
    [filters],
  )

  return (
    <div className={layout.split}>
      <div className={layout.column}>
        <PageHeader
          title={t('Webhooks')}
          meta={`${t('newest first')}${zone ? ` · ${zone}` : ''}`}
          actions={
            <>
              <PutAway />
              <SendUnsent filters={filters} />
              <ExportButton disabled={!data?.total} list={() => deliveriesExport(client, filters, zone ?? 'UTC')} />
              <SendTest />
            </>
          }
        />
        <WebhookTabs />
        <DeliveryFilters
          filters={filters}
          error={error}
          total={answer.isPlaceholderData ? undefined : data?.total}
          onChange={show}
          onSearch={changed => show(changed, refine)}
        />
        <ScrollRegion
          ref={table}
          className={layout.edge}
          label={t('Webhooks')}
          onKeyDown={event => open !== undefined && isEscape(event) && close()}
        >
          <DataTable
            label={t('Webhooks')}
            columns={columns}
            rows={rows ?? (error ? [] : null)}
            expected={12}
            id={delivery => delivery.id}
            active={open}
            onOpen={delivery => openOne(delivery.id)}
            actions={rowActions}
            selection={{
              of: selection,
              total: data?.total ?? 0,
              nameOf: aboutWhom,
              actions: <SendChosen selection={selection} total={data?.total ?? 0} filters={filters} />,
            }}
            empty={
              !data ? null : data.total > 0 ? (
                <PastTheEnd icon={IconWebhook} first={linkTo('/webhooks', { ...filters, page: undefined })} />
              ) : isFiltered(filters) ? (
                <EmptyState icon={IconWebhook} title={t('No webhook fits these filters')}>
                  {t('Take one away to see more.')}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={IconWebhook}
                  title={t('No webhooks yet')}
                  action={
                    <a className="link" href="#/assistants">
                      {t('Go to the assistants')}
                    </a>
                  }
                >
                  {t(
                    'A webhook is sent when a call or a chat has ended, to the address that its assistant has. Send a test to see what arrives.',
                  )}
                </EmptyState>
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
      {open !== undefined && (
        <DeliveryPane
          id={open}
          link={linkTo(`/webhooks/${open}`, { ...filters })}
          newer={before}
          older={after}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Puts away those that gave up, until another one does. */
function PutAway() {
  const { ask, client } = useDesk()
  const { data: gaveUp } = useQuery(ask.webhooks.gaveUp.queryOptions({ input: {} }))
  const key = gaveUp?.key
  if (!key) return null
  const putAway = async () => {
    try {
      await client.attention.putAway({ keys: [key] })
      putRight(key)
      tell(t('Put away until another webhook gives up'), () => client.attention.restore({ keys: [key] }))
    } catch (error) {
      warn((error as Error).message, { about: key })
    }
  }
  return (
    <MoreMenu>
      <Menu.Item onClick={putAway}>{t('Put those away that gave up')}</Menu.Item>
    </MoreMenu>
  )
}
