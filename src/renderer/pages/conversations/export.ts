import type { Conversation } from '../../../contract/conversations'
import type { Client } from '../../api/client'
import { byCursor } from '../../exports/by-cursor'
import { momentCell, moneyCell, valueCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { states } from '../../theme/states'
import { t } from '../../words/words'
import { channels, stateOf } from './conversation-text'
import { type Filters, inputOf } from './filters'

/** The most that the service has on a page. */
const PER_PAGE = 100

/** The conversations with their filters, and what is known of each customer. `zone`: of the desk. */
export const conversationsExport = (client: Client, filters: Filters, zone: string): ListExport<Conversation> => ({
  name: t('Conversations'),
  read: byCursor((cursor: string | undefined, signal) =>
    client.conversations.list({ ...inputOf(filters, cursor), per_page: PER_PAGE }, { signal }),
  ),
  id: one => one.id,
  columns: [
    { title: t('Began, {zone}', { zone }), cell: one => momentCell(one.created_at, zone) },
    { title: t('Last message, {zone}', { zone }), cell: one => momentCell(one.updated_at, zone) },
    { title: t('Name'), cell: one => one.name },
    { title: t('Number'), cell: one => one.customer_phone },
    { title: t('Known as'), cell: one => one.external_identifier },
    { title: t('State'), cell: one => states.conversation[stateOf(one)].word },
    { title: t('Channel'), cell: one => channels[one.type] },
    { title: t('Assistant'), cell: one => one.assistant_name },
    { title: t('Messages'), cell: one => one.message_count },
    { title: t('Not read yet'), cell: one => one.unread },
    { title: t('Last message'), cell: one => one.last_message },
    { title: t('Cost, $'), cell: one => moneyCell(Number(one.total_cost)) },
  ],
  more: one => Object.fromEntries(Object.entries(one.variables).map(([name, value]) => [name, valueCell(value)])),
})
