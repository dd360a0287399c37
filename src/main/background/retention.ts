import type { Context } from '../core/kernel/context'
import { DAY } from '../core/kernel/time'
import { clearOld } from '../core/privacy/retention'
import { forgetRecords } from '../core/workspace/idempotency'
import { createTimer, type Worker } from './worker'

/** Takes away what is older than the workspace keeps it. */
export function createRetention(context: Context): Worker {
  const timer = createTimer(context, context.clock, 'retention', () => clearOld(context))
  const answers = createTimer(
    context,
    context.wall,
    'kept answers',
    () => forgetRecords(context) ?? context.wall.now() + DAY,
  )
  let off: (() => void) | undefined
  return {
    start() {
      off ??= context.bus.on(event => {
        const ended = event.type === 'call.changed' && event.status === 'ended'
        if (event.type === 'settings.changed' || ended) timer.poke()
      })
      timer.start()
      answers.start()
    },
    stop() {
      off?.()
      off = undefined
      timer.stop()
      answers.stop()
    },
  }
}
