import type { Event } from '../../contract/events'
import type { Context } from '../core/kernel/context'
import { isDiskTrouble } from '../core/kernel/errors'
import { createTasks, STORE_TRIES } from './tasks'
import { createWorker, RETRY_AFTER, type Worker } from './worker'

/** Items in the store that need a request to another system, and how the answers are recorded. */
export interface Outbox<Item extends { id: number }, Answer> {
  /** The name in the log. */
  name: string
  /** How many items may be under way at the same time. */
  most?: number
  /** Takes up to `free` due items, and marks them in the store before any request is sent. */
  claimDue(free: number): Item[]
  /** Wall time at which the next item is due; null: none is. */
  nextDueAt(): number | null
  /** Sends the request. Null: there was no answer, and the item is due again when `claimDue` has said. */
  ask(item: Item): Promise<Answer | null>
  record(item: Item, answer: Answer): void
  /** Ends an item whose answer could not be recorded. Without it, recording is tried until it succeeds. */
  giveUp?(item: Item, answer: Answer): void
  /** Makes the items due again that were under way when the service ended. */
  recover(): void
  wakesOn(event: Event): boolean
  onStart?(): void
  onStop?(): void
}

/**
 * A worker that claims the due items of an outbox, sends their requests and records the answers. After a crash a request
 * may be sent again, so the receiver must handle it only once. An answer that cannot be recorded waits without keeping
 * other items from being sent.
 */
export function createOutbox<Item extends { id: number }, Answer>(
  context: Pick<Context, 'bus' | 'commits' | 'wall' | 'log'>,
  outbox: Outbox<Item, Answer>,
): Worker {
  const tasks = createTasks(context, { name: outbox.name, most: outbox.most, onFree: () => worker.wake() })
  /** Answers that are not recorded yet, by the id of their item. */
  const unrecorded = new Map<number, { item: Item; answer: Answer; tries: number; at: number }>()

  async function carryOut(item: Item, signal: AbortSignal) {
    const answer = await outbox.ask(item)
    // An answer that comes after a stop is not recorded; the request is sent again at the next start.
    if (answer !== null && !signal.aborted) void record({ item, answer, tries: 0 })
  }

  /** Records an answer; when it or its commit fails, the answer waits for another try. Never rejects. */
  async function record({ item, answer, tries }: { item: Item; answer: Answer; tries: number }) {
    unrecorded.set(item.id, { item, answer, tries, at: Number.POSITIVE_INFINITY })
    try {
      if (tries < STORE_TRIES || !outbox.giveUp) outbox.record(item, answer)
      else outbox.giveUp(item, answer)
      await context.commits.settled()
      unrecorded.delete(item.id)
    } catch (error) {
      const { name } = outbox
      context.log.error({ err: error, outbox: name, id: item.id }, 'a result could not be stored; it is tried again')
      const at = context.wall.now() + RETRY_AFTER
      unrecorded.set(item.id, { item, answer, tries: tries + (isDiskTrouble(error) ? 0 : 1), at })
      worker.wake()
    }
  }

  const worker = createWorker(context, {
    name: outbox.name,
    clock: context.wall,
    work() {
      for (const waiting of [...unrecorded.values()]) if (waiting.at <= context.wall.now()) void record(waiting)
      const claimed = outbox.claimDue(tasks.free)
      context.commits.after(failed => {
        if (failed !== undefined) return
        for (const item of claimed) if (!unrecorded.has(item.id)) tasks.begin(item.id, signal => carryOut(item, signal))
      })
      const moments = [outbox.nextDueAt(), ...[...unrecorded.values()].map(({ at }) => at)]
      const next = Math.min(...moments.filter(at => at !== null))
      return next === Number.POSITIVE_INFINITY ? null : next
    },
    wakesOn: outbox.wakesOn,
    onStart() {
      outbox.recover()
      outbox.onStart?.()
    },
    onStop() {
      outbox.onStop?.()
      unrecorded.clear()
      // Not waited for, because a slow receiver must not delay the end of the service.
      void tasks.stop()
    },
  })
  return worker
}
