import { useSyncExternalStore } from 'react'
import { deskTime } from './desk'
import { useDeskState } from './use-desk'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout>
let second = 0

// Runs at the start of each second, so that no second is shown twice or left out.
function tick() {
  second = wholeSecond(Date.now())
  timer = setTimeout(tick, 1000 - (Date.now() % 1000))
  for (const listener of listeners) listener()
}

/** A browser slows the timers of a hidden tab down. When the tab is seen again, it shows the time at once. */
function onSeen() {
  if (document.hidden) return
  clearTimeout(timer)
  tick()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    tick()
    document.addEventListener('visibilitychange', onSeen)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

/** Whether a moment (ISO 8601) is over at the desk. */
export const useIsOver = (at: string | null): boolean =>
  useClock(now => (at !== null && Date.parse(at) <= now ? 'over' : 'to come')) === 'over'

/** Without the milliseconds, as clocks show it. */
export const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000

/** The result of `read` for the desk's time in epoch milliseconds. Renders again when the result changes. */
export function useClock<T extends string | number>(read: (now: number) => T): T {
  const clock = useDeskState(state => state.clock)
  return useSyncExternalStore(subscribe, () =>
    read(wholeSecond(deskTime(clock, listeners.size > 0 ? second : wholeSecond(Date.now())))),
  )
}
