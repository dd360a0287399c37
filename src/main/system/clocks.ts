import type { Clock } from '../ports/system'

/** While the machine sleeps, timeouts stand still and the clock does not: nothing is waited for longer at once. */
const LONGEST = 30_000

/** Fires `fire` once `wait()` is 0 or less; it is asked again and again. */
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
  /** Real time: where it is ahead of the machine's clock, it runs at half the pace until that has caught up. */
  followsWall: boolean
}

/**
 * Desk time: starts where it is told to, runs `speed` times as fast as wall time, and never goes back. When the
 * machine's clock is set back, desk time goes on by the time that really passes.
 */
export function createDeskClock({ speed, start, followsWall }: DeskTime): Clock {
  let desk = start
  let wall = Date.now()
  let steady = performance.now()
  const now = () => {
    const wallNow = Date.now()
    const steadyNow = performance.now()
    const passed = wallNow >= wall ? wallNow - wall : Math.max(0, steadyNow - steady)
    desk = followsWall ? Math.max(wallNow, desk + passed / 2) : desk + passed * speed
    wall = wallNow
    steady = steadyNow
    return Math.floor(desk)
  }
  return { now, setTimer: (at, fire) => timer(() => (at - now()) / speed, fire) }
}
