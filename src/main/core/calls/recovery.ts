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

/** When the next call must be settled without a report; null when none is open. */
export const nextDeadline = (context: Context) => one<{ at: number | null }>(context.db, queries.nextDeadline)!.at

/**
 * Settles every call whose time has come: not heard of again, or no line found. A leg whose clock has stood still is
 * given that time (`takeStill`) and waited for. Returns the legs to let go of. Each by itself: one that cannot be settled
 * must not hold up the others.
 */
export function finalizeOverdue(context: Context, takeStill: (legId: string) => number): string[] {
  return all<{ id: number }>(context.db, queries.overdue(context.clock.now())).flatMap(({ id }) =>
    finalizeAlone(context, id, call => {
      if (call.askedAt === null) {
        finalize(context, call, 'fail', dialing.get(context.db).state === 'dialing' ? 'no_line' : 'not_dialing')
        return []
      }
      const still = takeStill(call.legId)
      if (still > 0) {
        run(context.db, sql`UPDATE calls SET deadline_at = deadline_at + ${still} WHERE id = ${call.id}`)
        return []
      }
      interrupt(context, call)
      return [call.legId]
    }),
  )
}

/** At start: what the carrier no longer knows was cut off. */
export function finalizeCutOff(context: Context, alive: ReadonlySet<string>) {
  for (const call of calls.openCalls(context.db))
    if (call.askedAt !== null && call.status !== 'ended' && !alive.has(call.legId))
      finalizeAlone(context, call.id, found => {
        interrupt(context, found)
        return []
      })
}

function finalizeAlone(context: Context, id: number, settle: (call: Call) => string[]): string[] {
  try {
    return transact(context, () => settle(calls.byId(context.db, id)!))
  } catch (error) {
    context.log.error({ err: error, callId: id }, 'call could not be settled')
    return []
  }
}

/** Nothing more will be heard of it; what was known counts. */
function interrupt(context: Context, call: Call) {
  if (call.status !== 'in-progress') return finalize(context, call, 'fail', 'interrupted')
  const last = all<{ end: number | null }>(
    context.db,
    sql`SELECT max(coalesce(item ->> 'end_timestamp', item ->> 'timestamp')) AS end FROM call_items WHERE call_id = ${call.id}`,
  )[0]?.end
  end(context, call, 'interrupted', last ? last * 1000 - call.answeredAt! : 0, null)
}
