import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import * as ends from '../core/messaging/conversation-end'
import { type EvaluatorFor, unjudged } from '../ports/models'
import { evaluate } from './evaluate'
import { createTasks, storeResult } from './tasks'
import { createWorker, type Worker } from './worker'

/** How many conversations are evaluated at the same time. */
const AT_ONCE = 4
const RETRY_AFTER = 10 * SECOND

/** Ends inactive conversations, evaluates them, and enqueues their webhooks. */
export function createConversationEnds(context: Context, evaluatorFor: EvaluatorFor): Worker {
  const tasks = createTasks(context, {
    name: 'conversation ends',
    most: AT_ONCE,
    retryAfter: RETRY_AFTER,
    onFree: () => worker.wake(),
  })

  async function finish(id: number, signal: AbortSignal) {
    const request = ends.evaluationRequest(context, id)
    const result = request?.brief.evaluation
      ? await evaluate(context, evaluatorFor(request.brief), request, () => ends.countTry(context, id), signal)
      : unjudged
    // When the evaluation fails, the webhook is sent without one.
    const judged = 'items' in result ? result : unjudged
    await storeResult(
      context,
      signal,
      { conversationId: id },
      { store: () => ends.enqueueEnded(context, id, judged), giveUp: () => ends.giveUp(context, id) },
    )
  }

  const worker = createWorker(context, {
    name: 'conversation ends',
    clock: context.clock,
    work() {
      const next = ends.endInactive(context)
      for (const id of ends.waitingForWebhook(context.db)) {
        if (tasks.free === 0) break
        tasks.begin(id, signal => finish(id, signal))
      }
      return next
    },
    wakesOn: event => event.type === 'conversation.changed',
    onStop: () => void tasks.stop(),
  })
  return worker
}
