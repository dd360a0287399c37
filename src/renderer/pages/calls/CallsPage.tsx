import { Button } from '@mantine/core'
import { IconArrowsDiagonal, IconLayoutGrid, IconPhone, IconPhoneIncoming, IconTargetArrow } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { CallOrder, CallSummary } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import { ExportButton } from '../../exports/ExportButton'
import { type Column, DataTable, numberColumn, RowAction } from '../../parts/DataTable'
import { isEscape } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import { Guess, isGuess } from '../../parts/Guess'
import layout from '../../parts/layout.module.css'
import { PageHeader } from '../../parts/PageHeader'
import { Pager } from '../../parts/Pager'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { useOpenRow } from '../../parts/use-open-row'
import { Clip, Duration, Money, Time } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { language } from '../../words/language'
import { rich, t } from '../../words/words'
import { CallFilters } from './CallFilters'
import { CallPage } from './CallPage'
import { CallPane } from './CallPane'
import { Running } from './CallTime'
import { goalOf, outcomeInWords, stateOf, whoIs } from './call-text'
import css from './calls.module.css'
import { callsExport } from './export'
import { type Filters, filtersIn, inputOf, isFiltered, orderAfter, sortedBy } from './filters'
import { HangUp } from './HangUp'
import { LiveWall } from './LiveWall'
import { LogTotals } from './LogTotals'
import { useStableRows } from './use-stable-rows'

const orders: Record<CallOrder, string> = {
  newest: t('newest first'),
  oldest: t('oldest first'),
  longest: t('longest first'),
  shortest: t('shortest first'),
  dearest: t('dearest first'),
  cheapest: t('cheapest first'),
}

/** Of the button for newer calls, in pixels, as its room in the styles: enough for two figures, so that it does not move as it counts. */
const NEWER_WIDTH = 164

/** Of the columns with the longest words of their own, in pixels. German words are longer. */
const [STATE_WIDTH, GOAL_WIDTH, COST_WIDTH] = { en: [128, 84, 78], de: [158, 108, 92] }[language]

const columns: Column<CallSummary>[] = [
  { key: 'at', title: t('Started'), width: 106, sort: true, cell: call => <Time at={call.created_at} /> },
  {
    key: 'state',
    title: t('State'),
    width: STATE_WIDTH,
    cell: call => <StatusBadge kind="call" name={stateOf(call)} />,
  },
  {
    key: 'who',
    title: t('Who'),
    width: '17%',
    cell: call => (
      <span className={css.who}>
        {call.type === 'inbound' && (
          <IconPhoneIncoming size={14} aria-label={t('Inbound')} {...tip(t('They called us'))} />
        )}
        <Clip className="strong">{whoIs(call)}</Clip>
      </span>
    ),
  },
  numberColumn(call => call.client_phone_number),
  { key: 'goal', title: t('Goal'), width: GOAL_WIDTH, hide: 'tight', cell: call => <Goal call={call} /> },
  {
    key: 'outcome',
    title: t('What came of it'),
    hide: 'tight',
    cell: call => <CameOfIt call={call} />,
  },
  {
    key: 'campaign',
    title: t('Campaign'),
    width: '13%',
    hide: 'narrow',
    cell: call => <Clip className="soft">{call.campaign_name ?? <span className="dim">{t('Single call')}</span>}</Clip>,
  },
  {
    key: 'talk',
    title: t('Talk'),
    width: 64,
    sort: true,
    align: 'right',
    hide: 'slim',
    cell: call => <Talked call={call} />,
  },
  {
    key: 'cost',
    title: t('Cost'),
    width: COST_WIDTH,
    sort: true,
    align: 'right',
    cell: call =>
      Number(call.total_cost) > 0 ? <Money value={Number(call.total_cost)} /> : <span className="dim">–</span>,
  },
]

/** The outcome of a call and what comes next for its lead, if it does. Empty when the state says enough. */
function CameOfIt({ call }: { call: CallSummary }) {
  const outcome = outcomeInWords(call)
  const { next } = call
  return (
    <Clip className={states.call[stateOf(call)].role === 'bad' ? 'danger' : 'soft'}>
      {outcome}
      {outcome && next && ' · '}
      {next && <Next step={next} />}
    </Clip>
  )
}

function Next({ step: { step, at, contact, call_id } }: { step: NonNullable<CallSummary['next']> }) {
  // When it is due and has not come, the campaign does not dial.
  const due = useClock(now => (call_id === null && at !== null && Date.parse(at) <= now ? 'late' : 'in time'))
  const time = at !== null && due === 'in time' ? () => <Time at={at} /> : null
  if (step === 'none') return t('Not tried again')
  if (step === 'contact')
    return time
      ? rich('Goes on with contact {n}, <at></at>', { n: contact, at: time })
      : t('Goes on with contact {n}', { n: contact })
  if (step === 'callback')
    return time ? rich('Callback <at></at>', { at: time }) : t('Callback when its campaign dials')
  return time ? rich('Next try <at></at>', { at: time }) : t('Next try when its campaign dials')
}

function Goal({ call }: { call: CallSummary }) {
  const reached = goalOf(call)
  if (reached === undefined) return null
  if (isGuess(call.evaluated_by))
    return (
      <span className={css.goal}>
        <span className="dim">{reached ? t('yes') : t('no')}</span> <Guess />
      </span>
    )
  if (!reached) return <span className="dim">{t('no')}</span>
  return (
    <span className={css.goal}>
      <IconTargetArrow size={14} aria-hidden />
      {t('yes')}
    </span>
  )
}

