import { all, one, run, sql } from '../../store/sql'
import { removeRecordings } from '../calls/recordings'
import { type Desk, transact } from '../kernel/context'
import { DAY, HOUR } from '../kernel/time'
import { getSettings } from '../workspace/settings'

/** How many calls one round clears, so that no round takes long. */
const BATCH = 200

export const queries = {
  old: (before: number) => sql`SELECT id, recording FROM calls INDEXED BY calls_kept
    WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND ended_at <= ${before} AND status <> 'ended'
      AND NOT EXISTS (SELECT 1 FROM deliveries WHERE call_id = calls.id AND status IN ('pending', 'delivering'))
    ORDER BY ended_at LIMIT ${BATCH}`,
  oldest: sql`SELECT min(ended_at) AS at FROM calls INDEXED BY calls_kept
    WHERE ended_at IS NOT NULL AND cleared_at IS NULL`,
  oldChats: (before: number) => sql`SELECT id FROM conversations INDEXED BY conversations_kept
    WHERE last_message IS NOT NULL AND updated_at <= ${before} AND tell_tries IS NULL
      AND NOT EXISTS (SELECT 1 FROM deliveries WHERE conversation_id = conversations.id AND status IN ('pending', 'delivering'))
    ORDER BY updated_at LIMIT ${BATCH}`,
  oldestChat: sql`SELECT min(updated_at) AS at FROM conversations INDEXED BY conversations_kept
    WHERE last_message IS NOT NULL`,
}

/** What waits for a webhook to be sent first is looked at again so much later. */
const LOOK_AGAIN = HOUR

/**
 * Takes recordings and transcripts away that are older than the workspace keeps them, of calls and of chats; what a call
 * was and cost stays. What is still to be told is told first. Answers when there is something to take next, null when never.
 */
export function clearOld(desk: Desk): number | null {
  const { retention_days } = getSettings(desk.db)
  if (retention_days === null) return null
  const kept = retention_days * DAY
  const now = desk.clock.now()
  const calls = all<{ id: number; recording: string | null }>(desk.db, queries.old(now - kept))
  const chats = all<{ id: number }>(desk.db, queries.oldChats(now - kept))
  transact(desk, () => {
    for (const { id } of calls) clearCall(desk, id)
    for (const { id } of chats) {
      run(desk.db, sql`DELETE FROM conversation_messages WHERE conversation_id = ${id}`)
      run(desk.db, sql`DELETE FROM deliveries WHERE conversation_id = ${id}`)
      run(desk.db, sql`UPDATE conversations SET last_message = NULL WHERE id = ${id}`)
    }
  })
  removeRecordings(
    desk,
    calls.map(({ recording }) => recording),
  )
  if (calls.length === BATCH || chats.length === BATCH) return now
  const oldest = [queries.oldest, queries.oldestChat].flatMap(
    query => one<{ at: number | null }>(desk.db, query)!.at ?? [],
  )
  return oldest.length === 0 ? null : Math.max(Math.min(...oldest) + kept, now + LOOK_AGAIN)
}

function clearCall(desk: Desk, id: number) {
  run(desk.db, sql`DELETE FROM call_items WHERE call_id = ${id}`)
  run(desk.db, sql`DELETE FROM call_briefs WHERE call_id = ${id}`)
  // What was told holds the transcript too.
  run(desk.db, sql`DELETE FROM deliveries WHERE call_id = ${id}`)
  run(desk.db, sql`UPDATE calls SET recording = NULL, cleared_at = ${desk.clock.now()} WHERE id = ${id}`)
}
