import {
  checkDocument,
  type DocumentStatus,
  type DocumentType,
  type KnowledgebaseStatus,
  type NewDocument,
} from '../../contract/knowledgebases'
import type { Draft } from '../../contract/validation'
import { all, insert, one, type ReadDb, run, sql } from '../store/sql'
import { type Desk, transact } from './desk'
import { conflict, invalid, notFound } from './errors'
import { type Moves, next } from './machine'
import type { ReadPassage } from './ports'
import { searchable } from './words'

export interface Knowledgebase {
  id: number
  user_id: number
  name: string
  description: string
  status: KnowledgebaseStatus
  documents_count: number
  assistants_count: number
  created_at: number
  updated_at: number
}

export interface Document {
  id: number
  user_id: number
  knowledgebase_id: number
  name: string
  description: string
  type: DocumentType
  status: DocumentStatus
  /** Its name in the folder of documents, until it has been read. */
  file: string | null
  links: string[]
  relative_links_limit: number | null
  tries: number
  error: string | null
  warnings: string[]
  passages_count: number
  created_at: number
  updated_at: number
}

type DocumentEvent = 'finish' | 'fail' | 'retry'

export const documentMoves: Moves<DocumentStatus, DocumentEvent> = {
  processing: { finish: 'active', fail: 'failed' },
  active: {},
  failed: { retry: 'processing' },
}

/** How many pages of the same sites are read besides the given ones, when nobody says. */
const RELATIVE_LINKS = 10

const bases = sql`SELECT knowledgebases.*,
    (SELECT count(*) FROM assistants WHERE knowledgebase_id = knowledgebases.id) AS assistants_count,
    (SELECT json_group_object(status, n) FROM document_counts WHERE knowledgebase_id = knowledgebases.id) AS counts
  FROM knowledgebases`
const documents = sql`SELECT documents.*, user_id FROM documents
  JOIN knowledgebases ON knowledgebases.id = knowledgebase_id`

export const queries = {
  bases: (userId: number) => sql`${bases} WHERE user_id = ${userId} ORDER BY id DESC`,
  documents: (knowledgebaseId: number) =>
    sql`SELECT * FROM documents WHERE knowledgebase_id = ${knowledgebaseId} ORDER BY id DESC`,
  processing: sql`SELECT id FROM documents WHERE status = 'processing' ORDER BY id`,
  /** Where a word is found in a heading, it counts twice. */
  found: (knowledgebaseId: number, words: string, limit: number) =>
    sql`SELECT passages.*, documents.name AS document_name, -found.rank AS score FROM (
        SELECT rowid, rank FROM passage_words
        WHERE passage_words MATCH ${`base : "kb${knowledgebaseId}" AND {heading text} : (${words})`}
          AND rank MATCH 'bm25(0.0, 2.0, 1.0)'
        ORDER BY rank LIMIT ${limit}) AS found
      JOIN passages ON passages.id = found.rowid
      JOIN documents ON documents.id = document_id`,
}

type BaseRow = Omit<Knowledgebase, 'status' | 'documents_count'> & { counts: string }

function toBase({ counts, ...row }: BaseRow): Knowledgebase {
  const { processing = 0, failed = 0, active = 0 } = JSON.parse(counts) as Partial<Record<DocumentStatus, number>>
  const documents_count = processing + failed + active
  const status =
    documents_count === 0 ? 'empty' : processing > 0 ? 'processing' : failed > 0 ? 'failed' : ('active' as const)
  return { ...row, status, documents_count }
}

type DocumentRow = Omit<Document, 'links' | 'warnings'> & { links: string; warnings: string }

const toDocument = ({ links, warnings, ...row }: DocumentRow): Document => ({
  ...row,
  links: JSON.parse(links) as string[],
  warnings: JSON.parse(warnings) as string[],
})

// Knowledge bases

export const list = (db: ReadDb, userId: number): Knowledgebase[] => all<BaseRow>(db, queries.bases(userId)).map(toBase)

export function get(db: ReadDb, userId: number, id: number): Knowledgebase {
  const row = one<BaseRow>(db, sql`${bases} WHERE id = ${id} AND user_id = ${userId}`)
  if (!row) throw notFound('Knowledge base')
  return toBase(row)
}

export function create(desk: Desk, userId: number, given: { name: string; description?: string }): Knowledgebase {
  return transact(desk, () => {
    const now = desk.clock.now()
    const id = insert(
      desk.db,
      sql`INSERT INTO knowledgebases (user_id, name, description, created_at, updated_at)
        VALUES (${userId}, ${given.name}, ${given.description ?? ''}, ${now}, ${now})`,
    )
    desk.bus.publish(userId, { type: 'knowledgebase.changed', id })
    return get(desk.db, userId, id)
  })
}

interface Named {
  name?: string
  description?: string
}

