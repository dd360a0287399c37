import { all, one, run, sql } from '../store/sql'
import * as calls from './calls'
import { DAY, type Desk, transact } from './desk'
import { conflict } from './errors'
import { removeRecordings } from './recordings'
import { getSettings } from './settings'

/** Deletes a call with its words and its recording. Throws `not_found`, or `conflict` while it is not final. */
export function removeCall(desk: Desk, userId: number, id: number) {
  const { recording } = transact(desk, () => {
    const call = calls.get(desk.db, userId, id)
    if (calls.isLive(call)) throw conflict('The call is under way. Hang it up first, and delete it when it has ended.')
    run(desk.db, sql`DELETE FROM calls WHERE id = ${id}`)
    desk.bus.publish(userId, { type: 'call.withdrawn', id })
    return call
  })
  removeRecordings(desk, [recording])
}

/** How many calls one round clears, so that no round takes long. */
const BATCH = 200

export const queries = {
  old: (before: number) => sql`SELECT id, recording FROM calls INDEXED BY calls_kept
    WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND ended_at <= ${before} AND status <> 'ended'
    ORDER BY ended_at LIMIT ${BATCH}`,
  oldest: (after: number) => sql`SELECT min(ended_at) AS at FROM calls INDEXED BY calls_kept
    WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND ended_at > ${after}`,
}

/**
 * Takes recordings and transcripts away that are older than the workspace keeps them; what a call was and cost stays.
 * Answers when there is something to take next, null when never.
 */
export function clearOld(desk: Desk): number | null {
  const { retention_days } = getSettings(desk.db)
  if (retention_days === null) return null
  const kept = retention_days * DAY
  const now = desk.clock.now()
  const old = all<{ id: number; recording: string | null }>(desk.db, queries.old(now - kept))
  transact(desk, () => {
    for (const { id } of old) {
      for (const table of [sql`call_items`, sql`call_briefs`])
        run(desk.db, sql`DELETE FROM ${table} WHERE call_id = ${id}`)
      // What was sent holds the transcript too; what is still to be sent is sent first.
      run(desk.db, sql`DELETE FROM deliveries WHERE call_id = ${id} AND status IN ('delivered', 'dead')`)
      run(desk.db, sql`UPDATE calls SET recording = NULL, cleared_at = ${now} WHERE id = ${id}`)
    }
  })
  removeRecordings(
    desk,
    old.map(({ recording }) => recording),
  )
  if (old.length === BATCH) return now
  const next = one<{ at: number | null }>(desk.db, queries.oldest(now - kept))!.at
  return next === null ? null : next + kept
}
