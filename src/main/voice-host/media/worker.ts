import { parentPort } from 'node:worker_threads'
import type { SoundEvent } from './media.ts'
import { createSound } from './thread.ts'

type Sound = ReturnType<typeof createSound>
/** What can be asked for. */
export type Name = Exclude<keyof Sound, 'flush'>
export type Arguments<N extends Name> = Parameters<Sound[N]>
export type Result<N extends Name> = Awaited<ReturnType<Sound[N]>>

/** What the thread is sent. `id` is null when no answer is wanted. */
export interface Order {
  id: number | null
  name: Name
  args: unknown[]
}
/** What it sends: an answer, or what was heard. */
export type FromThread =
  | { type: 'answer'; id: number; result: unknown; failed: string | null }
  | { type: 'heard'; events: SoundEvent[] }

const post = (message: FromThread) => parentPort!.postMessage(message)
const sound = createSound(events => post({ type: 'heard', events }))

parentPort!.on('message', async ({ id, name, args }: Order) => {
  const answer = { type: 'answer' as const, id: id ?? 0 }
  try {
    const result = await (sound[name] as (...args: unknown[]) => unknown)(...args)
    // What happened before the answer is told before it.
    sound.flush()
    if (id !== null) post({ ...answer, result, failed: null })
  } catch (error) {
    // What is told without waiting for an answer must not fail: the thread ends, and the other side is told.
    if (id === null) throw error
    post({ ...answer, result: undefined, failed: (error as Error).message })
  }
})
