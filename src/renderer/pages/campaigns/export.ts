import type { CampaignTotals } from '../../../contract/campaigns'
import { leadStatuses } from '../../../contract/statuses'
import { moneyCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { type Name, states } from '../../theme/states'
import { hoursInWords } from '../../week'
import { t } from '../../words/words'
import { type Counted, hoursOf, leadsOf, shownCounts } from './campaign-text'

interface Row {
  campaign: Counted
  totals: CampaignTotals
  state: Name<'campaign'>
}

/** The campaigns that are shown, with how many of their leads are in each state. */
export const campaignsExport = (rows: Row[]): ListExport<Row> => ({
  name: t('Campaigns'),
  read: async () => ({ data: rows, total: rows.length, per_page: rows.length, last_page: 1 }),
  id: row => row.campaign.id,
  columns: [
    { title: t('Name'), cell: row => row.campaign.name },
    { title: t('State'), cell: row => states.campaign[row.state].word },
    { title: t('Assistant'), cell: row => row.campaign.assistant_name },
    { title: t('Leads'), cell: row => leadsOf(row.campaign.lead_counts) },
    ...leadStatuses.map(status => ({
      title: states.lead[status].word,
      cell: (row: Row) => shownCounts(row.campaign)[status] ?? 0,
    })),
    { title: t('Dials'), cell: row => row.totals.dials },
    { title: t('Talked'), cell: row => row.totals.talked },
    { title: t('Goals'), cell: row => row.totals.goals },
    { title: t('Cost, $'), cell: row => moneyCell(row.totals.cost) },
    { title: t('Hours'), cell: row => hoursInWords(hoursOf(row.campaign)) },
    { title: t('Time zone'), cell: row => row.campaign.timezone },
    { title: t('Lines'), cell: row => row.campaign.max_calls_in_parallel },
  ],
})
