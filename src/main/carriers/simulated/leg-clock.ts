import type { Clock } from '../../ports/system'

interface Timer {
  at: number
  fire: () => void
  cancel?: () => void
}

/**
 * The clock of one leg. It stands still while the conversation waits for something outside, so that a model that takes
 * two seconds of real time does not take two minutes of a fast simulation.
 */
export class LegClock implements Clock {
  private readonly timers = new Set<Timer>()
  private stood = 0
  private holds = 0
  private since = 0

  constructor(private readonly desk: Clock) {}

  now() {
    return (this.holds > 0 ? this.since : this.desk.now()) - this.stood
  }

  setTimer(at: number, fire: () => void) {
    const timer: Timer = { at, fire }
    this.timers.add(timer)
    if (this.holds === 0) this.arm(timer)
    return () => {
      timer.cancel?.()
      this.timers.delete(timer)
    }
  }

  pause() {
    if (this.holds++ === 0) {
      this.since = this.desk.now()
      for (const timer of this.timers) timer.cancel?.()
    }
    let held = true
    return () => {
      if (!held) return
      held = false
      if (--this.holds > 0) return
      this.stood += this.desk.now() - this.since
      for (const timer of this.timers) this.arm(timer)
    }
  }

  /** Takes back every timer. */
  clear() {
    for (const timer of this.timers) timer.cancel?.()
    this.timers.clear()
  }

  private arm(timer: Timer) {
    timer.cancel = this.desk.setTimer(timer.at + this.stood, () => {
      this.timers.delete(timer)
      timer.fire()
    })
  }
}
