import { FRAME, FRAME_MS, RATE } from './g711.ts'

// Keys of a phone as events in RTP (RFC 4733).

const keys = '0123456789*#ABCD'
/** Of an event, in units of 1/16 of the range: -10 dBm0, as phones send it. */
const VOLUME = 10
/** How often the last packet of an event is sent, since one may be lost (RFC 4733, 2.5.1.4). */
const ENDS = 3
/** Frames of silence between two digits. */
const GAP = 3
/** An event that is so much older than the last one is of a stream that began anew, in samples: 10 s. */
const FAR = 10 * RATE
/** A pause in a list of digits, as `w` or `,`: half a second. */
const PAUSE = 500 / FRAME_MS

export const isKey = (text: string) => text.length === 1 && keys.includes(text.toUpperCase())

/** What is sent in a frame in place of sound. */
export interface EventPacket {
  key: string
  payload: Uint8Array
  /** The time of the event is that of its beginning, in each of its packets. */
  timestamp: number
  /** How many packets of its event were sent before. */
  before: number
}

/** Sends digits, one packet a frame. What is no key and no pause is left out. */
export class DigitSender {
  private readonly waiting: { key: number; frames: number }[] = []
  private sent = 0
  private before = 0
  private ends = 0
  private began = 0
  private silence = 0

  /** `digits`: keys, and `w` or `,` for a pause. `ms`: how long each key is pressed. */
  send(digits: string, ms = 160) {
    for (const one of digits.toUpperCase()) {
      if (one === 'W' || one === ',') this.waiting.push({ key: -1, frames: PAUSE })
      else if (isKey(one)) this.waiting.push({ key: keys.indexOf(one), frames: Math.max(2, Math.ceil(ms / FRAME_MS)) })
    }
  }

  get isBusy() {
    return this.waiting.length > 0 || this.silence > 0
  }

  /** What goes out in this frame: a packet; silence, while a digit is followed by another; null: the sound. */
  next(timestamp: number): EventPacket | 'silence' | null {
    if (this.silence > 0) {
      this.silence--
      return 'silence'
    }
    const now = this.waiting[0]
    if (!now) return null
    if (now.key < 0) {
      this.waiting.shift()
      this.silence = now.frames - 1
      return 'silence'
    }
    if (this.sent === 0) {
      this.began = timestamp
      this.before = 0
    }
    const before = this.before++
    this.sent = Math.min(this.sent + 1, now.frames)
    const isEnd = this.sent === now.frames
    const duration = Math.min(this.sent * FRAME, 0xffff)
    const payload = Uint8Array.of(now.key, (isEnd ? 0x80 : 0) | VOLUME, duration >> 8, duration & 0xff)
    if (isEnd && ++this.ends === ENDS) {
      this.waiting.shift()
      this.sent = 0
      this.ends = 0
      this.silence = GAP
    }
    return { key: keys[now.key]!, payload, timestamp: this.began, before }
  }
}

/** The two tones of a key by its row and column, Hz (ITU-T Q.23). */
const rows = [697, 770, 852, 941]
const columns = [1209, 1336, 1477, 1633]
const pad = '123A456B789C*0#D'
/** Of each of the two tones, of 32,768. */
const LEVEL = 6000

/** 20 ms of the sound of a key, for a side that takes no events. `before`: how many frames of it were sent before. */
export function keySound(key: string, before: number): Int16Array {
  const place = pad.indexOf(key)
  const tones = [rows[place >> 2]!, columns[place & 3]!].map(hz => (2 * Math.PI * hz) / RATE)
  return Int16Array.from({ length: FRAME }, (_, i) =>
    tones.reduce((sum, step) => sum + LEVEL * Math.sin((before * FRAME + i) * step), 0),
  )
}

/** Hears digits. Each is reported once, at its first packet, whichever of its packets are lost. */
export class DigitReceiver {
  private heard: number | undefined

  /** The key that begins with this packet; null: it goes on, or the payload is none. */
  hear(payload: Uint8Array, timestamp: number): string | null {
    const key = payload.length >= 4 ? keys[payload[0]!] : undefined
    if (key === undefined || timestamp === this.heard) return null
    // A packet of an event that has ended may arrive after the next one has begun.
    const after = this.heard === undefined ? 0 : (timestamp - this.heard) | 0
    if (after < 0 && after > -FAR) return null
    this.heard = timestamp
    return key
  }
}
