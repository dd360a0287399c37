import type { Database, Statement } from 'better-sqlite3'

declare const writes: unique symbol
/** A database for reading: functions that write need a WriteDb, so the compiler refuses to call them with this one. */
export type ReadDb = Pick<Database, 'prepare'>
export type WriteDb = ReadDb & { readonly [writes]: true } & Pick<Database, 'transaction' | 'inTransaction'>

export interface Query {
  readonly text: string
  readonly params: readonly unknown[]
}

/**
 * Makes a query of a template. A value becomes a parameter; a query becomes a part of the text, with its parameters.
 */
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

/** The joined texts of templates, since a template is used again and again. */
const texts = new WeakMap<TemplateStringsArray, string>()
function plain(text: TemplateStringsArray): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  const joined = text.join('?')
  texts.set(text, joined)
  return joined
}

/**
 * A whole number as a part of the text. SQLite reads a page in half the time when it knows the limit while it prepares the
 * statement. Only for numbers of which there are few, since each makes a statement of its own.
 */
export const literal = (n: number): Query => ({ text: String(Math.trunc(n)), params: [] })

/** Joins conditions with AND, without the empty ones. With no condition it is `true`. */
export function and(conditions: readonly (Query | false | null | undefined)[]): Query {
  const given = conditions.filter(isQuery)
  if (given.length === 0) return sql`true`
  return { text: given.map(c => `(${c.text})`).join(' AND '), params: given.flatMap(c => c.params) }
}

// Preparing a statement takes ten times as long as running it, so each text is prepared once per connection.
const prepared = new WeakMap<object, Map<string, Statement>>()
function statement(db: ReadDb, text: string): Statement {
  let known = prepared.get(db)
  if (!known) prepared.set(db, (known = new Map()))
  let found = known.get(text)
  if (!found) known.set(text, (found = db.prepare(text)))
  return found
}

/** The texts of the statements that a connection has prepared until now. */
export const preparedTexts = (db: ReadDb): string[] => [...(prepared.get(db)?.keys() ?? [])]

/** All rows. */
export const all = <Row>(db: ReadDb, q: Query) => statement(db, q.text).all(...q.params) as Row[]
/** The first row. */
export const one = <Row>(db: ReadDb, q: Query) => statement(db, q.text).get(...q.params) as Row | undefined
/** Runs a statement. Returns how many rows it changed. */
export const run = (db: WriteDb, q: Query) => statement(db, q.text).run(...q.params).changes
/** Inserts a row. Returns its id. */
export const insert = (db: WriteDb, q: Query) => Number(statement(db, q.text).run(...q.params).lastInsertRowid)

/** The query plan of SQLite, one line for each step. */
export const plan = (db: ReadDb, q: Query) =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${q.text}`)
    .all(...q.params)
    .map(row => (row as { detail: string }).detail)
    .join('\n')
