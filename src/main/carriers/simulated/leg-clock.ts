import type { Clock } from '../../ports/system'

interface Timer {
  at: number
  fire: () => void
  cancel?: () => void
}

/**
 * The clock of one leg. It is paused while the conversation waits for something outside, such as a model. Without that,
 * two seconds of real time would be two minutes of a fast simulation.
 */
export class LegClock implements Clock {
  private readonly timers = new Set<Timer>()
  /** How long the clock was paused in total, ms of desk time. */
  private pausedMs = 0
  /** How many pauses are open. */
  private pauses = 0
  /** When the first of them began, desk time. */
  private pausedAt = 0

  constructor(private readonly desk: Clock) {}

  now() {
    return (this.pauses > 0 ? this.pausedAt : this.desk.now()) - this.pausedMs
  }

  setTimer(at: number, fire: () => void) {
    const timer: Timer = { at, fire }
    this.timers.add(timer)
    if (this.pauses === 0) this.arm(timer)
    return () => {
      timer.cancel?.()
      this.timers.delete(timer)
    }
  }

  /** Pauses the clock until the returned function is called. With several pauses, until all of them have ended. */
  pause() {
    if (this.pauses++ === 0) {
      this.pausedAt = this.desk.now()
      for (const timer of this.timers) timer.cancel?.()
    }
    let isPaused = true
    return () => {
      if (!isPaused) return
      isPaused = false
      if (--this.pauses > 0) return
      this.pausedMs += this.desk.now() - this.pausedAt
      for (const timer of this.timers) this.arm(timer)
    }
  }

  /** Cancels all timers. */
  clear() {
    for (const timer of this.timers) timer.cancel?.()
    this.timers.clear()
  }

  private arm(timer: Timer) {
    timer.cancel = this.desk.setTimer(timer.at + this.pausedMs, () => {
      this.timers.delete(timer)
      timer.fire()
    })
  }
}
