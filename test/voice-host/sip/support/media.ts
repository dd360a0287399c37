import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import type { Agreed, Media, SoundEvent, SoundStats } from '../../../../src/main/voice-host/media/media'

interface PortLeg {
  socket: Socket
  agreed: Agreed[]
  digits: string
  recording: string | null
}

const noStats: SoundStats = { sent: 0, received: 0, lost: 0, late: 0, foreign: 0, jitterMs: 0, lateTickMs: 0 }

/** The sound of legs without sound: a real UDP port for each, and what both sides have agreed on. */
export class PortMedia implements Media {
  readonly legs = new Map<string, PortLeg>()
  readonly everAgreed = new Map<string, Agreed[]>()
  onChange = () => {}
  onEvent: (event: SoundEvent) => void = () => {}
  /** No port of the range is free. */
  isFull = false

  async open(legId: string) {
    if (this.isFull) throw new Error('no port is free')
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    socket.on('error', () => {})
    this.legs.set(legId, { socket, agreed: [], digits: '', recording: null })
    return socket.address().port
  }

  private leg(legId: string) {
    const leg = this.legs.get(legId)
    if (!leg) throw new Error(`there is no sound of the leg ${legId}`)
    return leg
  }

  connect(legId: string, agreed: Agreed) {
    const { agreed: all } = this.leg(legId)
    all.push(agreed)
    this.everAgreed.set(legId, all)
    this.onChange()
  }
  play() {}
  async clear() {
    return { droppedMs: 0, playedMs: 0 }
  }
  sendDigits(legId: string, digits: string) {
    this.leg(legId).digits += digits
  }
  listen() {}
  bridge() {}
  async record(legId: string, file: string) {
    await writeFile(file, '')
    this.leg(legId).recording = file
  }
  async dropRecording(legId: string) {
    const leg = this.leg(legId)
    if (leg.recording) await rm(leg.recording)
    leg.recording = null
  }
  async close(legId: string) {
    const leg = this.leg(legId)
    this.legs.delete(legId)
    await new Promise<void>(done => leg.socket.close(done))
    this.onChange()
    return { recorded: leg.recording !== null, stats: noStats }
  }
  async stop() {
    for (const legId of [...this.legs.keys()]) await this.close(legId)
  }
}
