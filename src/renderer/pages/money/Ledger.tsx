import { IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type LedgerEntry, ledgerTypes } from '../../../contract/account'
import { sum } from '../../amounts'
import { ExportButton } from '../../exports/ExportButton'
import { isEmpty, refusedOf } from '../../forms/refused'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import { formatPhone, money } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { Pager } from '../../parts/Pager'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { tip } from '../../parts/tips/tip'
import { Clip, Money, Time } from '../../parts/values'
import { go, linkTo, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { placeIn } from '../../week'
import { language } from '../../words/language'
import { t } from '../../words/words'
import { ledgerExport } from './export'
import { type Filters, filtersIn, inputOf } from './filters'
import css from './money.module.css'
import { howMuch, kinds, linkOf, whatFor } from './money-text'

const PER_PAGE = 50
/** Of a column of amounts, in pixels: `−$1,234.56`. */
const AMOUNT_WIDTH = { en: 104, de: 116 }[language]

const none: { value: string; word: string }[] = []

/** Every movement of money, newest first, with what it was for and the balance before and after it. */
export function Ledger() {
  const { ask, client } = useDesk()
  const { query } = usePlace()
  const key = JSON.stringify(filtersIn(query))
  const filters = useMemo<Filters>(() => JSON.parse(key), [key])
  const { page: _, ...narrowing } = filters
  const page = Number(filters.page) || 1
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const today = useClock(now => placeIn(zone, now).date)
  const answer = useQuery(
    ask.account.ledger.queryOptions({
      input: { ...inputOf(filters), page: filters.page ?? 1, per_page: PER_PAGE },
      placeholderData: keepPreviousData,
    }),
  )
  const totals = useQuery(
    ask.account.ledgerTotals.queryOptions({ input: inputOf(filters), placeholderData: keepPreviousData }),
  )
  const campaigns = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  const numbers = useQuery(ask.phoneNumbers.listAll.queryOptions({ input: {} }))
  const { data } = answer
  const error = failureOf(answer, totals)
  const refused = refusedOf(error, { from: t('From'), to: t('To') })
  const known = useMemo(() => new Set(numbers.data?.data.map(({ id }) => id)), [numbers.data])
  const columns = useMemo(() => columnsOf(zone), [zone])
  const open = useCallback(
    (entry: LedgerEntry) => {
      const link = linkOf(entry, known)
      if (link) location.hash = link
    },
    [known],
  )
  const show = (change: Filters) => go('/money', { ...filters, page: undefined, ...change })
  const isFiltered = Object.keys(narrowing).length > 0

  return (
    <>
      <search className={layout.filters}>
        <DaysChip
          label={t('Date')}
          value={{ from: filters.from, to: filters.to }}
          today={today}
          errors={refused}
          onChange={({ from, to }) => show({ from, to })}
        />
        <FilterChip
          label={t('What for')}
          value={filters.kind}
          options={ledgerTypes.map(value => ({ value, word: kinds[value].word }))}
          onChange={kind => show({ kind })}
        />
        <FilterChip
          label={t('Campaign')}
          value={filters.campaign}
          options={campaigns.data?.map(({ id, name }) => ({ value: String(id), word: name })) ?? null}
          onChange={campaign => show({ campaign })}
        />
        <FilterChip
          label={t('Number')}
          value={filters.number}
          options={
            numbers.data?.data.flatMap(({ id, phone_number, price }) =>
              price === null ? none : [{ value: String(id), word: formatPhone(phone_number) }],
            ) ?? null
          }
          onChange={number => show({ number })}
        />
        <span className={layout.total} role="status">
          {data && t('{n, plural, one {# entry} other {# entries}}', { n: data.total })}
        </span>
        <ExportButton list={() => ledgerExport(client, filters, zone)} disabled={!data?.total} />
      </search>
      <NotShown title={t('The ledger cannot be shown')} error={isEmpty(refused) && error} />
      <ScrollRegion className={`${layout.edge} ${css.list}`} label={t('Ledger')}>
        <DataTable
          label={t('Ledger')}
          columns={columns}
          rows={data?.data ?? (error ? [] : null)}
          expected={8}
          tall
          id={entry => entry.id}
          onOpen={open}
          empty={
            data &&
            (data.total > 0 ? (
              <PastTheEnd icon={IconReceipt} first={linkTo('/money', { ...filters, page: undefined })} />
            ) : isFiltered ? (
              <EmptyState icon={IconReceipt} title={t('No movement of money fits these filters')}>
                {t('Take one away to see more.')}
              </EmptyState>
            ) : (
              <EmptyState icon={IconReceipt} title={t('No money has moved yet')}>
                {t('Calls, SMS, number rent and top-ups appear here, each with what it was for.')}
              </EmptyState>
            ))
          }
        />
      </ScrollRegion>
      {data && data.total > 0 && (
        <footer className={layout.foot}>
          <Pager of={data} page={page} onTurn={to => show({ page: to > 1 ? String(to) : undefined })} />
          {totals.data && (
            <span className={layout.sums}>
              <Sum word={t('Paid in')} amount={totals.data.added} />
              <Sum word={t('Spent')} amount={totals.data.spent} />
              <Sum word={t('Together')} amount={sum(totals.data.added, totals.data.spent)} />
            </span>
          )}
        </footer>
      )}
    </>
  )
}

export const Sum = ({ word, amount }: { word: string; amount: number }) => (
  <span>
    {word}{' '}
    <b>
      <Money value={amount} />
    </b>
  </span>
)

const columnsOf = (zone: string): Column<LedgerEntry>[] => [
  { key: 'at', title: t('When'), width: 106, cell: entry => <Time at={entry.created_at} /> },
  {
    key: 'what',
    title: t('What for'),
    cell: entry => {
      const { icon: Sign, word } = kinds[entry.type]
      return (
        <span className={css.what}>
          <Sign size={15} aria-label={word} {...tip(word)} />
          <span>
            <Clip className="strong">{whatFor(entry)}</Clip>
            <Clip className={css.sub}>{howMuch(entry, zone)}</Clip>
          </span>
        </span>
      )
    },
  },
  {
    key: 'campaign',
    title: t('Campaign'),
    width: '20%',
    hide: 'tight',
    cell: ({ campaign }) =>
      campaign ? (
        <Clip className="soft">{campaign.name ?? t('A deleted campaign')}</Clip>
      ) : (
        <span className="dim">–</span>
      ),
  },
  {
    key: 'amount',
    title: t('Amount'),
    width: AMOUNT_WIDTH,
    align: 'right',
    cell: ({ amount }) => (
      <span className={amount > 0 ? css.added : undefined} {...tip(money(amount, true))}>
        {amount > 0 && '+'}
        <Money value={amount} />
      </span>
    ),
  },
  {
    key: 'before',
    title: t('Before'),
    width: AMOUNT_WIDTH,
    align: 'right',
    hide: 'tight',
    cell: ({ balance, amount }) => (
      <span className="dim">
        <Money value={sum(balance, -amount)} />
      </span>
    ),
  },
  {
    key: 'after',
    title: t('After'),
    width: AMOUNT_WIDTH,
    align: 'right',
    hide: 'slim',
    cell: ({ balance }) => (
      <span className="soft">
        <Money value={balance} />
      </span>
    ),
  },
]
