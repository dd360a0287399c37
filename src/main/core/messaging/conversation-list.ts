import type { ConversationType } from '../../../contract/conversations'
import { readSearch } from '../../../contract/search'
import { all, and, type ReadDb, sql } from '../../store/sql'
import { allOf } from '../../store/word-search'
import { type Conversation, type Row, toConversation } from './conversations'

export interface Filter {
  type?: ConversationType
  status?: Conversation['status']
  /** Whether the assistant answers, and not a person in its place. */
  aiEnabled?: boolean
  /** Whether there are messages that the operator has not read. */
  hasUnread?: boolean
  /** The id or the uuid. */
  assistant?: number | string
  externalIdentifier?: string
  /** A part of the customer's number. */
  customerPhone?: string
  /** As it was typed: a number, words of the name or of a message, or a part of the customer or the assistant's name. */
  search?: string
}

/** A page begins after the conversation with this time (`updatedAt`) and id, in this direction. */
export interface Cursor {
  at: number
  id: number
  towards: 'earlier' | 'later'
}

function searched(typed: string) {
  const search = readSearch(typed)
  const part = sql`instr(lower(coalesce(customer, '') || char(10) || assistant_name), lower(${typed.trim()})) > 0`
  if (!search) return part
  return 'number' in search
    ? sql`${part} OR customer LIKE '+%' AND instr(customer, ${search.number}) > 0`
    : sql`${part} OR id IN (SELECT rowid FROM conversation_names WHERE conversation_names MATCH ${allOf(search.words)}
        UNION ALL SELECT rowid >> 20 FROM conversation_words WHERE conversation_words MATCH ${allOf(search.words)})`
}

export const queries = {
  page: (userId: number, f: Filter, cursor: Cursor | null, limit: number) => {
    const later = cursor?.towards === 'later'
    return sql`SELECT * FROM conversations WHERE ${and([
      sql`user_id = ${userId}`,
      f.type !== undefined && sql`type = ${f.type}`,
      f.status !== undefined && sql`status = ${f.status}`,
      f.aiEnabled !== undefined && sql`ai_disabled = ${Number(!f.aiEnabled)}`,
      f.hasUnread !== undefined && (f.hasUnread ? sql`unread > 0` : sql`unread = 0`),
      typeof f.assistant === 'number' && sql`+assistant_id = ${f.assistant}`,
      typeof f.assistant === 'string' && sql`assistant_uuid = ${f.assistant.toLowerCase()}`,
      f.externalIdentifier !== undefined && sql`customer = ${f.externalIdentifier} AND type <> 'sms'`,
      f.customerPhone !== undefined && sql`customer LIKE '+%' AND instr(customer, ${f.customerPhone}) > 0`,
      f.search !== undefined && searched(f.search),
      cursor !== null &&
        (later
          ? sql`(updated_at, id) > (${cursor.at}, ${cursor.id})`
          : sql`(updated_at, id) < (${cursor.at}, ${cursor.id})`),
    ])} ORDER BY ${later ? sql`updated_at, id` : sql`updated_at DESC, id DESC`} LIMIT ${limit}`
  },
}

/** A page of a user's conversations, newest first. With a cursor, new messages do not move conversations out of a page. */
export function list(db: ReadDb, userId: number, filter: Filter, cursor: Cursor | null, perPage: number) {
  const found = all<Row>(db, queries.page(userId, filter, cursor, perPage + 1)).map(toConversation)
  const more = found.length > perPage
  const items = found.slice(0, perPage)
  const later = cursor?.towards === 'later'
  if (later) items.reverse()
  const at = (c: Conversation | undefined, towards: Cursor['towards']): Cursor | null =>
    c ? { at: c.updatedAt, id: c.id, towards } : null
  return {
    items,
    next: later || more ? at(items.at(-1), 'earlier') : null,
    previous: (later ? more : cursor !== null) ? at(items[0], 'later') : null,
  }
}
