import { one, type ReadDb, sql } from '../../store/sql'
import { type Excerpt, excerpts } from '../knowledge/search'

/** How many parts of a knowledge base are enough for the questions of one call. */
const MOST = 40

/**
 * Parts of the knowledge base of the assistant on a leg, from which the simulated carrier makes the questions of people.
 * Empty when there is none.
 */
export function topicsOf(db: ReadDb, legId: string): Excerpt[] {
  const found = one<{ id: number | null }>(
    db,
    sql`SELECT knowledgebase_id AS id FROM calls JOIN assistants ON assistants.id = assistant_id WHERE leg_id = ${legId}`,
  )
  return found?.id ? excerpts(db, found.id, MOST) : []
}
