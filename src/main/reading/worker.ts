import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentToRead, Reading } from '../ports/reading.ts'
import { read } from './read.ts'

/** The messages of the thread: its progress, and at the end the result. */
export type WorkerMessage = { progress: { done: number; total: number } } | { reading: Reading }

const post = (message: WorkerMessage) => parentPort!.postMessage(message)

// An error of read() ends the thread; the reader gets it as an `error` event.
post({ reading: await read(workerData as DocumentToRead, (done, total) => post({ progress: { done, total } })) })
