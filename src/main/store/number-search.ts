import { one, type Query, type ReadDb, sql } from './sql'

/** A table whose rows can be found by any part of a phone number. */
interface Searched {
  table: Query
  /** The column of the number. */
  column: Query
  /** The trigram index (FTS5) of that column. */
  index: Query
}

/** The parts of a query that finds rows by a part of a number. */
export interface Search {
  /** The table expression after FROM. */
  from: Query
  condition: Query | false
  /** The matches are fetched by their ids, so a list of them has to be sorted. */
  isUnsorted?: true
}

/**
 * A page of a list. `rest`: all after FROM and its table. Matches that have to be sorted are sorted by their ids: SQLite
 * would take whole rows through the sort, which takes seven times as long for calls.
 */
export const pageOfFound = (table: Query, { from, isUnsorted }: Search, rest: Query, order: Query): Query =>
  isUnsorted
    ? sql`SELECT * FROM ${table} WHERE id IN (SELECT id FROM ${from} ${rest}) ORDER BY ${order}`
    : sql`SELECT * FROM ${from} ${rest}`

/** Up to so many matches, fetching each by its id is faster than scanning the list and comparing each number. */
export const FEW = 20_000

/** The trigram index cannot find texts of less than three characters. */
const isIndexed = (part: string | undefined): part is string => part !== undefined && part.length >= 3

const matches = ({ column, index }: Searched, part: string) =>
  sql`SELECT rowid FROM ${index} WHERE ${column} MATCH ${`"${part}"`}`

/** Scans the list, by the index of its other conditions, and compares each number. */
export const lookAtEach = ({ table, column }: Searched, part: string | undefined): Search => ({
  from: table,
  condition: part !== undefined && sql`instr(${column}, ${part})`,
})

/**
 * Fetches each match by its id. Without NOT INDEXED, SQLite would scan the list and test for each row whether it is a
 * match.
 */
const fetchMatches = (searched: Searched, part: string): Search => ({
  from: sql`${searched.table} NOT INDEXED`,
  condition: sql`id IN (${matches(searched, part)})`,
  isUnsorted: true,
})

/** Fetches all matches by the trigram index. A part that is too short for it is found by a scan. */
export const fetchAll = (searched: Searched, part: string | undefined): Search =>
  isIndexed(part) ? fetchMatches(searched, part) : lookAtEach(searched, part)

/** Uses the trigram index when it has few matches, else a scan. */
export function fetchFew(db: ReadDb, searched: Searched, part: string | undefined): Search {
  if (!isIndexed(part)) return lookAtEach(searched, part)
  const { n } = one<{ n: number }>(db, sql`SELECT count(*) AS n FROM (${matches(searched, part)} LIMIT ${FEW + 1})`)!
  return n <= FEW ? fetchMatches(searched, part) : lookAtEach(searched, part)
}
