import { parentPort } from 'node:worker_threads'
import { type FliteVoice, loadFlite, speakable, toTelephone } from '../../../speech/flite.ts'

/** What the thread is sent. `stretch`: 0.5 is twice as fast as usual. */
export interface Order {
  id: number
  text: string
  voice: FliteVoice
  stretch: number
}
/** What it answers: 8 kHz sound, or why there is none. */
export type Spoken = { id: number; pcm: Int16Array; failed: null } | { id: number; pcm: null; failed: string }

const flite = loadFlite()

parentPort!.on('message', ({ id, text, voice, stretch }: Order) => {
  let spoken: Spoken
  try {
    const pieces = speakable(text).map(piece => toTelephone(flite(voice, piece, stretch)))
    const pcm = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0))
    let at = 0
    for (const piece of pieces) {
      pcm.set(piece, at)
      at += piece.length
    }
    spoken = { id, pcm, failed: null }
  } catch (error) {
    spoken = { id, pcm: null, failed: (error as Error).message }
  }
  parentPort!.postMessage(spoken)
})
