import { all, one, sql } from '../../store/sql'
import { queries as promises, removeOldPromises } from '../calls/promised-callbacks'
import { removeRecordings } from '../calls/recordings'
import { clearCall } from '../calls/remove-call'
import { type Context, transact } from '../kernel/context'
import { DAY, HOUR } from '../kernel/time'
import { clearConversation } from '../messaging/conversations'
import { getSettings } from '../workspace/settings'

/** How many calls and how many chats one round clears, so that no round takes long. */
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

/** How many calls and chats a retention of so many days would clear of what was said, and how many recordings it would delete. */
export function wouldClear({ db, clock }: Pick<Context, 'db' | 'clock'>, days: number) {
  const before = clock.now() - days * DAY
  const { calls, recordings } = one<{ calls: number; recordings: number }>(
    db,
    sql`SELECT count(*) AS calls, count(recording) AS recordings FROM calls INDEXED BY calls_kept
      WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND ended_at <= ${before} AND status <> 'ended'`,
  )!
  const { chats } = one<{ chats: number }>(
    db,
    sql`SELECT count(*) AS chats FROM conversations INDEXED BY conversations_kept
      WHERE last_message IS NOT NULL AND updated_at <= ${before}`,
  )!
  return { calls, recordings, chats }
}

/** Calls and chats whose webhook is not sent yet are checked again after this time. */
const CHECK_AGAIN = HOUR

/**
 * Deletes recordings and transcripts of calls and chats that are older than `retention_days`, and callbacks that were
 * promised for a time before; the records of calls and chats stay. Calls and
 * chats with a webhook that is not sent yet are left for later. Returns the desk time at which to call it again; null:
 * there is nothing to delete.
 */
export function clearOld(context: Context): number | null {
  const { retention_days } = getSettings(context.db)
  if (retention_days === null) return null
  const retention = retention_days * DAY
  const now = context.clock.now()
  const calls = all<{ id: number; recording: string | null }>(context.db, queries.old(now - retention))
  const chats = all<{ id: number }>(context.db, queries.oldChats(now - retention))
  transact(context, () => {
    for (const { id } of calls) clearCall(context, id)
    for (const { id } of chats) clearConversation(context, id)
    removeOldPromises(context, now - retention)
  })
  removeRecordings(
    context,
    calls.map(({ recording }) => recording),
  )
  if (calls.length === BATCH || chats.length === BATCH) return now
  const oldest = [queries.oldest, queries.oldestChat, promises.first].flatMap(
    query => one<{ at: number | null }>(context.db, query)!.at ?? [],
  )
  return oldest.length === 0 ? null : Math.max(Math.min(...oldest) + retention, now + CHECK_AGAIN)
}
