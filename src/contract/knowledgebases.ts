import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import type { FieldErrors } from './validation'
import { filled, IsoTime, page, paging, pathId, queryInt, text, url, wholeBetween } from './wire'

export const documentTypes = ['website', 'pdf', 'txt', 'docx', 'md', 'html'] as const
export type DocumentType = (typeof documentTypes)[number]

export const documentStatuses = ['processing', 'active', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const knowledgebaseStatuses = ['empty', 'processing', 'failed', 'active'] as const
export type KnowledgebaseStatus = (typeof knowledgebaseStatuses)[number]

/** The largest file of a document, in bytes. */
export const DOCUMENT_BYTES = 20 * 1024 * 1024

const Knowledgebase = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    status: z.enum(knowledgebaseStatuses),
    status_label: z.string(),
    documents_count: z.int(),
    assistants_count: z.int(),
    assistants: z.array(z.object({ id: z.int(), name: z.string() })),
    document_counts: z.object({ processing: z.int(), active: z.int(), failed: z.int() }),
    passages_count: z.int(),
    characters_count: z.int(),
    created_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'Knowledgebase' })
export type Knowledgebase = z.output<typeof Knowledgebase>

const Document = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    type: z.enum(documentTypes),
    type_label: z.string(),
    status: z.enum(documentStatuses),
    status_label: z.string(),
    error: z.string().optional(),
    warnings: z.array(z.string()),
    links: z.array(z.string()),
    relative_links_limit: z.int().nullable(),
    passages_count: z.int(),
    characters_count: z.int(),
    read_at: IsoTime.nullable(),
    created_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'Document' })
export type Document = z.output<typeof Document>

const Passage = z
  .object({
    text: z.string(),
    heading: z.string().nullable(),
    source: z.string(),
    url: z.string().nullable(),
    page: z.int().nullable(),
    document_id: z.int(),
    score: z.number(),
  })
  .meta({ id: 'Passage' })
export type Passage = z.output<typeof Passage>

/** A passage of a document, where it stands in it. */
const ReadPassage = Passage.pick({ text: true, heading: true, url: true, page: true })
  .extend({ id: z.int(), title: z.string().nullable() })
  .meta({ id: 'ReadPassage' })
export type ReadPassage = z.output<typeof ReadPassage>

const baseFields = { name: filled(255), description: text(255) } as const

const Link = z.object({ link: url })

/** Names of the types that published clients send. */
const otherTypeNames: Record<string, DocumentType> = { url: 'website', links: 'website', text: 'txt' }

/** The input of a new document. A website has addresses, every other type a file. */
const newDocument = {
  name: filled(255),
  description: text(255).optional(),
  type: z
    .preprocess(value => (typeof value === 'string' ? (otherTypeNames[value] ?? value) : value), z.enum(documentTypes))
    .meta({ shownAs: z.enum(documentTypes) }),
  url: url.optional(),
  links: z
    .array(z.preprocess(value => (typeof value === 'string' ? { link: value } : value), Link).meta({ shownAs: Link }))
    .min(1, 'must have at least 1 item.')
    .max(50)
    .optional(),
  relative_links_limit: wholeBetween(1, 50).optional(),
  file: z.file('must be a file.').max(DOCUMENT_BYTES, 'must not be larger than 20 MB.').optional(),
}
export type NewDocument = z.output<z.ZodObject<typeof newDocument>>

/** Checks the rules between fields of a new document. Adds to `errors`. */
export function checkDocument({ type, url, links, file }: Partial<NewDocument>, errors: FieldErrors) {
  if (type === undefined) return
  if (type !== 'website') {
    if (!file && !errors.has('file')) errors.add('file', 'The file field is required.')
    return
  }
  if (!url && !links && !errors.has('url') && !errors.has('links')) errors.add('url', 'The url field is required.')
  if (file) errors.add('file', 'The file field is not for a website.')
}

const tag = 'Knowledge bases'

