import type { SoundSettings } from '../../ports/brief'
import { RATE } from './speech/speech'

type Ambient = NonNullable<SoundSettings['ambient']>

/** The length of the loop, samples: long enough that nobody hears it begin again. */
const LENGTH = 20 * RATE
/** How loud it is at the most: about 26 dB below a voice at full volume. */
const LOUDEST = 900

/** What a place sounds like. Shares of the loudness: of a low hum, of wind or traffic, and of many voices. */
const places: Record<
  Ambient['sound'],
  { hum: number; wind: number; voices: number; events: 'keys' | 'birds' | 'cups' | null }
> = {
  office: { hum: 0.5, wind: 0.1, voices: 0.2, events: 'keys' },
  city: { hum: 0.7, wind: 0.6, voices: 0.1, events: null },
  forest: { hum: 0, wind: 0.5, voices: 0, events: 'birds' },
  nature: { hum: 0, wind: 0.8, voices: 0, events: 'birds' },
  crowded_room: { hum: 0.1, wind: 0.1, voices: 1, events: null },
  cafe: { hum: 0.2, wind: 0.1, voices: 0.7, events: 'cups' },
}

const made = new Map<Ambient['sound'], Int16Array>()

/** A loop of a place's sound at 8 kHz. It is computed from noise, so that no recordings have to be shipped. */
export function ambienceOf(sound: Ambient['sound']): Int16Array {
  const loop = made.get(sound) ?? make(sound)
  made.set(sound, loop)
  return loop
}

function make(sound: Ambient['sound']): Int16Array {
  const { hum, wind, voices, events } = places[sound]
  const noise = noiseFrom(sound.length * 7919)
  const loop = new Float64Array(LENGTH)
  let low = 0
  const talkers = Array.from({ length: 6 }, (_, i) => ({ pitch: 95 + 27 * i, syllables: 2.5 + 0.4 * i, band: 0 }))
  for (let i = 0; i < LENGTH; i++) {
    const t = i / RATE
    // Whole waves fit into the loop, so that its end joins its begin.
    const swell = 0.6 + 0.4 * Math.sin((2 * Math.PI * 3 * i) / LENGTH)
    low += 0.03 * (noise() - low)
    let sample = hum * (0.3 * Math.sin(2 * Math.PI * 100 * t) + 2 * low) + wind * swell * 3 * low
    for (const talker of talkers) {
      const syllable = Math.max(0, Math.sin(2 * Math.PI * talker.syllables * t + talker.pitch))
      talker.band += 0.25 * (noise() - talker.band)
      const voice = Math.sin(2 * Math.PI * talker.pitch * t) + 0.6 * Math.sin(2 * Math.PI * 4 * talker.pitch * t)
      sample += (voices / 6) * syllable * (0.5 * voice + talker.band)
    }
    loop[i] = sample
  }
  if (events) addEvents(loop, events, noise)
  const loudest = loop.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return Int16Array.from(loop, sample => Math.round((sample / loudest) * LOUDEST))
}

/** Short sounds now and then: keys are clicks, birds are sweeps, cups ring. */
function addEvents(loop: Float64Array, kind: 'keys' | 'birds' | 'cups', noise: () => number) {
  const count = { keys: 60, birds: 14, cups: 8 }[kind]
  const length = { keys: 0.02, birds: 0.15, cups: 0.2 }[kind] * RATE
  for (let event = 0; event < count; event++) {
    const from = Math.floor(((noise() + 1) / 2) * (LENGTH - length))
    const pitch = kind === 'birds' ? 2200 + 500 * noise() : 2800 + 300 * noise()
    for (let i = 0; i < length; i++) {
      const fade = Math.exp((-5 * i) / length)
      const sweep = kind === 'birds' ? 1 + (0.3 * i) / length : 1
      const tone = kind === 'keys' ? noise() : Math.sin((2 * Math.PI * pitch * sweep * i) / RATE)
      loop[from + i]! += 0.35 * fade * tone
    }
  }
}

/** Noise from -1 to 1, the same each time (a linear congruential generator, Park and Miller). */
function noiseFrom(seed: number): () => number {
  let state = seed % 2147483647 || 1
  return () => {
    state = (state * 16807) % 2147483647
    return state / 1073741823.5 - 1
  }
}
