import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode, FRAME } from '../../../src/main/voice-host/media/g711'
import { type Address, Leg } from '../../../src/main/voice-host/media/leg'
import type { Agreed, SoundEvent } from '../../../src/main/voice-host/media/media'
import { readRtp, writeRtp } from '../../../src/main/voice-host/media/rtp'
import { Ticker } from '../../../src/main/voice-host/media/ticker'
import { agreed, amplitude, joined, tone } from './support'

const other: Address = { address: '192.0.2.7', port: 4000 }
const stranger: Address = { address: '198.51.100.9', port: 4000 }

/** A leg in a time that the test passes, connected with `other`. */
function startLeg(more: Partial<Agreed> = {}) {
  const sent: { datagram: Uint8Array; to: Address }[] = []
  const events: SoundEvent[] = []
  const leg = new Leg('a', {
    send: (datagram, to) => void sent.push({ datagram, to }),
    report: event => void events.push(event),
  })
  leg.isListened = true
  leg.connect(agreed(other.port, { remote: other, ...more }), 0)
  let now = 0
  let sequence = 0
  return {
    leg,
    sent,
    events,
    /** One frame: a packet of the other side, if one is given, then a tick. */
    frame(pcm?: Int16Array, from = other, change: { payloadType?: number; ssrc?: number } = {}) {
      if (pcm) {
        const payload = encode('PCMU', pcm)
        const packet = {
          payloadType: 0,
          marker: false,
          sequence: sequence & 0xffff,
          timestamp: sequence * FRAME,
          ssrc: 5,
        }
        leg.receive(writeRtp({ ...packet, payload, ...change }), from, now)
      }
      sequence++
      now += 20
      leg.hear(now)
      leg.speak(now)
    },
    connect: (more: Partial<Agreed>) => leg.connect(agreed(other.port, { remote: other, ...more }), now),
    heard: () => joined(events.flatMap(event => (event.type === 'frame' ? [event.pcm] : []))),
    packets: () => sent.map(({ datagram }) => readRtp(datagram)),
    types: () => events.flatMap(event => (event.type === 'frame' ? [] : [event.type])),
  }
}

