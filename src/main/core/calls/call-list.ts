import type { CallOrder, CallStatus } from '../../../contract/calls'
import type { SearchFor } from '../../../contract/search'
import type { Verdict } from '../../../contract/stats'
import { fetchAll, fetchFew, lookAtEach, pageOfFound, type Search } from '../../store/number-search'
import { all, and, literal, one, type Query, type ReadDb, sql } from '../../store/sql'
import { findWords } from '../../store/word-search'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { endOfDay, startOfDay } from '../kernel/time'
import { isFinal, isOpen } from './call-states'
import { type Call, type Row, toCall } from './calls'

export interface CallFilter {
  status?: CallStatus
  type?: Call['type']
  phoneNumber?: string
  assistantId?: number
  campaignId?: number
  dateFrom?: string
  dateTo?: string
  goal?: Verdict
  /** Epoch milliseconds, `to` not included. */
  from?: number
  to?: number
  /** The number or the name of the person, or words that were said. */
  search?: SearchFor
}

const numbersCalled = { table: sql`calls`, column: sql`client_phone_number`, index: sql`call_numbers` }
const words = {
  table: sql`calls`,
  ids: (match: string) => sql`SELECT rowid FROM call_names WHERE call_names MATCH ${match}
    UNION ALL SELECT rowid >> 20 FROM call_words WHERE call_words MATCH ${match}`,
}

/** How a list finds its calls, and how it counts them. */
function searchesOf(db: ReadDb, { search, phoneNumber }: CallFilter): Record<'listed' | 'counted', Search> {
  if (search && 'words' in search) {
    const found = findWords(db, words, search.words)
    return { listed: found, counted: found }
  }
  const part = search?.number ?? phoneNumber
  // No index has all columns of this filter, so calls with the number are fetched first and then filtered.
  return { listed: fetchFew(db, numbersCalled, part), counted: fetchAll(numbersCalled, part) }
}

const conditions = (userId: number, f: CallFilter, search: Search) =>
  and([
    // A campaign and an assistant have one user. Checking their user lets SQLite count the calls in the index alone.
    f.campaignId === undefined && f.assistantId === undefined && sql`user_id = ${userId}`,
    f.status !== undefined && sql`status = ${f.status}`,
    f.type !== undefined && sql`type = ${f.type}`,
    // Only final calls are judged; their index has what is counted.
    f.goal !== undefined && sql`verdict = ${f.goal} AND ${isFinal}`,
    f.assistantId !== undefined &&
      sql`assistant_id = (SELECT id FROM assistants WHERE id = ${f.assistantId} AND user_id = ${userId})`,
    f.campaignId !== undefined &&
      sql`campaign_id = (SELECT id FROM campaigns WHERE id = ${f.campaignId} AND user_id = ${userId})`,
    f.dateFrom !== undefined && sql`created_at >= ${startOfDay(f.dateFrom)}`,
    f.dateTo !== undefined && sql`created_at <= ${endOfDay(f.dateTo)}`,
    f.from !== undefined && sql`created_at >= ${f.from}`,
    f.to !== undefined && sql`created_at < ${f.to}`,
    search.condition,
    // With a search, the part of a number is one more condition.
    f.search !== undefined && f.phoneNumber !== undefined && sql`instr(client_phone_number, ${f.phoneNumber})`,
  ])

/** Totals by type and status come from the counts that triggers keep. With any other filter, rows are counted. */
function total(db: ReadDb, userId: number, { status, type, ...others }: CallFilter, search: Search): number {
  const isCounted = Object.values(others).every(value => value === undefined)
  const query = isCounted
    ? sql`SELECT coalesce(sum(n), 0) AS n FROM call_counts
        WHERE ${and([
          sql`user_id = ${userId}`,
          type !== undefined && sql`type = ${type}`,
          status !== undefined && sql`status = ${status}`,
        ])}`
    : sql`SELECT count(*) AS n FROM ${search.from} WHERE ${conditions(userId, { status, type, ...others }, search)}`
  return one<{ n: number }>(db, query)!.n
}

const orders: Record<CallOrder, Query> = {
  newest: sql`created_at DESC, id DESC`,
  oldest: sql`created_at, id`,
  longest: sql`talked_ms DESC, id DESC`,
  shortest: sql`talked_ms, id`,
  dearest: sql`carrier_cost DESC, id DESC`,
  cheapest: sql`carrier_cost, id`,
}

export const queries = {
  page: (
    userId: number,
    filter: CallFilter,
    { perPage, offset }: Paged,
    search = lookAtEach(numbersCalled, filter.phoneNumber),
    order: CallOrder = 'newest',
  ) =>
    pageOfFound(
      sql`calls`,
      search,
      sql`WHERE ${conditions(userId, filter, search)} ORDER BY ${orders[order]} LIMIT ${literal(perPage)} OFFSET ${offset}`,
      orders[order],
    ),
  totals: (userId: number, filter: CallFilter, search = lookAtEach(numbersCalled, filter.phoneNumber)) =>
    sql`SELECT count(*) AS calls, coalesce(sum(result IN ('goal', 'talked')), 0) AS talked,
        coalesce(sum(talked_ms), 0) AS talked_ms, coalesce(sum(verdict = 'goal'), 0) AS goals,
        coalesce(sum(verdict = 'guessed_goal'), 0) AS guessed_goals, coalesce(sum(carrier_cost), 0) AS cost
      FROM ${search.from} WHERE ${isFinal} AND ${conditions(userId, filter, search)}`,
  live: (userId: number, limit: number) =>
    sql`SELECT calls.*, sum(status <> 'ended') OVER () AS on_line, count(*) OVER () AS open
      FROM calls INDEXED BY calls_open WHERE ${isOpen} AND user_id = ${userId}
      ORDER BY created_at, id LIMIT ${limit}`,
  pageOfFew: (userId: number, filter: CallFilter, paged: Paged) =>
    queries.page(userId, filter, paged, fetchAll(numbersCalled, filter.phoneNumber)),
}

/** A user's calls, newest first unless another order is asked for. */
export function list(db: ReadDb, userId: number, filter: CallFilter, paged: Paged, order?: CallOrder): PageOf<Call> {
  const { listed, counted } = searchesOf(db, filter)
  const items = all<Row>(db, queries.page(userId, filter, paged, listed, order)).map(toCall)
  return pageOf(items, total(db, userId, filter, counted), paged)
}

/** What the final calls that fit a filter add up to. */
export interface CallTotals {
  calls: number
  talked: number
  talked_ms: number
  goals: number
  guessed_goals: number
  /** Millionths of a USD. */
  cost: number
}
export const totalsOf = (db: ReadDb, userId: number, filter: CallFilter): CallTotals =>
  one<CallTotals>(db, queries.totals(userId, filter, searchesOf(db, filter).counted))!

/** A user's calls that are not final, oldest first, and how many there are in all, from one look at them. */
export function live(db: ReadDb, userId: number, limit: number): { onLine: number; evaluating: number; calls: Call[] } {
  // Of one row more than nothing, because the counts stand in the rows.
  const rows = all<Row & { on_line: number; open: number }>(db, queries.live(userId, Math.max(1, limit)))
  const { on_line, open } = rows[0] ?? { on_line: 0, open: 0 }
  return { onLine: on_line, evaluating: open - on_line, calls: rows.slice(0, limit).map(toCall) }
}
