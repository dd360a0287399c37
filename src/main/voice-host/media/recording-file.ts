import { RATE } from './g711.ts'

// The files of a recording. While a call runs, `<name>.wav.part` holds what was heard and sent as G.711 µ-law, in stereo. When
// the call has ended, it is encoded as `<name>.mp3`, which has its waveform in a tag.

/** The ending of the path that a recording is ordered with. */
const ORDERED = /\.wav$/

/** What is written during the call. */
export const partOf = (file: string) => `${file}.part`
/** What is there when the recording is complete. */
export const mp3Of = (file: string) => file.replace(ORDERED, '.mp3')
/** Whether a recording may be ordered with this path. */
export const isRecordingPath = (file: string) => ORDERED.test(file)

/** Bytes of the header of `<name>.wav.part`, and of one moment after it: the other side, then ours. */
export const WAV_HEADER = 58
export const WAV_FRAME = 2

/**
 * The header of a WAV file in µ-law (RFC 2361, format 7) whose length is not known yet: players take it to its end, and who
 * completes it goes by the size of the file.
 */
export function wavHeader(): Buffer {
  const unknown = 0xffff_ffff
  const header = Buffer.alloc(WAV_HEADER)
  header.write('RIFF', 0)
  header.writeUInt32LE(unknown, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(18, 16)
  header.writeUInt16LE(7, 20)
  header.writeUInt16LE(WAV_FRAME, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * WAV_FRAME, 28)
  header.writeUInt16LE(WAV_FRAME, 32)
  header.writeUInt16LE(8, 34)
  header.write('fact', 38)
  header.writeUInt32LE(4, 42)
  header.writeUInt32LE(unknown, 46)
  header.write('data', 50)
  header.writeUInt32LE(unknown, 54)
  return header
}

/** The most peaks that a recording keeps of each side, and the shortest time of one: 20 ms, in samples. */
const MOST_PEAKS = 4000
const SHORTEST = RATE / 50
/** Of whom the tag is (ID3v2.4, 4.27). */
const OWNER = 'callwright\0'

/** How many peaks a recording of so many samples keeps of each side. */
export const peakCount = (samples: number) => Math.max(1, Math.min(MOST_PEAKS, Math.ceil(samples / SHORTEST)))

/** The length of the tag for so many peaks, bytes. */
export const tagLength = (peaks: number) => 20 + OWNER.length + 4 + 2 * peaks

/**
 * The tag at the beginning of an MP3 file (ID3v2.4): how long the recording is, in samples, and its peaks, 0 to 255, those of
 * the other side and ours in turns.
 */
export function waveformTag(samples: number, peaks: Uint8Array): Buffer {
  const tag = Buffer.alloc(tagLength(peaks.length / 2))
  tag.write('ID3\x04', 0, 'latin1')
  synchsafe(tag, 6, tag.length - 10)
  tag.write('PRIV', 10)
  synchsafe(tag, 14, tag.length - 20)
  tag.write(OWNER, 20)
  tag.writeUInt32BE(samples, 20 + OWNER.length)
  tag.set(peaks, 24 + OWNER.length)
  return tag
}

/** A number in 4 bytes of 7 bits (ID3v2.4, 6.2). */
function synchsafe(tag: Buffer, at: number, value: number) {
  for (let i = 0; i < 4; i++) tag[at + i] = (value >> (7 * (3 - i))) & 0x7f
}

/** What the encoder adds before the first sample, and what a decoder adds, in samples (LAME's Info tag). */
const DELAY = 576
const DECODER_DELAY = 529
/** Samples of a frame of MPEG 2.5. */
const MP3_FRAME = 576
/** Where the Info tag stands in a stereo frame of MPEG 2.5: after its header and the empty side information. */
const INFO = 21

/**
 * The first frame of an MP3 file, which says how much of the sound is real, so that players leave out what the encoder added
 * and times are exact. The format is that of LAME, since decoders trust only its name. `first`: the first frame of sound.
 */
export function infoFrame(first: Uint8Array, frameBytes: number, soundBytes: number, samples: number): Buffer {
  const frame = Buffer.alloc(frameBytes)
  frame.set(first.subarray(0, 4))
  const frames = Math.floor(soundBytes / frameBytes)
  const padding = Math.max(0, Math.min(0xfff, frames * MP3_FRAME - DELAY - samples))
  frame.write('Info', INFO)
  // Only the numbers of frames and bytes follow; no table for seeking, since all frames have one size.
  frame.writeUInt32BE(3, INFO + 4)
  frame.writeUInt32BE(frames, INFO + 8)
  frame.writeUInt32BE(frameBytes + soundBytes, INFO + 12)
  frame.write('LAME3.100', INFO + 16)
  frame.writeUIntBE((DELAY << 12) | padding, INFO + 37, 3)
  return frame
}

/** How many samples of silence the encoder needs at the end, so that nothing is cut off. */
export const TAIL = DELAY + DECODER_DELAY
