import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME } from '../../../src/main/voice-host/media/g711'
import { JitterBuffer } from '../../../src/main/voice-host/media/jitter-buffer'

/** Packets are told apart by their samples: packet 7 has the sample 7000 throughout. */
const packet = (number: number, length = FRAME) => new Int16Array(length).fill(1000 * (number % 32))
const heardIn = (frame: Int16Array | null) => (frame?.every(sample => sample === frame[0]) ? frame[0]! / 1000 : null)

/**
 * Plays packets that arrive at some frame each, and answers which packets were heard, in order. Concealment and silence
 * are left out: the fading copies have other samples.
 */
function play(arrivals: readonly { at: number; number: number }[], from = 0, frames = 200) {
  const buffer = new JitterBuffer()
  const heard: number[] = []
  const kept: number[] = []
  for (let frame = 0; frame < frames; frame++) {
    for (const { number } of arrivals.filter(({ at }) => at === frame))
      buffer.put((from + number * FRAME) >>> 0, packet(number))
    const number = heardIn(buffer.take())
    if (number !== null && number > 0) heard.push(number)
    kept.push(buffer.kept)
  }
  return { buffer, heard, kept }
}
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i)

describe('the jitter buffer', () => {
  it('puts packets in order that are up to two frames late or early, also where times wrap', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 20, maxLength: 20 }), fc.nat(0xffff_ffff), (delays, from) => {
        const order = numbers(20)
        const arrivals = order.map((number, i) => ({ at: i + delays[i]!, number }))
        // The first is in time, so that it decides when the others are late.
        arrivals[0]!.at = 0
        expect(play(arrivals, from).heard).toEqual(order)
      }),
    )
  })

  it('hears nothing twice and nothing out of order, whatever is lost, doubled or late, and never keeps more than 300 ms', () => {
    const arrival = fc.record({
      number: fc.integer({ min: 1, max: 31 }),
      late: fc.nat(40),
      copies: fc.integer({ min: 0, max: 2 }),
    })
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 60 }), fc.nat(0xffff_ffff), (sent, from) => {
        const arrivals = sent.flatMap(({ number, late, copies }) => Array(copies).fill({ at: number + late, number }))
        const { heard, kept } = play(arrivals, from)
        expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b))
        expect(Math.max(...kept)).toBeLessThanOrEqual(15)
      }),
    )
  })

  it('a line without jitter is heard in full, two frames later, for as long as it lasts', () => {
    const { buffer, kept } = play(
      numbers(3000).map(number => ({ at: number, number })),
      0,
      3000,
    )
    expect([buffer.late, buffer.waits, new Set(kept.slice(10, 2990))]).toEqual([0, 2, new Set([2])])
  })

  it('waits longer after a packet that came too late, and shorter again after a calm time', () => {
    const steady = numbers(2000).map(number => ({ at: number === 50 ? number + 5 : number, number }))
    const { buffer, heard, kept } = play(steady, 0, 1900)
    expect(buffer.late).toBe(1)
    expect(heard.slice(0, 31)).not.toContain(50)
    // It waited for three frames more, then less again every ten seconds.
    expect(Math.max(...kept)).toBe(5)
    expect([buffer.waits, buffer.kept]).toEqual([2, 2])
  })

  it('a delay that grows for good costs few packets, and the following ones are heard', () => {
    const arrivals = numbers(100).map(number => ({ at: number < 20 ? number : number + 4, number: number }))
    const { buffer, heard } = play(
      arrivals.map(one => ({ ...one })),
      0,
      110,
    )
    expect(buffer.late).toBeLessThanOrEqual(4)
    expect(heard.length).toBeGreaterThanOrEqual(90 - 2)
  })

  it('packets that were held up together are heard from where the sound stopped', () => {
    const arrivals = numbers(31).map(number => ({ at: number < 10 ? number : Math.max(number, 22), number }))
    const { buffer, heard } = play(arrivals, 0, 80)
    expect(heard.slice(0, 9)).toEqual(numbers(9))
    // What was repeated in the meantime is not heard again; the rest is.
    expect(heard.slice(9)).toEqual(numbers(heard.length - 9, 32 - (heard.length - 9)))
    expect(buffer.late).toBeLessThanOrEqual(3)
  })

  it('after a silence of the other side nothing counts as late, and it begins anew as it began', () => {
    const first = numbers(10).map(number => ({ at: number, number }))
    const second = numbers(10, 11).map(number => ({ at: number + 60, number }))
    const buffer = new JitterBuffer()
    const heard: (number | null)[] = []
    for (let frame = 0; frame < 100; frame++) {
      for (const { number } of first.filter(({ at }) => at === frame)) buffer.put(number * FRAME, packet(number))
      // The clock of the other side has gone on while it sent nothing.
      for (const { number } of second.filter(({ at }) => at === frame))
        buffer.put((number + 60) * FRAME, packet(number))
      heard.push(heardIn(buffer.take()))
    }
    expect(heard.filter(number => number !== null && number > 0 && Number.isInteger(number))).toEqual(numbers(20))
    // Silence after the sound has faded, not the last frame over and over.
    expect(heard.slice(20, 70).every(number => number === null)).toBe(true)
    expect([buffer.late, buffer.waits]).toEqual([0, 2])
  })

  it('what is missing is repeated more quietly each time, then silent', () => {
    const buffer = new JitterBuffer()
    buffer.put(0, packet(10))
    const sizes = numbers(8).map(() => Math.abs(buffer.take()?.[0] ?? -1))
    expect(sizes.map(size => Math.round(size / 1000))).toEqual([0, 0, 10, 10, 7, 3, 0, 0])
  })

  it('packets of 10, 30 and 60 ms are heard in full', () => {
    for (const length of [80, 240, 480]) {
      const buffer = new JitterBuffer()
      const heard: number[] = []
      for (let sample = 0; sample < 9600; sample += FRAME) {
        for (let at = Math.ceil(sample / length) * length; at < sample + FRAME; at += length)
          buffer.put(
            at,
            Int16Array.from({ length }, (_, i) => at + i + 1),
          )
        heard.push(...(buffer.take() ?? []).filter(value => value > 0))
      }
      expect(heard.length).toBeGreaterThan(8000)
      expect(heard.every((value, i) => i === 0 || value === heard[i - 1]! + 1)).toBe(true)
    }
  })

  it('a clock that was set anew, forwards or back, is followed', () => {
    for (const jump of [10 * 8000, -10 * 8000, -6 * FRAME]) {
      const buffer = new JitterBuffer()
      const heard: number[] = []
      for (let number = 1; number < 90; number++) {
        const time = 1_000_000 + number * FRAME + (number >= 30 ? jump : 0)
        buffer.put(time, packet(number))
        const one = heardIn(buffer.take())
        if (one !== null) heard.push(one)
      }
      const last = 89 - buffer.kept
      expect(heard.slice(-20)).toEqual(numbers(20, last - 19).map(number => number % 32))
    }
  })
})