function Talked({ call }: { call: CallSummary }) {
  if (call.status === 'in-progress') return <Running call={call} />
  return call.duration > 0 ? <Duration seconds={call.duration} /> : <span className="dim">–</span>
}

/** The call log, the wall of live calls, or the page of one call, as the address says. */
export function CallsPage() {
  const { path } = usePlace()
  if (path === '/calls/live') return <LiveWall />
  const id = Number(path.split('/')[2]) || undefined
  return id === undefined ? <CallLog /> : <CallPage key={id} id={id} />
}

/** The call log, newest first, updated live. The filters and the open call are in the address. */
function CallLog() {
  const { ask, client } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const table = useRef<HTMLElement>(null)
  const key = JSON.stringify(filtersIn(query))
  const filters = useMemo<Filters>(() => JSON.parse(key), [key])
  const open = Number(query.get('open')) || undefined
  const page = Number(filters.page) || 1

  const answer = useQuery({
    ...ask.calls.list.queryOptions({ input: inputOf(filters) }),
    // The rows of the filters before stay until the new ones are there.
    placeholderData: keepPreviousData,
  })
  const { data = null, isPlaceholderData } = answer
  const error = failureOf(answer)
  const answered = useRef(key)
  if (!isPlaceholderData) answered.current = key
  const { rows, newer, isMore, showNewer } = useStableRows(
    data && {
      of: answered.current,
      data: data.data,
      isOld: answer.isFetching && !answer.isFetchedAfterMount,
      isSorted: filters.order !== undefined,
    },
  )
  const actions = useCallback(
    (call: CallSummary) => (
      <>
        {isOnLine(call.status) && <HangUp icon call={call} />}
        <RowAction
          label={t('Open the call with {who}', { who: whoIs(call) })}
          word={t('Open the whole page')}
          href={linkTo(`/calls/${call.id}`, { ...filters })}
        >
          <IconArrowsDiagonal size={15} />
        </RowAction>
      </>
    ),
    [filters],
  )
  const show = (changed: Filters, by = go) => by('/calls', { ...filters, page: undefined, ...changed })
  const showNewest = () => {
    if (page > 1) show({})
    else showNewer()
    // The button is gone now.
    table.current?.scrollTo({ top: 0 })
    table.current?.focus()
  }
  const openCall = (id: number | undefined, by = go) => by('/calls', { ...filters, open: id })
  const close = () => openCall(undefined)
  const { before, after } = useOpenRow({ ids: rows?.map(({ id }) => id), open, table, onOpen: openCall })

  return (
    <div className={layout.split}>
      <div className={layout.column}>
        <PageHeader
          title={t('Calls')}
          meta={[orders[filters.order as CallOrder] ?? orders.newest, zone].filter(Boolean).join(' · ')}
          actions={
            <>
              <span className={css.newer}>
                {newer > 0 && (
                  <Button size="xs" miw={NEWER_WIDTH} justify="flex-start" onClick={showNewest}>
                    {isMore
                      ? t('{n}+ newer calls · Show', { n: newer })
                      : t('{n, plural, one {# newer call} other {# newer calls}} · Show', { n: newer })}
                  </Button>
                )}
              </span>
              <Button component="a" href="#/calls/live" leftSection={<IconLayoutGrid size={15} aria-hidden />}>
                {t('Live calls')}
              </Button>
              <ExportButton list={() => callsExport(client, filters, zone ?? 'UTC')} disabled={!data?.total || !zone} />
            </>
          }
        />
        <CallFilters
          filters={filters}
          error={error}
          total={data?.total}
          found={isPlaceholderData ? undefined : data?.total}
          onChange={show}
          onChoose={chosen => go('/calls', chosen)}
          onSearch={changed => show(changed, refine)}
        />
        <ScrollRegion
          ref={table}
          className={layout.edge}
          label={t('Call log')}
          onKeyDown={event => open !== undefined && isEscape(event) && close()}
        >
          <DataTable
            label={t('Calls')}
            columns={columns}
            rows={rows ?? (error ? [] : null)}
            expected={12}
            id={call => call.id}
            active={open}
            sorted={sortedBy(filters.order)}
            onSort={key => show({ order: orderAfter(key, filters.order) })}
            onOpen={call => openCall(call.id)}
            actions={actions}
            empty={
              !data ? null : data.total > 0 ? (
                <PastTheEnd icon={IconPhone} first={linkTo('/calls', { ...filters, page: undefined })} />
              ) : isFiltered(filters) ? (
                <EmptyState icon={IconPhone} title={t('No call fits these filters')}>
                  {t('Take one away to see more.')}
                </EmptyState>
              ) : (
                <EmptyState icon={IconPhone} title={t('No calls yet')}>
                  {t('They appear here as they are made: by a campaign, one at a time with Ctrl K, or over the API.')}
                </EmptyState>
              )
            }
          />
        </ScrollRegion>
        {data && data.total > 0 && (
          <footer className={layout.foot}>
            <Pager of={data} page={page} onTurn={to => show({ page: to > 1 ? String(to) : undefined })} />
            <LogTotals filters={filters} />
          </footer>
        )}
      </div>
      {open !== undefined && (
        <CallPane
          id={open}
          link={linkTo(`/calls/${open}`, { ...filters })}
          newer={before}
          older={after}
          onClose={close}
        />
      )}
    </div>
  )
}
