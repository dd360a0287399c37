import load, { type RnNoise } from '@echogarden/rnnoise-wasm'

/** RNNoise works on 480 samples at 48 kHz: 10 ms, which are 80 samples of a telephone. */
const WIDE = 480
const NARROW = 80
const FACTOR = WIDE / NARROW
/** A low-pass filter at 3.7 kHz for 48 kHz: a sinc under a Hamming window. */
const TAPS = 48
const filter = Float64Array.from({ length: TAPS }, (_, i) => {
  const x = i - (TAPS - 1) / 2
  const cutoff = 3700 / 48_000
  return (Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)) * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (TAPS - 1)))
})

let loaded: Promise<RnNoise> | undefined

/** Loads the noise filter; once for all calls. */
export const loadNoiseFilter = (): Promise<RnNoise> => (loaded ??= load())

/** Takes noise out of the sound of one leg. It learns the noise in the first second, and delays the sound by 11 ms. */
export class NoiseFilter {
  private readonly state: number
  private readonly memory: number
  /** What the filters still need of the sound before: 8 kHz before, and 48 kHz after RNNoise. */
  private readonly before = new Float64Array(TAPS / FACTOR + NARROW)
  private readonly after = new Float64Array(TAPS + WIDE)

  constructor(private readonly rnnoise: RnNoise) {
    this.state = rnnoise._rnnoise_create(0)
    this.memory = rnnoise._malloc(WIDE * 4)
  }

  /** 8 kHz sound whose length is a multiple of 10 ms. */
  filter(pcm: Int16Array): Int16Array {
    const filtered = new Int16Array(pcm.length)
    for (let at = 0; at + NARROW <= pcm.length; at += NARROW)
      this.frame(pcm.subarray(at, at + NARROW), filtered.subarray(at, at + NARROW))
    return filtered
  }

  private frame(from: Int16Array, to: Int16Array) {
    const { before, after, rnnoise, memory } = this
    const place = memory / 4
    const kept = TAPS / FACTOR
    before.copyWithin(0, NARROW)
    before.set(from, kept)
    const wide = new Float32Array(WIDE)
    // Of the samples between two of 8 kHz only those that are not zero are summed.
    for (let i = 0; i < WIDE; i++) {
      const newest = kept + Math.floor(i / FACTOR)
      let sum = 0
      for (let tap = i % FACTOR, back = 0; tap < TAPS; tap += FACTOR, back++)
        sum += filter[tap]! * before[newest - back]!
      wide[i] = sum * FACTOR
    }
    rnnoise.HEAPF32.set(wide, place)
    rnnoise._rnnoise_process_frame(this.state, memory, memory)
    after.copyWithin(0, WIDE)
    after.set(rnnoise.HEAPF32.subarray(place, place + WIDE), TAPS)
    for (let i = 0; i < NARROW; i++) {
      let sum = 0
      for (let tap = 0; tap < TAPS; tap++) sum += filter[tap]! * after[i * FACTOR + TAPS - tap]!
      to[i] = Math.max(-32768, Math.min(32767, Math.round(sum)))
    }
  }

  /** Frees its memory. It filters nothing afterwards. */
  close() {
    this.rnnoise._rnnoise_destroy(this.state)
    this.rnnoise._free(this.memory)
  }
}
