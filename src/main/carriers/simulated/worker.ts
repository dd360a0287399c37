import { parentPort } from 'node:worker_threads'
import { type Utterance, writeRecording } from './recording.ts'
import { createSpeech } from './speech.ts'

/** A recording to make. */
export interface Recording {
  /** The path of the file. */
  file: string
  durationMs: number
  utterances: readonly Utterance[]
}

/** What the thread is sent. */
export type Order = Recording & { id: number }
/** What it answers: `failed` says why there is no file. */
export type Answer = { id: number; failed: string | null }

const speak = createSpeech()
const post = (answer: Answer) => parentPort!.postMessage(answer)

parentPort!.on('message', ({ id, file, durationMs, utterances }: Order) => {
  try {
    writeRecording(file, durationMs, utterances, speak)
    post({ id, failed: null })
  } catch (error) {
    post({ id, failed: (error as Error).message })
  }
})
