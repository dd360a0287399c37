import * as calls from '../core/calls'
import type { Desk } from '../core/desk'
import * as evaluation from '../core/evaluation'
import type { Evaluator } from '../core/ports'
import type { Part } from './part'

/** Of real time: a call waits no longer for its evaluation. */
const LONGEST = 60_000
const TRIES = 3

/** Evaluates calls that have ended, also those that had when the service last stopped, and makes them final. */
export function createEvaluator(desk: Desk, evaluator: Evaluator): Part {
  const underWay = new Map<number, AbortController>()
  let off: (() => void) | undefined

  async function evaluate(callId: number) {
    const call = calls.byId(desk.db, callId)
    if (call?.status !== 'ended' || underWay.has(callId)) return
    const abort = new AbortController()
    underWay.set(callId, abort)
    const giveUp = desk.wall.setTimer(desk.wall.now() + LONGEST, () =>
      abort.abort(new Error('it took longer than 60 s')),
    )
    const transcript = calls.transcriptOf(desk.db, callId)
    try {
      for (let tries = call.evaluationTries + 1; ; tries++) {
        evaluation.countTry(desk, callId)
        try {
          const found = await Promise.race([
            evaluator.evaluate({ brief: call.brief, transcript, signal: abort.signal }),
            rejectWhenAborted(abort.signal),
          ])
          evaluation.finish(desk, callId, found)
          return
        } catch (error) {
          if (!off) return // stopped: it is resumed at the next start
          desk.log.warn({ err: error, callId, tries }, 'evaluation failed')
          if (tries < TRIES && !abort.signal.aborted) continue
          evaluation.giveUp(desk, callId, error instanceof Error ? error.message : String(error))
          return
        }
      }
    } finally {
      giveUp()
      if (underWay.get(callId) === abort) underWay.delete(callId)
    }
  }
  const begin = (callId: number) =>
    void evaluate(callId).catch(error => desk.log.error({ err: error, callId }, 'call could not be made final'))

  return {
    start() {
      if (off) return
      off = desk.bus.on(event => {
        if (event.type === 'call.changed' && event.status === 'ended') begin(event.id)
      })
      for (const call of calls.unsettled(desk.db)) if (call.status === 'ended') begin(call.id)
    },
    stop() {
      off?.()
      off = undefined
      for (const abort of underWay.values()) abort.abort(new Error('the service stops'))
      underWay.clear()
    },
  }
}

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
