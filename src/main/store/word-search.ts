import { FEW, type Search } from './number-search'
import { one, type Query, type ReadDb, sql } from './sql'

/** A table whose rows can be found by words: of a name, or that were said. */
interface Worded {
  table: Query
  /** Selects the ids of the rows that match a query of FTS5, some twice. */
  ids: (match: string) => Query
}

/**
 * The query of FTS5 for entries that have all words, of which the last one may be only begun. In quotes, no word is read as
 * an operator. https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export const allOf = (words: readonly string[]) => `(${quoted(words)}*)`

/** The same, with the last word whole. This reads the index from its end, and needs no longer when many entries match. */
export const allWhole = (words: readonly string[]) => `(${quoted(words)})`

const quoted = (words: readonly string[]) => words.map(word => `"${word}"`).join(' ')

/** The record, and the position in it, of an entry in an index of sentences. */
export const ownerOf = (entry: number) => Math.floor(entry / 2 ** 20)
export const positionOf = (entry: number) => entry % 2 ** 20

/** Fetches the rows by id when few match; else the list is read in its order, and each row is looked up. */
export function findWords(db: ReadDb, worded: Worded, words: readonly string[]): Search {
  const match = allOf(words)
  const { n } = one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM (${worded.ids(match)}) LIMIT ${FEW + 1})`,
  )!
  return (n <= FEW ? fetchMatching : lookUpEach)(worded, match)
}

export const fetchMatching = ({ table, ids }: Worded, match: string): Search => ({
  // As in number-search.ts.
  from: sql`${table} NOT INDEXED`,
  condition: sql`id IN (${ids(match)})`,
  isUnsorted: true,
})

export const lookUpEach = ({ table, ids }: Worded, match: string): Search => ({
  from: table,
  condition: sql`+id IN (${ids(match)})`,
})
