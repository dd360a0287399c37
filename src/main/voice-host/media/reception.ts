import { RATE } from './g711.ts'

/** How many sequence numbers back a packet is known to have been there. */
const KNOWN = 512

/** Counts what comes in of one stream (RFC 3550, appendices A.1, A.3 and A.8). */
export class Reception {
  private readonly seen = new Float64Array(KNOWN).fill(-1)
  private first: number | undefined
  private highest = 0
  private unique = 0
  private transit: number | undefined
  /** In samples. */
  private jitter = 0

  /** Counts a packet that came at a time in ms. False: it was there before. */
  hear(sequence: number, timestamp: number, at: number): boolean {
    // Counted on from 2^16, so that a packet before the first one is no negative number.
    this.first ??= this.highest = sequence + 0x1_0000
    const difference = (sequence - this.highest) & 0xffff
    const extended = this.highest + (difference < 0x8000 ? difference : difference - 0x1_0000)
    if (this.seen[extended % KNOWN] === extended) return false
    this.seen[extended % KNOWN] = extended
    this.highest = Math.max(this.highest, extended)
    this.first = Math.min(this.first, extended)
    this.unique++
    const transit = (at * RATE) / 1000 - timestamp
    // A difference over a second is a clock that was set, not a delay.
    const change = Math.abs(transit - (this.transit ?? transit))
    if (change < RATE) this.jitter += (change - this.jitter) / 16
    this.transit = transit
    return true
  }

  /** Packets that should have come. */
  get lost() {
    return this.first === undefined ? 0 : Math.max(0, this.highest - this.first + 1 - this.unique)
  }

  get jitterMs() {
    return (this.jitter * 1000) / RATE
  }
}
