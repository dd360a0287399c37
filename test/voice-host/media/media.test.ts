import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { encode, FRAME } from '../../../src/main/voice-host/media/g711'
import { readRtp, writeRtp } from '../../../src/main/voice-host/media/rtp'
import { agreed, amplitude, here, loud, startMedia, tone, twoEnds, udp } from './support'

const suites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const

/** Whether a tone is what is heard, and no other. */
const isTone = (pcm: Int16Array, hz: number, others: number[]) =>
  amplitude(pcm, hz) > 6000 && others.every(other => amplitude(pcm, other) < 1500)

describe('the sound of a leg', () => {
  it.each(['PCMU', 'PCMA'] as const)('a tone is heard on the other side, both ways at once, in %s', async law => {
    const { a, b } = await twoEnds({ law })
    a.media.play('a', tone(440, 1200))
    b.media.play('b', tone(880, 1200))
    const [atB, atA] = await Promise.all([b.hearing('b', 800), a.hearing('a', 800)])
    expect([isTone(atB, 440, [880]), isTone(atA, 880, [440])]).toEqual([true, true])
  })

  it('digits are heard on the other side, both ways, beside sound', async () => {
    const { a, b } = await twoEnds()
    b.media.play('b', tone(600, 3000))
    a.media.sendDigits('a', '12#A')
    b.media.sendDigits('b', '*90')
    await Promise.all([b.until(() => b.digits('b') === '12#A'), a.until(() => a.digits('a') === '*90')])
  })

  it('a side that takes no events hears the digits as tones', async () => {
    const { a, b } = await twoEnds({ digitsType: null })
    a.media.sendDigits('a', '6')
    const heard = await b.hearing('b', 140)
    expect([amplitude(heard, 770) > 3000, amplitude(heard, 1477) > 3000, amplitude(heard, 941) < 1500]).toEqual([
      true,
      true,
      true,
    ])
  })

  it.each(suites)('encrypted sound and digits are heard both ways with %s', async suite => {
    const [one, two] = [randomBytes(30), randomBytes(30)]
    const { a, b } = await twoEnds(
      { srtp: { suite, local: one, remote: two } },
      { srtp: { suite, local: two, remote: one } },
    )
    a.media.play('a', tone(440, 1000))
    b.media.play('b', tone(880, 1000))
    b.media.sendDigits('b', '7')
    const [atB, atA] = await Promise.all([b.hearing('b', 600), a.hearing('a', 400)])
    expect([isTone(atB, 440, [880]), isTone(atA, 880, [440])]).toEqual([true, true])
    await a.until(() => a.digits('a') === '7')
  })

  it('with a wrong key nothing is heard, and what is sent cannot be understood', async () => {
    const keys = { suite: suites[0], local: randomBytes(30), remote: randomBytes(30) }
    const { a, b } = await twoEnds({ srtp: keys })
    a.media.play('a', tone(440, 400), 'end')
    await a.until(() => a.marks('a').includes('end'))
    await b.until(() => b.frames('b').length > 20)
    expect(loud(b.frames('b'))).toEqual([])
    const { stats } = await b.media.close('b')
    expect([stats.received, stats.foreign]).toEqual([0, 0])
  })

  it('a stranger who sends to the port is not heard, and gets no sound', async () => {
    const { a, b, ports } = await twoEnds()
    a.media.play('a', tone(440, 3000))
    await b.hearing('b', 100)
    const stranger = await udp()
    const got: unknown[] = []
    stranger.socket.on('message', message => got.push(message))
    for (let i = 0; i < 50; i++) {
      const payload = encode('PCMU', tone(2000, 20))
      await stranger.send(
        writeRtp({ payloadType: 0, marker: false, sequence: i, timestamp: i * FRAME, ssrc: 1, payload }),
        ports.b,
      )
    }
    const heard = await b.hearing('b', 1000)
    expect(isTone(heard, 440, [2000])).toBe(true)
    expect(got).toEqual([])
    expect((await b.media.close('b')).stats.foreign).toBe(50)
  })

  it('a call that is held is silent both ways, and is heard again afterwards', async () => {
    const { a, b, ports } = await twoEnds()
    b.media.play('b', tone(880, 60_000))
    a.media.connect('a', agreed(ports.b, { sends: false, hears: false }))
    a.media.play('a', tone(440, 1000))
    await a.until(() => a.frames('a').length > 20 && loud(a.frames('a').slice(-20)).length === 0)
    expect(loud(b.frames('b'))).toEqual([])
    a.media.connect('a', agreed(ports.b))
    const [atB] = await Promise.all([b.hearing('b', 600), a.hearing('a', 300)])
    expect(isTone(atB, 440, [880])).toBe(true)
  })

  it('a mark is reported when its sound was sent, and clear says how much that was', async () => {
    const { a, b } = await twoEnds()
    a.media.play('a', tone(440, 100), 'first')
    a.media.play('a', tone(440, 60_000), 'second')
    await a.until(() => a.marks('a').includes('first'))
    await b.hearing('b', 400)
    const { droppedMs, playedMs } = await a.media.clear('a')
    expect(playedMs + droppedMs).toBe(60_000)
    // At least what was heard was sent.
    expect(playedMs).toBeGreaterThanOrEqual(300)
    a.media.play('a', new Int16Array(), 'third')
    await a.until(() => a.marks('a').includes('third'))
    expect(a.marks('a')).toEqual(['first', 'third'])
    expect(await a.media.clear('a')).toEqual({ droppedMs: 0, playedMs: 0 })
  })

  it('two legs that are bridged hear each other, in different codecs and with their digits, and are separated again', async () => {
    const desk = startMedia()
    const [left, right] = [startMedia(), startMedia()]
    const ports = {
      l: await desk.open('l'),
      r: await desk.open('r'),
      left: await left.open('x'),
      right: await right.open('x'),
    }
    desk.media.connect('l', agreed(ports.left))
    desk.media.connect('r', agreed(ports.right, { law: 'PCMA' }))
    left.media.connect('x', agreed(ports.l))
    right.media.connect('x', agreed(ports.r, { law: 'PCMA' }))
    for (const { media } of [left, right]) media.listen('x', true)
    desk.media.bridge('l', 'r')
    left.media.play('x', tone(440, 60_000))
    right.media.play('x', tone(880, 60_000))
    right.media.sendDigits('x', '5')
    const [atRight, atLeft] = await Promise.all([right.hearing('x', 500), left.hearing('x', 500)])
    expect([isTone(atRight, 440, [880]), isTone(atLeft, 880, [440])]).toEqual([true, true])
    await left.until(() => left.digits('x') === '5')
    desk.media.bridge('r', null)
    desk.media.play('l', tone(1500, 60_000))
    await left.until(() =>
      left
        .frames('x')
        .slice(-5)
        .every(pcm => amplitude(pcm, 1500) > 5000),
    )
    await right.until(() => loud(right.frames('x').slice(-5)).length === 0)
  })

  it('10,000 datagrams of any content at the port leave the call its sound', async () => {
    const { a, b, ports } = await twoEnds()
    a.media.play('a', tone(440, 60_000))
    await b.hearing('b', 100)
    const stranger = await udp()
    const real = writeRtp({
      payloadType: 0,
      marker: false,
      sequence: 1,
      timestamp: 160,
      ssrc: 1,
      payload: encode('PCMU', tone(2000, 20)),
    })
    for (let i = 0; i < 10_000; i++) {
      const datagram = i % 3 === 0 ? randomBytes(i % 1400) : Buffer.from(real.subarray(0, (i % 172) + 1))
      for (const byte of randomBytes(i % 4)) datagram[byte % datagram.length] = byte
      await stranger.send(datagram, i % 2 === 0 ? ports.a : ports.b)
    }
    const heard = b.frames('b').length
    await b.until(() => b.frames('b').length > heard + 50)
    expect(loud(b.frames('b').slice(-25)).length).toBeGreaterThan(15)
    expect([a.lost, b.lost]).toEqual([[], []])
  })

  it('a port that does not answer, and one that cannot be, end nothing', async () => {
    const { a, b, ports } = await twoEnds()
    for (const remote of [
      { address: here, port: 9 },
      { address: 'no.such.example', port: 4000 },
      { address: '0.0.0.0', port: 4000 },
      { address: '::1', port: 4000 },
      { address: here, port: 70_000 },
    ])
      a.media.connect('a', agreed(0, { remote }))
    a.media.connect('a', agreed(ports.b))
    a.media.play('a', tone(440, 1000))
    expect(isTone(await b.hearing('b', 300), 440, [880])).toBe(true)
  })
})

