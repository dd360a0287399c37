import type { Context } from '../core/kernel/context'
import { isDiskTrouble } from '../core/kernel/errors'
import { RETRY_AFTER } from './worker'

/** The reason with which tasks are aborted when the service stops. */
export const serviceStops = new Error('the service stops')

/** Asynchronous work on several items at the same time, each with an id. */
export interface Tasks {
  /** How many more tasks may begin now. */
  readonly free: number
  has(id: number): boolean
  ids(): number[]
  /**
   * Begins a task for an item, unless it has one already. When the task throws, the error is logged, and the item cannot
   * begin again for `retryAfter`.
   */
  begin(id: number, task: (signal: AbortSignal) => Promise<void>): void
  abort(id: number, reason: Error): void
  /** Aborts every task; resolves when all have ended. */
  stop(): Promise<void>
}

interface Options {
  /** The name in the log. */
  name: string
  /** How many tasks may run at the same time. */
  most?: number
  /** How long an item waits after its task has failed, ms of wall time. */
  retryAfter?: number
  /** Called when another task may begin. */
  onFree(): void
}

/** Creates a set of tasks; a worker begins them. */
export function createTasks(
  context: Pick<Context, 'wall' | 'log'>,
  { name, most = Number.POSITIVE_INFINITY, retryAfter = RETRY_AFTER, onFree }: Options,
): Tasks {
  const underWay = new Map<number, { abort: AbortController; end: Promise<void> }>()
  const waiting = new Set<number>()
  return {
    get free() {
      return most - underWay.size
    },
    has: id => underWay.has(id) || waiting.has(id),
    ids: () => [...underWay.keys()],
    begin(id, task) {
      if (underWay.has(id) || waiting.has(id)) return
      const abort = new AbortController()
      const end = task(abort.signal)
        .catch(error => {
          if (abort.signal.aborted) return
          context.log.error({ err: error, id }, `${name}: a task failed and is tried again later`)
          waiting.add(id)
          context.wall.setTimer(context.wall.now() + retryAfter, () => {
            waiting.delete(id)
            onFree()
          })
        })
        .then(() => {
          // After a stop and a new start, there may be a newer task with this id.
          if (underWay.get(id)?.abort !== abort) return
          underWay.delete(id)
          // After a failure the timer says so; until then the item must not be claimed again.
          if (!waiting.has(id)) onFree()
        })
      underWay.set(id, { abort, end })
    },
    abort: (id, reason) => underWay.get(id)?.abort.abort(reason),
    async stop() {
      const tasks = [...underWay.values()]
      underWay.clear()
      for (const { abort } of tasks) abort.abort(serviceStops)
      await Promise.all(tasks.map(({ end }) => end))
    },
  }
}

/** How many times a result is tried to be stored before it is given up. Times without space do not count. */
export const STORE_TRIES = 5

/**
 * Stores a result that cannot be repeated, such as an answer from the network. Tries again after a failure, because
 * another program may hold the database. When it has failed `STORE_TRIES` times, `giveUp` stores that instead, so that the
 * item does not wait for ever. Ends without a result when the signal is aborted before.
 */
export async function storeResult(
  { commits, wall, log }: Pick<Context, 'commits' | 'wall' | 'log'>,
  signal: AbortSignal,
  /** Added to the log. */
  about: object,
  { store, giveUp }: { store: () => void; giveUp: () => void },
): Promise<void> {
  for (let tries = 0; !signal.aborted; ) {
    try {
      if (tries < STORE_TRIES) store()
      else giveUp()
      await commits.settled()
      return
    } catch (error) {
      if (!isDiskTrouble(error)) tries++
      log.error({ err: error, ...about }, 'a result could not be stored; it is tried again')
    }
    await new Promise<void>(resolve => {
      const cancel = wall.setTimer(wall.now() + RETRY_AFTER, resolve)
      signal.addEventListener(
        'abort',
        () => {
          cancel()
          resolve()
        },
        { once: true },
      )
    })
  }
}
