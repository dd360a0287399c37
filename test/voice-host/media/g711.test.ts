import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../../../src/main/voice-host/media/g711'

const sample = fc.integer({ min: -0x8000, max: 0x7fff })
const roundTrip = (law: 'PCMU' | 'PCMA', value: number) => decode(law, encode(law, Int16Array.of(value)))[0]!

describe('G.711', () => {
  it('the ends and the middle of both laws are those of the ITU', () => {
    // G.711, tables 2a and 1a, for 14 and 13 bits, here in 16 bits.
    expect([...decode('PCMU', Uint8Array.of(0x00, 0x80, 0x7f, 0xff, 0x8f, 0xf0))]).toEqual([
      -32124, 32124, 0, 0, 16764, 120,
    ])
    expect([...decode('PCMA', Uint8Array.of(0x2a, 0xaa, 0x55, 0xd5, 0x5a, 0xda))]).toEqual([
      -32256, 32256, -8, 8, -248, 248,
    ])
    expect([...encode('PCMU', Int16Array.of(0, 32767, -32768))]).toEqual([0xff, 0x80, 0x00])
    expect([...encode('PCMA', Int16Array.of(0, -1, 32767, -32768))]).toEqual([0xd5, 0x55, 0xaa, 0x2a])
  })

  it('a sample comes back with an error of half a step of its segment at the most', () => {
    fc.assert(
      fc.property(sample, value => {
        // The steps of both laws grow with the size: a 32nd of it at the most, from a smallest one.
        const mu = Math.abs(roundTrip('PCMU', value) - value)
        const a = Math.abs(roundTrip('PCMA', value) - value)
        expect(mu).toBeLessThanOrEqual(Math.max((Math.abs(value) + 132) / 32, Math.abs(value) - 32_124))
        expect(a).toBeLessThanOrEqual(Math.max(8, Math.abs(value) / 32))
      }),
      { numRuns: 5000 },
    )
  })

  it('what was decoded is encoded as the same byte again, and louder stays louder', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    // µ-law has two zeros.
    expect([...encode('PCMU', decode('PCMU', bytes))]).toEqual([...bytes].map(byte => (byte === 0x7f ? 0xff : byte)))
    expect([...encode('PCMA', decode('PCMA', bytes))]).toEqual([...bytes])
    fc.assert(
      fc.property(sample, sample, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        for (const law of ['PCMU', 'PCMA'] as const)
          expect(roundTrip(law, low)).toBeLessThanOrEqual(roundTrip(law, high))
      }),
      { numRuns: 2000 },
    )
  })
})
