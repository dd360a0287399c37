import { randomInt } from 'node:crypto'
import { DigitReceiver, DigitSender, type EventPacket, keySound } from './digits.ts'
import { decode, encode, FRAME } from './g711.ts'
import { JitterBuffer } from './jitter-buffer.ts'
import type { Agreed, Law, SoundEvent, SoundStats } from './media.ts'
import { Player } from './player.ts'
import { Reception } from './reception.ts'
import { type RtpPacket, readRtp, writeRtp } from './rtp.ts'
import { Srtp } from './srtp.ts'

/** The payload types of the codecs (RFC 3551, table 4). */
const types: Record<Law, number> = { PCMU: 0, PCMA: 8 }
/** A description of the background noise, which a side may send while nobody speaks there (RFC 3389). */
const COMFORT_NOISE = 13
/** The longest packet of sound that is heard, bytes: 200 ms. */
const LONGEST = 1600
/** After so long without a packet the sound is gone, ms. */
const NO_SOUND = 10_000
/** While no sound is sent, an empty packet keeps the way through a NAT open (RFC 6263, 4.1), ms. */
const KEEP_ALIVE = 15_000

const silence = new Int16Array(FRAME)

export interface Address {
  address: string
  port: number
}

/** What a leg needs from outside. */
export interface LegOutside {
  send(datagram: Uint8Array, to: Address): void
  report(event: SoundEvent): void
}

/** Writes down 20 ms of both sides. */
export interface Tape {
  push(heard: Int16Array, sent: Int16Array): void
}

/**
 * The sound of one leg, without sockets and clocks: datagrams come in by `receive`, and every 20 ms `hear` takes out what is
 * heard and `speak` sends a packet. Times are in ms of any steady clock.
 */
export class Leg {
  readonly id: string
  private readonly outside: LegOutside
  readonly player = new Player()
  private readonly digitsOut = new DigitSender()
  private digitsIn = new DigitReceiver()
  private buffer = new JitterBuffer()
  private reception = new Reception()
  private agreed: Agreed | null = null
  private srtp: Srtp | null = null
  /** Where packets come from; null until the first has come. */
  private source: Address | null = null
  /** The stream that is heard. */
  private ssrcIn: number | undefined
  private readonly ssrc = randomInt(2 ** 32)
  /** Below 2^15, so that the other side cannot mistake an early loss for a wrap (RFC 3711, 3.3.1). */
  private sequence = randomInt(2 ** 15)
  private timestamp = randomInt(2 ** 32)
  private marker = true
  private sentAt = 0
  private heardAt = 0
  private isMissed = false
  private readonly counts = { sent: 0, received: 0, lost: 0, late: 0, foreign: 0 }
  isListened = false
  /** The leg that this one is connected with. */
  other: Leg | null = null
  tape: Tape | null = null
  /** What was heard in this frame. */
  heard: Int16Array = silence

  constructor(id: string, outside: LegOutside) {
    this.id = id
    this.outside = outside
  }

  /** Begins with what both sides agreed on, or goes on with something else. */
  connect(agreed: Agreed, now: number) {
    const before = this.agreed
    this.agreed = agreed
    if (!before || !isSame(before.remote, agreed.remote)) this.source = null
    if (!hasSameKeys(before, agreed)) this.srtp = agreed.srtp && new Srtp(agreed.srtp)
    if (agreed.sends && !before?.sends) this.marker = true
    if (!agreed.hears || before?.hears) return
    this.heardAt = now
    this.isMissed = false
    this.beginStream()
  }

  sendDigits(digits: string) {
    this.digitsOut.send(digits)
  }

  /** A datagram that came to the port of the leg. Whatever is in it, it is heard or left out. */
  receive(datagram: Buffer, from: Address, now: number) {
    if (!this.agreed) return
    if (this.source && !isSame(this.source, from)) {
      this.counts.foreign++
      return
    }
    const plain = this.srtp ? this.srtp.open(datagram) : datagram
    const packet = plain && readRtp(plain)
    if (!packet || !this.isExpected(packet, this.agreed)) return
    this.source ??= { address: from.address, port: from.port }
    if (packet.ssrc !== this.ssrcIn) {
      this.beginStream()
      this.ssrcIn = packet.ssrc
    }
    this.heardAt = now
    this.isMissed = false
    this.counts.received++
    if (this.reception.hear(packet.sequence, packet.timestamp, now)) this.take(packet, this.agreed)
  }

  private isExpected({ payloadType, payload }: RtpPacket, { law, digitsType }: Agreed) {
    const isKnown = payloadType === types[law] || payloadType === digitsType || payloadType === COMFORT_NOISE
    return isKnown && payload.length > 0 && payload.length <= LONGEST
  }

