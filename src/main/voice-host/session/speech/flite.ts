import type { Worker } from 'node:worker_threads'
import type { Order, Spoken } from './flite-worker.ts'
import createWorker from './flite-worker.ts?nodeWorker'
import type { TextToSpeech } from './speech'
import { SpeechError } from './speech'

/** Speech from this machine, without an account. */
export interface Flite extends TextToSpeech {
  /** Ends the thread. What it has not spoken fails. */
  stop(): Promise<void>
}

/** Its voices by the names of the catalogue; another name gets the first. */
const men = /\b(rms|male|man)\b/i

/** Creates a voice that speaks English by Flite, in a thread of its own, which is started with the first sentence. */
export function createFlite(): Flite {
  const waiting = new Map<number, (spoken: Spoken) => void>()
  let thread: Worker | undefined
  let lastId = 0

  function giveUp(failed: string) {
    thread = undefined
    for (const [id, tell] of waiting) tell({ id, pcm: null, failed })
    waiting.clear()
  }

  function start() {
    const started = createWorker({ execArgv: [], stdout: true, stderr: true })
    started.unref()
    started.stdout.resume()
    started.stderr.resume()
    started.on('message', (spoken: Spoken) => {
      waiting.get(spoken.id)?.(spoken)
      waiting.delete(spoken.id)
    })
    const lost = (why: string) => {
      if (thread === started) giveUp(why)
    }
    started.on('error', error => lost(error.message))
    started.on('exit', code => lost(`its thread ended by itself with ${code}`))
    return started
  }

  return {
    code: 'flite',
    follows: ['speed'],
    speaks: language => language === 'en',
    async *speak(text, { voice, speed }, signal) {
      signal.throwIfAborted()
      thread ??= start()
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<Spoken>()
      waiting.set(id, resolve)
      const onAbort = () => reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      thread.postMessage({ id, text, voice: men.test(voice ?? '') ? 'rms' : 'slt', stretch: 1 / speed } satisfies Order)
      try {
        const { pcm, failed } = await promise
        if (pcm === null) throw new SpeechError(`flite failed: ${failed}`)
        yield pcm
      } finally {
        waiting.delete(id)
        signal.removeEventListener('abort', onAbort)
      }
    },
    async stop() {
      const stopped = thread
      giveUp('it was stopped')
      await stopped?.terminate()
    },
  }
}