describe('the ports', () => {
  it('legs get even ports of the range until none is free, and a closed leg frees its own', async () => {
    const { media } = startMedia()
    const start = (await udp()).port
    const from = Math.min(start, 65_000) & ~1
    const ports = [from, from + 7] as const
    const taken: number[] = []
    const open = (legId: string) => media.open(legId, { address: here, ports })
    // Others may have some of these ports.
    for (let i = 0; ; i++) {
      const port = await open(`${i}`).catch((error: Error) => error.message)
      if (typeof port === 'string') {
        expect(port).toBe(`no port for sound is free between ${from} and ${from + 7}`)
        break
      }
      taken.push(port)
    }
    expect(new Set(taken).size).toBe(taken.length)
    expect(taken.every(port => port % 2 === 0 && port >= from && port <= from + 6)).toBe(true)
    expect(taken.length).toBeGreaterThan(0)
    await media.close('0')
    expect(await open('again')).toBe(taken[0])
    await expect(open('1')).rejects.toThrow('the leg 1 is open already')
  })

  it('an address that this machine does not have is refused with the reason', async () => {
    const { media } = startMedia()
    await expect(media.open('a', { address: '192.0.2.1', ports: [0, 0] })).rejects.toThrow('EADDRNOTAVAIL')
  })

  it('silence is sent from the beginning, every 20 ms by its own times', async () => {
    const { media, open } = startMedia()
    const { socket, port } = await udp()
    const packets: Buffer[] = []
    const enough = Promise.withResolvers<void>()
    socket.on('message', message => {
      packets.push(message)
      if (packets.length === 20) enough.resolve()
    })
    await open('a')
    media.connect('a', agreed(port))
    await enough.promise
    const [first, second] = packets.map(packet => readRtp(packet)!)
    expect(new Set(first!.payload)).toEqual(new Set([0xff]))
    expect((second!.timestamp - first!.timestamp) >>> 0).toBe(FRAME)
  })
})

