/** Taps of the low-pass filter for each sample of the result. */
const TAPS_EACH = 20

/** Turns sound of a whole multiple of 8 kHz into 8 kHz sound, piece by piece: a sinc under a Hamming window at 3.6 kHz. */
export function createDecimator(factor: number): (pcm: Int16Array) => Int16Array {
  if (factor === 1) return pcm => pcm
  const taps = TAPS_EACH * factor + 1
  const cutoff = 3600 / (8000 * factor)
  const filter = Float64Array.from({ length: taps }, (_, i) => {
    const x = i - (taps - 1) / 2
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
    return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (taps - 1)))
  })
  let rest = new Int16Array((taps - 1) / 2)
  return pcm => {
    const all = new Int16Array(rest.length + pcm.length)
    all.set(rest)
    all.set(pcm, rest.length)
    const count = Math.max(0, Math.floor((all.length - taps) / factor) + 1)
    const out = new Int16Array(count)
    for (let i = 0; i < count; i++) {
      let sum = 0
      for (let tap = 0; tap < taps; tap++) sum += filter[tap]! * all[i * factor + tap]!
      out[i] = Math.max(-32768, Math.min(32767, Math.round(sum)))
    }
    rest = all.slice(count * factor)
    return out
  }
}
