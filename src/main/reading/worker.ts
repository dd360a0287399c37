import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentToRead, Reading } from '../ports/reading.ts'
import { read } from './read.ts'

/** What the thread tells: how far it is, and at the end what it has read. */
export type Told = { progress: { done: number; total: number } } | { reading: Reading }

const tell = (told: Told) => parentPort!.postMessage(told)

// What read() throws ends the thread, and the other side hears why.
tell({ reading: await read(workerData as DocumentToRead, (done, total) => tell({ progress: { done, total } })) })
