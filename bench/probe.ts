// Loaded into a process before its program. Told `watch`, it watches the event loop; told anything else, it says how
// long that stood still at most since then, and how much memory the process has had at most since it began.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Probed {
  /** Milliseconds. */
  stoodStill: number
  /** Bytes. */
  peak: number
}

const delay = monitorEventLoopDelay({ resolution: 1 })

process.on('message', asked => {
  if (asked === 'watch') {
    delay.reset()
    delay.enable()
    // It measures from its second beat on.
    setTimeout(() => process.send!('watching'), 20)
    return
  }
  // What held the loop up to here is seen at its next beat.
  setTimeout(() => {
    delay.disable()
    process.send!({ stoodStill: delay.max / 1e6, peak: process.resourceUsage().maxRSS * 1024 } satisfies Probed)
  }, 20)
})
// The program ends when it has nothing more to do, whatever is asked here.
process.channel?.unref()
