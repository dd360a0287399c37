import { open, rename } from 'node:fs/promises'

/** Who spoke, from when to when, in milliseconds from the start of the recording. */
export interface Utterance {
  side: 'bot' | 'human'
  from: number
  to: number
}

const RATE = 8000
const tones = { human: 330, bot: 220 }

/**
 * Writes a stereo recording, caller left and assistant right: 8 kHz µ-law in a WAV file, a tone where somebody spoke.
 * The file has its name only once it is whole.
 */
export async function writeRecording(
  file: string,
  durationMs: number,
  utterances: readonly Utterance[],
): Promise<void> {
  const frames = Math.ceil((durationMs / 1000) * RATE)
  const part = `${file}.part`
  const out = await open(part, 'w')
  try {
    await out.write(header(frames))
    // A second at a time, so that a long call does not hold up the others.
    for (let at = 0; at < frames; at += RATE) await out.write(sound(at, Math.min(RATE, frames - at), utterances))
    await out.sync()
  } finally {
    await out.close()
  }
  await rename(part, file)
}

/** RIFF header for µ-law: format 7, with the fact chunk that a compressed format needs (RFC 2361). */
function header(frames: number): Buffer {
  const bytes = frames * 2
  const h = Buffer.alloc(58)
  h.write('RIFF', 0)
  h.writeUInt32LE(50 + bytes, 4)
  h.write('WAVEfmt ', 8)
  h.writeUInt32LE(18, 16)
  h.writeUInt16LE(7, 20)
  h.writeUInt16LE(2, 22)
  h.writeUInt32LE(RATE, 24)
  h.writeUInt32LE(RATE * 2, 28)
  h.writeUInt16LE(2, 32)
  h.writeUInt16LE(8, 34)
  h.write('fact', 38)
  h.writeUInt32LE(4, 42)
  h.writeUInt32LE(frames, 46)
  h.write('data', 50)
  h.writeUInt32LE(bytes, 54)
  return h
}

const SILENCE = 0xff

function sound(start: number, frames: number, utterances: readonly Utterance[]): Buffer {
  const buffer = Buffer.alloc(frames * 2, SILENCE)
  for (const { side, from, to } of utterances) {
    const first = Math.max(0, Math.floor((from / 1000) * RATE) - start)
    const last = Math.min(frames, Math.floor((to / 1000) * RATE) - start)
    for (let i = first; i < last; i++) {
      const t = (start + i) / RATE
      // Four syllables a second.
      const envelope = Math.abs(Math.sin(Math.PI * 4 * t)) * 6000
      buffer[i * 2 + (side === 'human' ? 0 : 1)] = muLaw(Math.round(Math.sin(2 * Math.PI * tones[side] * t) * envelope))
    }
  }
  return buffer
}

/** One 16-bit sample as G.711 µ-law (ITU-T G.711). */
export function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), 32635) + 132
  const exponent = 31 - Math.clz32(magnitude) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}
