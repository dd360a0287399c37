import type { Sms } from '../../../contract/sms'
import type { Client } from '../../api/client'
import { byCursor } from '../../exports/by-cursor'
import { momentCell, moneyCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { states } from '../../theme/states'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { directions } from '../calls/call-text'
import { type Filters, inputOf } from './filters'
import { momentOf, personOf } from './sms-lines'

/** The most that the service has on a page. */
const PER_PAGE = 100

/**
 * The SMS that a search finds, or all of them. A filter by state is about the newest SMS with each person, so those are
 * exported. `zone`: of the desk.
 */
export const smsExport = (client: Client, filters: Filters, zone: string): ListExport<Sms> => ({
  name: t('SMS'),
  read:
    filters.state === undefined
      ? (page, signal) => client.sms.list({ search: filters.search, page, per_page: PER_PAGE }, { signal })
      : byCursor(async (cursor: number | undefined, signal) => {
          const { data, ...page } = await client.sms.threads(
            { ...inputOf(filters, cursor), per_page: PER_PAGE },
            { signal },
          )
          return { ...page, data: data.map(({ last }) => last) }
        }),
  id: sms => sms.id,
  columns: [
    { title: t('When, {zone}', { zone }), cell: sms => momentCell(momentOf(sms), zone) },
    { title: t('Direction'), cell: sms => directions[sms.status === 'received' ? 'inbound' : 'outbound'] },
    { title: t('Name'), cell: sms => sms.name },
    { title: t('Number'), cell: personOf },
    { title: t('Our number'), cell: sms => (sms.status === 'received' ? sms.to : sms.from) },
    { title: t('State'), cell: sms => states.sms[sms.status].word },
    { title: t('Text'), cell: sms => sms.body },
    { title: t('Segments'), cell: sms => sms.segments },
    { title: t('Cost, $'), cell: sms => moneyCell(sms.total_cost) },
    { title: t('Why it failed'), cell: sms => sms.error && said(sms.error) },
  ],
})
