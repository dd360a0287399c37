import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentToRead, Reading } from '../ports/reading.ts'
import { read } from './read.ts'

/** What the thread sends: how far it is, and at the end what it has read. */
export type WorkerMessage = { progress: { done: number; total: number } } | { reading: Reading }

const post = (message: WorkerMessage) => parentPort!.postMessage(message)

// What read() throws ends the thread, and the reader gets the error.
post({ reading: await read(workerData as DocumentToRead, (done, total) => post({ progress: { done, total } })) })
