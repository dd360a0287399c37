import type { DocumentStatus, KnowledgebaseStatus } from '../../../contract/knowledgebases'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { notFound } from '../kernel/errors'

export interface Knowledgebase {
  id: number
  user_id: number
  name: string
  description: string
  status: KnowledgebaseStatus
  documents_count: number
  document_counts: Record<DocumentStatus, number>
  passages_count: number
  characters: number
  /** Those that use it. */
  assistants: { id: number; name: string }[]
  created_at: number
  updated_at: number
}

const bases = sql`SELECT knowledgebases.*,
    (SELECT json_group_array(json_object('id', id, 'name', name) ORDER BY name, id) FROM assistants
      WHERE knowledgebase_id = knowledgebases.id) AS assistants,
    (SELECT json_array(coalesce(sum(passages_count), 0), coalesce(sum(characters), 0)) FROM documents
      WHERE knowledgebase_id = knowledgebases.id) AS sizes,
    (SELECT json_group_object(status, n) FROM document_counts WHERE knowledgebase_id = knowledgebases.id) AS counts
  FROM knowledgebases`

export const queries = {
  page: (userId: number) => sql`${bases} WHERE user_id = ${userId} ORDER BY id DESC`,
}

type BaseRow = Pick<Knowledgebase, 'id' | 'user_id' | 'name' | 'description' | 'created_at' | 'updated_at'> & {
  counts: string
  sizes: string
  assistants: string
}

function toBase({ counts, sizes, assistants, ...row }: BaseRow): Knowledgebase {
  const { processing = 0, failed = 0, active = 0 } = JSON.parse(counts) as Partial<Record<DocumentStatus, number>>
  const documents_count = processing + failed + active
  const status =
    documents_count === 0 ? 'empty' : processing > 0 ? 'processing' : failed > 0 ? 'failed' : ('active' as const)
  const [passages_count, characters] = JSON.parse(sizes) as [number, number]
  return {
    ...row,
    status,
    documents_count,
    document_counts: { processing, active, failed },
    passages_count,
    characters,
    assistants: JSON.parse(assistants) as Knowledgebase['assistants'],
  }
}

export const list = (db: ReadDb, userId: number): Knowledgebase[] => all<BaseRow>(db, queries.page(userId)).map(toBase)

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Knowledgebase {
  const row = one<BaseRow>(db, sql`${bases} WHERE id = ${id} AND user_id = ${userId}`)
  if (!row) throw notFound('Knowledge base')
  return toBase(row)
}

export function create(context: Context, userId: number, given: { name: string; description?: string }): Knowledgebase {
  return transact(context, () => {
    const now = context.clock.now()
    const id = insert(
      context.db,
      sql`INSERT INTO knowledgebases (user_id, name, description, created_at, updated_at)
        VALUES (${userId}, ${given.name}, ${given.description ?? ''}, ${now}, ${now})`,
    )
    context.bus.publish(userId, { type: 'knowledgebase.changed', id })
    return get(context.db, userId, id)
  })
}

export interface Named {
  name?: string
  description?: string
}

/** Throws `not_found`. */
export function update(context: Context, userId: number, id: number, given: Named): Knowledgebase {
  return transact(context, () => {
    const { name, description } = get(context.db, userId, id)
    run(
      context.db,
      sql`UPDATE knowledgebases SET name = ${given.name ?? name}, description = ${given.description ?? description},
        updated_at = ${context.clock.now()} WHERE id = ${id}`,
    )
    context.bus.publish(userId, { type: 'knowledgebase.changed', id })
    return get(context.db, userId, id)
  })
}

/** Deletes a knowledge base with its documents; its assistants have none then. Throws `not_found`. */
export function remove(context: Context, userId: number, id: number) {
  const files = transact(context, () => {
    get(context.db, userId, id)
    const assistants = all<{ id: number }>(context.db, sql`SELECT id FROM assistants WHERE knowledgebase_id = ${id}`)
    const documents = all<{ file: string }>(
      context.db,
      sql`SELECT file FROM documents WHERE knowledgebase_id = ${id} AND file IS NOT NULL`,
    )
    run(context.db, sql`DELETE FROM knowledgebases WHERE id = ${id}`)
    context.bus.publish(userId, { type: 'knowledgebase.changed', id })
    for (const assistant of assistants) context.bus.publish(userId, { type: 'assistant.changed', id: assistant.id })
    return documents
  })
  dropFiles(
    context,
    files.map(({ file }) => file),
  )
}

/** Deletes uploaded files after the commit. */
export function dropFiles(context: Context, files: readonly (string | null)[]) {
  context.commits.after(failed => {
    if (failed === undefined) for (const file of files) if (file !== null) context.documents.drop(file)
  })
}
