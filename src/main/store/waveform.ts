import { type FileHandle, open } from 'node:fs/promises'

export interface Waveform {
  durationMs: number
  /** Peaks from 0 to 1, evenly spread over the recording. */
  left: number[]
  right: number[]
}

/** Bytes of the header of a WAV file. */
const HEADER = 58
const FRAMES_PER_SECOND = 8000

/** The amplitude of each µ-law byte, from 0 to 1 (ITU-T G.711, table 2a). */
const loudness = Float64Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0x7f
  return ((((code & 0x0f) << 3) + 132) * 2 ** (code >> 4) - 132) / 32124
})

/** Whose tag in an MP3 file has the waveform (ID3v2.4, 4.27); then the length in samples and the peaks follow. */
const OWNER = 'callwright\0'
/** Where the owner stands: after the heads of the tag and of its first frame. */
const OWNER_AT = 20
/** The largest tag that is read, bytes. */
const LARGEST_TAG = 1024 * 1024

/**
 * The peaks of a recording as `points` values for each channel: of a WAV file, stereo µ-law with 8 kHz, from its sound, of an
 * MP3 file from its tag. Null when there is no such file, or an MP3 file that is not ours.
 */
export async function waveformOf(file: string, points: number): Promise<Waveform | null> {
  const recording = await openIfThere(file)
  if (!recording) return null
  try {
    return await (file.endsWith('.mp3') ? fromTag(recording, points) : fromSound(recording, points))
  } finally {
    await recording.close()
  }
}

/** The file is read in pieces. */
async function fromSound(recording: FileHandle, points: number): Promise<Waveform> {
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
  return { durationMs: toMs(frames), left: left.map(rounded), right: right.map(rounded) }
}

/** The kept peaks are spread over the points, or the loudest of several is one point. */
async function fromTag(recording: FileHandle, points: number): Promise<Waveform | null> {
  const head = Buffer.alloc(OWNER_AT + OWNER.length + 4)
  await recording.read(head, 0, head.length, 0)
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.toString('latin1', OWNER_AT, OWNER_AT + OWNER.length) !== OWNER)
    return null
  const size = [0, 1, 2, 3].reduce((sum, i) => (sum << 7) | (head[14 + i]! & 0x7f), 0) - OWNER.length - 4
  if (size < 2 || size > LARGEST_TAG) return null
  const peaks = Buffer.alloc(size)
  await recording.read(peaks, 0, size, head.length)
  const kept = Math.floor(size / 2)
  const side = (channel: 0 | 1) =>
    Array.from({ length: points }, (_, point) => {
      const from = Math.floor((point * kept) / points)
      const to = Math.max(from + 1, Math.floor(((point + 1) * kept) / points))
      let loudest = 0
      for (let i = from; i < to; i++) loudest = Math.max(loudest, peaks[2 * i + channel]!)
      return rounded(loudest / 255)
    })
  return { durationMs: toMs(head.readUInt32BE(head.length - 4)), left: side(0), right: side(1) }
}

const toMs = (frames: number) => Math.round((frames / FRAMES_PER_SECOND) * 1000)
const rounded = (peak: number) => Math.round(peak * 1000) / 1000

async function openIfThere(file: string) {
  try {
    return await open(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
