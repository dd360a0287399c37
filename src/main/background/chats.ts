import type { EvaluationItem } from '../../contract/calls'
import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import { answerOwed } from '../core/messaging/chat'
import * as conversationEnd from '../core/messaging/conversation-end'
import { endInactive, evaluationOf } from '../core/messaging/conversation-end'
import { countReply, giveUpReply, unanswered } from '../core/messaging/owed-replies'
import type { Evaluator } from '../ports/models'
import { createTimer, type Worker } from './worker'

/** Of real time: an end is told after it without what could not be evaluated. */
const LONGEST = 60 * SECOND
const TRIES = 3
/** So many are evaluated at once. */
const AT_ONCE = 4
/** When a model could not answer, it is asked again. */
const AGAIN_AFTER = 10 * SECOND

/** Ends conversations in which nobody writes any more, evaluates them, and tells their end. */
export function createChats(context: Context, evaluator: Evaluator): Worker {
  const underWay = new Map<number, AbortController>()
  const replying = new Set<number>()
  /** When a conversation may be answered, or told of, again: wall time. */
  const notBefore = new Map<number, number>()
  const mayTry = (id: number) => (notBefore.get(id) ?? 0) <= context.wall.now()
  const later = (id: number) => {
    notBefore.set(id, context.wall.now() + AGAIN_AFTER)
    context.wall.setTimer(context.wall.now() + AGAIN_AFTER, () => timer.poke())
  }
  let off: (() => void) | undefined

  const timer = createTimer(context, context.clock, 'chats', () => {
    const next = endInactive(context)
    for (const id of conversationEnd.endsToDeliver(context.db)) begin(id)
    for (const id of unanswered(context.db)) reply(id)
    return next
  })

  /** Answers a message that came in by SMS; after some tries the operator is told. */
  function reply(id: number) {
    if (replying.has(id) || !mayTry(id)) return
    const n = countReply(context, id)
    if (n === 0) return
    replying.add(id)
    answerOwed(context, id)
      .then(() => notBefore.delete(id))
      .catch(error => {
        context.log.warn({ err: error, conversationId: id, n }, 'a message could not be answered')
        if (!off) return
        if (n >= TRIES || error instanceof ServiceError) return giveUpReply(context, id, error as Error)
        later(id)
      })
      .catch(error => context.log.error({ err: error, conversationId: id }, 'an answer could not be given up'))
      .finally(() => {
        replying.delete(id)
        // What came in meanwhile is owed its own answer.
        timer.poke()
      })
  }

  function begin(id: number) {
    if (underWay.has(id) || underWay.size >= AT_ONCE || !mayTry(id)) return
    const abort = new AbortController()
    underWay.set(id, abort)
    const cancel = context.wall.setTimer(context.wall.now() + LONGEST, () => abort.abort(new Error('it took too long')))
    evaluate(id, abort.signal)
      .then(found => {
        if (off) conversationEnd.tell(context, id, found)
      })
      .catch(error => {
        context.log.error({ err: error, conversationId: id }, 'the end of a conversation could not be told')
        later(id)
      })
      .finally(() => {
        cancel()
        underWay.delete(id)
        timer.poke()
      })
  }

  async function evaluate(id: number, signal: AbortSignal): Promise<EvaluationItem[]> {
    const asked = evaluationOf(context, id)
    if (!asked?.brief.evaluation) return []
    while (!signal.aborted && conversationEnd.countTry(context, id) <= TRIES) {
      try {
        return await evaluator.evaluate({ ...asked, signal })
      } catch (error) {
        context.log.warn({ err: error, conversationId: id }, 'a conversation could not be evaluated')
      }
    }
    return []
  }

  return {
    start() {
      off ??= context.bus.on(event => {
        if (event.type === 'conversation.changed') timer.poke()
      })
      timer.start()
    },
    stop() {
      off?.()
      off = undefined
      timer.stop()
      for (const abort of underWay.values()) abort.abort(new Error('the service stops'))
      underWay.clear()
    },
  }
}
