import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { invalidField, notFound } from '../kernel/errors'

/** What an operator has written down about a person. It stays until it is deleted or the person is forgotten. */
export interface Note {
  id: number
  phoneNumber: string
  text: string
  /** Desk time, epoch milliseconds. */
  writtenAt: number
  updatedAt: number
}

const columns = sql`id, phone_number AS phoneNumber, text, written_at AS writtenAt, updated_at AS updatedAt`

export const queries = {
  of: (userId: number, number: string, most: number) =>
    sql`SELECT ${columns} FROM notes WHERE user_id = ${userId} AND phone_number = ${number}
      ORDER BY written_at DESC, id DESC LIMIT ${most}`,
}

/** The notes about a number (E.164), newest first. */
export const notesAbout = (db: ReadDb, userId: number, number: string, most: number) =>
  all<Note>(db, queries.of(userId, number, most))

export const countNotes = (db: ReadDb, userId: number, number: string) =>
  one<{ n: number }>(db, sql`SELECT count(*) AS n FROM notes WHERE user_id = ${userId} AND phone_number = ${number}`)!.n

const find = (db: ReadDb, userId: number, id: number) =>
  one<Note>(db, sql`SELECT ${columns} FROM notes WHERE id = ${id} AND user_id = ${userId}`)

/** Throws `not_found`. */
function get(db: ReadDb, userId: number, id: number): Note {
  const note = find(db, userId, id)
  if (!note) throw notFound('Note')
  return note
}

/**
 * Adds a note about a number (E.164). `writtenAt` is for a note that was written earlier, elsewhere: desk time. Throws
 * `invalid` when it is in the future.
 */
export const addNote = (
  context: Context,
  userId: number,
  { phoneNumber, text, writtenAt }: { phoneNumber: string; text: string; writtenAt?: number },
): Note =>
  transact(context, () => {
    const now = context.clock.now()
    if (writtenAt !== undefined && writtenAt > now) throw invalidField('written_at', 'must not be in the future.')
    const id = insert(
      context.db,
      sql`INSERT INTO notes (user_id, phone_number, text, written_at, updated_at)
        VALUES (${userId}, ${phoneNumber}, ${text}, ${writtenAt ?? now}, ${writtenAt ?? now})`,
    )
    publishChange(context, userId, { id, phoneNumber })
    return find(context.db, userId, id)!
  })

/** Throws `not_found`. */
export const changeNote = (context: Context, userId: number, id: number, text: string): Note =>
  transact(context, () => {
    const note = get(context.db, userId, id)
    run(context.db, sql`UPDATE notes SET text = ${text}, updated_at = ${context.clock.now()} WHERE id = ${id}`)
    publishChange(context, userId, note)
    return find(context.db, userId, id)!
  })

/** Throws `not_found`. */
export const removeNote = (context: Context, userId: number, id: number) =>
  transact(context, () => {
    const note = get(context.db, userId, id)
    run(context.db, sql`DELETE FROM notes WHERE id = ${id}`)
    publishChange(context, userId, note)
  })

/** Deletes the notes about a number, because the person is forgotten. Returns how many. Call inside a transaction. */
export const removeNotesAbout = ({ db }: Context, userId: number, number: string): number =>
  run(db, sql`DELETE FROM notes WHERE user_id = ${userId} AND phone_number = ${number}`)

const publishChange = (context: Context, userId: number, { id, phoneNumber }: Pick<Note, 'id' | 'phoneNumber'>) =>
  context.bus.publish(userId, { type: 'note.changed', id, phone_number: phoneNumber })
