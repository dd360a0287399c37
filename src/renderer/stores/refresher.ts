/** The time from an event to the next request, in milliseconds. Events within it share one request. */
const SHORTEST_GAP = 400
/** The gap grows up to this while events keep coming. */
const LONGEST_GAP = 2000

export interface Refresher {
  /** Asks now, or as soon as the running request is answered. */
  now(): void
  /** Asks after the gap. */
  soon(): void
  stop(): void
}

/**
 * Decides when to ask for data again. There is one request at a time, so that a slow answer is still used. While events
 * keep coming, the requests become less frequent. `ask` must handle its own errors.
 */
export function createRefresher(ask: () => Promise<unknown>): Refresher {
  let timer: ReturnType<typeof setTimeout> | undefined
  let gap = SHORTEST_GAP
  let isAsking = false
  let isStopped = false
  let due: 'now' | 'soon' | null = null

  async function now() {
    if (isAsking) {
      due = 'now'
      return
    }
    clearTimeout(timer)
    due = null
    isAsking = true
    try {
      await ask()
    } finally {
      isAsking = false
      if (!isStopped) {
        if (due === 'now') void now()
        else wait()
      }
    }
  }

  function wait() {
    timer = setTimeout(() => {
      timer = undefined
      if (!due) {
        gap = SHORTEST_GAP
        return
      }
      gap = Math.min(gap * 2, LONGEST_GAP)
      void now()
    }, gap)
  }

  return {
    now: () => void now(),
    soon() {
      due ??= 'soon'
      if (!isAsking && timer === undefined && !isStopped) wait()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
