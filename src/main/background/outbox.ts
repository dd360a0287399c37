import type { Event } from '../../contract/events'
import type { Context } from '../core/kernel/context'
import { createTasks, storeResult } from './tasks'
import { createWorker, type Worker } from './worker'

/** What core has written down to be asked of somebody outside, and how the answers are recorded. */
export interface Outbox<Item extends { id: number }, Answer> {
  /** The name in the log. */
  name: string
  /** How many items may be under way at the same time. */
  most?: number
  /** Takes what is due, and marks it in the store before anything is asked. `free`: how many may be taken. */
  claimDue(free: number): Item[]
  /** Wall time at which something is due; null: nothing waits. */
  nextDueAt(): number | null
  /** Asks outside; null when there was no answer, and then the claim's own next try follows. */
  ask(item: Item): Promise<Answer | null>
  record(item: Item, answer: Answer): void
  /** Makes due again what was under way when the service ended. */
  recover(): void
  wakesOn(event: Event): boolean
  onStart?(): void
  onStop?(): void
}

/** Empties an outbox: claims what is due, asks outside, records the answer. What is asked twice must be done once. */
export function createOutbox<Item extends { id: number }, Answer>(
  context: Pick<Context, 'bus' | 'wall' | 'log'>,
  outbox: Outbox<Item, Answer>,
): Worker {
  const tasks = createTasks(context, { name: outbox.name, most: outbox.most, onFree: () => worker.wake() })

  async function carryOut(item: Item, signal: AbortSignal) {
    const answer = await outbox.ask(item)
    // An answer that comes after a stop is not recorded: the item is asked again at the next start.
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
      // Not waited for: a silent receiver must not hold up the end of the service.
      void tasks.stop()
    },
  })
  return worker
}
