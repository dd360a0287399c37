import { type Judged, unjudged } from '../../ports/models'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import * as calls from './calls'
import { finalize } from './finalize'

/** The ids of calls that have ended and can be evaluated now. A call whose recording is still being made waits for it. */
export const waiting = (db: ReadDb): number[] => all<{ id: number }>(db, calls.queries.ended).map(({ id }) => id)

/** Counts a try before it begins, so that a try that crashes the service counts too. Returns how many there were. */
export const countTry = (context: Context, callId: number): number =>
  one<{ n: number }>(
    context.db,
    sql`UPDATE calls SET evaluation_tries = evaluation_tries + 1 WHERE id = ${callId} RETURNING evaluation_tries AS n`,
  )!.n

/** Takes a try back that was stopped because the service stops. */
export const uncountTry = (context: Context, callId: number) =>
  run(context.db, sql`UPDATE calls SET evaluation_tries = max(0, evaluation_tries - 1) WHERE id = ${callId}`)

/** Finalizes a call with its evaluation. */
export const finish = (context: Context, callId: number, judged: Judged) =>
  transact(context, () => {
    const call = calls.byId(context.db, callId)
    if (call?.status === 'ended' && call.finalStatus && call.endReason)
      finalize(context, call, call.finalStatus, call.endReason, judged)
  })

/** Finalizes a call without an evaluation and adds a warning that says why. */
export const giveUp = (context: Context, callId: number, why: string) =>
  transact(context, () => {
    const call = calls.byId(context.db, callId)
    if (call?.status !== 'ended') return
    const warnings = [...call.warnings, `The call could not be evaluated: ${why}.`]
    run(context.db, sql`UPDATE calls SET warnings = ${JSON.stringify(warnings)} WHERE id = ${callId}`)
    finish(context, callId, unjudged)
  })
