import type { Worker } from 'node:worker_threads'
import type { Answer, Order, Recording } from './worker.ts'
import createWorker from './worker.ts?nodeWorker'

/** Makes the recordings of simulated calls. */
export interface Recorder {
  /**
   * Makes a recording. Resolves when the file is complete; rejects, with the reason, when there will be none. `realMs`:
   * how long the call took in wall time.
   */
  make(recording: Recording, realMs: number): Promise<void>
  /** Ends the thread. What it has not made is rejected. Another recording starts a new thread. */
  stop(): Promise<void>
}

/** How much more sound than real calls would have may be made in advance, ms: about 230 MB. */
const RESERVE = 4 * 60 * 60 * 1000
/** How many recordings may wait, for example for a slow disk. */
const MOST_WAITING = 10_000

/**
 * Makes recordings in a thread of its own, one after the other, so that sound never holds up the service. The thread is
 * started with the first recording. In a fast simulation calls have far more sound than the same time of real calls, 120
 * times as much at speed 120. So what is made is limited to what real calls would have brought, and a reserve.
 */
export function createRecorder(): Recorder {
  const waiting = new Map<number, { resolve: () => void; reject: (why: Error) => void }>()
  let thread: Worker | undefined
  let reserve = RESERVE
  let lastId = 0

  function start(): Worker {
    const started = createWorker({ execArgv: [], stdout: true, stderr: true })
    started.unref()
    // Its output must not mix with the output of the service.
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
    started.on('exit', code => lost(new Error(`the thread that makes recordings ended by itself with ${code}`)))
    return started
  }

  function giveUp(why: Error) {
    thread = undefined
    const orders = [...waiting.values()]
    waiting.clear()
    for (const { reject } of orders) reject(why)
  }

  /** Whether a recording may be made. At the speed of real time always: a call has no more sound than time. */
  function isAllowed(durationMs: number, realMs: number): boolean {
    const left = reserve + realMs - durationMs
    reserve = Math.min(RESERVE, left < 0 ? reserve + realMs : left)
    return left >= 0
  }

  return {
    async make(recording, realMs) {
      if (!isAllowed(recording.durationMs, realMs) || waiting.size >= MOST_WAITING)
        throw new Error('simulated calls are faster than recordings can be made')
      thread ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      thread.postMessage({ id, ...recording } satisfies Order)
      return promise
    },
    async stop() {
      const stopped = thread
      giveUp(new Error('the service stops'))
      await stopped?.terminate()
    },
  }
}
