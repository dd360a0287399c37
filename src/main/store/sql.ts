import type { Database, Statement } from 'better-sqlite3'

declare const writes: unique symbol
/** Who is handed a ReadDb can call nothing of ours that writes. */
export type ReadDb = Pick<Database, 'prepare'>
export type WriteDb = ReadDb & { readonly [writes]: true } & Pick<Database, 'transaction' | 'inTransaction'>

export interface Query {
  readonly text: string
  readonly params: readonly unknown[]
}

/** A query as a value: what is inserted becomes a parameter, except another query, whose text and parameters join in. */
export function sql(text: TemplateStringsArray, ...inserted: unknown[]): Query {
  if (!inserted.some(isQuery)) return { text: plain(text), params: inserted }
  let joined = text[0]!
  const params: unknown[] = []
  inserted.forEach((value, i) => {
    if (isQuery(value)) {
      joined += value.text
      params.push(...value.params)
    } else {
      joined += '?'
      params.push(value)
    }
    joined += text[i + 1]
  })
  return { text: joined, params }
}

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'params' in value && 'text' in value

const texts = new WeakMap<TemplateStringsArray, string>()
function plain(text: TemplateStringsArray): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  const joined = text.join('?')
  texts.set(text, joined)
  return joined
}

/** Conditions that hold together; none is `true`. */
export function and(conditions: readonly (Query | false | null | undefined)[]): Query {
  const given = conditions.filter(isQuery)
  if (given.length === 0) return sql`true`
  return { text: given.map(c => `(${c.text})`).join(' AND '), params: given.flatMap(c => c.params) }
}

// Preparing costs ten times what running does, so every text is prepared once per connection.
const prepared = new WeakMap<object, Map<string, Statement>>()
function statement(db: ReadDb, text: string): Statement {
  let known = prepared.get(db)
  if (!known) prepared.set(db, (known = new Map()))
  let found = known.get(text)
  if (!found) known.set(text, (found = db.prepare(text)))
  return found
}

export const all = <Row>(db: ReadDb, q: Query) => statement(db, q.text).all(...q.params) as Row[]
export const one = <Row>(db: ReadDb, q: Query) => statement(db, q.text).get(...q.params) as Row | undefined
/** How many rows it changed. */
export const run = (db: WriteDb, q: Query) => statement(db, q.text).run(...q.params).changes
/** The new row's id. */
export const insert = (db: WriteDb, q: Query) => Number(statement(db, q.text).run(...q.params).lastInsertRowid)

/** How SQLite would run it, a line a step. */
export const plan = (db: ReadDb, q: Query) =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${q.text}`)
    .all(...q.params)
    .map(row => (row as { detail: string }).detail)
    .join('\n')
