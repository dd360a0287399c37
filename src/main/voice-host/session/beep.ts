import { RATE } from './speech/speech'

/** The tones of answering machines, Hz, in the steps of the transform: 40 ms are 25 Hz wide. */
const WINDOW = (RATE * 40) / 1000
const STEP = RATE / WINDOW
const LOWEST = 350 / STEP
const HIGHEST = 2500 / STEP
/** The share of the power that one tone has; speech has a tenth, a whistle is like a beep. */
const TONAL = 0.75
/** The quietest beep, mean square: about -45 dB of full scale. */
const QUIET = 3e4
/** How long beeps are, in windows: 160 ms to 2 s. */
const SHORTEST = 4
const LONGEST = 50

const turns = Array.from({ length: HIGHEST + 2 }, (_, k) => 2 * Math.cos((2 * Math.PI * k) / WINDOW))

/** Finds the beep after which an answering machine records: one tone, then silence or anything else (Goertzel). */
export class BeepDetector {
  private readonly window = new Float64Array(WINDOW)
  private filled = 0
  private tone = -1
  private length = 0

  /** Takes 8 kHz sound of any length. Returns whether a beep has ended in it. */
  push(pcm: Int16Array): boolean {
    let found = false
    for (const sample of pcm) {
      this.window[this.filled++] = sample
      if (this.filled < WINDOW) continue
      this.filled = 0
      found = this.next(toneIn(this.window)) || found
    }
    return found
  }

  private next(tone: number): boolean {
    const goesOn = tone >= 0 && this.tone >= 0 && Math.abs(tone - this.tone) <= 1
    if (goesOn) {
      this.length++
      return false
    }
    const wasBeep = this.tone >= 0 && this.length >= SHORTEST && this.length <= LONGEST
    this.tone = tone
    this.length = tone >= 0 ? 1 : 0
    return wasBeep
  }
}

/** The step of the only tone in a window; -1: there is none. */
function toneIn(window: Float64Array): number {
  let energy = 0
  for (const sample of window) energy += sample * sample
  if (energy / WINDOW < QUIET) return -1
  const powers = turns.map((turn, k) => (k < LOWEST - 1 ? 0 : power(window, turn)))
  const best = powers.indexOf(Math.max(...powers))
  if (best < LOWEST || best > HIGHEST) return -1
  const around = powers[best - 1]! + powers[best]! + powers[best + 1]!
  return around / ((energy * WINDOW) / 2) > TONAL ? best : -1
}

function power(window: Float64Array, turn: number): number {
  let one = 0
  let two = 0
  for (const sample of window) {
    const next = sample + turn * one - two
    two = one
    one = next
  }
  return one * one + two * two - turn * one * two
}
