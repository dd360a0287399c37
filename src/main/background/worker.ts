import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import type { Clock } from '../ports/system'

/** Everything that runs in the background: starts and stops any number of times, in any order. */
export interface Worker {
  start(): void
  stop(): void | Promise<void>
}

/** After a failure, such as a database that another program holds, the work is tried again so much later, wall time. */
const AFTER_FAILURE = 5 * SECOND

/**
 * One timer, set to the earliest moment at which `work` may have something to do. `poke` when that moment may have
 * moved; many pokes are one run. `work` answers when it wants to run next, null for not before the next poke.
 */
export function createTimer(
  context: Pick<Context, 'wall' | 'log'>,
  clock: Clock,
  name: string,
  work: () => number | null,
) {
  let cancel: (() => void) | undefined
  let running = false
  const arm = (at: number | null) => {
    cancel?.()
    cancel = at === null ? undefined : clock.setTimer(at, run)
  }
  const run = () => {
    cancel = undefined
    if (!running) return
    let at: number | null
    try {
      at = work()
    } catch (error) {
      context.log.error({ err: error, part: name }, 'work in the background failed')
      cancel ??= context.wall.setTimer(context.wall.now() + AFTER_FAILURE, run)
      return
    }
    // What `work` itself brought about may have poked already; the earlier moment holds.
    if (running && !cancel) arm(at)
  }
  return {
    start() {
      if (running) return
      running = true
      arm(clock.now())
    },
    stop() {
      running = false
      cancel?.()
      cancel = undefined
    },
    poke() {
      if (running) arm(clock.now())
    },
  }
}
