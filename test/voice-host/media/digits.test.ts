import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DigitReceiver, DigitSender, type EventPacket, keySound } from '../../../src/main/voice-host/media/digits'
import { FRAME } from '../../../src/main/voice-host/media/g711'
import { amplitude, joined } from './support'

/** All packets of some digits, by their frames. */
function packetsOf(digits: string, from = 0, ms?: number) {
  const sender = new DigitSender()
  sender.send(digits, ms)
  const frames: (EventPacket | 'silence')[] = []
  for (let at = from; sender.isBusy; at += FRAME) frames.push(sender.next(at >>> 0)!)
  return frames
}
const isEvent = (frame: EventPacket | 'silence'): frame is EventPacket => frame !== 'silence'

const key = fc.constantFrom(...'0123456789*#ABCD')

describe('digits in RTP', () => {
  it('each key is heard once, whichever packets are lost, as long as one of each arrives, also when times wrap', () => {
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 1, maxLength: 8 }),
        fc.nat(0xffff_ffff),
        fc.infiniteStream(fc.nat(3)),
        (keys, from, luck) => {
          const receiver = new DigitReceiver()
          const events = Map.groupBy(packetsOf(keys.join(''), from).filter(isEvent), packet => packet.timestamp)
          const heard = [...events.values()].flatMap(packets => {
            const arrived = packets.filter(() => luck.next().value === 0)
            return (arrived.length > 0 ? arrived : [packets.at(-1)!]).map(packet =>
              receiver.hear(packet.payload, packet.timestamp),
            )
          })
          expect(heard.filter(digit => digit !== null)).toEqual(keys)
        },
      ),
    )
  })

  it('an event grows by 20 ms a packet, and its end is sent three times', () => {
    const events = packetsOf('5', 1000, 60).filter(isEvent)
    expect(events.map(({ payload, timestamp, before }) => [...payload, timestamp, before])).toEqual([
      [5, 10, 0, 160, 1000, 0],
      [5, 10, 1, 64, 1000, 1],
      [5, 0x8a, 1, 224, 1000, 2],
      [5, 0x8a, 1, 224, 1000, 3],
      [5, 0x8a, 1, 224, 1000, 4],
    ])
  })

  it('a w or a comma is half a second of silence, and what is no key is left out', () => {
    expect(packetsOf('w').length).toBe(25)
    expect(packetsOf(',').every(frame => frame === 'silence')).toBe(true)
    expect(
      packetsOf('1 2-3')
        .filter(isEvent)
        .map(packet => packet.payload[0]),
    ).toEqual(
      packetsOf('123')
        .filter(isEvent)
        .map(packet => packet.payload[0]),
    )
  })

  it('a packet of an old event is no key again, and a stream that begins anew is heard', () => {
    const receiver = new DigitReceiver()
    const event = (code: number) => Uint8Array.of(code, 10, 0, 160)
    expect(receiver.hear(event(1), 400_000)).toBe('1')
    expect(receiver.hear(event(2), 402_000)).toBe('2')
    expect(receiver.hear(event(1), 400_000)).toBe(null)
    expect(receiver.hear(event(7), 1000)).toBe('7')
    expect([receiver.hear(Uint8Array.of(1, 2), 5000), receiver.hear(event(16), 6000)]).toEqual([null, null])
  })

  it('a key that is heard as sound has the two tones of its place', () => {
    const sound = joined(Array.from({ length: 8 }, (_, i) => keySound('6', i)))
    expect([amplitude(sound, 770) > 5000, amplitude(sound, 1477) > 5000, amplitude(sound, 941) < 300]).toEqual([
      true,
      true,
      true,
    ])
  })
})
