import { open } from 'node:fs/promises'

export interface Waveform {
  durationMs: number
  /** Peaks from 0 to 1, evenly spread over the recording. */
  left: number[]
  right: number[]
}

/** Bytes. */
const HEADER = 58
const FRAMES_PER_SECOND = 8000

/** The amplitude of each µ-law byte, from 0 to 1 (ITU-T G.711, table 2a). */
const loudness = Float64Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0x7f
  return ((((code & 0x0f) << 3) + 132) * 2 ** (code >> 4) - 132) / 32124
})

/**
 * The peaks of a recording, which is stereo µ-law with 8 kHz, as `points` values for each channel. Null when there is
 * no such file. The file is read in pieces.
 */
export async function waveformOf(file: string, points: number): Promise<Waveform | null> {
  const recording = await openIfThere(file)
  if (!recording) return null
  try {
    const { size } = await recording.stat()
    const frames = Math.max(0, Math.floor((size - HEADER) / 2))
    const left = Array<number>(points).fill(0)
    const right = Array<number>(points).fill(0)
    const piece = Buffer.alloc(128 * 1024)
    for (let frame = 0; frame < frames; ) {
      const { bytesRead } = await recording.read(piece, 0, piece.length, HEADER + frame * 2)
      if (bytesRead < 2) break
      for (let i = 0; i + 1 < bytesRead; i += 2, frame++) {
        const point = Math.min(points - 1, Math.floor((frame * points) / frames))
        left[point] = Math.max(left[point]!, loudness[piece[i]!]!)
        right[point] = Math.max(right[point]!, loudness[piece[i + 1]!]!)
      }
    }
    const rounded = (peaks: number[]) => peaks.map(peak => Math.round(peak * 1000) / 1000)
    return { durationMs: Math.round((frames / FRAMES_PER_SECOND) * 1000), left: rounded(left), right: rounded(right) }
  } finally {
    await recording.close()
  }
}

async function openIfThere(file: string) {
  try {
    return await open(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
