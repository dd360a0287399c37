import type { SmsStatus } from '../../../contract/sms'
import { states } from '../../theme/states'
import { t } from '../../words/words'

/** How many people are asked for at once. */
const PER_PAGE = 30

/** The filters of the list, as they are in the address. */
export type Filters = { search?: string; state?: string }
export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(['search', 'state'].flatMap(name => (query.get(name) ? [[name, query.get(name)]] : [])))

export const byState = [
  { value: 'unread', word: t('Not read yet') },
  ...(Object.keys(states.sms) as SmsStatus[]).map(value => ({ value, word: states.sms[value].word })),
]

export const inputOf = ({ search, state }: Filters, cursor: number | undefined) => ({
  search,
  ...(state === 'unread' ? { unread: true } : { status: state as SmsStatus | undefined }),
  cursor,
  per_page: PER_PAGE,
})
