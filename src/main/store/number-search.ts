import { one, type Query, type ReadDb, sql } from './sql'

/** A list that can be searched by any part of a number: its table, the number's column, and the trigram index of that. */
interface Searched {
  table: Query
  column: Query
  index: Query
}

/** How rows with a part of a number are found. */
export interface Search {
  /** What stands after FROM. */
  from: Query
  condition: Query | false
}

/** With up to so many finds each is fetched; with more, going along the list and looking at each number is faster. */
const FEW = 20_000

/** The trigram index finds nothing under three characters. */
const isIndexed = (part: string | undefined): part is string => part !== undefined && part.length >= 3

const finds = ({ column, index }: Searched, part: string) =>
  sql`SELECT rowid FROM ${index} WHERE ${column} MATCH ${`"${part}"`}`

/** Along the list, by the index of its other conditions. */
export const lookAtEach = ({ table, column }: Searched, part: string | undefined): Search => ({
  from: table,
  condition: part !== undefined && sql`instr(${column}, ${part})`,
})

/** Every find by its id. Left to itself, SQLite goes along the list and looks whether each row is among the finds. */
const fetchFinds = (searched: Searched, part: string): Search => ({
  from: sql`${searched.table} NOT INDEXED`,
  condition: sql`id IN (${finds(searched, part)})`,
})

/** By the finds as far as the index has them, however many. */
export const fetchAll = (searched: Searched, part: string | undefined): Search =>
  isIndexed(part) ? fetchFinds(searched, part) : lookAtEach(searched, part)

/** By the finds when they are few. */
export function fetchFew(db: ReadDb, searched: Searched, part: string | undefined): Search {
  if (!isIndexed(part)) return lookAtEach(searched, part)
  const { n } = one<{ n: number }>(db, sql`SELECT count(*) AS n FROM (${finds(searched, part)} LIMIT ${FEW + 1})`)!
  return n <= FEW ? fetchFinds(searched, part) : lookAtEach(searched, part)
}
