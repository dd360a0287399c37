import { describe, expect, it } from 'vitest'
import { ambientSounds } from '../../../src/contract/assistant-fields'
import { ambienceOf } from '../../../src/main/voice-host/session/ambience'
import { Answered } from '../../../src/main/voice-host/session/answered'
import { BeepDetector } from '../../../src/main/voice-host/session/beep'
import { fillerFor } from '../../../src/main/voice-host/session/fillers'
import { loadNoiseFilter, NoiseFilter } from '../../../src/main/voice-host/session/noise'
import { createDecimator } from '../../../src/main/voice-host/session/speech/resample'
import { interruptAfter, pauseOf } from '../../../src/main/voice-host/session/turns'
import { Utterance } from '../../../src/main/voice-host/session/utterance'
import { createHearing, speak } from '../../support/hearing'

const RATE = 8000
const samples = (ms: number, at: (i: number) => number) =>
  Int16Array.from({ length: (ms / 1000) * RATE }, (_, i) => at(i))
const tone = (hertz: number, ms: number, loud = 8000) =>
  samples(ms, i => loud * Math.sin((2 * Math.PI * hertz * i) / RATE))
const silence = (ms: number) => new Int16Array((ms / 1000) * RATE)
const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap(part => [...part]))
/** The same noise each time, from -1 to 1. */
function noise() {
  let state = 7
  return () => {
    state = (state * 16807) % 2147483647
    return state / 1073741823.5 - 1
  }
}
const loudness = (pcm: Int16Array) => Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length)

/** Whether a beep is found in a sound that comes in frames of 20 ms. */
function beeps(sound: Int16Array): number {
  const detector = new BeepDetector()
  let found = 0
  for (let at = 0; at < sound.length; at += 160) if (detector.push(sound.subarray(at, at + 160))) found++
  return found
}

describe('the beep of a voicemail', () => {
  it.each([440, 850, 1000, 1400, 2000])('is heard at %i Hz, once, when it ends', hertz => {
    expect(beeps(joined(silence(300), tone(hertz, 400), silence(300)))).toBe(1)
    expect(beeps(joined(silence(300), tone(hertz, 400)))).toBe(0)
  })

  it('is heard with noise on the line, and quiet', () => {
    const random = noise()
    const sound = joined(silence(310), tone(1000, 500, 1500), silence(300))
    expect(beeps(sound.map(sample => sample + 200 * random()))).toBe(1)
  })

  it('is not what is too short, too long, of two tones, noise, or somebody who speaks', () => {
    const random = noise()
    const two = samples(
      400,
      i => 5000 * (Math.sin((2 * Math.PI * 770 * i) / RATE) + Math.sin((2 * Math.PI * 1336 * i) / RATE)),
    )
    expect(beeps(joined(silence(100), tone(1000, 80), silence(100)))).toBe(0)
    expect(beeps(joined(silence(100), tone(1000, 4000), silence(100)))).toBe(0)
    expect(beeps(joined(silence(100), two, silence(100)))).toBe(0)
    expect(beeps(samples(2000, () => 8000 * random()))).toBe(0)
    for (const voice of ['rms', 'slt', 'awb', 'kal16'] as const)
      expect(beeps(joined(speak('Hello, who is calling please? One moment.', voice), silence(200)))).toBe(0)
  })
})

describe('who has answered', () => {
  it.each([
    ['Hello?', 'person', 'human'],
    ['Please leave a message after the tone.', 'voicemail', 'machine'],
    ['Please state your name and why you are calling.', 'screening', 'machine'],
    ['For sales press one, for support press two.', 'menu', 'machine'],
    ['Für den Verkauf drücken Sie die Eins.', 'menu', 'machine'],
  ])('is known by the words: %s', (text, voice, by) => {
    const answered = new Answered()
    expect(answered.spoke(1500)).toBe('unknown')
    expect(answered.words(text)).toEqual({ voice, by })
    expect(answered.spoke(20_000)).toBeNull()
  })

  it('is a machine when the first words go on for longer than a person would greet', () => {
    const answered = new Answered()
    expect([answered.spoke(5000), answered.spoke(5000)]).toEqual(['unknown', 'machine'])
    expect(answered.words('You have reached the company of Miller and sons.').by).toBe('machine')
    expect(answered.words('Yes, hello?').by).toBe('human')
  })
})

