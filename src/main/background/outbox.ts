import type { Event } from '../../contract/events'
import type { Context } from '../core/kernel/context'
import { createTasks, storeResult } from './tasks'
import { createWorker, type Worker } from './worker'

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
  /** Makes the items due again that were under way when the service ended. */
  recover(): void
  wakesOn(event: Event): boolean
  onStart?(): void
  onStop?(): void
}

/**
 * A worker that claims the due items of an outbox, sends their requests and records the answers. After a crash a request
 * may be sent again, so the receiver must handle it only once.
 */
export function createOutbox<Item extends { id: number }, Answer>(
  context: Pick<Context, 'bus' | 'commits' | 'wall' | 'log'>,
  outbox: Outbox<Item, Answer>,
): Worker {
  const tasks = createTasks(context, { name: outbox.name, most: outbox.most, onFree: () => worker.wake() })

  async function carryOut(item: Item, signal: AbortSignal) {
    const answer = await outbox.ask(item)
    // An answer that comes after a stop is not recorded; the request is sent again at the next start.
    if (answer !== null)
      await storeResult(context, signal, { outbox: outbox.name, id: item.id }, () => outbox.record(item, answer))
  }

  const worker = createWorker(context, {
    name: outbox.name,
    clock: context.wall,
    work() {
      for (const item of outbox.claimDue(tasks.free)) tasks.begin(item.id, signal => carryOut(item, signal))
      return outbox.nextDueAt()
    },
    wakesOn: outbox.wakesOn,
    onStart() {
      outbox.recover()
      outbox.onStart?.()
    },
    onStop() {
      outbox.onStop?.()
      // Not waited for, because a slow receiver must not delay the end of the service.
      void tasks.stop()
    },
  })
  return worker
}
