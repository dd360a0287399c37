import { briefOf } from '../core/calls/calls'
import type { ToolOutcome } from '../core/calls/carry-out'
import { wantEnd } from '../core/calls/hang-up'
import * as inbound from '../core/calls/inbound'
import * as progress from '../core/calls/progress'
import { finalizeOverdue, nextDeadline } from '../core/calls/recovery'
import type { Context } from '../core/kernel/context'
import { unreachable } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import type { Carrier, CarrierReport } from '../ports/carrier'
import type { Engine, EngineReport } from '../ports/engine'
import { createLegPauses } from './leg-pauses'
import { createTimer, type Worker } from './worker'

/**
 * Stands between the line and the mind, which know nothing of each other: what either reports moves the call in core,
 * and what follows is asked of the other. Calls that nobody reports on are settled at their deadline.
 */
export function createSwitchboard(context: Context, carrier: Carrier, engine: Engine): Worker {
  function onCarrierReport(report: CarrierReport) {
    const { legId } = report
    switch (report.type) {
      case 'no_line':
        return progress.noCapacity(context, legId)
      case 'ringing':
        return progress.rang(context, legId)
      case 'answered': {
        const call = progress.answered(context, legId)
        if (call) engine.send({ type: 'hold', legId, brief: briefOf(context.db, call.id) })
        // An answer on a leg whose call is over, or was never ours: nobody is there to talk.
        else if (!progress.isTalking(context, legId)) carrier.send({ type: 'hang_up', legId })
        return
      }
      case 'incoming': {
        const call = inbound.rings(context, report)
        if (call === 'known') return
        if (call === 'refused') return carrier.send({ type: 'reject', legId })
        // What is asked for it before the answer takes none of the call's time.
        pauses.begin(legId)
        inbound.prepare(context, call).then(
          ready => {
            pauses.end(legId)
            if (ready) carrier.send({ type: 'answer', legId, recordTo: ready.recordTo })
          },
          error => {
            context.log.error({ err: error, legId }, 'an incoming call could not be answered')
            carrier.send({ type: 'reject', legId })
          },
        )
        return
      }
      case 'digit':
        return
      case 'ended':
        forget(legId)
        engine.send({ type: 'close', legId })
        progress.ended(context, legId, report.cause, report.talkedMs, report.recorded ? `${legId}.wav` : null)
        return
      default:
        return unreachable(report)
    }
  }

  function onEngineReport(report: EngineReport) {
    const { legId } = report
    switch (report.type) {
      case 'began':
        return progress.began(context, legId, report.spokenBy)
      case 'said':
        return progress.said(context, legId, report.item)
      case 'answered_by':
        return progress.identified(context, legId, report.by)
      case 'warning':
        return progress.warned(context, legId, report.text)
      case 'paused':
        return pauses.begin(legId)
      case 'resumed':
        return pauses.end(legId)
      case 'tool_call': {
        let outcome: ToolOutcome | undefined
        try {
          outcome = progress.toolAsked(context, legId, report.name, report.args)
        } catch (error) {
          // The conversation must go on; the model is told, and may try again.
          engine.send({ type: 'tool_result', legId, toolCallId: report.toolCallId, result: 'Error: it did not work.' })
          throw error
        }
        if (!outcome) return
        if (outcome.line && outcome.line.type !== 'transfer') carrier.send(outcome.line)
        if (outcome.line?.type === 'transfer') transfers.set(legId, outcome.line)
        const { toolCallId } = report
        const tell = (result: string) =>
          engine.send({ type: 'tool_result', legId, toolCallId, result, finish: outcome.finish })
        if (typeof outcome.result === 'string') return tell(outcome.result)
        outcome.result.then(tell, error => {
          context.log.error({ err: error, legId, tool: report.name }, 'a tool failed')
          tell('Error: it did not work.')
        })
        return
      }
      case 'finished': {
        const transfer = transfers.get(legId)
        transfers.delete(legId)
        if (wantEnd(context, legId, report.reason)) carrier.send(transfer ?? { type: 'hang_up', legId })
        return
      }
      default:
        return unreachable(report)
    }
  }
  /** Transfers that wait for what is being said to be said. */
  const transfers = new Map<string, Parameters<Carrier['send']>[0]>()
  const pauses = createLegPauses(context)
  const forget = (legId: string) => {
    transfers.delete(legId)
    pauses.forget(legId)
  }

  // A report that core cannot take in is a bug; it must not take the other calls with it.
  const guarded =
    <R extends { type: string; legId: string }>(take: (report: R) => void) =>
    (report: R) => {
      try {
        take(report)
      } catch (error) {
        context.log.error({ err: error, legId: report.legId, report: report.type }, 'report could not be taken in')
      }
    }

  const deadlines = createTimer(context, context.clock, 'deadlines', () => {
    for (const legId of finalizeOverdue(context, pauses.take)) {
      context.log.warn({ legId }, 'call settled without a report of its end')
      forget(legId)
      carrier.send({ type: 'hang_up', legId })
      engine.send({ type: 'close', legId })
    }
    const next = nextDeadline(context)
    // What could not be settled is tried again, not at once for ever.
    return next === null ? null : Math.max(next, context.clock.now() + SECOND)
  })

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = context.bus.on(event => {
        if (event.type === 'call.changed') deadlines.poke()
      })
      engine.start(guarded(onEngineReport))
      carrier.start(guarded(onCarrierReport))
      deadlines.start()
    },
    stop() {
      if (!off) return
      off()
      off = undefined
      deadlines.stop()
      carrier.stop()
      engine.stop()
    },
  }
}
