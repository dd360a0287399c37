import type { Conversation, ConversationType } from '../../../contract/conversations'
import { formatPhone } from '../../parts/format'
import type { Name } from '../../theme/states'
import { t } from '../../words/words'

/** Where a conversation takes place. */
export const channels: Record<ConversationType, string> = {
  widget: t('Website'),
  sms: t('SMS'),
  api: t('Own program'),
  test: t('Test chat'),
}

/** The customer by name, else by number, else as a client calls them. */
export const whoIs = ({ name, customer_phone, customer, type, number }: Conversation) =>
  name ??
  (customer_phone && formatPhone(customer_phone)) ??
  customer ??
  (type === 'test' ? t('Test chat {number}', { number }) : t('Visitor {number}', { number }))

export const stateOf = ({ status, ai_enabled }: Conversation): Name<'conversation'> =>
  status === 'ended' ? 'ended' : ai_enabled ? 'assistant' : 'person'

/** The first part of a long name: “Nora, recall desk” becomes “Nora”. */
export const shortName = (name: string) => name.split(/\s*[,;:(–—]|\s+-\s/)[0]?.trim() || name
