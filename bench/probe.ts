// Loaded into a process before its program. After the message `watch`, it measures the event loop. After any other
// message, it reports how long the loop was blocked at most since then, and the peak memory of the process.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Probed {
  /** The longest time that the event loop was blocked, ms. */
  blockedMs: number
  /** The peak memory, bytes. */
  peak: number
}

const delay = monitorEventLoopDelay({ resolution: 1 })

process.on('message', command => {
  if (command === 'watch') {
    delay.reset()
    delay.enable()
    // The monitor measures from its second tick.
    setTimeout(() => process.send!('watching'), 20)
    return
  }
  // A block until now is measured at the next tick.
  setTimeout(() => {
    delay.disable()
    process.send!({ blockedMs: delay.max / 1e6, peak: process.resourceUsage().maxRSS * 1024 } satisfies Probed)
  }, 20)
})
// The channel must not keep the program running when it has nothing more to do.
process.channel?.unref()
