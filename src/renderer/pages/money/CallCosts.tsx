import { IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '../../exports/ExportButton'
import { isEmpty, refusedOf } from '../../forms/refused'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { DaysChip } from '../../parts/FilterChip'
import { count, percent } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { Clip, Money } from '../../parts/values'
import { go, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { placeIn } from '../../week'
import { language } from '../../words/language'
import { t } from '../../words/words'
import { costsExport } from './export'
import css from './money.module.css'
import { type CostRow, whoIn } from './money-text'

/** Of a column of amounts with a long head, in pixels. */
const EACH_WIDTH = { en: 112, de: 128 }[language]

/** What calls have cost in a time: by campaign, for each answered call, and for each goal that was reached. */
export function CallCosts() {
  const { ask } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const today = useClock(now => placeIn(zone, now).date)
  // Without a choice, this month until today.
  const from = query.get('from') ?? `${today.slice(0, 8)}01`
  const to = query.get('to') ?? (today > from ? today : from)
  const answer = useQuery(ask.stats.costs.queryOptions({ input: { from, to }, placeholderData: keepPreviousData }))
  const { data } = answer
  const error = failureOf(answer)
  const refused = refusedOf(error, { from: t('From'), to: t('To') })
  const total = data?.total
  return (
    <>
      <search className={layout.filters}>
        <DaysChip
          label={t('Date')}
          value={{ from, to }}
          today={today}
          errors={refused}
          onChange={days => go('/money/costs', { from: days.from, to: days.to })}
        />
        <span className={layout.total} />
        <ExportButton list={() => costsExport(data?.rows ?? [])} disabled={!data?.rows.length} />
      </search>
      <NotShown title={t('The costs cannot be shown')} error={isEmpty(refused) && error} />
      <ScrollRegion className={`${layout.edge} ${css.list}`} label={t('Cost of calls')}>
        <DataTable
          label={t('Cost of calls')}
          columns={columns}
          rows={data?.rows ?? (error ? [] : null)}
          expected={5}
          id={row => `${row.kind} ${row.campaign?.id} ${row.campaign?.name}`}
          onOpen={row => openRow(row, { from, to })}
          totals={
            total && {
              who: t('All calls'),
              calls: count(total.calls),
              answered: <Share {...total} />,
              goals: <Goals {...total} />,
              cost: <Money value={total.cost} />,
              eachAnswered: <Each cost={total.cost_per_answered} />,
              eachGoal: <Each cost={total.cost_per_goal} />,
            }
          }
          empty={
            data && (
              <EmptyState icon={IconReceipt} title={t('No calls in these days')}>
                {t('Choose other days above.')}
              </EmptyState>
            )
          }
        />
      </ScrollRegion>
    </>
  )
}

/** The ledger of the campaign, or the calls of the kind. */
function openRow({ kind, campaign }: CostRow, days: { from: string; to: string }) {
  if (kind === 'campaign' && campaign?.id) go('/money', { campaign: campaign.id, ...days })
  else go('/calls', { type: kind === 'inbound' ? 'inbound' : 'outbound', ...days })
}

const Share = ({ answered, calls }: { answered: number; calls: number }) => (
  <>
    {count(answered)} <span className="dim">{percent(answered, calls)}</span>
  </>
)

/** The goals that were judged as reached, and beside them those that the built-in rules guess. */
const Goals = ({ goals, guessed_goals }: { goals: number; guessed_goals: number }) => (
  <>
    {count(goals)}
    {guessed_goals > 0 && <span className="dim"> {t('+ {n} guessed', { n: count(guessed_goals) })}</span>}
  </>
)

const Each = ({ cost }: { cost: number | null }) =>
  cost === null ? <span className="dim">–</span> : <Money value={cost} />

const columns: Column<CostRow>[] = [
  { key: 'who', title: t('Campaign'), cell: row => <Clip className="strong">{whoIn(row)}</Clip> },
  { key: 'calls', title: t('Calls'), width: 76, align: 'right', hide: 'slim', cell: ({ calls }) => count(calls) },
  { key: 'answered', title: t('Answered'), width: 112, align: 'right', hide: 'tight', cell: row => <Share {...row} /> },
  { key: 'goals', title: t('Goals'), width: 126, align: 'right', hide: 'tight', cell: row => <Goals {...row} /> },
  { key: 'cost', title: t('Cost'), width: 92, align: 'right', cell: ({ cost }) => <Money value={cost} /> },
  {
    key: 'eachAnswered',
    title: t('An answer'),
    width: EACH_WIDTH,
    align: 'right',
    hide: 'slim',
    cell: row => <Each cost={row.cost_per_answered} />,
  },
  {
    key: 'eachGoal',
    title: t('A goal'),
    width: EACH_WIDTH,
    align: 'right',
    cell: row => <Each cost={row.cost_per_goal} />,
  },
]
