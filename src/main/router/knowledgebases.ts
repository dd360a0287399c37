import type * as wire from '../../contract/knowledgebases'
import type { Input } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import * as knowledge from '../core/knowledge/documents'
import type { Knowledgebase } from '../core/knowledge/knowledgebases'
import * as knowledgebases from '../core/knowledge/knowledgebases'
import type { FoundPassage } from '../core/knowledge/search'
import * as search from '../core/knowledge/search'
import { SHOWN_PASSAGES } from '../core/knowledge/search'
import { type Caller, os, whenValid, withErrors } from './wiring'

type Addition = wire.NewDocument & { id: number }

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

const answerBase = (b: Knowledgebase): wire.Knowledgebase => ({
  id: b.id,
  name: b.name,
  description: b.description,
  status: b.status,
  status_label: statusLabels[b.status],
  documents_count: b.documents_count,
  assistants_count: b.assistants_count,
  created_at: isoTime(b.created_at),
  updated_at: isoTime(b.updated_at),
})

const answerDocument = (d: knowledge.Document): wire.Document => ({
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
  created_at: isoTime(d.created_at),
  updated_at: isoTime(d.updated_at),
})

const answerPassage = (p: FoundPassage): wire.Passage => ({
  text: p.text,
  heading: p.heading,
  source: p.title ?? p.document_name,
  url: p.url,
  page: p.page,
  document_id: p.document_id,
  score: p.score,
})

export function knowledgebasesRoutes(context: Context) {
  const { db } = context
  return os.knowledgebases.router({
    list: os.knowledgebases.list.handler(
      whenValid(({ userId }) => ({ data: knowledgebases.list(db, userId).map(answerBase) })),
    ),
    create: os.knowledgebases.create.handler(
      whenValid(({ userId }, given) => ({
        message: 'The knowledge base was created.',
        data: answerBase(knowledgebases.create(context, userId, given)),
      })),
    ),
    get: os.knowledgebases.get.handler(
      whenValid(({ userId }, { id }) => answerBase(knowledgebases.get(db, userId, id))),
    ),
    update: os.knowledgebases.update.handler(
      whenValid(({ userId }, { id, ...given }) => ({
        message: 'The knowledge base was changed.',
        data: answerBase(knowledgebases.update(context, userId, id, given)),
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
        return { data: search.search(db, id!, query!, limit).map(answerPassage) }
      }),
    ),
  })
}

export function documentsRoutes(context: Context) {
  const { db } = context
  return os.documents.router({
    create: os.documents.create.handler(async given => {
      // Read before anything else: the rest happens in one go.
      const { file } = given.input as { file?: unknown }
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : undefined
      return withErrors(({ userId }: Caller, { values: { id, ...values }, errors }: Input<Addition>) => ({
        message: 'The document was added and is being read.',
        data: answerDocument(knowledge.addDocument(context, userId, id!, { values, errors }, bytes)),
      }))(given)
    }),
    list: os.documents.list.handler(
      whenValid(({ userId }, { id }) => ({ data: knowledge.listDocuments(db, userId, id).map(answerDocument) })),
    ),
    get: os.documents.get.handler(
      whenValid(({ userId }, { id, documentId }) => answerDocument(knowledge.getDocument(db, userId, id, documentId))),
    ),
    update: os.documents.update.handler(
      whenValid(({ userId }, { id, documentId, ...given }) => ({
        message: 'The document was changed.',
        data: answerDocument(knowledge.updateDocument(context, userId, id, documentId, given)),
      })),
    ),
    remove: os.documents.remove.handler(
      whenValid(({ userId }, { id, documentId }) => {
        knowledge.removeDocument(context, userId, id, documentId)
        return { message: 'The document was deleted.' }
      }),
    ),
    retry: os.documents.retry.handler(
      whenValid(({ userId }, { id, documentId }) => ({
        message: 'The document is being read again.',
        data: answerDocument(knowledge.retryDocument(context, userId, id, documentId)),
      })),
    ),
  })
}
