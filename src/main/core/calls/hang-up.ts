import { isOnLine } from '../../../contract/calls'
import type { FinishReason } from '../../ports/engine'
import { run, sql } from '../../store/sql'
import { stopAll } from '../campaigns/campaign-states'
import { type Context, type Outside, transact } from '../kernel/context'
import { conflict } from '../kernel/errors'
import * as dialing from '../workspace/dialing-state'
import type { Call } from './calls'
import * as calls from './calls'
import { finalize } from './finalize'
import { withCall } from './progress'

/**
 * Records why we end a call; the reason is used when the carrier reports the end. Returns whether the carrier is to hang
 * up: false when the call has ended already.
 */
export const requestHangUp = (context: Context, legId: string, reason: FinishReason | 'operator' | 'halt'): boolean =>
  withCall(context, legId, call => recordHangUpReason(context, call, reason)) ?? false

function recordHangUpReason(context: Context, call: Call, reason: FinishReason | 'operator' | 'halt'): boolean {
  if (!isOnLine(call.status)) return false
  run(context.db, sql`UPDATE calls SET hang_up_reason = coalesce(hang_up_reason, ${reason}) WHERE id = ${call.id}`)
  return true
}

/**
 * Ends a call for the operator. A call that waits for a line is finalized at once; any other when the carrier reports its
 * end. Throws `not_found`, or `conflict` when it has ended already.
 */
export function hangUp(context: Context, { carrier }: Pick<Outside, 'carrier'>, userId: number, id: number): Call {
  const call = transact(context, () => {
    const call = calls.get(context.db, userId, id)
    if (!recordHangUpReason(context, call, 'operator')) throw conflict('The call has ended already.')
    if (call.askedAt === null) finalize(context, call, 'abandon', 'operator')
    return calls.get(context.db, userId, id)
  })
  if (call.askedAt !== null) carrier.send({ type: 'hang_up', legId: call.legId })
  return call
}

/** Halts dialing: stops every campaign and hangs up every call. */
export function halt(
  context: Context,
  { carrier }: Pick<Outside, 'carrier'>,
  reason: string | null,
): dialing.DialingState {
  const { state, legs } = transact(context, () => {
    const state = dialing.set(context, 'halted', reason)
    stopAll(context)
    const legs = calls.openCalls(context.db).flatMap(call => {
      if (!recordHangUpReason(context, call, 'halt')) return []
      if (call.askedAt !== null) return [call.legId]
      finalize(context, call, 'abandon', 'halt')
      return []
    })
    return { state, legs }
  })
  for (const legId of legs) carrier.send({ type: 'hang_up', legId })
  return state
}
