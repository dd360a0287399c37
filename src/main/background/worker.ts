import type { Event } from '../../contract/events'
import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import type { Clock } from '../ports/system'

/** A part of the service that runs in the background. To start or stop it twice, in any order, does no harm. */
export interface Worker {
  start(): void
  stop(): void | Promise<void>
}

export interface Job {
  /** The name in the log. */
  name: string
  /** The clock of the moments that `work` returns. */
  clock: Clock
  /** Does what is due now. Returns when it wants to run next; null: not before something wakes it. */
  work(): number | null
  /** Whether something may be due after this event. */
  wakesOn?(event: Event): boolean
  /** Runs at each start, before the first work: takes up what a crash has interrupted. */
  onStart?(): void
  onStop?(): void | Promise<void>
}

/** After a failure, for example because another program holds the database, work is tried again so much later (wall time). */
export const RETRY_AFTER = 5 * SECOND

/**
 * A worker with one timer, set to the earliest moment at which its job may have something to do. `wake` lets it look at
 * once, because that moment may have moved; several wakes are one run.
 */
export function createWorker(context: Pick<Context, 'bus' | 'wall' | 'log'>, job: Job): Worker & { wake(): void } {
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
      context.log.error({ err: error, worker: job.name }, 'work in the background failed')
      cancelTimer ??= context.wall.setTimer(context.wall.now() + RETRY_AFTER, run)
      return
    }
    // The work itself may have caused a wake; the earlier moment counts.
    if (running && !cancelTimer) setTimer(next)
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
