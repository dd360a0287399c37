import { all, insert, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'

export interface EarlierPrompt {
  id: number
  prompt: string
  /** Until when the assistant had it. Desk time. */
  replaced_at: number
}

/** How many are kept of an assistant. */
const KEPT = 20

/** Keeps the prompt that an assistant has had until now. The same text is kept once. Call inside a transaction. */
export function keepPrompt({ db, clock }: Context, assistantId: number, prompt: string) {
  run(db, sql`DELETE FROM earlier_prompts WHERE assistant_id = ${assistantId} AND prompt = ${prompt}`)
  insert(
    db,
    sql`INSERT INTO earlier_prompts (assistant_id, prompt, replaced_at) VALUES (${assistantId}, ${prompt}, ${clock.now()})`,
  )
  run(
    db,
    sql`DELETE FROM earlier_prompts WHERE assistant_id = ${assistantId} AND id NOT IN
      (SELECT id FROM earlier_prompts WHERE assistant_id = ${assistantId} ORDER BY id DESC LIMIT ${KEPT})`,
  )
}

/** The prompts that an assistant had before, the last one first. */
export const earlierPrompts = (db: ReadDb, assistantId: number): EarlierPrompt[] =>
  all(db, sql`SELECT id, prompt, replaced_at FROM earlier_prompts WHERE assistant_id = ${assistantId} ORDER BY id DESC`)