describe('a leg', () => {
  it('sends silence from the beginning, in steps of 160 samples, where nothing is played', () => {
    const { frame, packets } = startLeg()
    for (let i = 0; i < 5; i++) frame()
    const sent = packets().map(packet => packet!)
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, false, false, false])
    for (const [i, packet] of sent.entries()) {
      expect((packet.sequence - sent[0]!.sequence) & 0xffff).toBe(i)
      expect((packet.timestamp - sent[0]!.timestamp) >>> 0).toBe(i * FRAME)
      expect(new Set(packet.payload)).toEqual(new Set([0xff]))
    }
  })

  it('follows the first packet to where it came from, and hears nobody else from then on', () => {
    const { leg, frame, sent, heard } = startLeg()
    const nat: Address = { address: '203.0.113.5', port: 61_000 }
    frame()
    for (let i = 0; i < 20; i++) {
      frame(tone(400, 20), nat)
      leg.receive(
        writeRtp({
          payloadType: 0,
          marker: false,
          sequence: i,
          timestamp: i * FRAME,
          ssrc: 6,
          payload: encode('PCMU', tone(3000, 20)),
        }),
        stranger,
        0,
      )
    }
    expect(sent[0]!.to).toEqual(other)
    expect(sent.at(-1)!.to).toEqual(nat)
    expect([leg.stats().foreign, leg.stats().received]).toEqual([20, 20])
    expect([amplitude(heard().slice(-1600), 400) > 5000, amplitude(heard().slice(-1600), 3000) < 300]).toEqual([
      true,
      true,
    ])
  })

  it('is not led away by garbage, another codec, or a packet without the key', () => {
    const keys = { suite: 'AES_CM_128_HMAC_SHA1_80' as const, local: randomBytes(30), remote: randomBytes(30) }
    for (const srtp of [null, keys]) {
      const { frame, sent, leg } = startLeg({ srtp })
      leg.receive(Buffer.from('GET / HTTP/1.1'), stranger, 0)
      frame(tone(400, 20), stranger, { payloadType: srtp ? 0 : 18 })
      frame()
      expect(sent.at(-1)!.to).toEqual(other)
    }
  })

  it('follows a new address of the other side, and not a repetition of the old one', () => {
    const { frame, sent, connect, leg } = startLeg()
    const second: Address = { address: '192.0.2.8', port: 6000 }
    frame(tone(400, 20))
    connect({})
    frame(tone(400, 20), stranger)
    expect([leg.stats().foreign, sent.at(-1)!.to]).toEqual([1, other])
    connect({ remote: second })
    frame()
    expect(sent.at(-1)!.to).toEqual(second)
    frame(tone(400, 20), stranger)
    expect(sent.at(-1)!.to).toEqual(stranger)
  })

  it('while the call is held nothing is sent but a sign of life, and what is to be played waits', () => {
    const { frame, sent, leg, connect, types, packets } = startLeg()
    connect({ sends: false, hears: false })
    leg.player.play(tone(440, 100), 'end')
    for (let i = 0; i < 2000; i++) frame(tone(400, 20))
    expect(sent.map(({ datagram }) => datagram.length)).toEqual([0, 0])
    expect(types()).toEqual([])
    connect({})
    const before = sent.length
    for (let i = 0; i < 5; i++) frame()
    expect(types()).toEqual(['played'])
    expect(packets()[before]!.marker).toBe(true)
  })

  it('says once that nothing comes for ten seconds, again after sound was there, and never on hold', () => {
    const { frame, types, connect } = startLeg()
    for (let i = 0; i < 499; i++) frame()
    expect(types()).toEqual([])
    for (let i = 0; i < 1000; i++) frame()
    expect(types()).toEqual(['no_sound'])
    frame(tone(400, 20))
    for (let i = 0; i < 600; i++) frame()
    expect(types()).toEqual(['no_sound', 'no_sound'])
    connect({ hears: false })
    for (let i = 0; i < 600; i++) frame()
    connect({})
    for (let i = 0; i < 499; i++) frame()
    expect(types()).toEqual(['no_sound', 'no_sound'])
  })

  it('counts what was lost, what came twice is not heard twice, and a new stream is heard too', () => {
    const { frame, leg, heard } = startLeg()
    for (let i = 0; i < 50; i++) frame(i % 10 === 9 ? undefined : tone(400, 20))
    const packet = writeRtp({
      payloadType: 0,
      marker: false,
      sequence: 45,
      timestamp: 45 * FRAME,
      ssrc: 5,
      payload: encode('PCMU', tone(400, 20)),
    })
    leg.receive(packet, other, 1000)
    expect(leg.stats()).toMatchObject({ lost: 4, late: 0, received: 46, foreign: 0 })
    const from = heard().length
    for (let i = 0; i < 20; i++) frame(tone(800, 20), other, { ssrc: 77 })
    expect(amplitude(heard().slice(from + 1600), 800)).toBeGreaterThan(5000)
    expect(leg.stats().lost).toBe(4)
  })

  it('marks end with the packet of their last sample, and clear says what was sent', () => {
    const { frame, leg, types } = startLeg()
    leg.player.play(tone(440, 25), 'first')
    leg.player.play(tone(440, 200))
    leg.player.play(new Int16Array(), 'nothing more')
    frame()
    expect(types()).toEqual([])
    frame()
    expect(types()).toEqual(['played'])
    frame()
    expect(leg.player.clear()).toEqual({ droppedMs: 225 - 60, playedMs: 60 - 25 })
    expect(leg.player.clear()).toEqual({ droppedMs: 0, playedMs: 0 })
    for (let i = 0; i < 20; i++) frame()
    expect(types()).toEqual(['played'])
  })

  it('a background is heard under what is played and in silence, and never louder than the line can be', () => {
    const { frame, leg, packets } = startLeg()
    leg.player.setAmbient(tone(1000, 1000, 20_000), 50)
    for (let i = 0; i < 10; i++) frame()
    leg.player.play(tone(440, 400, 32_000))
    for (let i = 0; i < 20; i++) frame()
    leg.player.setAmbient(null, 0)
    frame()
    const sent = packets().map(packet => packet!.payload)
    expect(sent.at(-1)!.every(byte => byte === 0xff)).toBe(true)
    expect(sent.slice(0, 30).every(payload => payload.some(byte => byte !== 0xff))).toBe(true)
    // Full scale of µ-law is 0x80 and 0x00; a sum that wraps would change its sign instead.
    expect(sent[15]!.some(byte => byte === 0x80)).toBe(true)
  })

  it('10,000 datagrams of any content leave the call its sound', () => {
    const real = writeRtp({
      payloadType: 0,
      marker: false,
      sequence: 9,
      timestamp: 1440,
      ssrc: 5,
      payload: encode('PCMU', tone(400, 20)),
    })
    const mutated = fc.array(fc.tuple(fc.nat(171), fc.nat(255)), { minLength: 1, maxLength: 6 }).map(changes => {
      const datagram = Buffer.from(real)
      for (const [at, byte] of changes) datagram[at] = byte
      return datagram
    })
    const cut = fc.nat(172).map(length => Buffer.from(real.subarray(0, length)))
    const rtcp = fc.uint8Array({ maxLength: 80 }).map(bytes => Buffer.from([0x80, 200, 0, 6, ...bytes]))
    const stun = fc
      .uint8Array({ maxLength: 80 })
      .map(bytes => Buffer.from([0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42, ...bytes]))
    const garbage = fc.uint8Array({ maxLength: 1500 }).map(bytes => Buffer.from(bytes))
    const { leg, frame, heard } = startLeg()
    for (let i = 0; i < 10; i++) frame(tone(400, 20))
    fc.assert(
      fc.property(fc.oneof(mutated, cut, rtcp, stun, garbage), datagram => {
        leg.receive(datagram, other, 200)
        leg.receive(datagram, stranger, 200)
      }),
      { numRuns: 5000 },
    )
    for (let i = 0; i < 100; i++) frame(tone(400, 20))
    expect(amplitude(heard().slice(-1600), 400)).toBeGreaterThan(9000)
  })
})

