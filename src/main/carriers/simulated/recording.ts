import { renameSync, writeFileSync } from 'node:fs'

/** Who spoke, from when to when, in milliseconds from the start of the recording. */
export interface Utterance {
  side: 'bot' | 'human'
  from: number
  to: number
}

/** Samples a second, for each channel. */
const RATE = 8000
/** A silent sample in µ-law. */
const SILENCE = 0xff
/** The size of the WAV header, bytes. */
const HEADER = 58

/**
 * Writes a stereo recording, the customer left and the assistant right, as 8 kHz µ-law in a WAV file. It has a tone
 * while somebody speaks. The write is synchronous, so that the file exists when the end of the call is reported. The
 * file gets its name when it is complete.
 */
export function writeRecording(file: string, durationMs: number, utterances: readonly Utterance[]) {
  const frames = Math.ceil((durationMs / 1000) * RATE)
  const wav = Buffer.alloc(HEADER + frames * 2, SILENCE)
  writeHeader(wav, frames)
  for (const { side, from, to } of utterances) {
    const first = Math.max(0, Math.floor((from / 1000) * RATE))
    const last = Math.min(frames, Math.floor((to / 1000) * RATE))
    const channel = side === 'human' ? 0 : 1
    for (let i = first; i < last; i++) wav[HEADER + i * 2 + channel] = tones[side][i % RATE]!
  }
  const part = `${file}.part`
  writeFileSync(part, wav, { flush: true })
  renameSync(part, file)
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

/** One second of a tone that gets louder and softer four times, like syllables. It can be repeated without a click. */
function tone(hertz: number): Uint8Array {
  return Uint8Array.from({ length: RATE }, (_, i) => {
    const t = i / RATE
    const loudness = Math.abs(Math.sin(Math.PI * 4 * t)) * 6000
    return muLaw(Math.round(Math.sin(2 * Math.PI * hertz * t) * loudness))
  })
}
const tones = { human: tone(330), bot: tone(220) }
