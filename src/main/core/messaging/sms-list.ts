import type { SearchFor } from '../../../contract/search'
import type { SmsStatus } from '../../../contract/sms'
import { fetchFew, lookAtEach, pageOfFound, type Search } from '../../store/number-search'
import { all, and, one, type ReadDb, sql } from '../../store/sql'
import { allOf, findWords } from '../../store/word-search'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { endOfDay, startOfDay } from '../kernel/time'
import type { Sms } from './sms'

export interface SmsFilter {
  status?: SmsStatus
  from?: string
  to?: string
  /** Whom it is from or to. */
  customer?: string
  phoneNumberId?: number
  /** Whole days in UTC, both included, `YYYY-MM-DD`. */
  dateFrom?: string
  dateTo?: string
  /** The number or the name of the person, or words of the text. */
  search?: SearchFor
}

const numbersOfPeople = { table: sql`sms`, column: sql`customer`, index: sql`sms_numbers` }
const words = {
  table: sql`sms`,
  ids: (match: string) => sql`SELECT rowid FROM sms_names WHERE sms_names MATCH ${match}
    UNION ALL SELECT rowid FROM sms_words WHERE sms_words MATCH ${match}`,
}

const searchOf = (db: ReadDb, search: SearchFor | undefined): Search =>
  search && 'words' in search ? findWords(db, words, search.words) : fetchFew(db, numbersOfPeople, search?.number)

const conditions = (userId: number, f: SmsFilter, search: Search) =>
  and([
    sql`user_id = ${userId}`,
    f.status !== undefined && sql`status = ${f.status}`,
    f.from !== undefined && sql`from_number = ${f.from}`,
    f.to !== undefined && sql`to_number = ${f.to}`,
    f.customer !== undefined && sql`customer = ${f.customer}`,
    f.phoneNumberId !== undefined && sql`phone_number_id = ${f.phoneNumberId}`,
    f.dateFrom !== undefined && sql`created_at >= ${startOfDay(f.dateFrom)}`,
    f.dateTo !== undefined && sql`created_at <= ${endOfDay(f.dateTo)}`,
    search.condition,
  ])

export const queries = {
  page: (
    userId: number,
    filter: SmsFilter,
    { perPage, offset }: Paged,
    search = lookAtEach(numbersOfPeople, undefined),
  ) =>
    pageOfFound(
      sql`sms`,
      search,
      sql`WHERE ${conditions(userId, filter, search)} ORDER BY created_at DESC, id DESC LIMIT ${perPage} OFFSET ${offset}`,
      sql`created_at DESC, id DESC`,
    ),
  threads: (userId: number, { status, hasUnread, search, before }: ThreadFilter, limit: number) =>
    // Threads are read in their order, each with its newest SMS.
    sql`SELECT sms.*, unread FROM sms_threads CROSS JOIN sms ON sms.id = last_id WHERE ${and([
      sql`sms_threads.user_id = ${userId}`,
      before !== undefined && sql`last_id < ${before}`,
      hasUnread !== undefined && (hasUnread ? sql`unread > 0` : sql`unread = 0`),
      status !== undefined && sql`status = ${status}`,
      search && 'number' in search && sql`instr(sms_threads.customer, ${search.number}) > 0`,
      search &&
        'words' in search &&
        sql`sms_threads.customer IN (SELECT found.customer FROM sms AS found
          WHERE found.user_id = ${userId} AND found.id IN (${words.ids(allOf(search.words))}))`,
    ])} ORDER BY last_id DESC LIMIT ${limit}`,
}

/** Totals by status come from the counts that triggers keep. With any other filter, rows are counted. */
function total(db: ReadDb, userId: number, { status, ...others }: SmsFilter, search: Search): number {
  const isCounted = Object.values(others).every(value => value === undefined)
  const query = isCounted
    ? sql`SELECT coalesce(sum(n), 0) AS n FROM sms_counts
        WHERE ${and([sql`user_id = ${userId}`, status !== undefined && sql`status = ${status}`])}`
    : sql`SELECT count(*) AS n FROM ${search.from} WHERE ${conditions(userId, { status, ...others }, search)}`
  return one<{ n: number }>(db, query)!.n
}

/** A user's SMS, newest first. */
export function list(db: ReadDb, userId: number, filter: SmsFilter, paged: Paged): PageOf<Sms> {
  const search = searchOf(db, filter.search)
  const items = all<Sms>(db, queries.page(userId, filter, paged, search))
  return pageOf(items, total(db, userId, filter, search), paged)
}

export interface ThreadFilter {
  /** Of the newest SMS. */
  status?: SmsStatus
  /** Whether there are SMS from them that were not read. */
  hasUnread?: boolean
  search?: SearchFor
  /** Only threads whose newest SMS has a smaller id. */
  before?: number
}

/** The SMS of a user by person, those with the newest SMS first. `next`: the `before` of the next page; null on the last. */
export function listThreads(db: ReadDb, userId: number, filter: ThreadFilter, perPage: number) {
  const found = all<Sms & { unread: number }>(db, queries.threads(userId, filter, perPage + 1))
  const items = found.slice(0, perPage).map(({ unread, ...last }) => ({ last, unread }))
  return { items, next: found.length > perPage ? items.at(-1)!.last.id : null }
}
