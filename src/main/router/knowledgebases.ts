import type * as wire from '../../contract/knowledgebases'
import type { Draft } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import type { Desk } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import * as knowledge from '../core/knowledge/documents'
import type { Knowledgebase } from '../core/knowledge/knowledgebases'
import * as knowledgebases from '../core/knowledge/knowledgebases'
import type { FoundPassage } from '../core/knowledge/search'
import * as search from '../core/knowledge/search'
import { type Caller, drafted, os, sound } from './wiring'

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

/** How many passages an assistant sees. */
const PASSAGES = 5

export function knowledgebasesRoutes(desk: Desk) {
  const { db } = desk
  return os.knowledgebases.router({
    list: os.knowledgebases.list.handler(
      sound(({ userId }) => ({ data: knowledgebases.list(db, userId).map(answerBase) })),
    ),
    create: os.knowledgebases.create.handler(
      sound(({ userId }, given) => ({
        message: 'The knowledge base was created.',
        data: answerBase(knowledgebases.create(desk, userId, given)),
      })),
    ),
    get: os.knowledgebases.get.handler(sound(({ userId }, { id }) => answerBase(knowledgebases.get(db, userId, id)))),
    update: os.knowledgebases.update.handler(
      sound(({ userId }, { id, ...given }) => ({
        message: 'The knowledge base was changed.',
        data: answerBase(knowledgebases.update(desk, userId, id, given)),
      })),
    ),
    remove: os.knowledgebases.remove.handler(
      sound(({ userId }, { id }) => {
        knowledgebases.remove(desk, userId, id)
        return { message: 'The knowledge base was deleted, with its documents.' }
      }),
    ),
    search: os.knowledgebases.search.handler(
      drafted(({ userId }, { values: { id, query, limit = PASSAGES }, faults }) => {
        knowledgebases.get(db, userId, id!)
        if (faults.any) throw invalid(faults)
        return { data: search.search(db, id!, query!, limit).map(answerPassage) }
      }),
    ),
  })
}

export function documentsRoutes(desk: Desk) {
  const { db } = desk
  return os.documents.router({
    create: os.documents.create.handler(async given => {
      // Read before anything else: the rest happens in one go.
      const { file } = given.input as { file?: unknown }
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : undefined
      return drafted(({ userId }: Caller, { values: { id, ...values }, faults }: Draft<Addition>) => ({
        message: 'The document was added and is being read.',
        data: answerDocument(knowledge.addDocument(desk, userId, id!, { values, faults }, bytes)),
      }))(given)
    }),
    list: os.documents.list.handler(
      sound(({ userId }, { id }) => ({ data: knowledge.listDocuments(db, userId, id).map(answerDocument) })),
    ),
    get: os.documents.get.handler(
      sound(({ userId }, { id, documentId }) => answerDocument(knowledge.getDocument(db, userId, id, documentId))),
    ),
    update: os.documents.update.handler(
      sound(({ userId }, { id, documentId, ...given }) => ({
        message: 'The document was changed.',
        data: answerDocument(knowledge.updateDocument(desk, userId, id, documentId, given)),
      })),
    ),
    remove: os.documents.remove.handler(
      sound(({ userId }, { id, documentId }) => {
        knowledge.removeDocument(desk, userId, id, documentId)
        return { message: 'The document was deleted.' }
      }),
    ),
    retry: os.documents.retry.handler(
      sound(({ userId }, { id, documentId }) => ({
        message: 'The document is being read again.',
        data: answerDocument(knowledge.retryDocument(desk, userId, id, documentId)),
      })),
    ),
  })
}
