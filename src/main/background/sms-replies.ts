import type { Context, Outside } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import { replyBySms } from '../core/messaging/chat'
import * as replies from '../core/messaging/owed-replies'
import { createTasks } from './tasks'
import { createWorker, type Worker } from './worker'

const TRIES = 3
/** When a model could not answer, it is tried again after this time, wall time. */
const RETRY_AFTER = 10 * SECOND

/** Answers conversations that wait for a reply by SMS. When the last try fails, the operator is notified. */
export function createSmsReplies(context: Context, outside: Outside): Worker {
  /** Wall time before which a conversation is not tried again. */
  const notBefore = new Map<number, number>()
  const tasks = createTasks(context, { name: 'SMS replies', onFree: () => worker.wake() })

  async function reply(id: number, signal: AbortSignal) {
    const tries = replies.countTry(context, id)
    if (tries === 0) return
    try {
      await replyBySms(context, outside, id)
      notBefore.delete(id)
    } catch (error) {
      if (signal.aborted) return
      context.log.warn({ err: error, conversationId: id, tries }, 'an SMS could not be answered')
      if (tries >= TRIES || error instanceof ServiceError) return replies.giveUp(context, id, (error as Error).message)
      notBefore.set(id, context.wall.now() + RETRY_AFTER)
      context.wall.setTimer(context.wall.now() + RETRY_AFTER, () => worker.wake())
    }
  }

  const worker = createWorker(context, {
    name: 'SMS replies',
    clock: context.wall,
    work() {
      for (const id of replies.unanswered(context.db))
        if ((notBefore.get(id) ?? 0) <= context.wall.now()) tasks.begin(id, signal => reply(id, signal))
      return null
    },
    wakesOn: event => event.type === 'conversation.changed',
    onStop: () => void tasks.stop(),
  })
  return worker
}
