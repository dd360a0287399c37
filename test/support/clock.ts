import type { Clock } from '../../src/main/ports/system'

/** A clock that only the test moves. */
export class TestClock implements Clock {
  private readonly timers = new Map<object, { at: number; fire: () => void }>()
  /** How late the next timer fires, ms, as in a busy process. */
  lateBy: () => number = () => 0
  constructor(private time: number) {}

  now() {
    return this.time
  }

  setTimer(at: number, fire: () => void) {
    const key = {}
    this.timers.set(key, { at, fire })
    return () => void this.timers.delete(key)
  }

  /** The due times of all timers. */
  get pending() {
    return [...this.timers.values()].map(timer => timer.at).sort((a, b) => a - b)
  }

  /** Fires the earliest timer that is due until `end`. If there is none, sets the time to `end` and returns false. */
  step(end: number): boolean {
    let next: [object, { at: number; fire: () => void }] | undefined
    for (const timer of this.timers) if (timer[1].at <= end && (!next || timer[1].at < next[1].at)) next = timer
    if (!next) {
      this.time = Math.max(this.time, end)
      return false
    }
    this.timers.delete(next[0])
    this.time = Math.max(this.time, next[1].at + this.lateBy())
    next[1].fire()
    return true
  }
}
