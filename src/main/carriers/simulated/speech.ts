import { type FliteVoice, loadFlite, speakable, toTelephone } from '../../speech/flite.ts'
import { muLaw, RATE, type Speak, type Utterance } from './recording.ts'

/** Flite's voices, both American English: slt is a woman, rms is a man. */
const voices: Record<Utterance['side'], FliteVoice> = { bot: 'slt', human: 'rms' }
/** How much speech is kept to be used again, bytes: simulated people say the same sentences again and again. */
const CACHE = 16 * 1024 * 1024
/** The fastest speech, as a share of its usual length. */
const FASTEST = 0.5

/** Loads Flite and returns a function that speaks. */
export function createSpeech(): Speak {
  const flite = loadFlite()
  const cache = new Map<string, Uint8Array>()
  let cached = 0

  /** `stretch`: 0.5 is twice as fast as usual. */
  function piece(voice: FliteVoice, text: string, stretch: number): Uint8Array {
    const key = `${voice} ${stretch} ${text}`
    const sound = cache.get(key) ?? toMuLaw(toTelephone(flite(voice, text, stretch)))
    // A Map keeps the order of insertion: what was used longest ago comes first.
    if (!cache.delete(key)) cached += sound.length
    cache.set(key, sound)
    for (const [oldest, { length }] of cache) {
      if (cached <= CACHE) break
      cache.delete(oldest)
      cached -= length
    }
    return sound
  }

  return (side, text, wholeMs, ms) => {
    const pieces = speakable(text)
    const room = Math.floor((ms / 1000) * RATE)
    const say = (stretch: number, enough: number) => {
      const said: Uint8Array[] = []
      let length = 0
      for (let i = 0; i < pieces.length && length < enough; i++) {
        said.push(piece(voices[side], pieces[i]!, stretch))
        length += said[i]!.length
      }
      return { said, length }
    }
    let spoken = say(1, room / FASTEST)
    // A whole sentence is spoken faster when it does not fit; numbers take long. One that broke off is cut.
    if (ms >= wholeMs && spoken.length > room)
      spoken = say(Math.max(FASTEST, Math.floor((20 * room) / spoken.length) / 20), room)
    return Buffer.concat(spoken.said, spoken.length).subarray(0, room)
  }
}

const toMuLaw = (samples: Int16Array) => Uint8Array.from(samples, muLaw)