  private take({ payloadType, timestamp, payload }: RtpPacket, { law, digitsType, hears }: Agreed) {
    if (!hears) return
    if (payloadType === digitsType) {
      const digit = this.digitsIn.hear(payload, timestamp)
      if (digit === null) return
      this.outside.report({ type: 'digit', legId: this.id, digit })
      this.other?.sendDigits(digit)
    } else if (payloadType === types[law]) this.buffer.put(timestamp, decode(law, payload))
  }

  /** The other side begins to send anew; what was counted stays. */
  private beginStream() {
    this.counts.lost += this.reception.lost
    this.counts.late += this.buffer.late
    this.buffer = new JitterBuffer()
    this.reception = new Reception()
    this.digitsIn = new DigitReceiver()
    this.ssrcIn = undefined
  }

  /** Takes out what is heard in this frame. */
  hear(now: number) {
    if (!this.agreed) return
    this.heard = (this.agreed.hears && this.buffer.take()) || silence
    if (this.isListened) this.outside.report({ type: 'frame', legId: this.id, pcm: this.heard })
    if (!this.agreed.hears || this.isMissed || now - this.heardAt < NO_SOUND) return
    this.isMissed = true
    this.outside.report({ type: 'no_sound', legId: this.id, forMs: Math.round(now - this.heardAt) })
  }

  /** Sends the packet of this frame. All legs have heard theirs before. */
  speak(now: number) {
    const sent = this.agreed?.sends ? this.say(this.agreed, now) : silence
    if (this.agreed && !this.agreed.sends && now - this.sentAt >= KEEP_ALIVE) this.post(new Uint8Array(), now)
    this.timestamp = (this.timestamp + FRAME) >>> 0
    this.tape?.push(this.heard, sent)
  }

  /** So many frames could not be sent or heard. The other side's clock has gone on, and so has the recording's. */
  skip(frames: number) {
    this.timestamp = (this.timestamp + frames * FRAME) >>> 0
    this.marker = true
    for (let i = 0; i < frames; i++) this.tape?.push(silence, silence)
  }

  private say(agreed: Agreed, now: number): Int16Array {
    const event = this.digitsOut.next(this.timestamp)
    if (event !== null && event !== 'silence' && agreed.digitsType !== null) {
      this.postEvent(event, agreed.digitsType, now)
      return silence
    }
    const { pcm, marks } = this.nextSound(event)
    this.postPacket(types[agreed.law], this.timestamp, this.marker, encode(agreed.law, pcm), now)
    this.marker = false
    for (const mark of marks) this.outside.report({ type: 'played', legId: this.id, mark })
    return pcm
  }

  private nextSound(event: EventPacket | 'silence' | null): { pcm: Int16Array; marks: string[] } {
    if (event === 'silence') return { pcm: silence, marks: [] }
    if (event) return { pcm: keySound(event.key, event.before), marks: [] }
    return this.other ? { pcm: this.other.heard, marks: [] } : this.player.next()
  }

  private postEvent({ payload, timestamp, before }: EventPacket, type: number, now: number) {
    this.postPacket(type, timestamp, before === 0, payload, now)
    // What follows an event begins a new stretch of sound.
    this.marker = true
  }

  private postPacket(payloadType: number, timestamp: number, marker: boolean, payload: Uint8Array, now: number) {
    const packet = writeRtp({ payloadType, marker, sequence: this.sequence, timestamp, ssrc: this.ssrc, payload })
    this.sequence = (this.sequence + 1) & 0xffff
    this.counts.sent++
    this.post(this.srtp ? this.srtp.seal(packet) : packet, now)
  }

  private post(datagram: Uint8Array, now: number) {
    this.sentAt = now
    this.outside.send(datagram, this.source ?? this.agreed!.remote)
  }

  /** What was counted so far; the lateness of the ticker is not the leg's to know. */
  stats(): Omit<SoundStats, 'lateTickMs'> {
    return {
      ...this.counts,
      lost: this.counts.lost + this.reception.lost,
      late: this.counts.late + this.buffer.late,
      jitterMs: this.reception.jitterMs,
    }
  }
}

const isSame = (a: Address, b: Address) => a.port === b.port && a.address === b.address

const hasSameKeys = (before: Agreed | null, after: Agreed) =>
  before?.srtp === after.srtp ||
  (!!before?.srtp &&
    !!after.srtp &&
    before.srtp.suite === after.srtp.suite &&
    Buffer.compare(before.srtp.local, after.srtp.local) === 0 &&
    Buffer.compare(before.srtp.remote, after.srtp.remote) === 0)
