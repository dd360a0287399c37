import { useSyncExternalStore } from 'react'
import { deskTime } from './desk'
import { useDeskState } from './use-desk'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout>
let second = 0

// Just after each whole second, so that no second is ever shown twice or left out.
function tick() {
  second = wholeSecond(Date.now())
  timer = setTimeout(tick, 1000 - (Date.now() % 1000))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

/** Down to the second, as clocks show it. */
export const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000

/** What `read` makes of the desk's time, in epoch milliseconds; renders again in the second in which it changes. */
export function useClock<T extends string | number>(read: (now: number) => T): T {
  const clock = useDeskState(state => state.clock)
  return useSyncExternalStore(subscribe, () =>
    read(wholeSecond(deskTime(clock, listeners.size > 0 ? second : wholeSecond(Date.now())))),
  )
}
