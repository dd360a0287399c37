import {
  checkDocument,
  type DocumentStatus,
  type DocumentType,
  type NewDocument,
} from '../../../contract/knowledgebases'
import type { Input } from '../../../contract/validation'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { type Moves, next } from '../kernel/state-machine'
import { dropFiles, get, type Named } from './knowledgebases'

export interface Document {
  id: number
  user_id: number
  knowledgebase_id: number
  name: string
  description: string
  type: DocumentType
  status: DocumentStatus
  /** The name of the uploaded file; null for a website, and after the document was read. */
  file: string | null
  links: string[]
  relative_links_limit: number | null
  tries: number
  error: string | null
  warnings: string[]
  passages_count: number
  characters: number
  /** The last time that it could be read. */
  read_at: number | null
  created_at: number
  updated_at: number
}

/** A passage as it stands in its document. */
export interface KeptPassage {
  id: number
  text: string
  heading: string | null
  title: string | null
  url: string | null
  page: number | null
}

type DocumentEvent = 'finish' | 'fail' | 'retry' | 'refresh'

export const documentMoves: Moves<DocumentStatus, DocumentEvent> = {
  processing: { finish: 'active', fail: 'failed' },
  active: { refresh: 'processing' },
  failed: { retry: 'processing' },
}

/** How many more pages of the same sites are read when the request does not say. */
const DEFAULT_RELATIVE_LINKS = 10

const documents = sql`SELECT documents.*, user_id FROM documents
  JOIN knowledgebases ON knowledgebases.id = knowledgebase_id`

export const queries = {
  documents: (knowledgebaseId: number) =>
    sql`SELECT * FROM documents WHERE knowledgebase_id = ${knowledgebaseId} ORDER BY id DESC`,
  passages: (id: number, { perPage, offset }: Paged) =>
    sql`SELECT id, text, heading, title, url, page FROM passages WHERE document_id = ${id}
      ORDER BY position LIMIT ${perPage} OFFSET ${offset}`,
  processing: sql`SELECT id FROM documents WHERE status = 'processing' ORDER BY id`,
}

type DocumentRow = Omit<Document, 'links' | 'warnings'> & { links: string; warnings: string }

const toDocument = ({ links, warnings, ...row }: DocumentRow): Document => ({
  ...row,
  links: JSON.parse(links) as string[],
  warnings: JSON.parse(warnings) as string[],
})

/** Throws `not_found` for an unknown knowledge base. */
export const listDocuments = (db: ReadDb, userId: number, knowledgebaseId: number): Document[] => {
  get(db, userId, knowledgebaseId)
  return all<DocumentRow>(db, queries.documents(knowledgebaseId)).map(toDocument)
}

/** A document of any user: for background work. */
export function documentById(db: ReadDb, id: number): Document | undefined {
  const row = one<DocumentRow>(db, sql`${documents} WHERE documents.id = ${id}`)
  return row && toDocument(row)
}

/** Throws `not_found`. */
export function getDocument(db: ReadDb, userId: number, knowledgebaseId: number, id: number): Document {
  get(db, userId, knowledgebaseId)
  const found = documentById(db, id)
  if (found?.knowledgebase_id !== knowledgebaseId) throw notFound('Document')
  return found
}

/**
 * Adds a document, to be read in the background. The file is written before the transaction begins, because the
 * transaction holds the write lock. A file that a crash leaves behind is deleted at the next start. Throws `not_found`,
 * or `invalid` with every error.
 */
export function addDocument(
  context: Context,
  userId: number,
  knowledgebaseId: number,
  { values, errors }: Input<NewDocument>,
  bytes: Uint8Array | undefined,
): Document {
  get(context.db, userId, knowledgebaseId)
  checkDocument(values, errors)
  if (errors.any) throw invalid(errors)
  const { name, description = '', type, url, links = [], relative_links_limit = DEFAULT_RELATIVE_LINKS } = values
  const isWebsite = type === 'website'
  const addresses = isWebsite ? [...(url ? [url] : []), ...links.map(({ link }) => link)] : []
  const file = isWebsite ? null : context.documents.keep(bytes!)
  try {
    return transact(context, () => {
      get(context.db, userId, knowledgebaseId)
      const now = context.clock.now()
      const id = insert(
        context.db,
        sql`INSERT INTO documents (knowledgebase_id, name, description, type, file, links, relative_links_limit, created_at,
            updated_at)
          VALUES (${knowledgebaseId}, ${name}, ${description}, ${type}, ${file}, ${JSON.stringify([...new Set(addresses)])},
            ${isWebsite ? relative_links_limit : null}, ${now}, ${now})`,
      )
      const document = documentById(context.db, id)!
      publishChange(context, document)
      return document
    })
  } catch (error) {
    if (file !== null) context.documents.drop(file)
    throw error
  }
}

