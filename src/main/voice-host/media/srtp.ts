import { createCipheriv, hash, timingSafeEqual } from 'node:crypto'
import type { SrtpKeys } from './media.ts'
import { headerLength } from './rtp.ts'

// Encrypted RTP (RFC 3711): AES in counter mode and HMAC-SHA1, with keys from SDP (RFC 4568).

/** Bytes of the tag that authenticates a packet. */
const tags: Record<SrtpKeys['suite'], number> = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 }
/** How far a packet may come after a later one, in packets. At least 64 (RFC 3711, 3.3.2). */
const WINDOW = 1024

/** The keys of one direction, from master key and salt, 30 bytes (RFC 3711, 4.3). */
export function sessionKeys(master: Uint8Array) {
  const derive = (label: number, bytes: number) => {
    const iv = Buffer.alloc(16)
    iv.set(master.subarray(16, 30))
    iv[7]! ^= label
    return createCipheriv('aes-128-ctr', master.subarray(0, 16), iv).update(Buffer.alloc(bytes))
  }
  return { key: derive(0, 16), authentication: derive(1, 20), salt: derive(2, 14) }
}

/**
 * One direction of a stream. `index`: the packet's number, which counts on when its 16 bits wrap (RFC 3711, 3.3.1). A cipher or
 * an Hmac of node:crypto for each packet costs five times as much, and its clearing up holds up the thread.
 */
function createDirection(suite: SrtpKeys['suite'], master: Uint8Array) {
  const { key, authentication, salt } = sessionKeys(master)
  const blocks = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const [inner, outer] = [0x36, 0x5c].map(pad => {
    const block = Buffer.alloc(64, pad)
    authentication.forEach((byte, i) => {
      block[i]! ^= byte
    })
    return block
  }) as [Buffer, Buffer]
  const tagLength = tags[suite]
  return {
    tagLength,
    /** Encrypts or decrypts a payload: AES in counter mode (RFC 3711, 4.1.1). */
    crypt(payload: Uint8Array, ssrc: number, index: number): Buffer {
      const counters = Buffer.alloc(Math.max(1, Math.ceil(payload.length / 16)) * 16)
      salt.copy(counters)
      counters.writeUInt32BE((counters.readUInt32BE(4) ^ ssrc) >>> 0, 4)
      counters.writeUInt16BE(counters.readUInt16BE(8) ^ Math.floor(index / 2 ** 32), 8)
      counters.writeUInt32BE((counters.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, 10)
      for (let at = 16; at < counters.length; at += 16) {
        counters.copyWithin(at, 0, 14)
        counters.writeUInt16BE(at / 16, at + 14)
      }
      const stream = blocks.update(counters)
      for (let i = 0; i < payload.length; i++) stream[i]! ^= payload[i]!
      return stream.subarray(0, payload.length)
    },
    /** What authenticates a packet (RFC 3711, 4.2): an HMAC (RFC 2104). `packet`: its header and encrypted payload. */
    tag(packet: Uint8Array, index: number): Buffer {
      const rollovers = Buffer.alloc(4)
      rollovers.writeUInt32BE(Math.floor(index / 0x1_0000))
      const digest = hash('sha1', Buffer.concat([inner, packet, rollovers]), 'buffer')
      return hash('sha1', Buffer.concat([outer, digest]), 'buffer').subarray(0, tagLength)
    },
  }
}

/** What is known of a stream that comes in: the highest index, and which ones were there. */
interface Known {
  highest: number
  seen: Float64Array
}

/** Encrypts what a leg sends and decrypts what it hears. */
export class Srtp {
  private readonly out
  private readonly in
  private readonly streams = new Map<number, Known>()
  private sent: number | undefined

  constructor({ suite, local, remote }: SrtpKeys) {
    this.out = createDirection(suite, local)
    this.in = createDirection(suite, remote)
  }

  /** Encrypts a packet. The packets of a leg have one SSRC and are in order. */
  seal(datagram: Buffer): Buffer {
    const sequence = datagram.readUInt16BE(2)
    this.sent = this.sent === undefined ? sequence : this.sent + ((sequence - this.sent) & 0xffff)
    const from = headerLength(datagram)!
    const payload = this.out.crypt(datagram.subarray(from), datagram.readUInt32BE(8), this.sent)
    const packet = Buffer.concat([datagram.subarray(0, from), payload])
    return Buffer.concat([packet, this.out.tag(packet, this.sent)])
  }

  /** Decrypts a packet. Null when it is none, is not authentic, or was there before. */
  open(datagram: Buffer): Buffer | null {
    const end = datagram.length - this.in.tagLength
    const packet = datagram.subarray(0, Math.max(0, end))
    const from = headerLength(packet)
    if (from === null) return null
    const ssrc = packet.readUInt32BE(8)
    const stream = this.streams.get(ssrc)
    const index = guessIndex(packet.readUInt16BE(2), stream?.highest)
    if (index < 0 || (stream && wasThere(stream, index))) return null
    if (!timingSafeEqual(this.in.tag(packet, index), datagram.subarray(end))) return null
    this.remember(ssrc, stream, index)
    return Buffer.concat([packet.subarray(0, from), this.in.crypt(packet.subarray(from), ssrc, index)])
  }

  private remember(ssrc: number, known: Known | undefined, index: number) {
    const stream = known ?? { highest: index, seen: new Float64Array(WINDOW).fill(-1) }
    stream.highest = Math.max(stream.highest, index)
    stream.seen[index % WINDOW] = index
    if (!known) this.streams.set(ssrc, stream)
  }
}

/** The index of a packet: the one nearest to the highest so far that has its 16 bits (RFC 3711, appendix A). */
function guessIndex(sequence: number, highest: number | undefined): number {
  if (highest === undefined) return sequence
  const difference = (sequence - highest) & 0xffff
  return highest + (difference < 0x8000 ? difference : difference - 0x1_0000)
}

const wasThere = ({ highest, seen }: Known, index: number) =>
  index <= highest - WINDOW || seen[index % WINDOW] === index
