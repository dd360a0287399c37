import type { Event } from '../../../contract/events'
import type { Bus } from './bus'

/** How many events may wait for a reader; one that falls further behind is cut off and reads the lists anew. */
const LONGEST_WAIT = 10_000

/** A user's events from now on, until the reader goes away. */
export async function* streamOf(bus: Bus, userId: number, signal?: AbortSignal): AsyncGenerator<Event> {
  const waiting: Event[] = []
  let wake: (() => void) | undefined
  const off = bus.on((event, to) => {
    if (to !== userId) return
    waiting.push(event)
    wake?.()
  })
  const leave = () => wake?.()
  signal?.addEventListener('abort', leave)
  try {
    while (!signal?.aborted && waiting.length <= LONGEST_WAIT) {
      const event = waiting.shift()
      if (event) yield event
      else await new Promise<void>(resolve => (wake = resolve))
    }
  } finally {
    off()
    signal?.removeEventListener('abort', leave)
  }
}