describe('noise behind a person', () => {
  it('is taken out, and what the person says is still understood', async () => {
    const sentence = 'I would like to book a table for two.'
    const random = noise()
    const said = speak(sentence)
    const hiss = () => 700 * random()
    const noisy = joined(silence(3000), said, silence(2000)).map(sample => sample + hiss())
    const filter = new NoiseFilter(await loadNoiseFilter())
    const whole = noisy.subarray(0, noisy.length - (noisy.length % 160))
    const filtered = joined(
      ...Array.from({ length: whole.length / 160 }, (_, i) => filter.filter(whole.subarray(i * 160, (i + 1) * 160))),
    )
    filter.close()
    const end = whole.length - 8000
    expect(loudness(whole.subarray(end))).toBeGreaterThan(300)
    expect(loudness(filtered.subarray(end))).toBeLessThan(30)
    const speech = filtered.subarray(2.9 * RATE, 3.1 * RATE + said.length)
    expect(loudness(speech) / loudness(said)).toBeGreaterThan(0.8)
    expect(createHearing([sentence, 'Bananas are yellow.', 'Good morning.'])(speech)).toBe(sentence)
  })
})

describe('the ambient sound', () => {
  it('of every place is there, much quieter than a voice, and without an audible seam', () => {
    for (const sound of ambientSounds) {
      if (sound === 'off') continue
      const loop = ambienceOf(sound)
      expect(loudness(loop)).toBeGreaterThan(20)
      expect(loop.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(1000)
      expect(Math.abs(loop[0]! - loop.at(-1)!)).toBeLessThan(500)
    }
  })
})

describe('sound of 24 kHz', () => {
  it('keeps the voice on the line and loses what a line cannot carry, however it is cut', () => {
    const of = (hertz: number) => {
      const narrow = createDecimator(3)
      const all = Int16Array.from({ length: 24_000 }, (_, i) => 10_000 * Math.sin((2 * Math.PI * hertz * i) / 24_000))
      const pieces: Int16Array[] = []
      for (let at = 0; at < all.length; at += 1501) pieces.push(narrow(all.slice(at, at + 1501)))
      return joined(...pieces)
    }
    expect(of(1000).length).toBeGreaterThan(7950)
    expect(loudness(of(1000))).toBeGreaterThan(7000)
    expect(loudness(of(3000))).toBeGreaterThan(6500)
    expect(loudness(of(5000))).toBeLessThan(100)
    // A seam between two pieces would be heard as a click.
    const steps = of(200)
      .subarray(100)
      .map((sample, i, whole) => Math.abs(sample - (whole[i - 1] ?? sample)))
    expect(Math.max(...steps)).toBeLessThan(1700)
  })
})

describe('the sensitivities of an assistant', () => {
  it('interrupt_sensitivity: the higher, the sooner speech interrupts', () => {
    expect([0, 0.5, 1, 5].map(interruptAfter)).toEqual([480, 120, 53, 4])
  })
  it('endpoint_sensitivity: the higher, the shorter the pause that ends a turn', () => {
    expect([0, 0.5, 1, 5].map(pauseOf)).toEqual([1000, 500, 333, 91])
  })
})

describe('what was really said', () => {
  it('ends at the word that was sent', () => {
    const utterance = new Utterance()
    for (const text of ['The first sentence.', 'And the second one is longer.']) {
      utterance.begin(text, false)
      utterance.add(1000)
      utterance.end()
    }
    const cut = (ms: number) => {
      utterance.ended(ms, 0)
      return utterance.spoken({ withFillers: true })
    }
    expect([0, 500, 1000, 1500, 2000].map(cut)).toEqual([
      '',
      'The first',
      'The first sentence.',
      'The first sentence. And the second',
      'The first sentence. And the second one is longer.',
    ])
  })
})

describe('a filler', () => {
  const fillers = {
    positive: ['Great.'],
    negative: ['I see.'],
    question: ['Let me ask you.'],
    neutral: ['One moment.'],
  }
  it.each([
    ['Yes, that would be fine', 'Great.'],
    ['No, that does not work', 'I see.'],
    ['When are you open?', 'One moment.'],
    ['My name is Peter', 'Let me ask you.'],
  ])('fits what was heard: %s', (heard, filler) => {
    expect(fillerFor(fillers, 'en', heard, () => 0)).toBe(filler)
  })
  it('is the usual one of the language when the assistant has none of its own', () => {
    expect(fillerFor({}, 'de', 'Ja', () => 0)).toBe('Einen Moment.')
    expect(fillerFor({}, 'xx', 'Ja', () => 0)).toBeNull()
    expect(fillerFor({ positive: ['Great.'] }, 'en', 'When?', () => 0)).toBeNull()
  })
})
