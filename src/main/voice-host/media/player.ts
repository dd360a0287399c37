import { FRAME, RATE } from './g711.ts'

interface Waiting {
  pcm: Int16Array
  mark: string | undefined
}

/** A loop of sound under all others. `volume`: 0 to 1. */
interface Ambient {
  pcm: Int16Array
  volume: number
  at: number
}

const toMs = (samples: number) => (samples * 1000) / RATE

/** What is to be sent on a leg: sound, one after the other, and a background under it. */
export class Player {
  private readonly waiting: Waiting[] = []
  /** How much of the first has been sent, in samples. */
  private at = 0
  /** Sent since the last mark or `clear`, in samples. */
  private played = 0
  private ambient: Ambient | null = null

  play(pcm: Int16Array, mark?: string) {
    this.waiting.push({ pcm, mark })
  }

  /** Drops what waits. How much that was, and how much had been sent since the last mark, ms. */
  clear(): { droppedMs: number; playedMs: number } {
    const dropped = this.waiting.reduce((sum, { pcm }) => sum + pcm.length, 0) - this.at
    const playedMs = toMs(this.played)
    this.waiting.length = 0
    this.at = 0
    this.played = 0
    return { droppedMs: toMs(dropped), playedMs }
  }

  /** `volume`: 0 to 100. */
  setAmbient(pcm: Int16Array | null, volume: number) {
    this.ambient = pcm && pcm.length > 0 ? { pcm, volume: Math.max(0, Math.min(100, volume)) / 100, at: 0 } : null
  }

  /** The next 20 ms, and the marks that end in it. */
  next(): { pcm: Int16Array; marks: string[] } {
    const pcm = new Int16Array(FRAME)
    const marks: string[] = []
    let filled = 0
    for (let first = this.waiting[0]; first; first = this.waiting[0]) {
      const part = first.pcm.subarray(this.at, this.at + FRAME - filled)
      pcm.set(part, filled)
      filled += part.length
      this.at += part.length
      this.played += part.length
      if (this.at < first.pcm.length) break
      this.waiting.shift()
      this.at = 0
      if (first.mark === undefined) continue
      marks.push(first.mark)
      this.played = 0
    }
    if (this.ambient) mix(pcm, this.ambient)
    return { pcm, marks }
  }
}

function mix(pcm: Int16Array, ambient: Ambient) {
  for (let i = 0; i < pcm.length; i++) {
    const sum = pcm[i]! + ambient.pcm[ambient.at]! * ambient.volume
    pcm[i] = Math.max(-0x8000, Math.min(0x7fff, sum))
    ambient.at = (ambient.at + 1) % ambient.pcm.length
  }
}
