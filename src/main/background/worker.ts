import type { Event } from '../../contract/events'
import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import type { Clock } from '../ports/system'

/** Work of the service in the background. It may be started and stopped several times, in any order. */
export interface Worker {
  start(): void
  stop(): void | Promise<void>
}

/** What a worker does. */
export interface Job {
  /** The name in the log. */
  name: string
  /** The clock of the moments that `work` returns. */
  clock: Clock
  /** Does what is due now. Returns when it is to run next; null: when it is woken. */
  work(): number | null
  /** Whether something may be due after this event. */
  wakesOn?(event: Event): boolean
  /** Runs at each start, before the first work, for example to continue what a crash has interrupted. */
  onStart?(): void
  onStop?(): void | Promise<void>
}

/** After a failure, for example when another program holds the database, work is tried again after this wall time. */
export const RETRY_AFTER = 5 * SECOND

/**
 * Creates a worker with one timer, which runs the job at the moment that `work` has returned. `wake` runs it as soon as
 * possible; several wakes before that are one run.
 */
export function createWorker(
  context: Pick<Context, 'bus' | 'commits' | 'wall' | 'log'>,
  job: Job,
): Worker & { wake(): void } {
  let cancelTimer: (() => void) | undefined
  let unsubscribe: (() => void) | undefined
  let running = false

  function setTimer(at: number | null) {
    cancelTimer?.()
    cancelTimer = at === null ? undefined : job.clock.setTimer(at, run)
  }

  function run() {
    cancelTimer = undefined
    if (!running) return
    let next: number | null
    try {
      next = job.work()
    } catch (error) {
      return repeatLater(error)
    }
    // If the work itself has woken the worker, the timer is set already.
    if (running && !cancelTimer) setTimer(next)
    // What the work has written may still be undone.
    context.commits.after(failed => {
      if (failed !== undefined && running) repeatLater(failed)
    })
  }

  function repeatLater(error: unknown) {
    context.log.error({ err: error, worker: job.name }, 'work in the background failed')
    cancelTimer?.()
    cancelTimer = context.wall.setTimer(context.wall.now() + RETRY_AFTER, run)
  }

  function wake() {
    if (running) setTimer(job.clock.now())
  }

  return {
    wake,
    start() {
      if (running) return
      running = true
      unsubscribe = context.bus.on(event => {
        if (job.wakesOn?.(event)) wake()
      })
      job.onStart?.()
      wake()
    },
    stop() {
      if (!running) return
      running = false
      unsubscribe?.()
      cancelTimer?.()
      cancelTimer = undefined
      return job.onStop?.()
    },
  }
}
