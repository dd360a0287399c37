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
  created_at: number
  updated_at: number
}

type DocumentEvent = 'finish' | 'fail' | 'retry'

export const documentMoves: Moves<DocumentStatus, DocumentEvent> = {
  processing: { finish: 'active', fail: 'failed' },
  active: {},
  failed: { retry: 'processing' },
}

/** How many more pages of the same sites are read when the request does not say. */
const DEFAULT_RELATIVE_LINKS = 10

const documents = sql`SELECT documents.*, user_id FROM documents
  JOIN knowledgebases ON knowledgebases.id = knowledgebase_id`

export const queries = {
  documents: (knowledgebaseId: number) =>
    sql`SELECT * FROM documents WHERE knowledgebase_id = ${knowledgebaseId} ORDER BY id DESC`,
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

const publishChange = (context: Context, { id, user_id, knowledgebase_id, status }: Document) =>
  context.bus.publish(user_id, { type: 'document.changed', id, knowledgebase_id, status })

interface Outcome {
  tries?: number
  error?: string
  warnings?: string[]
  passages?: number
}

/** Moves a document as `documentMoves` says, with the outcome of reading it. Returns false when the state does not allow it. */
export function move(context: Context, document: Document, event: DocumentEvent, outcome: Outcome): boolean {
  const to = next(documentMoves, document.status, event)
  if (!to) return false
  const { tries = document.tries, error = null, warnings = [], passages = 0 } = outcome
  run(
    context.db,
    sql`UPDATE documents SET status = ${to}, file = ${to === 'active' ? null : document.file}, tries = ${tries},
      error = ${error}, warnings = ${JSON.stringify(warnings)}, passages_count = ${passages},
      updated_at = ${context.clock.now()} WHERE id = ${document.id}`,
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
