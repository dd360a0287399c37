import type { EvaluationItem } from '../../contract/calls'
import * as calls from '../core/calls/calls'
import * as evaluation from '../core/calls/evaluation'
import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import type { Evaluator } from '../ports/models'
import type { Worker } from './worker'

/** Of real time: a call waits no longer for its evaluation. */
const LONGEST = 60 * SECOND
const TRIES = 3
/** When what was found cannot be stored, as when another program holds the database. */
const STORE_AGAIN_AFTER = 5 * SECOND

const stopped = new Error('the service stops')

/** Evaluates calls that have ended, also those that had when the service last stopped, and makes them final. */
export function createEvaluator(context: Context, evaluator: Evaluator): Worker {
  const underWay = new Map<number, AbortController>()
  let off: (() => void) | undefined

  async function evaluate(callId: number, { signal }: AbortController) {
    const brief = calls.briefOf(context.db, callId)
    const transcript = calls.transcriptOf(context.db, callId)
    let tries = calls.byId(context.db, callId)?.evaluationTries ?? 0
    let why = 'it was interrupted too often'
    while (tries < TRIES && !signal.aborted) {
      tries = evaluation.countTry(context, callId)
      let found: EvaluationItem[]
      try {
        found = await Promise.race([evaluator.evaluate({ brief, transcript, signal }), whenAborted(signal)])
      } catch (error) {
        if (signal.reason === stopped) return
        context.log.warn({ err: error, callId, tries }, 'evaluation failed')
        why = error instanceof Error ? error.message : String(error)
        continue
      }
      return evaluation.finish(context, callId, found)
    }
    if (signal.reason !== stopped) evaluation.giveUp(context, callId, why)
  }

  function begin(callId: number) {
    if (underWay.has(callId)) return
    const abort = new AbortController()
    underWay.set(callId, abort)
    const giveUp = context.wall.setTimer(context.wall.now() + LONGEST, () =>
      abort.abort(new Error('it took longer than 60 s')),
    )
    const end = () => {
      giveUp()
      if (underWay.get(callId) === abort) underWay.delete(callId)
    }
    evaluate(callId, abort).then(end, error => {
      end()
      context.log.error({ err: error, callId }, 'call could not be made final')
      context.wall.setTimer(context.wall.now() + STORE_AGAIN_AFTER, () => {
        if (off && calls.byId(context.db, callId)?.status === 'ended') begin(callId)
      })
    })
  }

  return {
    start() {
      if (off) return
      off = context.bus.on(event => {
        if (event.type === 'call.changed' && event.status === 'ended') begin(event.id)
      })
      for (const call of calls.openCalls(context.db)) if (call.status === 'ended') begin(call.id)
    },
    stop() {
      off?.()
      off = undefined
      for (const [callId, abort] of underWay) {
        abort.abort(stopped)
        evaluation.uncountTry(context, callId)
      }
      underWay.clear()
    },
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