describe('the thread of sound', () => {
  it('is reported once when it is lost, what waits is refused, and nothing else happens', async () => {
    let thread: Worker | undefined
    const sound = startMedia({
      startThread: options =>
        (thread = new Worker(new URL('../../../src/main/voice-host/media/worker.ts', import.meta.url), options)),
    })
    await sound.open('a')
    await thread!.terminate()
    await sound.until(() => sound.lost.length > 0)
    expect(sound.lost).toEqual([expect.stringContaining('the thread of sound ended by itself')])
    await expect(sound.open('b')).rejects.toThrow('the thread of sound ended by itself')
    sound.media.play('a', tone(440, 20))
    sound.media.sendDigits('a', '1')
    expect(await sound.media.close('a')).toMatchObject({ recorded: false })
    await sound.media.stop()
    expect(sound.lost.length).toBe(1)
  })

  it('commands for a leg that is not there do nothing', async () => {
    const { media, lost } = startMedia()
    media.play('none', tone(440, 20), 'mark')
    media.connect('none', agreed(4000))
    media.bridge('none', 'neither')
    expect(await media.clear('none')).toEqual({ droppedMs: 0, playedMs: 0 })
    expect(await media.close('none')).toMatchObject({ recorded: false, stats: { sent: 0 } })
    await media.dropRecording('none')
    await expect(media.record('none', '/tmp/none.wav')).rejects.toThrow('there is no leg none')
    expect(lost).toEqual([])
  })

  it('what is asked for after the end is refused', async () => {
    const { media, open } = startMedia()
    await open('a')
    await media.stop()
    await expect(open('b')).rejects.toThrow('sound was stopped')
    await media.stop()
  })
})
