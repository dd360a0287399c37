import { LONGEST } from './message'

/** Cuts the stream of a connection into messages by Content-Length (RFC 3261, 18.3). */
export class Framer {
  private rest: Buffer = Buffer.alloc(0)

  /**
   * @param onPing a keep-alive of two line ends, to be answered by one (RFC 5626, 4.4.1)
   */
  constructor(
    private readonly onMessage: (bytes: Buffer) => void,
    private readonly onPing: () => void,
  ) {}

  /** Returns false when the stream cannot be read any further; the connection is then of no use. */
  push(chunk: Buffer): boolean {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    for (;;) {
      const skipped = this.lineEnds()
      if (skipped >= 4) this.onPing()
      this.rest = this.rest.subarray(skipped)
      const end = this.rest.indexOf('\r\n\r\n')
      if (end < 0) return this.rest.length <= LONGEST
      const found = [
        ...this.rest
          .toString('latin1', 0, end)
          .matchAll(/\r\n(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*(?=\r\n|$)/gi),
      ]
      // Without a length nobody knows where the next message begins.
      if (found.length !== 1) return false
      const whole = end + 4 + Number(found[0]![1])
      if (whole > LONGEST) return false
      if (this.rest.length < whole) return true
      const message = this.rest.subarray(0, whole)
      this.rest = this.rest.subarray(whole)
      this.onMessage(message)
    }
  }

  private lineEnds(): number {
    let n = 0
    while (this.rest[n] === 13 && this.rest[n + 1] === 10) n += 2
    return n
  }
}