export function update(desk: Desk, userId: number, id: number, given: Named): Knowledgebase {
  return transact(desk, () => {
    const { name, description } = get(desk.db, userId, id)
    run(
      desk.db,
      sql`UPDATE knowledgebases SET name = ${given.name ?? name}, description = ${given.description ?? description},
        updated_at = ${desk.clock.now()} WHERE id = ${id}`,
    )
    desk.bus.publish(userId, { type: 'knowledgebase.changed', id })
    return get(desk.db, userId, id)
  })
}

/** Deletes a knowledge base with its documents, and takes it off the assistants that use it. */
export function remove(desk: Desk, userId: number, id: number) {
  const files = transact(desk, () => {
    get(desk.db, userId, id)
    const users = all<{ id: number }>(desk.db, sql`SELECT id FROM assistants WHERE knowledgebase_id = ${id}`)
    const kept = all<{ file: string }>(
      desk.db,
      sql`SELECT file FROM documents WHERE knowledgebase_id = ${id} AND file IS NOT NULL`,
    )
    run(desk.db, sql`DELETE FROM knowledgebases WHERE id = ${id}`)
    desk.bus.publish(userId, { type: 'knowledgebase.changed', id })
    for (const assistant of users) desk.bus.publish(userId, { type: 'assistant.changed', id: assistant.id })
    return kept
  })
  for (const { file } of files) desk.documents.drop(file)
}

// Documents

export const listDocuments = (db: ReadDb, userId: number, knowledgebaseId: number): Document[] => {
  get(db, userId, knowledgebaseId)
  return all<DocumentRow>(db, queries.documents(knowledgebaseId)).map(toDocument)
}

/** For what happens without a user: reading. */
export function documentById(db: ReadDb, id: number): Document | undefined {
  const row = one<DocumentRow>(db, sql`${documents} WHERE documents.id = ${id}`)
  return row && toDocument(row)
}

export function getDocument(db: ReadDb, userId: number, knowledgebaseId: number, id: number): Document {
  get(db, userId, knowledgebaseId)
  const found = documentById(db, id)
  if (found?.knowledgebase_id !== knowledgebaseId) throw notFound('Document')
  return found
}

/** Adds a document, to be read in the background. Throws `not_found`, or `invalid` with every fault. */
export function addDocument(
  desk: Desk,
  userId: number,
  knowledgebaseId: number,
  { values, faults }: Draft<NewDocument>,
  bytes: Uint8Array | undefined,
): Document {
  return transact(desk, () => {
    get(desk.db, userId, knowledgebaseId)
    checkDocument(values, faults)
    if (faults.any) throw invalid(faults)
    const { name, description = '', type, url, links = [], relative_links_limit = RELATIVE_LINKS } = values
    const isWebsite = type === 'website'
    const addresses = isWebsite ? [...(url ? [url] : []), ...links.map(({ link }) => link)] : []
    const file = isWebsite ? null : desk.documents.keep(bytes!)
    try {
      const now = desk.clock.now()
      const id = insert(
        desk.db,
        sql`INSERT INTO documents (knowledgebase_id, name, description, type, file, links, relative_links_limit, created_at,
            updated_at)
          VALUES (${knowledgebaseId}, ${name}, ${description}, ${type}, ${file}, ${JSON.stringify([...new Set(addresses)])},
            ${isWebsite ? relative_links_limit : null}, ${now}, ${now})`,
      )
      const document = documentById(desk.db, id)!
      tell(desk, document)
      return document
    } catch (error) {
      if (file !== null) desk.documents.drop(file)
      throw error
    }
  })
}

export function updateDocument(
  desk: Desk,
  userId: number,
  knowledgebaseId: number,
  id: number,
  given: Named,
): Document {
  return transact(desk, () => {
    const before = getDocument(desk.db, userId, knowledgebaseId, id)
    const { name = before.name, description = before.description } = given
    run(
      desk.db,
      sql`UPDATE documents SET name = ${name}, description = ${description}, updated_at = ${desk.clock.now()}
        WHERE id = ${id}`,
    )
    tell(desk, before)
    return documentById(desk.db, id)!
  })
}

export function removeDocument(desk: Desk, userId: number, knowledgebaseId: number, id: number) {
  const { file } = transact(desk, () => {
    const document = getDocument(desk.db, userId, knowledgebaseId, id)
    run(desk.db, sql`DELETE FROM documents WHERE id = ${id}`)
    tell(desk, document)
    return document
  })
  if (file !== null) desk.documents.drop(file)
}

/** Has a document that failed read again. Throws `conflict` for any other. */
export function retryDocument(desk: Desk, userId: number, knowledgebaseId: number, id: number): Document {
  return transact(desk, () => {
    const document = getDocument(desk.db, userId, knowledgebaseId, id)
    if (document.status === 'processing') throw conflict('The document is being read already.')
    if (!move(desk, document, 'retry', { tries: 0 }))
      throw conflict('The document was read; there is nothing to retry.')
    return documentById(desk.db, id)!
  })
}

