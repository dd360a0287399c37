import type { ledgerTypes } from '../../../contract/account'
import { all, and, insert, one, type ReadDb, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { endOfDay, startOfDay } from '../kernel/time'
import { type Millionths, toMillionths, toUsd } from './amounts'

export type LedgerType = (typeof ledgerTypes)[number]

export const balanceOf = (db: ReadDb, userId: number): Millionths =>
  one<{ balance: number }>(db, sql`SELECT balance FROM users WHERE id = ${userId}`)?.balance ?? 0

/** The record that an entry belongs to. */
interface Cause {
  callId: number
  smsId: number
  phoneNumberId: number
  conversationId: number
}

/** Adds an entry; spending has a negative amount. A trigger of the schema keeps the user's balance. */
export function book(
  context: Context,
  userId: number,
  entry: { type: LedgerType; amount: Millionths; what: string } & Partial<Cause>,
) {
  insert(
    context.db,
    sql`INSERT INTO ledger (user_id, type, amount, what, call_id, sms_id, phone_number_id, conversation_id, created_at)
      VALUES (${userId}, ${entry.type}, ${entry.amount}, ${entry.what}, ${entry.callId ?? null}, ${entry.smsId ?? null},
        ${entry.phoneNumberId ?? null}, ${entry.conversationId ?? null}, ${context.clock.now()})`,
  )
  context.bus.publish(userId, { type: 'balance.changed', total_balance: toUsd(balanceOf(context.db, userId)) })
}

export interface LedgerEntry {
  id: number
  type: LedgerType
  amount: Millionths
  what: string
  call_id: number | null
  sms_id: number | null
  phone_number_id: number | null
  /** The uuid of the chat; null also when it was deleted. */
  conversation_id: string | null
  created_at: number
}

export interface LedgerFilter {
  type?: LedgerType
  callId?: number
  /** Whole days in UTC, both included, `YYYY-MM-DD`. */
  dateFrom?: string
  dateTo?: string
}

const conditions = (userId: number, f: LedgerFilter) =>
  and([
    // A call has only a few entries. The plus stops SQLite from using the index of the user instead.
    f.callId === undefined ? sql`user_id = ${userId}` : sql`call_id = ${f.callId} AND +user_id = ${userId}`,
    f.type !== undefined && sql`type = ${f.type}`,
    f.dateFrom !== undefined && sql`created_at >= ${startOfDay(f.dateFrom)}`,
    f.dateTo !== undefined && sql`created_at <= ${endOfDay(f.dateTo)}`,
  ])

export const queries = {
  page: (userId: number, filter: LedgerFilter, { perPage, offset }: Paged) =>
    sql`SELECT id, type, amount, what, call_id, sms_id, phone_number_id,
        (SELECT uuid FROM conversations WHERE conversations.id = conversation_id) AS conversation_id, created_at
      FROM ledger WHERE ${conditions(userId, filter)}
      ORDER BY created_at DESC, id DESC LIMIT ${perPage} OFFSET ${offset}`,
}

/** Entries, newest first. Without other filters than the type, the total comes from the counts that triggers keep. */
export function ledger(db: ReadDb, userId: number, filter: LedgerFilter, paged: Paged): PageOf<LedgerEntry> {
  const { type, ...others } = filter
  const isCounted = Object.values(others).every(value => value === undefined)
  const total = isCounted
    ? sql`SELECT coalesce(sum(n), 0) AS n FROM ledger_counts
        WHERE ${and([sql`user_id = ${userId}`, type !== undefined && sql`type = ${type}`])}`
    : sql`SELECT count(*) AS n FROM ledger WHERE ${conditions(userId, filter)}`
  return pageOf(all<LedgerEntry>(db, queries.page(userId, filter, paged)), one<{ n: number }>(db, total)!.n, paged)
}

/** Adds money to the balance. Returns the new balance. */
export const topUp = (context: Context, userId: number, usd: number) =>
  transact(context, () => {
    book(context, userId, { type: 'top_up', amount: toMillionths(usd), what: 'Top-up' })
    return balanceOf(context.db, userId)
  })