export const knowledgebases = {
  list: operation({
    method: 'GET',
    path: '/user/knowledgebases',
    tag,
    summary: 'All knowledge bases, newest first',
    input: nothing,
    output: z.object({ data: z.array(Knowledgebase) }),
  }),
  create: operation({
    method: 'POST',
    path: '/user/knowledgebases',
    tag,
    status: 201,
    summary: 'Create a knowledge base',
    input: z.object({ name: baseFields.name, description: baseFields.description.optional() }),
    output: changed(Knowledgebase),
  }),
  get: operation({
    method: 'GET',
    path: '/user/knowledgebases/{id}',
    tag,
    summary: 'One knowledge base',
    input: z.object({ id: pathId }),
    output: z.object({ data: Knowledgebase }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  update: operation({
    method: 'PUT',
    path: '/user/knowledgebases/{id}',
    tag,
    summary: 'Change a knowledge base; what is left out stays as it is',
    input: z.object({ id: pathId, ...z.object(baseFields).partial().shape }),
    output: changed(Knowledgebase),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/knowledgebases/{id}',
    tag,
    summary: 'Delete a knowledge base with its documents; assistants that use it continue without it',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  search: operation({
    method: 'GET',
    path: '/user/knowledgebases/{id}/search',
    tag,
    summary: 'The passages that an assistant would see, the best first',
    input: z.object({ id: pathId, query: filled(1000), limit: queryInt(1, 50).optional() }),
    output: z.object({ data: z.array(Passage) }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
}

const ofBase = { id: pathId }
const ofDocument = { id: pathId, documentId: pathId }
const documentsPath = '/user/knowledgebases/{id}/documents'

export const documents = {
  create: operation({
    method: 'POST',
    path: documentsPath,
    tag,
    status: 201,
    summary: 'Add a document; it is read in the background',
    description:
      'A website has `url` or `links`, every other type `file`. Without a file the same fields are accepted as JSON too. A document that cannot be read becomes `failed`, with the reason in `error`, and can be retried.',
    input: z.object({ ...ofBase, ...newDocument }),
    output: changed(Document),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  list: operation({
    method: 'GET',
    path: documentsPath,
    tag,
    summary: 'The documents of a knowledge base, newest first',
    input: z.object(ofBase),
    output: z.object({ data: z.array(Document) }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  get: operation({
    method: 'GET',
    path: `${documentsPath}/{documentId}`,
    tag,
    summary: 'One document',
    input: z.object(ofDocument),
    output: z.object({ data: Document }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  update: operation({
    method: 'PUT',
    path: `${documentsPath}/{documentId}`,
    tag,
    summary: 'Change the name or the description of a document; what is left out stays as it is',
    input: z.object({ ...ofDocument, ...z.object(baseFields).partial().shape }),
    output: changed(Document),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  remove: operation({
    method: 'DELETE',
    path: `${documentsPath}/{documentId}`,
    tag,
    summary: 'Delete a document and its passages',
    input: z.object(ofDocument),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  retry: operation({
    method: 'POST',
    path: `${documentsPath}/{documentId}/retry`,
    tag,
    summary: 'Try again to read a document that failed',
    input: z.object(ofDocument),
    output: changed(Document),
    refuses: ['not_found', 'conflict'],
    alsoAsError: true,
  }),
  refresh: operation({
    method: 'POST',
    path: `${documentsPath}/{documentId}/refresh`,
    tag,
    summary: 'Read the pages of a website again',
    description: 'What was read before is used until it is replaced. When the pages cannot be read, it stays.',
    input: z.object(ofDocument),
    output: changed(Document),
    refuses: ['not_found', 'conflict'],
    alsoAsError: true,
  }),
  passages: operation({
    method: 'GET',
    path: `${documentsPath}/{documentId}/passages`,
    tag,
    summary: 'What was read from a document, in its order',
    input: z.object({ ...ofDocument, ...paging(20) }),
    output: page(ReadPassage),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
}
