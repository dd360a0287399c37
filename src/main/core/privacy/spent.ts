import { one, type Query, type ReadDb, sql } from '../../store/sql'
import type { Millionths } from '../money/amounts'

/** What was paid for a person, by the ledger: entries of what is still there. What is paid back is taken off. */
export interface Spent {
  calls: Millionths
  sms: Millionths
  conversations: Millionths
}

// CROSS JOIN: SQLite reads the records of the person first, and the entries of each by their index.
const sumOf = (records: Query, id: Query) =>
  sql`SELECT coalesce(-sum(amount), 0) AS amount FROM (${records}) AS records CROSS JOIN ledger ON ledger.${id} = records.id`

export const queries = {
  calls: (userId: number, number: string) =>
    sumOf(sql`SELECT id FROM calls WHERE client_phone_number = ${number} AND +user_id = ${userId}`, sql`call_id`),
  // An SMS from a number to itself is not counted twice.
  sms: (userId: number, number: string) =>
    sumOf(
      sql`SELECT id FROM sms WHERE user_id = ${userId} AND from_number = ${number}
        UNION ALL SELECT id FROM sms WHERE user_id = ${userId} AND to_number = ${number} AND from_number <> ${number}`,
      sql`sms_id`,
    ),
  conversations: (userId: number, number: string) =>
    sumOf(sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${number}`, sql`conversation_id`),
}

/** What was spent on a number (E.164). */
export function spentOn(db: ReadDb, userId: number, number: string): Spent {
  const amount = (query: Query) => one<{ amount: number }>(db, query)!.amount
  return {
    calls: amount(queries.calls(userId, number)),
    sms: amount(queries.sms(userId, number)),
    conversations: amount(queries.conversations(userId, number)),
  }
}
