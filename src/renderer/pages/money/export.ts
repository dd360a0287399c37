import type { LedgerEntry } from '../../../contract/account'
import type { Client } from '../../api/client'
import { momentCell, moneyCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { t } from '../../words/words'
import { type Filters, inputOf } from './filters'
import { type CostRow, howMuch, kinds, whatFor, whoIn } from './money-text'

/** The most that the service has on a page. */
const PER_PAGE = 100

/** The ledger with its filters, every amount as exact as it is booked. `zone`: of the desk. */
export const ledgerExport = (client: Client, filters: Filters, zone: string): ListExport<LedgerEntry> => ({
  name: t('Ledger'),
  read: (page, signal) => client.account.ledger({ ...inputOf(filters), page, per_page: PER_PAGE }, { signal }),
  id: entry => entry.id,
  columns: [
    { title: t('When, {zone}', { zone }), cell: entry => momentCell(entry.created_at, zone) },
    { title: t('Kind'), cell: entry => kinds[entry.type].word },
    { title: t('What for'), cell: whatFor },
    { title: t('How much'), cell: entry => howMuch(entry, zone) },
    { title: t('Number'), cell: entry => entry.phone_number },
    { title: t('Campaign'), cell: entry => entry.campaign?.name },
    { title: t('Amount, $'), cell: entry => moneyCell(entry.amount) },
    { title: t('Balance after it, $'), cell: entry => moneyCell(entry.balance) },
  ],
})

/** What calls have cost, as it is shown. */
export const costsExport = (rows: CostRow[]): ListExport<CostRow> => ({
  name: t('Cost of calls'),
  read: async () => ({ data: rows, total: rows.length, per_page: rows.length, last_page: 1 }),
  id: row => `${row.kind} ${row.campaign?.id} ${row.campaign?.name}`,
  columns: [
    { title: t('Campaign'), cell: whoIn },
    { title: t('Calls'), cell: row => row.calls },
    { title: t('Answered'), cell: row => row.answered },
    { title: t('Goals'), cell: row => row.goals },
    { title: t('Goals guessed'), cell: row => row.guessed_goals },
    { title: t('Cost, $'), cell: row => moneyCell(row.cost) },
    { title: t('An answer, $'), cell: row => moneyCell(row.cost_per_answered) },
    { title: t('A goal, $'), cell: row => moneyCell(row.cost_per_goal) },
  ],
})
