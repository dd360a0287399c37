import { type ConversationType, conversationTypes } from '../../../contract/conversations'
import { t } from '../../words/words'
import { channels } from './conversation-text'

/** How many conversations are asked for at once. */
export const PER_PAGE = 30

/** The filters of the list, as they are in the address. */
export type Filters = { search?: string; state?: string; assistant?: string; channel?: string }
const names = ['search', 'state', 'assistant', 'channel'] as const

export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : [])))

const asked: Record<string, { status?: 'active' | 'ended'; ai_enabled?: boolean; unread?: boolean }> = {
  unread: { unread: true },
  assistant: { status: 'active', ai_enabled: true },
  person: { status: 'active', ai_enabled: false },
  ended: { status: 'ended' },
}

export const byState = [
  { value: 'unread', word: t('Not read yet') },
  { value: 'assistant', word: t('Assistant answers') },
  { value: 'person', word: t('A person answers') },
  { value: 'ended', word: t('Ended') },
]

export const byChannel = conversationTypes.map(value => ({ value, word: channels[value] }))

export const inputOf = ({ search, state, assistant, channel }: Filters, cursor: string | undefined) => ({
  search,
  ...asked[state ?? ''],
  assistant_id: assistant,
  type: channel as ConversationType | undefined,
  cursor,
  per_page: PER_PAGE,
})
