// Packets of RTP (RFC 3550, 5.1).

/** The shortest header, bytes. */
const HEADER = 12

export interface RtpPacket {
  payloadType: number
  marker: boolean
  /** 16 bits that wrap. */
  sequence: number
  /** In samples, 32 bits that wrap. */
  timestamp: number
  ssrc: number
  payload: Uint8Array
}

/**
 * How long the header of an RTP packet is, bytes; null when the datagram is none. RTCP on the same port (RFC 5761, 4),
 * STUN and what is too short or of another version is none.
 */
export function headerLength(datagram: Uint8Array): number | null {
  if (datagram.length < HEADER || datagram[0]! >> 6 !== 2) return null
  if (datagram[1]! >= 192 && datagram[1]! <= 223) return null
  const length = HEADER + (datagram[0]! & 0x0f) * 4
  if ((datagram[0]! & 0x10) === 0) return length <= datagram.length ? length : null
  if (length + 4 > datagram.length) return null
  const extended = length + 4 + ((datagram[length + 2]! << 8) | datagram[length + 3]!) * 4
  return extended <= datagram.length ? extended : null
}

/** The packet of a datagram, whose payload is a view into it; null when it is none. */
export function readRtp(datagram: Uint8Array): RtpPacket | null {
  const from = headerLength(datagram)
  if (from === null) return null
  const padding = (datagram[0]! & 0x20) === 0 ? 0 : datagram[datagram.length - 1]!
  const to = datagram.length - padding
  if (to < from || ((datagram[0]! & 0x20) !== 0 && padding === 0)) return null
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength)
  return {
    payloadType: datagram[1]! & 0x7f,
    marker: datagram[1]! > 0x7f,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: datagram.subarray(from, to),
  }
}

/** The datagram of a packet. */
export function writeRtp({ payloadType, marker, sequence, timestamp, ssrc, payload }: RtpPacket): Buffer {
  const datagram = Buffer.allocUnsafe(HEADER + payload.length)
  datagram[0] = 0x80
  datagram[1] = (marker ? 0x80 : 0) | payloadType
  datagram.writeUInt16BE(sequence, 2)
  datagram.writeUInt32BE(timestamp >>> 0, 4)
  datagram.writeUInt32BE(ssrc, 8)
  datagram.set(payload, HEADER)
  return datagram
}