const tell = (desk: Desk, { id, user_id, knowledgebase_id, status }: Document) =>
  desk.bus.publish(user_id, { type: 'document.changed', id, knowledgebase_id, status })

interface Outcome {
  tries?: number
  error?: string
  warnings?: string[]
  passages?: number
}

function move(desk: Desk, document: Document, event: DocumentEvent, outcome: Outcome): boolean {
  const to = next(documentMoves, document.status, event)
  if (!to) return false
  const { tries = document.tries, error = null, warnings = [], passages = 0 } = outcome
  run(
    desk.db,
    sql`UPDATE documents SET status = ${to}, file = ${to === 'active' ? null : document.file}, tries = ${tries},
      error = ${error}, warnings = ${JSON.stringify(warnings)}, passages_count = ${passages},
      updated_at = ${desk.clock.now()} WHERE id = ${document.id}`,
  )
  tell(desk, { ...document, status: to })
  return true
}

// Reading

/** The documents that wait to be read, or were being read when the service ended; the oldest first. */
export const toRead = (db: ReadDb): number[] => all<{ id: number }>(db, queries.processing).map(({ id }) => id)

/** Notes that a document is about to be read, before anything of it is touched. */
export const countTry = (desk: Desk, id: number) =>
  transact(desk, () => run(desk.db, sql`UPDATE documents SET tries = tries + 1 WHERE id = ${id}`))

/** The service stops while a document is being read: that is no fault of the document's. */
export const uncountTry = (desk: Desk, id: number) =>
  transact(desk, () => run(desk.db, sql`UPDATE documents SET tries = tries - 1 WHERE id = ${id} AND tries > 0`))

/** Keeps what was read of a document, all at once: it can be found from now on, and its file is no longer needed. */
export function finish(desk: Desk, id: number, passages: readonly ReadPassage[], warnings: string[]) {
  const file = transact(desk, () => {
    const document = documentById(desk.db, id)
    if (!document || !move(desk, document, 'finish', { warnings, passages: passages.length })) return null
    passages.forEach(({ text, heading, title, url, page, words }, position) => {
      const passageId = insert(
        desk.db,
        sql`INSERT INTO passages (document_id, position, text, heading, title, url, page)
          VALUES (${id}, ${position}, ${text}, ${heading}, ${title}, ${url}, ${page})`,
      )
      run(
        desk.db,
        sql`INSERT INTO passage_words (rowid, base, heading, text)
          VALUES (${passageId}, ${`kb${document.knowledgebase_id}`}, ${words.heading}, ${words.text})`,
      )
    })
    return document.file
  })
  if (file !== null) desk.documents.drop(file)
}

/** A document could not be read; `reason` is a sentence for the operator. */
export const fail = (desk: Desk, id: number, reason: string) =>
  transact(desk, () => {
    const document = documentById(desk.db, id)
    if (!document || !move(desk, document, 'fail', { error: reason })) return
    desk.bus.publish(document.user_id, {
      type: 'operator.told',
      level: 'warning',
      text: `${document.name} could not be read. ${reason}`,
    })
  })

/** Deletes files that belong to no document: what a crash left between a file and its row. */
export function sweepFiles(desk: Desk) {
  for (const name of desk.documents.names())
    if (!one(desk.db, sql`SELECT 1 FROM documents WHERE file = ${name}`)) desk.documents.drop(name)
}

// Searching

export interface FoundPassage {
  document_id: number
  document_name: string
  text: string
  heading: string | null
  title: string | null
  url: string | null
  page: number | null
  score: number
}

/** So many of the words that are asked for count. */
const MOST_WORDS = 32

/**
 * The passages of a knowledge base that fit a query best, the best first. Any text is a query: each of its words is
 * looked for in any form, and the more of them a passage has, and the rarer they are, the better it fits (BM25).
 */
export function search(db: ReadDb, knowledgebaseId: number, query: string, limit: number): FoundPassage[] {
  const words = [...new Set(searchable(query).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))].slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const found = all<FoundPassage>(db, queries.found(knowledgebaseId, words.flatMap(inAnyForm).join(' OR '), limit))
  return found.sort((a, b) => b.score - a.score)
}

/**
 * A word as it stands, and whatever begins as it does: languages inflect at the end. Numbers have no forms. In quotes
 * nothing is an operator of FTS5's.
 */
function inAnyForm(word: string): string[] {
  const letters = [...word]
  if (letters.length < 4 || !/^[\p{L}\p{M}]+$/u.test(word)) return [`"${word}"`]
  const ending = letters.length >= 7 ? 3 : 1
  return [`"${word}"`, `"${letters.slice(0, letters.length - ending).join('')}"*`]
}
