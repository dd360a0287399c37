import type { Worker } from 'node:worker_threads'
import type { DocumentReader, DocumentToRead, Reading } from '../ports/reading.ts'
import type { WorkerMessage } from './worker.ts'
import createWorker from './worker.ts?nodeWorker'

/** How often it is looked at what a thread takes, in milliseconds. */
const LOOK_EVERY = 100
/** V8's own limit ends the whole process when a thread runs into it too fast; so it lies far above ours. */
const LAST_RESORT_MB = 2048

/**
 * Reads each document in a thread of its own: what crashes, hangs or eats memory takes nothing else with it. `memoryMb`:
 * what one thread may take.
 */
export function createReader({ memoryMb = 512 } = {}): DocumentReader {
  return {
    async read(document: DocumentToRead, { signal, onProgress }): Promise<Reading> {
      signal.throwIfAborted()
      const worker = createWorker({
        workerData: document,
        resourceLimits: { maxOldGenerationSizeMb: LAST_RESORT_MB },
        execArgv: [],
        // Libraries print their warnings; the service's own output is for those who asked for it.
        stdout: true,
        stderr: true,
      })
      worker.stdout.resume()
      worker.stderr.resume()
      const { promise, resolve, reject } = Promise.withResolvers<Reading>()
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.on('message', (message: WorkerMessage) => {
        if ('reading' in message) resolve(message.reading)
        else onProgress(message.progress.done, message.progress.total)
      })
      worker.on('error', reject)
      worker.on('exit', code => reject(new Error(`the thread ended by itself with ${code}`)))
      const watch = setInterval(async () => {
        const taken = await memoryOf(worker)
        if (taken > memoryMb * 1024 * 1024)
          resolve({ unreadable: 'Reading it takes more memory than one document may have.' })
      }, LOOK_EVERY)
      try {
        return await promise
      } finally {
        clearInterval(watch)
        await worker.terminate()
      }
    },
  }
}

async function memoryOf(worker: Worker): Promise<number> {
  try {
    const { used_heap_size, external_memory } = await worker.getHeapStatistics()
    return used_heap_size + external_memory
  } catch {
    return 0 // It has ended.
  }
}
