import { type FliteVoice, loadFlite, toTelephone } from '../../src/main/speech/flite'

// Hears what is said on a line, in tests, without a provider: it compares the sound with sentences that are known
// beforehand, by mel cepstra and dynamic time warping. It needs no weights, and hears through G.711 and with other voices.

/** Samples a second. */
const RATE = 8000
const FRAME = 200
const HOP = 80
const SIZE = 256
const BANDS = 20
const COEFFICIENTS = 12
/** Frames that are quieter than this share of the loudest one are silence at the ends. */
const SILENT = 0.0008
/** Sounds that differ more than this are no sentence that is known. A sentence differs from itself by 1, from others by 2.2. */
const FARTHEST = 1.8

const mel = (hertz: number) => 2595 * Math.log10(1 + hertz / 700)
const hertz = (mels: number) => 700 * (10 ** (mels / 2595) - 1)
const edges = Array.from({ length: BANDS + 2 }, (_, i) =>
  Math.round(((SIZE + 1) * hertz(mel(150) + ((mel(3500) - mel(150)) * i) / (BANDS + 1))) / RATE),
)
const hamming = Float64Array.from({ length: FRAME }, (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)))

/** The power of each step of a spectrum, by a fast Fourier transform (radix 2, in place). */
function spectrum(re: Float64Array): Float64Array {
  const n = re.length
  const im = new Float64Array(n)
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) [re[i], re[j]] = [re[j]!, re[i]!]
  }
  for (let length = 2; length <= n; length <<= 1) {
    const angle = (-2 * Math.PI) / length
    for (let i = 0; i < n; i += length)
      for (let k = 0; k < length / 2; k++) {
        const c = Math.cos(angle * k)
        const s = Math.sin(angle * k)
        const p = i + k
        const q = p + length / 2
        const real = re[q]! * c - im[q]! * s
        const imaginary = re[q]! * s + im[q]! * c
        re[q] = re[p]! - real
        im[q] = im[p]! - imaginary
        re[p]! += real
        im[p]! += imaginary
      }
  }
  return re.map((real, i) => real ** 2 + im[i]! ** 2)
}

/** The cepstra of a sound without the silence at its ends, each coefficient with mean 0 and variance 1. */
function cepstraOf(sound: Int16Array): Float64Array[] {
  const energies: number[] = []
  for (let at = 0; at + FRAME < sound.length; at += HOP)
    energies.push(sound.subarray(at, at + FRAME).reduce((sum, sample) => sum + sample ** 2, 0) / FRAME)
  const loud = Math.max(...energies) * SILENT
  const first = energies.findIndex(energy => energy > loud)
  const last = energies.findLastIndex(energy => energy > loud)
  const cepstra: Float64Array[] = []
  for (let frame = first; frame <= last && first >= 0; frame++) {
    const windowed = new Float64Array(SIZE)
    for (let k = 0; k < FRAME; k++) {
      const at = frame * HOP + k
      windowed[k] = (sound[at]! - 0.97 * (sound[at - 1] ?? 0)) * hamming[k]!
    }
    const powers = spectrum(windowed)
    const bands = Float64Array.from({ length: BANDS }, (_, band) => {
      const [from, top, to] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
      let sum = 1
      for (let k = from; k < to; k++)
        sum += powers[k]! * (k < top ? (k - from) / (top - from || 1) : (to - k) / (to - top || 1))
      return Math.log(sum)
    })
    cepstra.push(
      Float64Array.from({ length: COEFFICIENTS }, (_, j) => {
        const sum = bands.reduce((s, band, b) => s + band * Math.cos((Math.PI * (j + 1) * (b + 0.5)) / BANDS), 0)
        return sum * (1 + 5 * Math.sin((Math.PI * (j + 1)) / 22))
      }),
    )
  }
  for (let j = 0; j < COEFFICIENTS; j++) {
    const mean = cepstra.reduce((sum, one) => sum + one[j]!, 0) / cepstra.length
    const deviation = Math.sqrt(cepstra.reduce((sum, one) => sum + (one[j]! - mean) ** 2, 0) / cepstra.length) || 1
    for (const one of cepstra) one[j] = (one[j]! - mean) / deviation
  }
  return cepstra
}

/** How much two sounds differ, when their times are warped to fit best. */
function distance(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  const [n, m] = [a.length, b.length]
  let before = new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY)
  before[0] = 0
  for (let i = 1; i <= n; i++) {
    const now = new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY)
    const low = Math.max(1, Math.trunc((i * m) / n - m * 0.25 - 10))
    const high = Math.min(m, Math.trunc((i * m) / n + m * 0.25 + 10))
    for (let j = low; j <= high; j++) {
      let sum = 0
      for (let k = 0; k < COEFFICIENTS; k++) sum += (a[i - 1]![k]! - b[j - 1]![k]!) ** 2
      now[j] = Math.sqrt(sum) + Math.min(before[j]!, now[j - 1]!, before[j - 1]!)
    }
    before = now
  }
  return before[m]! / (n + m)
}

const flite = loadFlite()
const spoken = new Map<string, Int16Array>()

/** A sentence as it sounds on a telephone: 8 kHz samples. */
export function speak(text: string, voice: FliteVoice = 'rms', stretch = 1): Int16Array {
  const key = `${voice} ${stretch} ${text}`
  const sound = spoken.get(key) ?? toTelephone(flite(voice, text, stretch))
  spoken.set(key, sound)
  return sound
}

const learned = new Map<string, Float64Array[]>()
function learn(text: string, voice: FliteVoice) {
  const key = `${voice} ${text}`
  const cepstra = learned.get(key) ?? cepstraOf(speak(text, voice))
  learned.set(key, cepstra)
  return cepstra
}

/**
 * Learns sentences, and returns a function that says which of them a sound is; empty when it is none. `voices`: the voices
 * that they are learned from.
 */
export function createHearing(
  sentences: readonly string[],
  voices: readonly FliteVoice[] = ['slt', 'rms', 'kal16'],
): (sound: Int16Array) => string {
  const known = sentences.flatMap(text => voices.map(voice => ({ text, cepstra: learn(text, voice) })))
  return sound => nearest(known, cepstraOf(sound)).text
}

function nearest(known: readonly { text: string; cepstra: Float64Array[] }[], cepstra: Float64Array[]) {
  let best = { text: '', far: FARTHEST }
  if (cepstra.length === 0) return best
  for (const one of known) {
    const far = distance(cepstra, one.cepstra)
    if (far < best.far) best = { text: one.text, far }
  }
  return best
}

/** The pieces of a long sound between pauses of at least `pauseMs`, with their begin, ms. */
export function utterancesIn(sound: Int16Array, pauseMs = 350): { from: number; to: number; sound: Int16Array }[] {
  const step = RATE / 50
  const found: { from: number; to: number; sound: Int16Array }[] = []
  let from = -1
  let quiet = 0
  for (let at = 0; at <= sound.length; at += step) {
    const piece = sound.subarray(at, at + step)
    const isLoud = piece.length > 0 && piece.reduce((sum, sample) => sum + sample ** 2, 0) / piece.length > 10_000
    if (isLoud) {
      if (from < 0) from = at
      quiet = 0
    } else if (from >= 0 && ((quiet += 20) >= pauseMs || at + step > sound.length)) {
      const to = at - (quiet / 20 - 1) * step
      found.push({ from: from / 8, to: to / 8, sound: sound.slice(from, to) })
      from = -1
    }
  }
  return found
}
