import { contract } from '../../contract'
import type * as wire from '../../contract/knowledgebases'
import type { Input } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import * as documents from '../core/knowledge/documents'
import type { Knowledgebase } from '../core/knowledge/knowledgebases'
import * as knowledgebases from '../core/knowledge/knowledgebases'
import { type FoundPassage, SHOWN_PASSAGES, search } from '../core/knowledge/search'
import { pager } from './pages'
import { type Caller, os, whenValid, withErrors } from './wiring'

type Addition = wire.NewDocument & { id: number }

export function knowledgebasesRoutes(context: Context) {
  const { db } = context
  return os.knowledgebases.router({
    list: os.knowledgebases.list.handler(
      whenValid(({ userId }) => ({ data: knowledgebases.list(db, userId).map(knowledgebaseAnswer) })),
    ),
    create: os.knowledgebases.create.handler(
      whenValid(({ userId }, given) => ({
        message: 'The knowledge base was created.',
        data: knowledgebaseAnswer(knowledgebases.create(context, userId, given)),
      })),
    ),
    get: os.knowledgebases.get.handler(
      whenValid(({ userId }, { id }) => ({ data: knowledgebaseAnswer(knowledgebases.get(db, userId, id)) })),
    ),
    update: os.knowledgebases.update.handler(
      whenValid(({ userId }, { id, ...given }) => ({
        message: 'The knowledge base was changed.',
        data: knowledgebaseAnswer(knowledgebases.update(context, userId, id, given)),
      })),
    ),
    remove: os.knowledgebases.remove.handler(
      whenValid(({ userId }, { id }) => {
        knowledgebases.remove(context, userId, id)
        return { message: 'The knowledge base was deleted, with its documents.' }
      }),
    ),
    search: os.knowledgebases.search.handler(
      withErrors(({ userId }, { values: { id, query, limit = SHOWN_PASSAGES }, errors }) => {
        knowledgebases.get(db, userId, id!)
        if (errors.any) throw invalid(errors)
        return { data: search(db, id!, query!, limit).map(passageAnswer) }
      }),
    ),
  })
}

export function documentsRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.documents.passages)
  return os.documents.router({
    create: os.documents.create.handler(async given => {
      // The file is read first, because the rest is synchronous and runs in one transaction.
      const { file } = given.input as { file?: unknown }
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : undefined
      return withErrors(({ userId }: Caller, { values: { id, ...values }, errors }: Input<Addition>) => ({
        message: 'The document was added and is being read.',
        data: documentAnswer(documents.addDocument(context, userId, id!, { values, errors }, bytes)),
      }))(given)
    }),
    list: os.documents.list.handler(
      whenValid(({ userId }, { id }) => ({ data: documents.listDocuments(db, userId, id).map(documentAnswer) })),
    ),
    get: os.documents.get.handler(
      whenValid(({ userId }, { id, documentId }) => ({
        data: documentAnswer(documents.getDocument(db, userId, id, documentId)),
      })),
    ),
    update: os.documents.update.handler(
      whenValid(({ userId }, { id, documentId, ...given }) => ({
        message: 'The document was changed.',
        data: documentAnswer(documents.updateDocument(context, userId, id, documentId, given)),
      })),
    ),
    remove: os.documents.remove.handler(
      whenValid(({ userId }, { id, documentId }) => {
        documents.removeDocument(context, userId, id, documentId)
        return { message: 'The document was deleted.' }
      }),
    ),
    retry: os.documents.retry.handler(
      whenValid(({ userId }, { id, documentId }) => ({
        message: 'The document is being read again.',
        data: documentAnswer(documents.retryDocument(context, userId, id, documentId)),
      })),
    ),
    refresh: os.documents.refresh.handler(
      whenValid(({ userId }, { id, documentId }) => ({
        message: 'The website is being read again.',
        data: documentAnswer(documents.refreshDocument(context, userId, id, documentId)),
      })),
    ),
    passages: os.documents.passages.handler(
      whenValid(({ userId }, input) =>
        page(
          input,
          documents.listPassages(db, userId, input.id, input.documentId, paged(input)),
          (passage): wire.ReadPassage => passage,
        ),
      ),
    ),
  })
}

const statusLabels: Record<wire.KnowledgebaseStatus, string> = {
  empty: 'Empty',
  processing: 'Processing',
  failed: 'Failed',
  active: 'Active',
}
const typeLabels: Record<wire.DocumentType, string> = {
  website: 'Website',
  pdf: 'PDF',
  txt: 'Text',
  docx: 'Word',
  md: 'Markdown',
  html: 'HTML',
}

const knowledgebaseAnswer = (b: Knowledgebase): wire.Knowledgebase => ({
  id: b.id,
  name: b.name,
  description: b.description,
  status: b.status,
  status_label: statusLabels[b.status],
  documents_count: b.documents_count,
  assistants_count: b.assistants.length,
  assistants: b.assistants,
  document_counts: b.document_counts,
  passages_count: b.passages_count,
  characters_count: b.characters,
  created_at: isoTime(b.created_at),
  updated_at: isoTime(b.updated_at),
})

const documentAnswer = (d: documents.Document): wire.Document => ({
  id: d.id,
  name: d.name,
  description: d.description,
  type: d.type,
  type_label: typeLabels[d.type],
  status: d.status,
  status_label: statusLabels[d.status],
  ...(d.error !== null && { error: d.error }),
  warnings: d.warnings,
  links: d.links,
  relative_links_limit: d.relative_links_limit,
  passages_count: d.passages_count,
  characters_count: d.characters,
  read_at: d.read_at === null ? null : isoTime(d.read_at),
  created_at: isoTime(d.created_at),
  updated_at: isoTime(d.updated_at),
})

const passageAnswer = (p: FoundPassage): wire.Passage => ({
  text: p.text,
  heading: p.heading,
  source: p.title ?? p.document_name,
  url: p.url,
  page: p.page,
  document_id: p.document_id,
  score: p.score,
})
