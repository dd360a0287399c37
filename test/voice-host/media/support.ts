import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { createMedia, type MediaOptions } from '../../../src/main/voice-host/media/create-media'
import { RATE } from '../../../src/main/voice-host/media/g711'
import type { Agreed, SoundEvent } from '../../../src/main/voice-host/media/media'

export const here = '127.0.0.1'

/** A sine, 16 bits at 8 kHz. */
export const tone = (hz: number, ms: number, level = 10_000) =>
  Int16Array.from({ length: (ms * RATE) / 1000 }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / RATE))

/** The amplitude of a tone in a sound (Goertzel). */
export function amplitude(pcm: Int16Array, hz: number): number {
  const step = (2 * Math.PI * hz) / RATE
  let [before, last] = [0, 0]
  for (const sample of pcm) [before, last] = [last, sample + 2 * Math.cos(step) * last - before]
  const power = last * last + before * before - 2 * Math.cos(step) * last * before
  return (2 * Math.sqrt(Math.max(0, power))) / pcm.length
}

/** The frames of a leg that are loud, one after the other. */
export const loud = (frames: readonly Int16Array[]) => frames.filter(pcm => pcm.some(sample => Math.abs(sample) > 2000))

export const joined = (frames: readonly Int16Array[]) => Int16Array.from(frames.flatMap(pcm => [...pcm]))

/** Sound with a thread of its own, and what it reported. It ends with the test. */
export function startMedia(options: Partial<MediaOptions> = {}) {
  const events: SoundEvent[] = []
  const wishes = new Set<() => void>()
  const lost: string[] = []
  const changed = () => {
    for (const wish of wishes) wish()
  }
  const media = createMedia({
    report(event) {
      events.push(event)
      changed()
    },
    onLost(reason) {
      lost.push(reason)
      changed()
    },
    ...options,
  })
  onTestFinished(() => media.stop())
  /** Waits until something holds of what was reported. */
  function until<T>(holds: () => T | undefined | false | null): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const check = () => {
      const found = holds()
      if (found === undefined || found === false || found === null) return
      wishes.delete(check)
      clearTimeout(limit)
      resolve(found)
    }
    const limit = setTimeout(() => {
      wishes.delete(check)
      reject(new Error(`what was waited for did not come: ${holds}`))
    }, 20_000)
    wishes.add(check)
    check()
    return promise
  }
  const frames = (legId: string) =>
    events.flatMap(event => (event.type === 'frame' && event.legId === legId ? [event.pcm] : []))
  const digits = (legId: string) =>
    events.flatMap(event => (event.type === 'digit' && event.legId === legId ? [event.digit] : [])).join('')
  const marks = (legId: string) =>
    events.flatMap(event => (event.type === 'played' && event.legId === legId ? [event.mark] : []))
  return {
    media,
    events,
    lost,
    until,
    frames,
    digits,
    marks,
    /** Opens a leg on a free port of this machine. */
    open: (legId: string) => media.open(legId, { address: here, ports: [0, 0] }),
    /** Waits for so many ms of loud sound from the other side of a leg. */
    async hearing(legId: string, ms: number) {
      await until(() => loud(frames(legId)).length * 20 >= ms)
      return joined(loud(frames(legId)))
    },
  }
}
export type Sound = ReturnType<typeof startMedia>

export const agreed = (port: number, more: Partial<Agreed> = {}): Agreed => ({
  law: 'PCMU',
  digitsType: 101,
  remote: { address: here, port },
  sends: true,
  hears: true,
  srtp: null,
  ...more,
})

/** Two sounds with one leg each, which are connected with each other. */
export async function twoEnds(near: Partial<Agreed> = {}, far: Partial<Agreed> = near) {
  const a = startMedia()
  const b = startMedia()
  const ports = { a: await a.open('a'), b: await b.open('b') }
  a.media.connect('a', agreed(ports.b, near))
  b.media.connect('b', agreed(ports.a, far))
  a.media.listen('a', true)
  b.media.listen('b', true)
  return { a, b, ports }
}

/** A socket of the test. */
export async function udp() {
  const socket = createSocket('udp4')
  socket.bind(0, here)
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const send = (datagram: Uint8Array, port: number) =>
    new Promise<void>((resolve, reject) =>
      socket.send(datagram, port, here, error => (error ? reject(error) : resolve())),
    )
  return { socket, port: socket.address().port, send }
}
