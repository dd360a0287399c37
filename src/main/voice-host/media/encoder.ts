import { existsSync, rmSync, statSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { Answer, Order } from './mp3-worker.ts'
import createWorker from './mp3-worker.ts?nodeWorker'
import { mp3Of, partOf, WAV_FRAME, WAV_HEADER } from './recording-file.ts'

/** Turns what was written during calls into MP3 files. */
export interface Encoder {
  /** `file`: the path that the recording was ordered with. Rejects, with the reason, when there will be no complete one. */
  complete(file: string): Promise<void>
  /** Ends the thread. What is not complete is rejected, and can be completed later. */
  stop(): Promise<void>
}

/** Encodes in a thread of its own, started with the first recording, so that no sound waits for it. */
export function createEncoder(): Encoder {
  const waiting = new Map<number, { resolve: () => void; reject: (why: Error) => void }>()
  let thread: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = createWorker({ execArgv: [], stdout: true, stderr: true })
    started.unref()
    // Its output must not mix with the output of the process.
    started.stdout.resume()
    started.stderr.resume()
    started.on('message', ({ id, failed }: Answer) => {
      const order = waiting.get(id)
      waiting.delete(id)
      if (failed === null) order?.resolve()
      else order?.reject(new Error(failed))
    })
    const lost = (why: Error) => {
      if (thread === started) giveUp(why)
    }
    started.on('error', lost)
    started.on('exit', code => lost(new Error(`the thread that encodes recordings ended by itself with ${code}`)))
    return started
  }

  function giveUp(why: Error) {
    thread = undefined
    const orders = [...waiting.values()]
    waiting.clear()
    for (const { reject } of orders) reject(why)
  }

  return {
    complete(file) {
      thread ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      thread.postMessage({ id, file } satisfies Order)
      return promise
    },
    async stop() {
      const stopped = thread
      giveUp(new Error('the encoder was stopped'))
      await stopped?.terminate()
    },
  }
}

/**
 * Completes a recording that a killed process has left. `file`: the path that it was ordered with. Resolves with whether
 * there is a complete recording then, also when it was complete before; what has no sound in it is deleted. Rejects when it
 * cannot be encoded, and leaves it as it was.
 */
export async function mendRecording(file: string): Promise<boolean> {
  if (!existsSync(partOf(file))) return existsSync(mp3Of(file))
  if (statSync(partOf(file)).size < WAV_HEADER + WAV_FRAME) {
    rmSync(partOf(file))
    return false
  }
  const encoder = createEncoder()
  try {
    await encoder.complete(file)
    return true
  } finally {
    await encoder.stop()
  }
}
