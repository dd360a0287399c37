import type { Clock } from '../../ports/system'

/** What is to happen later, as long as nothing stops it. */
export class Timers {
  private cancels: (() => void)[] = []
  constructor(private readonly clock: Clock) {}

  /** Does work at a moment of the clock. */
  until(at: number, work: () => void) {
    this.cancels.push(this.clock.setTimer(at, work))
  }

  /** Nothing of it happens any more. */
  stop() {
    for (const cancel of this.cancels) cancel()
    this.cancels = []
  }
}
