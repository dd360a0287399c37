import { all, one, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import * as dialing from '../workspace/dialing-state'
import { isOnLine } from './call-states'
import type { Call } from './calls'
import * as calls from './calls'
import { finalize } from './finalize'
import { end } from './progress'

export const queries = {
  nextDeadline: sql`SELECT min(coalesce(deadline_at, give_up_at)) AS at FROM calls INDEXED BY calls_open
    WHERE ${isOnLine}`,
  overdue: (now: number) => sql`SELECT id FROM calls INDEXED BY calls_open
    WHERE ${isOnLine} AND coalesce(deadline_at, give_up_at) <= ${now}`,
}

/** Desk time at which the next call must be finalized without a report; null: there is none. */
export const nextDeadline = (context: Context) => one<{ at: number | null }>(context.db, queries.nextDeadline)!.at

/**
 * Finalizes every call whose deadline has passed: no report came, or no line was free. When the clock of a leg was paused
 * (`takePaused`, ms), the deadline moves by that time instead. Returns the legs that the carrier and the engine are to
 * drop. Each call has its own transaction, so that one that fails does not stop the others.
 */
export function finalizeOverdue(context: Context, takePaused: (legId: string) => number): string[] {
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
  end(context, call, 'interrupted', last ? last * 1000 - call.answeredAt! : 0, null)
}
