import type { Desk } from '../core/kernel/context'
import { DAY } from '../core/kernel/time'
import { clearOld } from '../core/privacy/retention'
import { forgetAnswers } from '../core/workspace/idempotency'
import { createTimer, type Part } from './part'

/** Takes away what is older than the workspace keeps it. */
export function createRetention(desk: Desk): Part {
  const timer = createTimer(desk, desk.clock, 'retention', () => clearOld(desk))
  const answers = createTimer(desk, desk.wall, 'kept answers', () => forgetAnswers(desk) ?? desk.wall.now() + DAY)
  let off: (() => void) | undefined
  return {
    start() {
      off ??= desk.bus.on(event => {
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
