import { all, one, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import * as dialing from '../workspace/dialing-state'
import { isOnLine, isOpen } from './call-states'
import type { Call } from './calls'
import * as calls from './calls'
import { finalize } from './finalize'
import { end, recorded } from './progress'
import { recordingOf } from './recordings'

export const queries = {
  nextDeadline: sql`SELECT min(coalesce(deadline_at, give_up_at)) AS at FROM calls INDEXED BY calls_open
    WHERE ${isOnLine}`,
  overdue: (now: number) => sql`SELECT id FROM calls INDEXED BY calls_open
    WHERE ${isOnLine} AND coalesce(deadline_at, give_up_at) <= ${now}`,
  nextRecording: sql`SELECT min(recording_until) AS at FROM calls INDEXED BY calls_open
    WHERE ${isOpen} AND status = 'ended' AND recording_until IS NOT NULL`,
  unrecorded: (until: number) => sql`SELECT leg_id FROM calls INDEXED BY calls_open
    WHERE ${isOpen} AND status = 'ended' AND recording_until <= ${until}`,
}

/** Desk time at which the next call must be finalized without a report; null: there is none. */
export const nextDeadline = (context: Context) => one<{ at: number | null }>(context.db, queries.nextDeadline)!.at

/**
 * Finalizes every call whose deadline has passed: no report came, or no line was free. When the clock of a leg was paused
 * (`takePaused`, ms), the deadline moves by that time instead. A leg that still reports (`isSilent` is false) is left
 * alone. Returns the legs that the carrier and the engine are to drop. Each call has its own transaction, so that one that
 * fails does not stop the others.
 */
export function finalizeOverdue(
  context: Context,
  takePaused: (legId: string) => number,
  isSilent: (legId: string) => boolean,
): string[] {
  return all<{ id: number }>(context.db, queries.overdue(context.clock.now())).flatMap(({ id }) =>
    finalizeAlone(context, id, call => {
      if (call.askedAt === null) {
        finalize(context, call, 'fail', dialing.get(context.db).state === 'dialing' ? 'no_line' : 'not_dialing')
        return []
      }
      const pausedMs = takePaused(call.legId)
      if (pausedMs > 0) {
        run(context.db, sql`UPDATE calls SET deadline_at = deadline_at + ${pausedMs} WHERE id = ${call.id}`)
        return []
      }
      if (!isSilent(call.legId)) return []
      interrupt(context, call)
      return [call.legId]
    }),
  )
}

/** At start: finalizes the calls whose legs the carrier no longer has. */
export function finalizeCutOff(context: Context, alive: ReadonlySet<string>) {
  for (const call of calls.openCalls(context.db))
    if (call.askedAt !== null && call.status !== 'ended' && !alive.has(call.legId))
      finalizeAlone(context, call.id, found => {
        interrupt(context, found)
        return []
      })
}

/** At start: nobody makes the recordings any more that calls still wait for. Takes those that were complete. */
export const settleUnfinished = (context: Context) =>
  settle(context, Number.MAX_SAFE_INTEGER, 'the service stopped before its recording was complete')

/**
 * Stops waiting for recordings that should be complete by now. Returns when the next one is to be complete, wall time;
 * null: none is waited for.
 */
export function settleOverdue(context: Context): number | null {
  settle(context, context.wall.now(), 'its recording took too long')
  return one<{ at: number | null }>(context.db, queries.nextRecording)!.at
}

function settle(context: Context, until: number, failed: string) {
  for (const { leg_id: legId } of all<{ leg_id: string }>(context.db, queries.unrecorded(until)))
    recorded(context, legId, recordingOf(context, legId) === null ? failed : null)
}

function finalizeAlone(context: Context, id: number, work: (call: Call) => string[]): string[] {
  try {
    return transact(context, () => work(calls.byId(context.db, id)!))
  } catch (error) {
    context.log.error({ err: error, callId: id }, 'a call could not be finalized')
    return []
  }
}

/** Ends a call without a report. Its talk time is taken from the last item of its transcript. */
function interrupt(context: Context, call: Call) {
  if (call.status !== 'in-progress') return finalize(context, call, 'fail', 'interrupted')
  const last = all<{ end: number | null }>(
    context.db,
    sql`SELECT max(coalesce(item ->> 'end_timestamp', item ->> 'timestamp')) AS end FROM call_items WHERE call_id = ${call.id}`,
  )[0]?.end
  if (recordingOf(context, call.legId) !== null) recorded(context, call.legId, null)
  end(context, call, 'interrupted', last ? last * 1000 - call.answeredAt! : 0, false)
}