/** Changes the name or the description. Throws `not_found`. */
export function updateDocument(
  context: Context,
  userId: number,
  knowledgebaseId: number,
  id: number,
  given: Named,
): Document {
  return transact(context, () => {
    const before = getDocument(context.db, userId, knowledgebaseId, id)
    const { name = before.name, description = before.description } = given
    run(
      context.db,
      sql`UPDATE documents SET name = ${name}, description = ${description}, updated_at = ${context.clock.now()}
        WHERE id = ${id}`,
    )
    publishChange(context, before)
    return documentById(context.db, id)!
  })
}

/** Throws `not_found`. */
export function removeDocument(context: Context, userId: number, knowledgebaseId: number, id: number) {
  const { file } = transact(context, () => {
    const document = getDocument(context.db, userId, knowledgebaseId, id)
    run(context.db, sql`DELETE FROM documents WHERE id = ${id}`)
    publishChange(context, document)
    return document
  })
  dropFiles(context, [file])
}

/** Reads a failed document again. Throws `not_found`, or `conflict` for a document that has not failed. */
export function retryDocument(context: Context, userId: number, knowledgebaseId: number, id: number): Document {
  return transact(context, () => {
    const document = getDocument(context.db, userId, knowledgebaseId, id)
    if (document.status === 'processing') throw conflict('The document is being read already.')
    if (!move(context, document, 'retry', { tries: 0 }))
      throw conflict('The document was read; there is nothing to retry.')
    return documentById(context.db, id)!
  })
}

/**
 * Reads the pages of a website again. What was read before is used until then. Throws `not_found`, or `conflict` for a
 * document that has no pages to read again, or is being read.
 */
export function refreshDocument(context: Context, userId: number, knowledgebaseId: number, id: number): Document {
  return transact(context, () => {
    const document = getDocument(context.db, userId, knowledgebaseId, id)
    if (document.type !== 'website')
      throw conflict('The file of the document is not kept. Add it again, and delete this one.')
    const event = document.status === 'failed' ? 'retry' : 'refresh'
    if (!move(context, document, event, { tries: 0 })) throw conflict('The document is being read already.')
    return documentById(context.db, id)!
  })
}

/** What was read from a document, in its order. Throws `not_found`. */
export function listPassages(
  db: ReadDb,
  userId: number,
  knowledgebaseId: number,
  id: number,
  asked: Paged,
): PageOf<KeptPassage> {
  const { passages_count } = getDocument(db, userId, knowledgebaseId, id)
  return pageOf(all<KeptPassage>(db, queries.passages(id, asked)), passages_count, asked)
}

/** A document was changed, and its knowledge base with it. */
function publishChange(context: Context, { id, user_id, knowledgebase_id, status }: Document) {
  run(context.db, sql`UPDATE knowledgebases SET updated_at = ${context.clock.now()} WHERE id = ${knowledgebase_id}`)
  context.bus.publish(user_id, { type: 'document.changed', id, knowledgebase_id, status })
}

interface Outcome {
  tries?: number
  error?: string
  warnings?: string[]
  /** How much was read. Without it, what was read before is still there. */
  read?: { passages: number; characters: number }
}

/** Moves a document as `documentMoves` says, with the outcome of reading it. Returns false when the state does not allow it. */
export function move(context: Context, document: Document, event: DocumentEvent, outcome: Outcome): boolean {
  const to = next(documentMoves, document.status, event)
  if (!to) return false
  const { tries = document.tries, error = null, warnings = [], read } = outcome
  const now = context.clock.now()
  run(
    context.db,
    sql`UPDATE documents SET status = ${to}, file = ${to === 'active' ? null : document.file}, tries = ${tries},
      error = ${error}, warnings = ${JSON.stringify(warnings)},
      passages_count = ${read?.passages ?? document.passages_count}, characters = ${read?.characters ?? document.characters},
      read_at = ${read ? now : document.read_at}, updated_at = ${now} WHERE id = ${document.id}`,
  )
  publishChange(context, { ...document, status: to })
  return true
}

/** Publishes the progress of reading a document: `done` of `total` pages or parts. */
export const publishProgress = (
  { bus }: Pick<Context, 'bus'>,
  { id, user_id, knowledgebase_id }: Document,
  progress: { done: number; total: number },
) => bus.publish(user_id, { type: 'document.changed', id, knowledgebase_id, status: 'processing', progress })
