import type { DeliverySummary } from '../../../contract/webhooks'
import type { Client } from '../../api/client'
import { momentCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { states } from '../../theme/states'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { events } from './delivery-text'
import { type Filters, inputOf } from './filters'

/** The most that the service has on a page. */
const PER_PAGE = 100

/** The deliveries with their filters. `zone`: of the desk. */
export const deliveriesExport = (client: Client, filters: Filters, zone: string): ListExport<DeliverySummary> => ({
  name: t('Webhooks'),
  read: (page, signal) => client.webhooks.listDeliveries({ ...inputOf(filters), page, per_page: PER_PAGE }, { signal }),
  id: delivery => delivery.id,
  columns: [
    { title: t('Made, {zone}', { zone }), cell: delivery => momentCell(delivery.created_at, zone) },
    { title: t('State'), cell: delivery => states.delivery[delivery.status].word },
    { title: t('Event'), cell: delivery => events[delivery.event] },
    { title: t('Name'), cell: delivery => delivery.name },
    { title: t('Number'), cell: delivery => delivery.phone_number },
    { title: t('Assistant'), cell: delivery => delivery.assistant_name },
    { title: t('Sent to'), cell: delivery => delivery.url },
    { title: t('Tries'), cell: delivery => delivery.tries },
    { title: t('Next try, {zone}', { zone }), cell: delivery => momentCell(delivery.next_try_at, zone) },
    { title: t('Last error'), cell: delivery => delivery.last_error && said(delivery.last_error) },
    { title: t('Its id'), cell: delivery => delivery.webhook_id },
  ],
})
