import { one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'

// Which SMS belong together: those with one number, or with one sender that has a name instead.

/** Adds an SMS to the thread with its person. Call inside a transaction. */
export const noteSms = (
  context: Context,
  { id, user_id: userId, customer, status }: { id: number; user_id: number; customer: string; status: string },
) =>
  run(
    context.db,
    sql`INSERT INTO sms_threads (user_id, customer, last_id, unread)
      VALUES (${userId}, ${customer}, ${id}, ${Number(status === 'received')})
      ON CONFLICT DO UPDATE SET last_id = excluded.last_id, unread = unread + excluded.unread`,
  )

/** Counts the SMS of a thread again, after some were deleted. Call inside a transaction. */
export function recountThread(context: Context, userId: number, customer: string) {
  const theirs = sql`user_id = ${userId} AND customer = ${customer}`
  const { last, received } = one<{ last: number | null; received: number }>(
    context.db,
    sql`SELECT max(id) AS last, count(*) FILTER (WHERE status = 'received') AS received FROM sms WHERE ${theirs}`,
  )!
  if (last === null) run(context.db, sql`DELETE FROM sms_threads WHERE ${theirs}`)
  else run(context.db, sql`UPDATE sms_threads SET last_id = ${last}, unread = min(unread, ${received}) WHERE ${theirs}`)
  publishChange(context, userId, customer)
}

/**
 * SMS from this person up to this moment (desk time) were read. Returns false when there is no such thread. Call inside a
 * transaction.
 */
export function markThreadRead(context: Context, userId: number, customer: string, upTo: number): boolean {
  const { db } = context
  const theirs = sql`user_id = ${userId} AND customer = ${customer}`
  const thread = one<{ unread: number }>(db, sql`SELECT unread FROM sms_threads WHERE ${theirs}`)
  if (!thread) return false
  const { n } = one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM sms WHERE ${theirs} AND created_at > ${upTo} AND status = 'received'`,
  )!
  // Nobody unreads: what was read before stays so.
  if (n >= thread.unread) return true
  run(db, sql`UPDATE sms_threads SET unread = ${n} WHERE ${theirs}`)
  publishChange(context, userId, customer)
  return true
}

/** How many threads have SMS that were not read yet. */
export const unreadThreads = (db: ReadDb, userId: number) =>
  one<{ n: number }>(db, sql`SELECT count(*) AS n FROM sms_threads WHERE user_id = ${userId} AND unread > 0`)!.n

const publishChange = (context: Context, userId: number, customer: string) =>
  context.bus.publish(userId, { type: 'sms_thread.changed', phone_number: customer })
