import { rm } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { createEncoder } from './encoder.ts'
import type { Media, SoundEvent, SoundStats } from './media.ts'
import { isRecordingPath, partOf } from './recording-file.ts'
import type { Load } from './thread.ts'
import type { Arguments, FromThread, Name, Order, Result } from './worker.ts'
import createWorker from './worker.ts?nodeWorker'

export interface MediaOptions {
  report: (event: SoundEvent) => void
  /** The thread has ended by itself, which ends the sound of all legs. Called once, with the reason in words. */
  onLost: (reason: string) => void
  /** Starts the thread. */
  startThread?: typeof createWorker
}

/** Sound, and how busy its thread is. */
export type SoundThread = Media & { load(): Promise<Load> }

const noStats: SoundStats = { sent: 0, received: 0, lost: 0, late: 0, foreign: 0, jitterMs: 0, lateTickMs: 0 }

/**
 * Starts the thread that sends and hears the sound of all legs, and one that encodes recordings when the first is complete.
 * After the thread was lost, or `stop`, what waits for an answer rejects; `close` still completes the recording.
 */
export function createMedia({ report, onLost, startThread = createWorker }: MediaOptions): SoundThread {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (why: Error) => void }>()
  /** The recordings that run, by leg. */
  const files = new Map<string, string>()
  const closing = new Set<Promise<unknown>>()
  const encoder = createEncoder()
  let lastId = 0
  /** Why the thread cannot be asked any more. */
  let gone: Error | null = null

  const thread: Worker = startThread({ execArgv: [], stdout: true, stderr: true })
  // Its output must not mix with the output of the process.
  thread.stdout.resume()
  thread.stderr.resume()
  thread.on('message', (message: FromThread) => {
    if (message.type === 'heard') return message.events.forEach(report)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.failed === null) asked?.resolve(message.result as never)
    else asked?.reject(new Error(message.failed))
  })
  thread.on('error', error => lost(error))
  thread.on('exit', code => lost(new Error(`the thread of sound ended by itself with ${code}`)))

  function lost(why: Error) {
    if (gone) return
    giveUp(why)
    onLost(why.message)
  }

  function giveUp(why: Error) {
    gone = why
    const asked = [...waiting.values()]
    waiting.clear()
    for (const { reject } of asked) reject(why)
  }

  function post(order: Order) {
    thread.postMessage(order)
  }

  function tell<N extends Name>(name: N, ...args: Arguments<N>) {
    if (!gone) post({ id: null, name, args })
  }

  function ask<N extends Name>(name: N, ...args: Arguments<N>): Promise<Result<N>> {
    if (gone) return Promise.reject(gone)
    const { promise, resolve, reject } = Promise.withResolvers<Result<N>>()
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    post({ id, name, args })
    return promise
  }

  /** Completes a recording; false when there is none, or it cannot be encoded, which is reported. */
  async function complete(legId: string, isWritten: boolean): Promise<boolean> {
    const file = files.get(legId)
    files.delete(legId)
    if (file === undefined || !isWritten) return false
    try {
      await encoder.complete(file)
      return true
    } catch (error) {
      report({ type: 'recording_failed', legId, why: (error as Error).message })
      return false
    }
  }

  async function close(legId: string) {
    // What a lost thread has written is a recording too: all but the last second.
    const { isWhole, stats } = await ask('close', legId).catch(error => {
      if (!gone) throw error
      return { isWhole: true, stats: noStats }
    })
    return { recorded: await complete(legId, isWhole), stats }
  }

  return {
    open: (legId, { address, ports }) => ask('open', legId, address, ports),
    connect: (legId, agreed) => tell('connect', legId, agreed),
    play: (legId, pcm, mark) => tell('play', legId, alone(pcm), mark),
    clear: legId => ask('clear', legId),
    setAmbient: (legId, pcm, volume) => tell('setAmbient', legId, pcm && alone(pcm), volume),
    sendDigits: (legId, digits) => tell('sendDigits', legId, digits),
    listen: (legId, on) => tell('listen', legId, on),
    bridge: (legId, other) => tell('bridge', legId, other),
    async record(legId, file) {
      if (!isRecordingPath(file)) throw new Error(`the path of a recording ends in .wav, and ${file} does not`)
      await ask('record', legId, file)
      files.set(legId, file)
    },
    async dropRecording(legId) {
      const file = files.get(legId)
      files.delete(legId)
      await ask('dropRecording', legId).catch(error => {
        if (!gone) throw error
      })
      if (file !== undefined) await rm(partOf(file), { force: true })
    },
    stats: legId => ask('stats', legId),
    close(legId) {
      const closed = close(legId)
      closing.add(closed)
      const done = () => void closing.delete(closed)
      closed.then(done, done)
      return closed
    },
    load: () => ask('load'),
    async stop() {
      await Promise.allSettled(closing)
      if (gone) return encoder.stop()
      const written = await ask('stop').catch(() => [])
      giveUp(new Error('sound was stopped'))
      await thread.terminate()
      for (const legId of written) await complete(legId, true)
      await encoder.stop()
    },
  }
}

/** A part of a large buffer is copied, since a message would carry all of the buffer. */
const alone = (pcm: Int16Array) => (pcm.byteLength < pcm.buffer.byteLength ? pcm.slice() : pcm)
