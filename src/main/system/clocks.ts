import type { Clock } from '../ports/system'

/** The longest single timeout, ms. Timeouts are paused while the machine sleeps; the clock is not. */
const MAX_TIMEOUT = 30_000

/**
 * Calls `fire` once, when `wait()`, the milliseconds that are left, is 0 or less. `wait` is called again after each
 * timeout. Returns a function that cancels the timer.
 */
function timer(wait: () => number, fire: () => void): () => void {
  let handle: NodeJS.Timeout
  const arm = () => {
    const ms = wait()
    handle = ms <= 0 ? setTimeout(fire, 0) : setTimeout(arm, Math.min(ms, MAX_TIMEOUT))
  }
  arm()
  return () => clearTimeout(handle)
}

/** The time of the machine. */
export const wallClock: Clock = {
  now: () => Date.now(),
  setTimer: (at, fire) => timer(() => at - Date.now(), fire),
}

export interface DeskTime {
  /** Desk milliseconds in a wall millisecond. */
  speed: number
  /** Desk time at which this run starts, epoch milliseconds. */
  start: number
  /** Follow the machine's clock. If desk time is ahead of it, it runs at half speed until the machine has caught up. */
  followsWall: boolean
}

/**
 * The clock of desk time. It begins at `start`, runs `speed` times as fast as wall time, and never goes back. When the
 * machine's clock is set back, it continues by the time of the monotonic clock.
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
