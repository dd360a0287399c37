import type { Event } from '../../../contract/events'
import type { Bus } from './bus'

/** How many events may wait for a slow reader. Above that the stream ends; the reader then loads the lists again. */
const MOST_WAITING = 10_000

/** Yields a user's events from now on, until `signal` is aborted or too many events wait. */
export async function* streamOf(bus: Bus, userId: number, signal?: AbortSignal): AsyncGenerator<Event> {
  const waiting: Event[] = []
  let wake: (() => void) | undefined
  const off = bus.on((event, to) => {
    if (to !== userId) return
    waiting.push(event)
    wake?.()
  })
  const onAbort = () => wake?.()
  signal?.addEventListener('abort', onAbort)
  try {
    while (!signal?.aborted && waiting.length <= MOST_WAITING) {
      const event = waiting.shift()
      if (event) yield event
      else await new Promise<void>(resolve => (wake = resolve))
    }
  } finally {
    off()
    signal?.removeEventListener('abort', onAbort)
  }
}
