import type { ledgerTypes } from '../../../contract/account'
import { all, and, insert, one, type Query, type ReadDb, sql } from '../../store/sql'
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
  campaignId: number | null
}

/** Adds an entry; spending has a negative amount. A trigger of the schema keeps the user's balance. */
export function book(
  context: Context,
  userId: number,
  entry: { type: LedgerType; amount: Millionths; what: string } & Partial<Cause>,
) {
  insert(
    context.db,
    sql`INSERT INTO ledger (user_id, type, amount, what, call_id, sms_id, phone_number_id, conversation_id, campaign_id,
        created_at)
      VALUES (${userId}, ${entry.type}, ${entry.amount}, ${entry.what}, ${entry.callId ?? null}, ${entry.smsId ?? null},
        ${entry.phoneNumberId ?? null}, ${entry.conversationId ?? null}, ${entry.campaignId ?? null}, ${context.clock.now()})`,
  )
  context.bus.publish(userId, { type: 'balance.changed', total_balance: toUsd(balanceOf(context.db, userId)) })
}

export interface LedgerEntry {
  id: number
  type: LedgerType
  amount: Millionths
  /** The balance after it. */
  balance: Millionths
  what: string
  call_id: number | null
  sms_id: number | null
  phone_number_id: number | null
  /** The uuid of the chat; null also when it was deleted. */
  conversation_id: string | null
  campaign_id: number | null
  /** Null also when the campaign was deleted, and its call too. */
  campaign_name: string | null
  /** Of the person that it was about, or the number that was rented. Null when it is not known any more. */
  phone_number: string | null
  name: string | null
  /** How many seconds of talking, or segments, it paid for, and the price of a minute or of a segment. */
  units: number | null
  unit_price: Millionths | null
  /** The month that was paid, of a rental. */
  starts_at: number | null
  ends_at: number | null
  created_at: number
}

export interface LedgerFilter {
  type?: LedgerType
  callId?: number
  campaignId?: number
  phoneNumberId?: number
  /** Whole days in UTC, both included, `YYYY-MM-DD`. */
  dateFrom?: string
  dateTo?: string
  /** Epoch milliseconds, `to` not included. */
  from?: number
  to?: number
}

// A call, a number and a campaign have few entries. The plus stops SQLite from using the index of the user instead.
const conditions = (userId: number, f: LedgerFilter) => {
  const isFew = [f.callId, f.campaignId, f.phoneNumberId].some(id => id !== undefined)
  return and([
    isFew ? sql`+user_id = ${userId}` : sql`user_id = ${userId}`,
    f.callId !== undefined && sql`call_id = ${f.callId}`,
    f.campaignId !== undefined && sql`campaign_id = ${f.campaignId}`,
    f.phoneNumberId !== undefined && sql`phone_number_id = ${f.phoneNumberId}`,
    f.type !== undefined && (isFew ? sql`+type = ${f.type}` : sql`type = ${f.type}`),
    f.dateFrom !== undefined && sql`created_at >= ${startOfDay(f.dateFrom)}`,
    f.dateTo !== undefined && sql`created_at <= ${endOfDay(f.dateTo)}`,
    f.from !== undefined && sql`created_at >= ${f.from}`,
    f.to !== undefined && sql`created_at < ${f.to}`,
  ])
}

export const queries = {
  page: (userId: number, filter: LedgerFilter, { perPage, offset }: Paged) =>
    sql`SELECT * FROM ledger WHERE ${conditions(userId, filter)}
      ORDER BY created_at DESC, id DESC LIMIT ${perPage} OFFSET ${offset}`,
  sums: (userId: number, filter: LedgerFilter) =>
    sql`SELECT type, count(*) AS n, sum(amount) AS amount FROM ledger WHERE ${conditions(userId, filter)} GROUP BY type`,
  /** The entries of a page, with what is known of what they were for. */
  explained: (page: Query) =>
    sql`SELECT entry.id, entry.type, entry.amount, entry.balance, entry.what, entry.call_id, entry.sms_id,
        entry.phone_number_id, conversations.uuid AS conversation_id, entry.campaign_id,
        coalesce(campaigns.name, calls.campaign_name) AS campaign_name,
        coalesce(calls.client_phone_number, sms.customer, conversations.customer, phone_numbers.phone_number,
          iif(entry.type = 'rental', substr(what, 1, instr(what, ',') - 1), NULL)) AS phone_number,
        coalesce(calls.name, sms.name, conversations.name) AS name,
        coalesce((calls.talked_ms + 999) / 1000, sms.segments) AS units,
        coalesce(calls.minute_price, sms.segment_price) AS unit_price,
        rentals.starts_at, rentals.ends_at, entry.created_at
      FROM (${page}) AS entry
        LEFT JOIN calls ON calls.id = entry.call_id
        LEFT JOIN sms ON sms.id = entry.sms_id
        LEFT JOIN conversations ON conversations.id = entry.conversation_id
        LEFT JOIN campaigns ON campaigns.id = entry.campaign_id
        LEFT JOIN phone_numbers ON phone_numbers.id = entry.phone_number_id
        LEFT JOIN rentals ON rentals.phone_number_id = entry.phone_number_id AND rentals.paid_at = entry.created_at
      ORDER BY entry.created_at DESC, entry.id DESC`,
}

/** Entries, newest first. Without other filters than the type, the total comes from the counts that triggers keep. */
export function ledger(db: ReadDb, userId: number, filter: LedgerFilter, paged: Paged): PageOf<LedgerEntry> {
  const { type, ...others } = filter
  const isCounted = Object.values(others).every(value => value === undefined)
  const total = isCounted
    ? sql`SELECT coalesce(sum(n), 0) AS n FROM ledger_counts
        WHERE ${and([sql`user_id = ${userId}`, type !== undefined && sql`type = ${type}`])}`
    : sql`SELECT count(*) AS n FROM ledger WHERE ${conditions(userId, filter)}`
  const entries = all<LedgerEntry>(db, queries.explained(queries.page(userId, filter, paged)))
  return pageOf(entries, one<{ n: number }>(db, total)!.n, paged)
}

export interface LedgerSums {
  entries: number
  /** Of all amounts that were added, and of all that were spent, which is negative. */
  added: Millionths
  spent: Millionths
  byType: { type: LedgerType; n: number; amount: Millionths }[]
}

/** The sums of the entries that fit a filter, the largest spending first. */
export function ledgerSums(db: ReadDb, userId: number, filter: LedgerFilter): LedgerSums {
  const byType = all<LedgerSums['byType'][number]>(db, queries.sums(userId, filter))
  const sum = (isOf: (amount: Millionths) => boolean) =>
    byType.reduce((total, { amount }) => total + (isOf(amount) ? amount : 0), 0)
  return {
    entries: byType.reduce((total, { n }) => total + n, 0),
    added: sum(amount => amount > 0),
    spent: sum(amount => amount < 0),
    byType: byType.toSorted((a, b) => a.amount - b.amount),
  }
}

/** Adds money to the balance. Returns the new balance. */
export const topUp = (context: Context, userId: number, usd: number) =>
  transact(context, () => {
    book(context, userId, { type: 'top_up', amount: toMillionths(usd), what: 'Top-up' })
    return balanceOf(context.db, userId)
  })
