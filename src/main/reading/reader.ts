import type { Worker } from 'node:worker_threads'
import type { DocumentReader, DocumentToRead, Reading } from '../ports/reading.ts'
import type { WorkerMessage } from './worker.ts'
import createWorker from './worker.ts?nodeWorker'

/** How often the memory of a thread is measured, ms. */
const MEASURE_EVERY = 100
/**
 * V8's own limit for a thread. Reaching it may end the whole process, so it is far above the limit that is measured.
 */
const V8_LIMIT_MB = 2048

/**
 * Reads each document in a thread of its own, so that a document that crashes, hangs or needs too much memory does not
 * affect the service. `memoryMb` is the limit of one thread; a document that exceeds it is unreadable.
 */
export function createReader({ memoryMb = 512 } = {}): DocumentReader {
  return {
    async read(document: DocumentToRead, { signal, onProgress }): Promise<Reading> {
      signal.throwIfAborted()
      const worker = createWorker({
        workerData: document,
        resourceLimits: { maxOldGenerationSizeMb: V8_LIMIT_MB },
        execArgv: [],
        // The output of the thread is discarded: libraries print warnings, which must not mix with the output of the
        // service.
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
        const used = await memoryOf(worker)
        if (used > memoryMb * 1024 * 1024)
          resolve({ unreadable: 'Reading it takes more memory than one document may have.' })
      }, MEASURE_EVERY)
      try {
        return await promise
      } finally {
        clearInterval(watch)
        await worker.terminate()
      }
    },
  }
}

/** The memory that a thread uses, bytes. */
async function memoryOf(worker: Worker): Promise<number> {
  try {
    const { used_heap_size, external_memory } = await worker.getHeapStatistics()
    return used_heap_size + external_memory
  } catch {
    return 0 // The thread has ended.
  }
}
