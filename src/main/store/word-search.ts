import { FEW, type Search } from './number-search'
import { one, type Query, type ReadDb, sql } from './sql'

/** A table whose rows can be found by the words of a name, and by words that were said. */
interface Worded {
  table: Query
  /** The index of words (FTS5), and the row that an entry of it belongs to. */
  words: Query
  owner: Query
}

/**
 * The query of FTS5 for entries that have all words, of which the last one may be only begun. In quotes, no word is read as
 * an operator. https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export const allOf = (words: readonly string[]) => `(${words.map(word => `"${word}"`).join(' ')}*)`

/** The same in an index that has names and texts: all words in the name, or all in one text. */
export const inNameOrText = (words: readonly string[]) => `name : ${allOf(words)} OR text : ${allOf(words)}`

/** The entry of a record's name, and of its items by position, in an index of records with items. */
export const OWNER = sql`rowid >> 20`
export const ownerOf = (entry: number) => Math.floor(entry / 2 ** 20)
export const positionOf = (entry: number) => (entry % 2 ** 20) - 1

/** Fetches the rows by id when few entries match; else the list is read in its order, and each row is looked up. */
export function findWords(db: ReadDb, { table, words, owner }: Worded, match: string): Search {
  const { n } = one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${words} WHERE ${words} MATCH ${match} LIMIT ${FEW + 1})`,
  )!
  return (n <= FEW ? fetchMatching : lookUpEach)({ table, words, owner }, match)
}

export const fetchMatching = ({ table, words, owner }: Worded, match: string): Search => ({
  // As in number-search.ts.
  from: sql`${table} NOT INDEXED`,
  condition: sql`id IN (SELECT ${owner} FROM ${words} WHERE ${words} MATCH ${match})`,
})

export const lookUpEach = ({ table, words, owner }: Worded, match: string): Search => ({
  from: table,
  condition: sql`+id IN (SELECT ${owner} FROM ${words} WHERE ${words} MATCH ${match})`,
})
