import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { createMp3Encoder } from 'wasm-media-encoders'
import { decode, RATE } from './g711.ts'
import {
  infoFrame,
  mp3Of,
  partOf,
  peakCount,
  TAIL,
  tagLength,
  WAV_FRAME,
  WAV_HEADER,
  waveformTag,
} from './recording-file.ts'

/** What the thread is sent. `file`: the path that the recording was ordered with. */
export interface Order {
  id: number
  file: string
}
/** What it answers: `failed` says why there is no complete file. */
export type Answer = { id: number; failed: string | null }

/** kbit/s, a tenth of 16-bit sound. */
const BITRATE = 24
/** Bytes of a frame of 72 ms: always the same, since it comes out even. */
const FRAME_BYTES = (BITRATE * 1000 * 576) / RATE / 8
/** Bytes that are read at once: four seconds. */
const PIECE = 4 * RATE * WAV_FRAME

/** Reads what was written during the call, in pieces. */
function* pieces(fd: number, samples: number) {
  const piece = Buffer.alloc(PIECE)
  for (let at = 0; at < samples; ) {
    const wanted = Math.min(PIECE, (samples - at) * WAV_FRAME)
    const bytes = readSync(fd, piece, 0, wanted, WAV_HEADER + at * WAV_FRAME)
    if (bytes < WAV_FRAME) throw new Error('the recording ends before its end')
    const moments = Math.floor(bytes / WAV_FRAME)
    const sides = [new Int16Array(moments), new Int16Array(moments)] as const
    const pcm = decode('PCMU', piece.subarray(0, moments * WAV_FRAME))
    for (let i = 0; i < moments; i++) {
      sides[0][i] = pcm[2 * i]!
      sides[1][i] = pcm[2 * i + 1]!
    }
    yield { at, sides }
    at += moments
  }
}

/** Keeps the loudest moments of a piece. */
function notePeaks(peaks: Uint8Array, samples: number, at: number, sides: readonly Int16Array[]) {
  const count = peaks.length / 2
  sides.forEach((pcm, side) => {
    for (let i = 0; i < pcm.length; i++) {
      const place = 2 * Math.floor(((at + i) * count) / samples) + side
      peaks[place] = Math.max(peaks[place]!, Math.min(255, Math.round(Math.abs(pcm[i]!) / 126)))
    }
  })
}

/** Encodes a recording. The file gets its name when it is complete and on the disk; then what was written before goes. */
async function complete(file: string) {
  const part = partOf(file)
  const target = mp3Of(file)
  const samples = Math.floor((statSync(part).size - WAV_HEADER) / WAV_FRAME)
  if (samples <= 0) throw new Error('nothing was recorded')
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 2, sampleRate: RATE, outputSampleRate: RATE, bitrate: BITRATE })
  const peaks = new Uint8Array(2 * peakCount(samples))
  const from = tagLength(peaks.length / 2) + FRAME_BYTES
  const input = openSync(part, 'r')
  try {
    const output = openSync(partOf(target), 'w', 0o600)
    try {
      let end = from
      let first: Uint8Array | undefined
      const write = (bytes: Uint8Array) => {
        if (bytes.length > 0) first ??= bytes.slice(0, 4)
        for (let done = 0; done < bytes.length; )
          done += writeSync(output, bytes, done, bytes.length - done, end + done)
        end += bytes.length
      }
      for (const { at, sides } of pieces(input, samples)) {
        notePeaks(peaks, samples, at, sides)
        write(encoder.encode(sides.map(toFloats)))
      }
      write(encoder.encode([new Float32Array(TAIL), new Float32Array(TAIL)]))
      write(encoder.finalize())
      const head = Buffer.concat([waveformTag(samples, peaks), infoFrame(first!, FRAME_BYTES, end - from, samples)])
      writeSync(output, head, 0, head.length, 0)
      ftruncateSync(output, end)
      fsyncSync(output)
    } finally {
      closeSync(output)
    }
    renameSync(partOf(target), target)
  } catch (error) {
    rmSync(partOf(target), { force: true })
    throw error
  } finally {
    closeSync(input)
  }
  rmSync(part)
}

const toFloats = (pcm: Int16Array) => Float32Array.from(pcm, sample => sample / 0x8000)

parentPort!.on('message', async ({ id, file }: Order) => {
  try {
    await complete(file)
    parentPort!.postMessage({ id, failed: null } satisfies Answer)
  } catch (error) {
    parentPort!.postMessage({ id, failed: (error as Error).message } satisfies Answer)
  }
})
