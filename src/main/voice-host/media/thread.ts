import { isIP, isIPv6 } from 'node:net'
import { type Address, Leg } from './leg.ts'
import type { Agreed, SoundEvent, SoundStats } from './media.ts'
import { type Ports, takePorts } from './ports.ts'
import { FileTape } from './tape.ts'
import { Ticker } from './ticker.ts'

/** A leg with its sockets. */
interface Line {
  leg: Leg
  ports: Ports
  tape: FileTape | null
  lateTickMs: number
}

/** How busy the thread is. Times in ms. */
export interface Load {
  legs: number
  /** How late 99 of 100 ticks were at the most, and the worst one, since this was last asked or in the last minute. */
  p99Ms: number
  worstMs: number
}

const none: Omit<SoundStats, 'lateTickMs'> = { sent: 0, received: 0, lost: 0, late: 0, foreign: 0, jitterMs: 0 }

/**
 * All that the thread of sound does, by name; `report` gets what was heard in each tick at once. Commands for a leg that is not
 * there, because it has just ended, do nothing.
 */
export function createSound(report: (events: SoundEvent[]) => void) {
  const lines = new Map<string, Line>()
  const opening = new Set<string>()
  let events: SoundEvent[] = []
  const now = () => performance.now()
  const ticker = new Ticker({ tick, skip }, now, (ms, fire) => {
    const timer = setTimeout(fire, ms)
    return () => clearTimeout(timer)
  })

  function tick(lateMs: number) {
    const at = now()
    for (const line of lines.values()) {
      line.lateTickMs = Math.max(line.lateTickMs, lateMs)
      line.leg.hear(at)
    }
    for (const { leg } of lines.values()) leg.speak(at)
    flush()
  }

  function skip(frames: number) {
    for (const { leg } of lines.values()) leg.skip(frames)
  }

  /** Reports what has happened so far. */
  function flush() {
    if (events.length === 0) return
    const batch = events
    events = []
    report(batch)
  }

  function createLine(legId: string, ports: Ports): Line {
    const isSix = isIPv6(ports.rtp.address().address)
    const leg = new Leg(legId, {
      report: event => void events.push(event),
      send(datagram, { address, port }: Address) {
        // A name is not looked up for each packet, and 0.0.0.0 means nobody (RFC 3264, 8.4).
        if (isIP(address) !== (isSix ? 6 : 4) || address === '0.0.0.0' || port <= 0 || port > 0xffff) return
        // An error is as good as a lost packet.
        ports.rtp.send(datagram, port, address, () => {})
      },
    })
    ports.rtp.on('message', (datagram, from) => leg.receive(datagram, from, now()))
    return { leg, ports, tape: null, lateTickMs: 0 }
  }

  async function end(line: Line): Promise<{ isWhole: boolean; stats: SoundStats }> {
    separate(line.leg)
    lines.delete(line.leg.id)
    if (lines.size === 0) ticker.stop()
    line.ports.rtp.close()
    line.ports.rtcp?.close()
    const stats = { ...line.leg.stats(), lateTickMs: line.lateTickMs }
    return { isWhole: (await line.tape?.close()) ?? false, stats }
  }

  function separate(leg: Leg) {
    if (leg.other) leg.other.other = null
    leg.other = null
  }

  const legOf = (legId: string) => lines.get(legId)?.leg

  return {
    flush,
    async open(legId: string, address: string | null, range: readonly [number, number]) {
      if (lines.has(legId) || opening.has(legId)) throw new Error(`the leg ${legId} is open already`)
      opening.add(legId)
      try {
        const ports = await takePorts(address, range, Math.random())
        lines.set(legId, createLine(legId, ports))
        ticker.start()
        return ports.port
      } finally {
        opening.delete(legId)
      }
    },
    connect: (legId: string, agreed: Agreed) => legOf(legId)?.connect(agreed, now()),
    play: (legId: string, pcm: Int16Array, mark?: string) => legOf(legId)?.player.play(pcm, mark),
    clear: (legId: string) => legOf(legId)?.player.clear() ?? { droppedMs: 0, playedMs: 0 },
    setAmbient: (legId: string, pcm: Int16Array | null, volume: number) => legOf(legId)?.player.setAmbient(pcm, volume),
    sendDigits: (legId: string, digits: string) => legOf(legId)?.sendDigits(digits),
    listen(legId: string, on: boolean) {
      const leg = legOf(legId)
      if (leg) leg.isListened = on
    },
    bridge(legId: string, otherId: string | null) {
      const leg = legOf(legId)
      const other = otherId === null ? undefined : legOf(otherId)
      if (!leg || leg === other) return
      separate(leg)
      if (!other) return
      separate(other)
      leg.other = other
      other.other = leg
    },
    async record(legId: string, file: string) {
      const line = lines.get(legId)
      if (!line) throw new Error(`there is no leg ${legId}`)
      if (line.tape) throw new Error(`the leg ${legId} is recorded already`)
      const tape = await FileTape.open(file, why => events.push({ type: 'recording_failed', legId, why }))
      if (lines.get(legId) !== line || line.tape) {
        await tape.drop()
        throw new Error(`the leg ${legId} ended before its recording began`)
      }
      line.tape = tape
      line.leg.tape = tape
    },
    async dropRecording(legId: string) {
      const line = lines.get(legId)
      const tape = line?.tape
      if (!tape) return
      line.tape = null
      line.leg.tape = null
      await tape.drop()
    },
    stats(legId: string): SoundStats {
      const line = lines.get(legId)
      return line ? { ...line.leg.stats(), lateTickMs: line.lateTickMs } : { ...none, lateTickMs: 0 }
    },
    /** `isWhole`: whether all of its recording has been written. */
    async close(legId: string) {
      const line = lines.get(legId)
      return line ? end(line) : { isWhole: false, stats: { ...none, lateTickMs: 0 } }
    },
    /** Ends all legs. The ids of those whose recording has been written. */
    async stop() {
      const ended = await Promise.all(
        [...lines.values()].map(async line => ({ legId: line.leg.id, ...(await end(line)) })),
      )
      return ended.filter(({ isWhole }) => isWhole).map(({ legId }) => legId)
    },
    load: (): Load => ({ legs: lines.size, ...ticker.takeLateness() }),
  }
}
