import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'
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

/** One direction of a stream. `index`: the packet's number, which counts on when its 16 bits wrap (RFC 3711, 3.3.1). */
function createDirection(suite: SrtpKeys['suite'], master: Uint8Array) {
  const { key, authentication, salt } = sessionKeys(master)
  const tagLength = tags[suite]
  return {
    tagLength,
    /** Encrypts or decrypts a payload (RFC 3711, 4.1.1). */
    crypt(payload: Uint8Array, ssrc: number, index: number): Buffer {
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(ssrc, 4)
      iv.writeUIntBE(index, 8, 6)
      for (let i = 0; i < 14; i++) iv[i]! ^= salt[i]!
      return createCipheriv('aes-128-ctr', key, iv).update(payload)
    },
    /** What authenticates a packet (RFC 3711, 4.2). `packet`: its header and encrypted payload. */
    tag(packet: Uint8Array, index: number): Buffer {
      const rollovers = Buffer.alloc(4)
      rollovers.writeUInt32BE(Math.floor(index / 0x1_0000))
      return createHmac('sha1', authentication).update(packet).update(rollovers).digest().subarray(0, tagLength)
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
