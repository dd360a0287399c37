import type { ReadPassage } from '../../ports/reading'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { documentById, move, queries } from './documents'
import { dropFiles } from './knowledgebases'

/** The ids of the documents to read, also of those that were being read when the service ended; oldest first. */
export const toRead = (db: ReadDb): number[] => all<{ id: number }>(db, queries.processing).map(({ id }) => id)

/** Counts a try before it begins, so that a try that crashes the service counts too. */
export const countTry = (context: Context, id: number) =>
  transact(context, () => run(context.db, sql`UPDATE documents SET tries = tries + 1 WHERE id = ${id}`))

/** Takes a try back that was stopped because the service stops. */
export const uncountTry = (context: Context, id: number) =>
  transact(context, () => run(context.db, sql`UPDATE documents SET tries = tries - 1 WHERE id = ${id} AND tries > 0`))

/** Stores the passages of a document in place of those of before, in one transaction, and deletes its file. */
export function finish(context: Context, id: number, passages: readonly ReadPassage[], warnings: string[]) {
  const file = transact(context, () => {
    const document = documentById(context.db, id)
    const read = { passages: passages.length, characters: passages.reduce((sum, { text }) => sum + text.length, 0) }
    if (!document || !move(context, document, 'finish', { warnings, read })) return null
    run(context.db, sql`DELETE FROM passages WHERE document_id = ${id}`)
    passages.forEach(({ text, heading, title, url, page, words }, position) => {
      const passageId = insert(
        context.db,
        sql`INSERT INTO passages (document_id, position, text, heading, title, url, page)
          VALUES (${id}, ${position}, ${text}, ${heading}, ${title}, ${url}, ${page})`,
      )
      run(
        context.db,
        sql`INSERT INTO passage_words (rowid, base, heading, text)
          VALUES (${passageId}, ${`kb${document.knowledgebase_id}`}, ${words.heading}, ${words.text})`,
      )
    })
    return document.file
  })
  dropFiles(context, [file])
}

/** Marks a document as failed and notifies the operator; `reason` is a sentence for the operator. */
export const fail = (context: Context, id: number, reason: string) =>
  transact(context, () => {
    const document = documentById(context.db, id)
    if (!document || !move(context, document, 'fail', { error: reason })) return
    context.bus.publish(document.user_id, {
      type: 'operator.told',
      level: 'warning',
      text: `${document.name} could not be read. ${reason}`,
    })
  })

/** Deletes files that belong to no document: a crash between writing the file and its row leaves them. */
export function sweepFiles(context: Context) {
  for (const name of context.documents.names())
    if (!one(context.db, sql`SELECT 1 FROM documents WHERE file = ${name}`)) context.documents.drop(name)
}
