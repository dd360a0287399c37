import type { Media, SoundEvent } from '../../../src/main/voice-host/media/media'
import { createHearing, speak, utterancesIn } from '../../support/hearing'

/** 20 ms of sound, samples. */
const FRAME = 160

/** G.711 µ-law (ITU-T G.711) there and back, as every line does to sound. */
const throughLine = Int16Array.from({ length: 65536 }, (_, i) => {
  const sample = i - 32768
  const sign = sample < 0 ? -1 : 1
  const magnitude = Math.min(Math.abs(sample), 32635) + 132
  const exponent = 31 - Math.clz32(magnitude) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return sign * ((((mantissa << 3) + 132) << exponent) - 132)
})
const carried = (pcm: Int16Array) => pcm.map(sample => throughLine[sample + 32768]!)

interface Played {
  pcm: Int16Array
  at: number
  mark?: string
}

/** One end of a line in memory: a person made of Flite's speech, who hears what the assistant really sent. */
export class Caller {
  private readonly queue: Played[] = []
  private readonly words: Int16Array[] = []
  private readonly sent: Int16Array[] = []
  private sentSince = 0
  listened = false
  loop: Int16Array | null = null

  constructor(
    readonly legId: string,
    private readonly emit: (event: SoundEvent) => void,
  ) {}

  /** Says a sentence, after what is still to be said. */
  says(text: string, voice: Parameters<typeof speak>[1] = 'rms') {
    this.sounds(speak(text, voice))
  }
  sounds(pcm: Int16Array) {
    for (let at = 0; at < pcm.length; at += FRAME) {
      const frame = new Int16Array(FRAME)
      frame.set(pcm.subarray(at, at + FRAME))
      this.words.push(carried(frame))
    }
  }
  isSilentFor(ms: number) {
    for (let i = 0; i < ms / 20; i++) this.words.push(new Int16Array(FRAME))
  }

  get isSpeaking() {
    return this.words.length > 0
  }
  /** How long the line is open, ms. */
  get ms() {
    return this.sent.length * 20
  }
  /** All that the assistant sent, from the beginning. */
  get heard(): Int16Array {
    const all = new Int16Array(this.sent.length * FRAME)
    for (const [i, frame] of this.sent.entries()) all.set(frame, i * FRAME)
    return all
  }
  /** When the assistant last sent sound that is not silence, ms since the line is open; -1: never. */
  get lastSound() {
    return this.sent.findLastIndex(frame => frame.some(sample => Math.abs(sample) > 200)) * 20
  }
  /** What the assistant said, as sentences of a list, by ear. */
  understood(sentences: readonly string[]) {
    const hear = createHearing(sentences)
    return utterancesIn(this.heard).map(({ sound }) => hear(sound))
  }

  play(pcm: Int16Array, mark?: string) {
    if (this.queue.length === 0) this.sentSince = 0
    this.queue.push({ pcm, at: 0, mark })
  }
  clear() {
    const dropped = this.queue.reduce((sum, { pcm, at }) => sum + pcm.length - at, 0)
    this.queue.length = 0
    return { droppedMs: dropped / 8, playedMs: this.sentSince / 8 }
  }

  tick() {
    const frame = new Int16Array(FRAME)
    let filled = 0
    const marks: string[] = []
    while (filled < FRAME && this.queue.length > 0) {
      const [first] = this.queue
      const part = first!.pcm.subarray(first!.at, first!.at + FRAME - filled)
      frame.set(part, filled)
      filled += part.length
      first!.at += part.length
      if (first!.at < first!.pcm.length) break
      this.queue.shift()
      if (first!.mark !== undefined) marks.push(first!.mark)
    }
    this.sentSince += filled
    if (this.loop)
      for (let i = 0; i < FRAME; i++) frame[i]! += this.loop[(this.sent.length * FRAME + i) % this.loop.length]!
    this.sent.push(carried(frame))
    for (const mark of marks) this.emit({ type: 'played', legId: this.legId, mark })
    const pcm = this.words.shift() ?? new Int16Array(FRAME)
    if (this.listened) this.emit({ type: 'frame', legId: this.legId, pcm })
  }
}

/**
 * Lines in memory, in real time: 20 ms of sound each 20 ms, and after a delay of the process what was missed. LiveKit's
 * timers and its voice detection are of real time, so that a clock of the test cannot lead them.
 */
export class Lines implements Pick<Media, 'play' | 'clear' | 'listen' | 'setAmbient'> {
  private readonly callers = new Map<string, Caller>()
  private readonly began = performance.now()
  private ticks = 0
  private readonly timer = setInterval(() => this.catchUp(), 10)
  emit: (event: SoundEvent) => void = () => {}

  caller(legId: string): Caller {
    const made = new Caller(legId, event => this.emit(event))
    this.callers.set(legId, made)
    return made
  }

  private catchUp() {
    while (this.began + this.ticks * 20 < performance.now()) {
      this.ticks++
      for (const caller of this.callers.values()) caller.tick()
    }
  }

  play(legId: string, pcm: Int16Array, mark?: string) {
    this.callers.get(legId)?.play(pcm, mark)
  }
  async clear(legId: string) {
    const cleared = this.callers.get(legId)?.clear()
    if (!cleared) throw new Error('no such leg')
    return cleared
  }
  listen(legId: string, on: boolean) {
    const caller = this.callers.get(legId)
    if (caller) caller.listened = on
  }
  setAmbient(legId: string, loop: Int16Array | null, volume: number) {
    const caller = this.callers.get(legId)
    if (caller) caller.loop = loop?.map(sample => (sample * volume) / 100) ?? null
  }
  hangUp(legId: string) {
    this.callers.delete(legId)
  }
  stop() {
    clearInterval(this.timer)
  }
}

/** Waits until something is so. Fails after 20 s. */
export async function until(isSo: () => boolean, what = () => '') {
  const began = Date.now()
  while (!isSo()) {
    if (Date.now() - began > 20_000) throw new Error(`it did not come about: ${isSo} ${what()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
