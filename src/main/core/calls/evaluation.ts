import type { EvaluationItem } from '../../../contract/calls'
import { one, run, sql } from '../../store/sql'
import { type Desk, transact } from '../kernel/context'
import * as calls from './calls'
import { finalize } from './finalize'

/** A try counts when it starts, so that one that ends the process costs a try. How many there were. */
export const countTry = (desk: Desk, callId: number): number =>
  one<{ n: number }>(
    desk.db,
    sql`UPDATE calls SET evaluation_tries = evaluation_tries + 1 WHERE id = ${callId} RETURNING evaluation_tries AS n`,
  )!.n

/** The service stops before the try has come to anything: it does not count. */
export const uncountTry = (desk: Desk, callId: number) =>
  run(desk.db, sql`UPDATE calls SET evaluation_tries = max(0, evaluation_tries - 1) WHERE id = ${callId}`)

/** The call is final, with what was found. */
export const finish = (desk: Desk, callId: number, found: EvaluationItem[]) =>
  transact(desk, () => {
    const call = calls.byId(desk.db, callId)
    if (call?.status === 'ended' && call.finalStatus)
      finalize(desk, call, call.finalStatus, call.endReason ?? '', found)
  })

/** The call is final without an evaluation; a warning on it says why. */
export const giveUp = (desk: Desk, callId: number, why: string) =>
  transact(desk, () => {
    const call = calls.byId(desk.db, callId)
    if (call?.status !== 'ended') return
    const warnings = [...call.warnings, `The call could not be evaluated: ${why}.`]
    run(desk.db, sql`UPDATE calls SET warnings = ${JSON.stringify(warnings)} WHERE id = ${callId}`)
    finish(desk, callId, [])
  })
