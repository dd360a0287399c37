import { all, one, type ReadDb, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { notFound } from '../kernel/errors'
import * as conversations from './conversations'
import { markThreadRead, unreadThreads } from './sms-threads'

// What the operator has not read. An SMS to an assistant stands in a conversation too: read in one place, it is read in both.

/** How many conversations, and how many threads of SMS, have messages that were not read. */
export const unread = (db: ReadDb, userId: number) => ({
  conversations: one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM conversations WHERE user_id = ${userId} AND unread > 0`,
  )!.n,
  sms: unreadThreads(db, userId),
})

/** The messages of a conversation up to this position were read; without one, all. Throws `not_found`. */
export const readConversation = (context: Context, userId: number, id: string, position?: number) =>
  transact(context, () => {
    const conversation = conversations.get(context.db, userId, id)
    const last = one<{ at: number }>(
      context.db,
      sql`SELECT created_at AS at FROM conversation_messages WHERE conversation_id = ${conversation.id}
        AND position <= ${position ?? Number.MAX_SAFE_INTEGER} ORDER BY position DESC LIMIT 1`,
    )
    conversations.markRead(context, conversation, position)
    if (conversation.type === 'sms' && conversation.customer !== null && last)
      markThreadRead(context, userId, conversation.customer, last.at)
    return conversations.get(context.db, userId, id)
  })

/** The SMS of a thread up to this one were read; without one, all. Throws `not_found`. */
export const readThread = (context: Context, userId: number, customer: string, smsId?: number) =>
  transact(context, () => {
    const { db } = context
    const last = one<{ at: number | null }>(
      db,
      sql`SELECT max(created_at) AS at FROM sms WHERE user_id = ${userId} AND customer = ${customer}
        AND id <= ${smsId ?? Number.MAX_SAFE_INTEGER}`,
    )!.at
    if (last === null || !markThreadRead(context, userId, customer, last)) throw notFound('SMS')
    const chats = sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${customer}
      AND type = 'sms' AND unread > 0`
    for (const { id } of all<{ id: number }>(db, chats)) {
      const conversation = conversations.byId(db, id)!
      const position = one<{ at: number | null }>(
        db,
        sql`SELECT max(position) AS at FROM conversation_messages WHERE conversation_id = ${id} AND created_at <= ${last}`,
      )!.at
      if (position !== null) conversations.markRead(context, conversation, position)
    }
    return unreadOf(db, userId, customer)
  })

const unreadOf = (db: ReadDb, userId: number, customer: string) =>
  one<{ unread: number }>(db, sql`SELECT unread FROM sms_threads WHERE user_id = ${userId} AND customer = ${customer}`)!
    .unread
