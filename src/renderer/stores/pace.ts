/** How soon after an event it is asked anew; what comes meanwhile is one question. */
const SOON = 400
/** How far apart questions come to be while events do not end. */
const SELDOM = 2000

export interface Pace {
  /** Asks now, or as soon as the question that is under way is answered. */
  now(): void
  /** Asks before long. */
  soon(): void
  stop(): void
}

/**
 * When something is asked again: one question at a time, so that an answer that is slow is still taken, and ever less
 * often while events go on and on. `ask` tells of its failures itself.
 */
export function createPace(ask: () => Promise<unknown>): Pace {
  let timer: ReturnType<typeof setTimeout> | undefined
  let gap = SOON
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
        else rest()
      }
    }
  }

  function rest() {
    timer = setTimeout(() => {
      timer = undefined
      if (!due) {
        gap = SOON
        return
      }
      gap = Math.min(gap * 2, SELDOM)
      void now()
    }, gap)
  }

  return {
    now: () => void now(),
    soon() {
      due ??= 'soon'
      if (!isAsking && timer === undefined && !isStopped) rest()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
