import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SrtpKeys } from '../../../src/main/voice-host/media/media'
import { readRtp, writeRtp } from '../../../src/main/voice-host/media/rtp'
import { Srtp, sessionKeys } from '../../../src/main/voice-host/media/srtp'

const suites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const
/** The key and salt of RFC 3711, appendix B.3, which libsrtp uses in its own test too. */
const master = Buffer.from('e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6', 'hex')

/** Both ends of a stream. */
function ends(suite: SrtpKeys['suite'] = suites[0]) {
  const [local, remote] = [randomBytes(30), randomBytes(30)]
  return { sender: new Srtp({ suite, local, remote }), receiver: new Srtp({ suite, local: remote, remote: local }) }
}
const packet = (sequence: number, payload: Uint8Array = Buffer.alloc(160, sequence)) =>
  writeRtp({ payloadType: 0, marker: false, sequence: sequence & 0xffff, timestamp: sequence * 160, ssrc: 99, payload })

describe('encrypted RTP', () => {
  it('derives the keys of the example of RFC 3711', () => {
    const { key, salt, authentication } = sessionKeys(master)
    expect(key.toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087')
    expect(salt.toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1')
    expect(authentication.toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4')
  })

  it('encrypts the example of libsrtp as libsrtp does', () => {
    const srtp = new Srtp({ suite: suites[0], local: master, remote: master })
    const plain = Buffer.from(`800f1234decafbadcafebabe${'ab'.repeat(16)}`, 'hex')
    const sealed = '800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb'
    expect(srtp.seal(plain).toString('hex')).toBe(sealed)
    expect(srtp.open(Buffer.from(sealed, 'hex'))?.equals(plain)).toBe(true)
  })

  it('encrypts payloads of any length as AES in counter mode and an HMAC do, after several wraps too', () => {
    const srtp = new Srtp({ suite: suites[0], local: master, remote: master })
    const { key, salt, authentication } = sessionKeys(master)
    let index = 60_000
    for (const [step, length] of [
      [0, 160],
      [30_000, 1],
      [30_000, 16],
      [30_000, 17],
      [30_000, 0],
      [30_000, 1600],
    ] as const) {
      index += step
      const payload = randomBytes(length)
      const sealed = srtp.seal(packet(index, payload))
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(99, 4)
      iv.writeUIntBE(index, 8, 6)
      salt.forEach((byte, i) => {
        iv[i]! ^= byte
      })
      const secret = createCipheriv('aes-128-ctr', key, iv).update(payload)
      const rollovers = Buffer.of(0, 0, 0, index >> 16)
      const authentic = createHmac('sha1', authentication)
        .update(sealed.subarray(0, 12))
        .update(secret)
        .update(rollovers)
      expect(sealed.subarray(12)).toEqual(Buffer.concat([secret, authentic.digest().subarray(0, 10)]))
    }
  })

  it.each(suites)('what one side encrypts the other decrypts, in any order, over several wraps, with %s', suite => {
    fc.assert(
      fc.property(
        fc.nat(0xffff),
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 20, maxLength: 30 }),
        (from, steps) => {
          const { sender, receiver } = ends(suite)
          let sequence = from
          const sent = steps.map(step => {
            const one = { plain: packet(sequence), sealed: sender.seal(packet(sequence)) }
            sequence += step
            return one
          })
          for (const { plain, sealed } of sent) {
            expect(sealed.length).toBe(plain.length + (suite === suites[0] ? 10 : 4))
            expect(receiver.open(sealed)?.equals(plain)).toBe(true)
          }
        },
      ),
      { numRuns: 20 },
    )
  })

  it('packets that overtake each other at a wrap are heard once each', () => {
    const { sender, receiver } = ends()
    const sent = Array.from({ length: 40 }, (_, i) => sender.seal(packet(65_516 + i)))
    const order = [0, ...sent.keys()].slice(1).sort((a, b) => (a === 0 ? -1 : b === 0 ? 1 : (a % 7) - (b % 7)))
    expect(order.filter(i => receiver.open(sent[i]!) === null)).toEqual([])
    // A repetition is not heard.
    expect(order.filter(i => receiver.open(sent[i]!) !== null)).toEqual([])
  })

  it('a packet from before the window is not heard', () => {
    const { sender, receiver } = ends()
    const sent = Array.from({ length: 1100 }, (_, i) => sender.seal(packet(100 + i)))
    expect([receiver.open(sent[0]!), receiver.open(sent[1099]!)].every(Boolean)).toBe(true)
    expect([receiver.open(sent[10]!), receiver.open(sent[500]!)].map(Boolean)).toEqual([false, true])
  })

  it('a packet with any bit changed, or of another key, is not heard and changes nothing', () => {
    const { sender, receiver } = ends()
    const stranger = ends()
    receiver.open(sender.seal(packet(1)))
    fc.assert(
      fc.property(fc.nat(181 * 8), bit => {
        const sealed = sender.seal(packet(2))
        sealed[bit >> 3]! ^= 1 << (bit & 7)
        expect(receiver.open(sealed)).toBe(null)
      }),
    )
    expect(receiver.open(stranger.sender.seal(packet(3)))).toBe(null)
    const last = sender.seal(packet(4, Buffer.from('heard')))
    expect(readRtp(receiver.open(last)!)!.payload.toString()).toBe(Buffer.from('heard').toString())
  })

  it('whatever comes is left out without an error', () => {
    const { receiver } = ends()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        expect(receiver.open(Buffer.from(bytes))).toBe(null)
      }),
      { numRuns: 2000 },
    )
  })
})
