import * as progress from '../core/call-progress'
import type { Desk } from '../core/desk'
import { unreachable } from '../core/errors'
import type { Carrier, Engine, LineReport, MindReport } from '../core/ports'
import { createTimer, type Part } from './part'

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
        const call = progress.answered(desk, legId, engine.spokenBy)
        if (call) engine.send({ type: 'hold', legId, brief: call.brief })
        return
      }
      case 'digit':
        return
      case 'ended':
        progress.ended(desk, legId, report.cause, report.talkedMs, report.recorded ? `${legId}.wav` : null)
        engine.send({ type: 'close', legId })
        return
      default:
        return unreachable(report)
    }
  }

  function onMind(report: MindReport) {
    const { legId } = report
    switch (report.type) {
      case 'said':
        return progress.said(desk, legId, report.item)
      case 'answered_by':
        return progress.identified(desk, legId, report.by)
      case 'warning':
        return progress.warned(desk, legId, report.text)
      case 'tool_call': {
        const outcome = progress.toolAsked(desk, legId, report.name, report.args)
        if (!outcome) return
        if (outcome.line && outcome.line.type !== 'transfer') carrier.send(outcome.line)
        if (outcome.line?.type === 'transfer') transfers.set(legId, outcome.line)
        engine.send({
          type: 'tool_result',
          legId,
          toolCallId: report.toolCallId,
          result: outcome.result,
          finish: outcome.finish,
        })
        return
      }
      case 'finished': {
        const transfer = transfers.get(legId)
        transfers.delete(legId)
        if (progress.wantEnd(desk, legId, report.reason)) carrier.send(transfer ?? { type: 'hang_up', legId })
        return
      }
      default:
        return unreachable(report)
    }
  }
  /** Transfers that wait for what is being said to be said. */
  const transfers = new Map<string, Parameters<Carrier['send']>[0]>()

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

  const deadlines = createTimer(desk.clock, desk.log, 'deadlines', () => {
    for (const legId of progress.settleOverdue(desk)) {
      desk.log.warn({ legId }, 'call settled without a report of its end')
      carrier.send({ type: 'hang_up', legId })
      engine.send({ type: 'close', legId })
    }
    return progress.nextDeadline(desk)
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