describe('the ticker', () => {
  /** A ticker in a time of its own, whose timers fire late by what the test says. */
  function startTicker(lateBy: (count: number) => number) {
    let now = 0
    let count = 0
    const ticks: number[] = []
    const skipped: number[] = []
    let fire: (() => void) | undefined
    let due = 0
    const ticker = new Ticker(
      { tick: () => void ticks.push(now), skip: frames => void skipped.push(frames) },
      () => now,
      (ms, run) => {
        due = now + ms
        fire = run
        return () => (fire = undefined)
      },
    )
    ticker.start()
    return {
      ticker,
      ticks,
      skipped,
      step() {
        now = due + lateBy(count++)
        fire?.()
      },
    }
  }

  it('never drifts, however late each tick is', () => {
    const { ticks, step, ticker } = startTicker(count => (count % 7) * 2.5)
    for (let i = 0; i < 1000; i++) step()
    expect(ticks.every((at, i) => at - (i + 1) * 20 === (i % 7) * 2.5)).toBe(true)
    expect(ticker.takeLateness()).toEqual({ p99Ms: 15, worstMs: 15 })
    expect(ticker.takeLateness()).toEqual({ p99Ms: 0, worstMs: 0 })
  })

  it('makes up for a few ticks at once, and leaves out the others', () => {
    const { ticks, skipped, step } = startTicker(count => (count === 1 ? 70 : count === 2 ? 1010 : 0))
    for (let i = 0; i < 4; i++) step()
    // At 20 ms; four at 110 ms; five of fifty-one after a second; and on time again.
    expect(ticks).toEqual([20, 110, 110, 110, 110, ...Array(5).fill(120 + 1010), 1140])
    expect(skipped).toEqual([46])
  })
})
