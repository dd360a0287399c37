import * as calls from '../core/calls/calls'
import * as evaluation from '../core/calls/evaluation'
import type { Context } from '../core/kernel/context'
import type { EvaluatorFor } from '../ports/models'
import { evaluate } from './evaluate'
import { createTasks, storeResult } from './tasks'
import { createWorker, type Worker } from './worker'

/** Evaluates the calls that have ended, and finalizes them. */
export function createEvaluator(context: Context, evaluatorFor: EvaluatorFor): Worker {
  const tasks = createTasks(context, { name: 'evaluator', onFree: () => worker.wake() })

  async function evaluateCall(callId: number, signal: AbortSignal) {
    const request = {
      brief: calls.briefOf(context.db, callId),
      transcript: calls.transcriptOf(context.db, callId),
    }
    const evaluator = evaluatorFor(request.brief)
    const result = await evaluate(context, evaluator, request, () => evaluation.countTry(context, callId), signal)
    const giveUp = (why: string) => evaluation.giveUp(context, callId, why)
    await storeResult(
      context,
      signal,
      { callId },
      {
        store: () => ('items' in result ? evaluation.finish(context, callId, result) : giveUp(result.failed)),
        giveUp: () => giveUp('its evaluation could not be stored'),
      },
    )
  }

  const worker = createWorker(context, {
    name: 'evaluator',
    clock: context.wall,
    work() {
      for (const id of evaluation.waiting(context.db)) tasks.begin(id, signal => evaluateCall(id, signal))
      return null
    },
    wakesOn: event => event.type === 'call.changed' && event.status === 'ended',
    onStop() {
      // A try that is stopped with the service does not count.
      for (const id of tasks.ids()) evaluation.uncountTry(context, id)
      void tasks.stop()
    },
  })
  return worker
}
