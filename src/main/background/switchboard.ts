import { briefOf, byLeg } from '../core/calls/calls'
import type { ToolOutcome } from '../core/calls/carry-out'
import { requestHangUp } from '../core/calls/hang-up'
import * as inbound from '../core/calls/inbound'
import * as progress from '../core/calls/progress'
import { finalizeOverdue, nextDeadline } from '../core/calls/recovery'
import type { Context, Outside } from '../core/kernel/context'
import { isDiskTrouble, unreachable } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import type { Carrier, CarrierCommand, CarrierReport } from '../ports/carrier'
import type { Engine, EngineReport } from '../ports/engine'
import { createLegPauses } from './leg-pauses'
import { createWorker, RETRY_AFTER, type Worker } from './worker'

/** How long the leg of an overdue call must report nothing before the call is finalized, wall time. */
const SILENT_FOR = 5 * SECOND

/**
 * Connects the carrier and the engine, which do not know each other: passes the reports of both to core, and sends them
 * the commands that follow. Calls without a report of their end are finalized at their deadline.
 */
export function createSwitchboard(
  context: Context,
  outside: Pick<Outside, 'send'>,
  carrier: Carrier,
  engine: Engine,
): Worker {
  const pauses = createLegPauses(context)
  /** Transfers to send when the assistant has finished its sentence, by leg. */
  const transfers = new Map<string, CarrierCommand>()
  /** Legs that have reported nothing since this wall time, although the deadline of their call has passed. */
  const silent = new Map<string, number>()

  function onCarrierReport(report: CarrierReport) {
    const { legId } = report
    switch (report.type) {
      case 'no_capacity':
        return progress.noCapacity(context, legId)
      case 'ringing':
        return onRinging(legId)
      case 'answered': {
        const call = progress.answered(context, legId, report.at)
        if (call) engine.send({ type: 'converse', legId, brief: briefOf(context.db, call.id) })
        // The call of this leg has ended, or there is none.
        else if (!progress.isTalking(context, legId)) carrier.send({ type: 'hang_up', legId })
        return
      }
      case 'incoming':
        return onIncoming(report)
      case 'digit':
        return
      case 'transfer_failed':
        context.log.warn({ legId, why: report.why }, 'a call could not be transferred')
        // The conversation ended before the transfer: nobody would speak on this line any more.
        return carrier.send({ type: 'hang_up', legId })
      case 'ended':
        forget(legId)
        engine.send({ type: 'close', legId })
        if (report.recorded === true) progress.recorded(context, legId, null)
        progress.ended(context, legId, report.cause, report.talkedMs, report.recorded === 'later')
        return
      case 'recorded':
        if (report.failed !== null) context.log.warn({ legId, why: report.failed }, 'a call was not recorded')
        return progress.recorded(context, legId, report.failed)
      default:
        return unreachable(report)
    }
  }

  /** On a real line, what is said first is made ready while it rings. */
  function onRinging(legId: string) {
    progress.rang(context, legId)
    const call = byLeg(context.db, legId)
    if (call?.status === 'ringing' && call.carrier !== 'simulated')
      engine.send({ type: 'prepare', legId, brief: briefOf(context.db, call.id) })
  }

  function onIncoming(report: inbound.Incoming) {
    const { legId } = report
    let call: ReturnType<typeof inbound.receiveCall>
    try {
      call = inbound.receiveCall(context, report)
    } catch (error) {
      carrier.send({ type: 'reject', legId })
      throw error
    }
    if (call === 'known') return
    if (call === 'refused') return carrier.send({ type: 'reject', legId })
    // The deadline of the call moves by the time that the inbound webhook takes.
    pauses.begin(legId)
    inbound.prepareAnswer(context, outside, call).then(
      ready => {
        pauses.end(legId)
        // Without an answer the caller has hung up, or the call could not be stored.
        carrier.send(ready ? { type: 'answer', legId, recordTo: ready.recordTo } : { type: 'reject', legId })
      },
      error => {
        pauses.end(legId)
        context.log.error({ err: error, legId }, 'an incoming call could not be answered')
        carrier.send({ type: 'reject', legId })
      },
    )
  }

  function onEngineReport(report: EngineReport) {
    const { legId } = report
    switch (report.type) {
      case 'began':
        return progress.began(context, legId, report.spokenBy)
      case 'said':
        return progress.said(context, legId, report.item, report.isReply)
      case 'answered_by':
        return progress.identified(context, legId, report.by)
      case 'warning':
        return progress.warned(context, legId, report.text)
      case 'paused':
        return pauses.begin(legId)
      case 'resumed':
        return pauses.end(legId)
      case 'tool_call':
        return onToolCall(report)
      case 'finished': {
        const transfer = transfers.get(legId)
        transfers.delete(legId)
        try {
          if (requestHangUp(context, legId, report.reason)) carrier.send(transfer ?? { type: 'hang_up', legId })
        } catch (error) {
          // Nothing more happens on this line, also when the reason cannot be stored.
          carrier.send({ type: 'hang_up', legId })
          throw error
        }
        return
      }
      default:
        return unreachable(report)
    }
  }

  function onToolCall({ legId, toolCallId, name, args, at }: Extract<EngineReport, { type: 'tool_call' }>) {
    let outcome: ToolOutcome | undefined
    const answer = (result: string) =>
      engine.send({ type: 'tool_result', legId, toolCallId, result, finish: outcome?.finish })
    try {
      outcome = progress.toolAsked(context, outside, legId, name, args, at)
    } catch (error) {
      // The conversation goes on: the model reads that the tool failed, and may try again.
      answer('Error: it did not work.')
      throw error
    }
    if (!outcome) return
    if (outcome.command?.type === 'transfer') transfers.set(legId, outcome.command)
    else if (outcome.command) carrier.send(outcome.command)
    if (typeof outcome.result === 'string') return answer(outcome.result)
    outcome.result.then(answer, error => {
      context.log.error({ err: error, legId, tool: name }, 'a tool failed')
      answer('Error: it did not work.')
    })
  }

  /**
   * Whether a leg reports nothing more. A leg may be behind desk time when this process is busy, in a fast simulation by
   * minutes; it then still reports.
   */
  function isSilent(legId: string): boolean {
    const since = silent.get(legId) ?? context.wall.now()
    silent.set(legId, since)
    return context.wall.now() - since >= SILENT_FOR
  }

  function forget(legId: string) {
    transfers.delete(legId)
    silent.delete(legId)
    pauses.forget(legId)
  }

  // An error here is a bug; it must not end the other calls.
  const guarded =
    <R extends { type: string; legId: string }>(handle: (report: R) => void) =>
    (report: R) => {
      silent.delete(report.legId)
      try {
        handle(report)
      } catch (error) {
        context.log.error({ err: error, legId: report.legId, report: report.type }, 'a report could not be handled')
      }
    }

  let isRunning = false

  /**
   * Handles a report of an end until it is stored: without room on the disk the call would keep its line. Never rejects.
   */
  async function onEnd(report: CarrierReport) {
    silent.delete(report.legId)
    try {
      onCarrierReport(report)
      await context.commits.settled()
    } catch (error) {
      const { legId, type } = report
      context.log.error({ err: error, legId, report: type }, 'a report could not be handled')
      if (isRunning && isDiskTrouble(error))
        context.wall.setTimer(context.wall.now() + RETRY_AFTER, () => isRunning && onEnd(report))
    }
  }

  return createWorker(context, {
    name: 'deadlines',
    clock: context.clock,
    work() {
      const overdue = finalizeOverdue(context, pauses.take, isSilent)
      context.commits.after(failed => {
        if (failed !== undefined) return
        for (const legId of overdue) {
          context.log.warn({ legId }, 'call finalized without a report of its end')
          forget(legId)
          carrier.send({ type: 'hang_up', legId })
          engine.send({ type: 'close', legId })
        }
      })
      const next = nextDeadline(context)
      // A call that was not finalized is still overdue; it is tried again after a second of wall time.
      return next === null ? null : Math.max(next, context.clock.now() + SECOND * context.speed)
    },
    wakesOn: event => event.type === 'call.changed',
    onStart() {
      engine.start(guarded(onEngineReport))
      isRunning = true
      const handle = guarded(onCarrierReport)
      carrier.start(report => {
        const endsDial = report.type === 'ended' || report.type === 'no_capacity'
        void (endsDial ? onEnd(report) : handle(report))
      })
    },
    onStop() {
      isRunning = false
      const stopped = carrier.stop()
      engine.stop()
      return stopped
    },
  })
}
