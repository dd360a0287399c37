import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** A sentence of a call. Times are in milliseconds from the start of the recording. */
export interface Utterance {
  side: 'bot' | 'human'
  /** The whole sentence, also when the speaker broke off. */
  text: string
  from: number
  /** When the speaker ended or broke off. */
  to: number
  /** How long the whole sentence takes. */
  wholeMs: number
}

/** Speaks a sentence in the voice of a side: 8 kHz µ-law that lasts no longer than `ms`, and no longer than is needed. */
export type Speak = (side: Utterance['side'], text: string, wholeMs: number, ms: number) => Uint8Array

/** Samples a second, for each channel. */
export const RATE = 8000
/** A silent sample in µ-law. */
const SILENCE = 0xff
/** The size of the WAV header, bytes. */
const HEADER = 58

/**
 * Writes a stereo recording, the customer left and the assistant right, as 8 kHz µ-law in a WAV file. The file gets its
 * name when it is complete and on the disk.
 */
export function writeRecording(file: string, durationMs: number, utterances: readonly Utterance[], speak: Speak) {
  const frames = Math.ceil((durationMs / 1000) * RATE)
  const wav = Buffer.alloc(HEADER + frames * 2, SILENCE)
  writeHeader(wav, frames)
  for (const { side, text, from, to, wholeMs } of utterances) {
    const first = Math.max(0, Math.floor((from / 1000) * RATE))
    const sound = speak(side, text, wholeMs, to - from)
    const length = Math.min(sound.length, frames - first)
    const channel = side === 'human' ? 0 : 1
    for (let i = 0; i < length; i++) wav[HEADER + (first + i) * 2 + channel] = sound[i]!
  }
  const part = `${file}.part`
  try {
    writeFileSync(part, wav, { mode: 0o600, flush: true })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** The RIFF header: format 7 is µ-law (RFC 2361), and a compressed format needs a `fact` chunk. */
function writeHeader(wav: Buffer, frames: number) {
  const bytes = frames * 2
  wav.write('RIFF', 0)
  wav.writeUInt32LE(HEADER - 8 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(18, 16)
  wav.writeUInt16LE(7, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(8, 34)
  wav.writeUInt16LE(0, 36)
  wav.write('fact', 38)
  wav.writeUInt32LE(4, 42)
  wav.writeUInt32LE(frames, 46)
  wav.write('data', 50)
  wav.writeUInt32LE(bytes, 54)
}

/** One 16-bit sample as G.711 µ-law (ITU-T G.711). */
export function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), 32635) + 132
  const exponent = 31 - Math.clz32(magnitude) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}
