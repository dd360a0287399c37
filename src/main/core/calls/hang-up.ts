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

/** We want the call ended; why is kept until the line says that it has. True when the line is to hang up. */
export const wantEnd = (context: Context, legId: string, reason: FinishReason | 'operator' | 'halt'): boolean =>
  withCall(context, legId, call => wantsEnd(context, call, reason)) ?? false

function wantsEnd(context: Context, call: Call, reason: FinishReason | 'operator' | 'halt'): boolean {
  if (!isOnLine(call.status)) return false
  run(context.db, sql`UPDATE calls SET hang_up_reason = coalesce(hang_up_reason, ${reason}) WHERE id = ${call.id}`)
  return true
}

/**
 * The operator ends a call. One that still waits for a line is final at once; else the line is asked to hang up, and
 * its report makes it final. Throws `conflict` when it has ended.
 */
export function hangUp(context: Context, { carrier }: Pick<Outside, 'carrier'>, userId: number, id: number): Call {
  const call = transact(context, () => {
    const call = calls.get(context.db, userId, id)
    if (!wantsEnd(context, call, 'operator')) throw conflict('The call has ended already.')
    if (call.askedAt === null) finalize(context, call, 'abandon', 'operator')
    return calls.get(context.db, userId, id)
  })
  if (call.askedAt !== null) carrier.send({ type: 'hang_up', legId: call.legId })
  return call
}

/** The panic stop: dials no more, stops every campaign, hangs up every call. */
export function halt(
  context: Context,
  { carrier }: Pick<Outside, 'carrier'>,
  reason: string | null,
): dialing.DialingState {
  const { state, legs } = transact(context, () => {
    const state = dialing.set(context, 'halted', reason)
    stopAll(context)
    const legs = calls.openCalls(context.db).flatMap(call => {
      if (!wantsEnd(context, call, 'halt')) return []
      if (call.askedAt !== null) return [call.legId]
      finalize(context, call, 'abandon', 'halt')
      return []
    })
    return { state, legs }
  })
  for (const legId of legs) carrier.send({ type: 'hang_up', legId })
  return state
}
