import type { Clock } from '../../ports/system'

interface Timer {
  at: number
  fire: () => void
}

/**
 * The clock of one leg. It moves from one timer to the next: while a timer fires, `now()` is the moment for which it was
 * set, and no moment is passed before its timer has fired. So a busy process, whose timers fire late, makes no call
 * longer. The clock is paused while the conversation waits for something outside, such as a model: otherwise two seconds
 * of real time would be two minutes of a fast simulation.
 */
export class LegClock implements Clock {
  private readonly timers = new Set<Timer>()
  /** The latest moment that the clock has shown. */
  private time: number
  private isFiring = false
  /** How long the clock was paused in total, ms of desk time. */
  private pausedMs = 0
  /** How many pauses are open. */
  private pauses = 0
  /** When the first of them began, desk time. */
  private pausedSince = 0
  private cancelWake: (() => void) | undefined

  /** It begins at the present desk time. */
  constructor(private readonly desk: Clock) {
    this.time = desk.now()
  }

  now() {
    if (!this.isFiring && this.pauses === 0)
      this.time = Math.max(this.time, Math.min(this.desk.now() - this.pausedMs, this.next()?.at ?? Infinity))
    return this.time
  }

  setTimer(at: number, fire: () => void) {
    const timer: Timer = { at, fire }
    this.timers.add(timer)
    this.wakeForNext()
    return () => {
      this.timers.delete(timer)
      this.wakeForNext()
    }
  }

  /** Pauses the clock until the returned function is called. With several pauses, until all of them have ended. */
  pause() {
    this.now()
    if (this.pauses++ === 0) {
      this.pausedSince = this.desk.now()
      this.wakeForNext()
    }
    let isPaused = true
    return () => {
      if (!isPaused) return
      isPaused = false
      if (--this.pauses > 0) return
      this.pausedMs += this.desk.now() - this.pausedSince
      this.wakeForNext()
    }
  }

  /** Cancels all timers. */
  clear() {
    this.timers.clear()
    this.wakeForNext()
  }

  /** The timer that fires next; of several for one moment, the one that was set first. */
  private next(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.timers) if (!next || timer.at < next.at) next = timer
    return next
  }

  private wakeForNext() {
    this.cancelWake?.()
    const next = this.pauses > 0 || this.isFiring ? undefined : this.next()
    this.cancelWake = next && this.desk.setTimer(next.at + this.pausedMs, () => this.fire(next))
  }

  private fire(timer: Timer) {
    this.timers.delete(timer)
    this.time = Math.max(this.time, timer.at)
    this.isFiring = true
    try {
      timer.fire()
    } finally {
      this.isFiring = false
      this.wakeForNext()
    }
  }
}
