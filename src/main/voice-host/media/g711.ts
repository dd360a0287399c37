import type { Law } from './media.ts'

// G.711 (ITU-T G.711): 8 bits a sample, 8,000 samples a second, in two laws.

/** Samples a second. */
export const RATE = 8000
/** A frame lasts 20 ms. */
export const FRAME_MS = 20
/** Samples of a frame. */
export const FRAME = (RATE * FRAME_MS) / 1000

const decodeMu = (byte: number) => {
  const code = ~byte & 0xff
  const size = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)
  return code & 0x80 ? 0x84 - size : size - 0x84
}

const encodeMu = (sample: number) => {
  const size = Math.min(Math.abs(sample), 32_635) + 0x84
  const exponent = 31 - Math.clz32(size) - 7
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff
}

const decodeA = (byte: number) => {
  const code = byte ^ 0x55
  const exponent = (code & 0x70) >> 4
  const mantissa = (code & 0x0f) << 4
  const size = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return code & 0x80 ? size : -size
}

const encodeA = (sample: number) => {
  const size = sample >= 0 ? sample : -sample - 1
  const exponent = Math.max(0, 31 - Math.clz32(size | 1) - 7)
  const mantissa = (size >> (exponent === 0 ? 4 : exponent + 3)) & 0x0f
  return ((sample >= 0 ? 0x80 : 0) | (exponent << 4) | mantissa) ^ 0x55
}

/** A table for each way: a call has 50 frames a second each way, and a machine has hundreds of calls. */
function tables(decode: (byte: number) => number, encode: (sample: number) => number) {
  const samples = Int16Array.from({ length: 0x100 }, (_, byte) => decode(byte))
  const bytes = new Uint8Array(0x1_0000)
  for (let sample = -0x8000; sample < 0x8000; sample++) bytes[sample & 0xffff] = encode(sample)
  return { samples, bytes }
}

const laws: Record<Law, ReturnType<typeof tables>> = {
  PCMU: tables(decodeMu, encodeMu),
  PCMA: tables(decodeA, encodeA),
}

/** Samples of 16 bits for the bytes of a payload. */
export function decode(law: Law, payload: Uint8Array): Int16Array {
  const { samples } = laws[law]
  const pcm = new Int16Array(payload.length)
  for (let i = 0; i < payload.length; i++) pcm[i] = samples[payload[i]!]!
  return pcm
}

/** The bytes of a payload for samples of 16 bits. */
export function encode(law: Law, pcm: Int16Array): Uint8Array {
  const { bytes } = laws[law]
  const payload = new Uint8Array(pcm.length)
  for (let i = 0; i < pcm.length; i++) payload[i] = bytes[pcm[i]! & 0xffff]!
  return payload
}

/** The mean size of the samples, 0 to 32,768. */
export function loudness(pcm: Int16Array): number {
  let sum = 0
  for (const sample of pcm) sum += Math.abs(sample)
  return pcm.length > 0 ? sum / pcm.length : 0
}
