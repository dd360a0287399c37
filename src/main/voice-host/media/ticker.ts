import { FRAME_MS } from './g711.ts'

/** So many frames that are late are sent at once; the others are left out. */
const MOST_AT_ONCE = 5
/** Of so many ticks the lateness is kept, at the most: one minute. */
const KEPT = 3000

export interface Ticks {
  /** A frame is due, or was due before. */
  tick(lateMs: number): void
  /** So many frames will not be sent, because their time has passed long ago. */
  skip(frames: number): void
}

/**
 * Ticks every 20 ms by deadlines that do not depend on when it runs, so that it never drifts. `now` and `setTimer` are in
 * ms of the same clock; what `setTimer` returns cancels.
 */
export class Ticker {
  private lateness: number[] = []
  private count = 0
  private due = 0
  private cancel: (() => void) | undefined
  private readonly ticks: Ticks
  private readonly now: () => number
  private readonly setTimer: (ms: number, fire: () => void) => () => void
  constructor(ticks: Ticks, now: () => number, setTimer: (ms: number, fire: () => void) => () => void) {
    this.ticks = ticks
    this.now = now
    this.setTimer = setTimer
  }

  start() {
    if (this.cancel) return
    this.due = this.now() + FRAME_MS
    this.plan()
  }

  stop() {
    this.cancel?.()
    this.cancel = undefined
  }

  /** How late 99 of 100 ticks were at the most, and the worst one, since this was last asked or in the last minute, ms. */
  takeLateness(): { p99Ms: number; worstMs: number } {
    const sorted = this.lateness.sort((a, b) => a - b)
    this.lateness = []
    this.count = 0
    return { p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0, worstMs: sorted.at(-1) ?? 0 }
  }

  private plan() {
    this.cancel = this.setTimer(Math.max(0, this.due - this.now()), () => this.run())
  }

  private run() {
    const late = this.now() - this.due
    // Timers of Node may fire a part of a millisecond early.
    const frames = 1 + Math.max(0, Math.floor(late / FRAME_MS))
    this.due += frames * FRAME_MS
    if (frames > MOST_AT_ONCE) {
      this.note(late)
      this.ticks.skip(frames - MOST_AT_ONCE)
    }
    for (let i = Math.max(0, frames - MOST_AT_ONCE); i < frames; i++) {
      const lateMs = Math.max(0, late - i * FRAME_MS)
      this.note(lateMs)
      this.ticks.tick(lateMs)
    }
    // A tick may have stopped it.
    if (this.cancel) this.plan()
  }

  private note(late: number) {
    this.lateness[this.count++ % KEPT] = late
  }
}
