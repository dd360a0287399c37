import { isOnLine } from '../../../contract/statuses'
import type { FinishReason } from '../../ports/engine'
import { run, sql } from '../../store/sql'
import { stopAll } from '../campaigns/campaign-states'
import { type Context, type Outside, transact } from '../kernel/context'
import { conflict, diskFull, isDiskFull, isDiskTrouble } from '../kernel/errors'
import { SECOND } from '../kernel/time'
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

/** As `hangUp`, but acts without room on the disk too, and throws `disk_full` then. */
export async function hangUpAtOnce(
  context: Context,
  outside: Pick<Outside, 'carrier'>,
  userId: number,
  id: number,
): Promise<Call> {
  try {
    const call = hangUp(context, outside, userId, id)
    await context.commits.settled()
    return call
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const call = calls.get(context.db, userId, id)
    if (isOnLine(call.status)) outside.carrier.send({ type: 'hang_up', legId: call.legId })
    throw diskFull('the call is being hung up, but why could not be written')
  }
}

/** How often a halt that could not be written is tried again, ms of wall time. */
const WRITE_AGAIN = 5 * SECOND

/**
 * As `halt`, but acts without room on the disk too: nothing is dialed and every call is hung up, and what could not be
 * written is written when there is room again. Throws `disk_full` then.
 */
export async function haltAtOnce(
  context: Context,
  outside: Pick<Outside, 'carrier'>,
  reason: string | null,
): Promise<Halted> {
  try {
    const done = halt(context, outside, reason)
    await context.commits.settled()
    return done
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const isHeld = dialing.holdHalted(context, reason)
    for (const { legId } of calls.openCalls(context.db)) outside.carrier.send({ type: 'hang_up', legId })
    const again = () => void context.wall.setTimer(context.wall.now() + WRITE_AGAIN, writeLater)
    const writeLater = async () => {
      if (!isHeld()) return
      try {
        halt(context, outside, reason)
        await context.commits.settled()
      } catch (error) {
        if (isDiskTrouble(error)) again()
        else context.log.error({ err: error }, 'a halt could not be written')
      }
    }
    again()
    throw diskFull(
      'dialing is halted and every call is being hung up, but this could not be written. It is written when there is room; campaigns are stopped then',
    )
  }
}

/** What a halt has done. */
export interface Halted {
  state: dialing.DialingState
  /** How many calls were not being hung up before. */
  hungUp: number
  /** How many campaigns were running. */
  stoppedCampaigns: number
}

/** Halts dialing: stops every campaign and hangs up every call. While it is halted, nothing more is stopped or forgotten. */
export function halt(context: Context, { carrier }: Pick<Outside, 'carrier'>, reason: string | null): Halted {
  const { legs, ...done } = transact(context, () => {
    const state = dialing.set(context, 'halted', reason)
    const stoppedCampaigns = stopAll(context)
    let hungUp = 0
    const legs = calls.openCalls(context.db).flatMap(call => {
      if (!recordHangUpReason(context, call, 'halt')) return []
      if (call.hangUpReason === null) hungUp++
      if (call.askedAt !== null) return [call.legId]
      finalize(context, call, 'abandon', 'halt')
      return []
    })
    return { state, hungUp, stoppedCampaigns, legs }
  })
  for (const legId of legs) carrier.send({ type: 'hang_up', legId })
  return done
}
