import type { Clock } from './core/ports'

const LONGEST = 2 ** 31 - 1 // setTimeout fires at once past this (24.8 days)

/** Fires `fire` after `wait()` has become 0 or less; asked again when the wait is longer than a timeout can be. */
function timer(wait: () => number, fire: () => void): () => void {
  let handle: NodeJS.Timeout
  const arm = () => {
    const ms = wait()
    handle = ms <= 0 ? setTimeout(fire, 0) : setTimeout(arm, Math.min(ms, LONGEST))
  }
  arm()
  return () => clearTimeout(handle)
}

export const wallClock: Clock = {
  now: () => Date.now(),
  setTimer: (at, fire) => timer(() => at - Date.now(), fire),
}

export interface DeskTime {
  /** Desk milliseconds in a wall millisecond. */
  speed: number
  /** Desk time at which this run starts, epoch milliseconds. */
  start: number
}

/**
 * Desk time: starts where it is told to, runs `speed` times as fast as wall time, and never goes back. When the
 * machine's clock is set back, desk time goes on by the time that really passes; at speed 1 it then runs at half the
 * pace until the machine's clock has caught up with it.
 */
export function createDeskClock({ speed, start }: DeskTime): Clock {
  let desk = start
  let wall = Date.now()
  let steady = performance.now()
  const now = () => {
    const wallNow = Date.now()
    const steadyNow = performance.now()
    const passed = wallNow >= wall ? wallNow - wall : Math.max(0, steadyNow - steady)
    const isAhead = speed === 1 && desk > wallNow
    desk += isAhead ? Math.min(passed / 2, passed) : passed * speed
    wall = wallNow
    steady = steadyNow
    return Math.floor(desk)
  }
  return { now, setTimer: (at, fire) => timer(() => (at - now()) / speed, fire) }
}
