import type { EvaluationItem } from '../../../contract/calls'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import * as calls from './calls'
import { finalize } from './finalize'

/** Calls that have ended and wait for their evaluation. */
export const waiting = (db: ReadDb): number[] => all<{ id: number }>(db, calls.queries.ended).map(({ id }) => id)

/** A try counts when it starts, so that one that ends the process costs a try. How many there were. */
export const countTry = (context: Context, callId: number): number =>
  one<{ n: number }>(
    context.db,
    sql`UPDATE calls SET evaluation_tries = evaluation_tries + 1 WHERE id = ${callId} RETURNING evaluation_tries AS n`,
  )!.n

/** The service stops before the try has come to anything: it does not count. */
export const uncountTry = (context: Context, callId: number) =>
  run(context.db, sql`UPDATE calls SET evaluation_tries = max(0, evaluation_tries - 1) WHERE id = ${callId}`)

/** The call is final, with what was found. */
export const finish = (context: Context, callId: number, found: EvaluationItem[]) =>
  transact(context, () => {
    const call = calls.byId(context.db, callId)
    if (call?.status === 'ended' && call.finalStatus)
      finalize(context, call, call.finalStatus, call.endReason ?? '', found)
  })

/** The call is final without an evaluation; a warning on it says why. */
export const giveUp = (context: Context, callId: number, why: string) =>
  transact(context, () => {
    const call = calls.byId(context.db, callId)
    if (call?.status !== 'ended') return
    const warnings = [...call.warnings, `The call could not be evaluated: ${why}.`]
    run(context.db, sql`UPDATE calls SET warnings = ${JSON.stringify(warnings)} WHERE id = ${callId}`)
    finish(context, callId, [])
  })
