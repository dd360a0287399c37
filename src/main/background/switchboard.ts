import { briefOf } from '../core/calls/calls'
import type { ToolOutcome } from '../core/calls/carry-out'
import { wantEnd } from '../core/calls/hang-up'
import * as inbound from '../core/calls/inbound'
import * as progress from '../core/calls/progress'
import { nextDeadline, settleOverdue } from '../core/calls/recovery'
import type { Desk } from '../core/kernel/context'
import { unreachable } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import type { Carrier, LineReport } from '../ports/carrier'
import type { Engine, MindReport } from '../ports/engine'
import { createTimer, type Part } from './part'
import { createStandstills } from './standstills'

/**
 * Stands between the line and the mind, which know nothing of each other: what either reports moves the call in core,
 * and what follows is asked of the other. Calls that nobody reports on are settled at their deadline.
 */
export function createSwitchboard(desk: Desk, carrier: Carrier, engine: Engine): Part {
  function onLine(report: LineReport) {
    const { legId } = report
    switch (report.type) {
      case 'no_line':
        return progress.lineMissed(desk, legId)
      case 'ringing':
        return progress.rang(desk, legId)
      case 'answered': {
        const call = progress.answered(desk, legId)
        if (call) engine.send({ type: 'hold', legId, brief: briefOf(desk.db, call.id) })
        // An answer on a leg whose call is over, or was never ours: nobody is there to talk.
        else if (!progress.isTalking(desk, legId)) carrier.send({ type: 'hang_up', legId })
        return
      }
      case 'incoming': {
        const call = inbound.rings(desk, report)
        if (call === 'known') return
        if (call === 'refused') return carrier.send({ type: 'reject', legId })
        // What is asked for it before the answer takes none of the call's time.
        standstills.begin(legId)
        inbound.prepare(desk, call).then(
          ready => {
            standstills.end(legId)
            if (ready) carrier.send({ type: 'answer', legId, recordTo: ready.recordTo })
          },
          error => {
            desk.log.error({ err: error, legId }, 'an incoming call could not be answered')
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
        progress.ended(desk, legId, report.cause, report.talkedMs, report.recorded ? `${legId}.wav` : null)
        return
      default:
        return unreachable(report)
    }
  }

  function onMind(report: MindReport) {
    const { legId } = report
    switch (report.type) {
      case 'began':
        return progress.began(desk, legId, report.spokenBy)
      case 'said':
        return progress.said(desk, legId, report.item)
      case 'answered_by':
        return progress.identified(desk, legId, report.by)
      case 'warning':
        return progress.warned(desk, legId, report.text)
      case 'stands_still':
        return standstills.begin(legId)
      case 'goes_on':
        return standstills.end(legId)
      case 'tool_call': {
        let outcome: ToolOutcome | undefined
        try {
          outcome = progress.toolAsked(desk, legId, report.name, report.args)
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
          desk.log.error({ err: error, legId, tool: report.name }, 'a tool failed')
          tell('Error: it did not work.')
        })
        return
      }
      case 'finished': {
        const transfer = transfers.get(legId)
        transfers.delete(legId)
        if (wantEnd(desk, legId, report.reason)) carrier.send(transfer ?? { type: 'hang_up', legId })
        return
      }
      default:
        return unreachable(report)
    }
  }
  /** Transfers that wait for what is being said to be said. */
  const transfers = new Map<string, Parameters<Carrier['send']>[0]>()
  const standstills = createStandstills(desk)
  const forget = (legId: string) => {
    transfers.delete(legId)
    standstills.forget(legId)
  }

  // A report that core cannot take in is a bug; it must not take the other calls with it.
  const guarded =
    <R extends { type: string; legId: string }>(take: (report: R) => void) =>
    (report: R) => {
      try {
        take(report)
      } catch (error) {
        desk.log.error({ err: error, legId: report.legId, report: report.type }, 'report could not be taken in')
      }
    }

  const deadlines = createTimer(desk, desk.clock, 'deadlines', () => {
    for (const legId of settleOverdue(desk, standstills.take)) {
      desk.log.warn({ legId }, 'call settled without a report of its end')
      forget(legId)
      carrier.send({ type: 'hang_up', legId })
      engine.send({ type: 'close', legId })
    }
    const next = nextDeadline(desk)
    // What could not be settled is tried again, not at once for ever.
    return next === null ? null : Math.max(next, desk.clock.now() + SECOND)
  })

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = desk.bus.on(event => {
        if (event.type === 'call.changed') deadlines.poke()
      })
      engine.start(guarded(onMind))
      carrier.start(guarded(onLine))
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
