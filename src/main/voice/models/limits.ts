import type { Clock } from '../../ports/system'
import { ModelFault } from './faults'

const SECOND = 1000

export interface Limits {
  /** Until the first word, ms. */
  first: number
  /** Between two signs of life, ms. */
  idle: number
  /** For everything, a second try among it, ms. */
  overall: number
}

/**
 * Somebody waits on the line, but a server on this machine may have to load its model first. Who pauses for ten seconds
 * in a sentence does not go on. Overall it must stay under the minute that an evaluation is given.
 */
export const usualLimits: Limits = { first: 20 * SECOND, idle: 10 * SECOND, overall: 50 * SECOND }

/** Longer than this nobody waits for a second try. */
const LONGEST_PAUSE = 5 * SECOND

export interface Watch {
  clock: Clock
  limits: Limits
  signal: AbortSignal
}

/**
 * Reads what `open` streams, and never hangs: it ends with a fault when a limit passes and with the signal's reason as
 * soon as it is aborted, whatever the stream does then. Asking again is no use once something has been given on, so only
 * before that, once, and only where the fault says that it may help. What is `alive` shows life and is not given on.
 */
export async function* withinLimits<T>(
  open: (signal: AbortSignal) => AsyncIterable<T | 'alive'>,
  { clock, limits, signal }: Watch,
  explain: (error: unknown) => ModelFault,
): AsyncGenerator<T> {
  const end = clock.now() + limits.overall
  let givenOn = false
  for (let isLast = false; ; isLast = true) {
    try {
      for await (const part of once(open, { clock, limits, signal }, end)) {
        givenOn = true
        yield part
      }
      return
    } catch (error) {
      if (signal.aborted) throw signal.reason
      const fault = explain(error)
      const wait = fault.againAfter
      if (givenOn || isLast || wait === null || wait > LONGEST_PAUSE || clock.now() + wait >= end) throw fault
      await pause(clock, wait, signal)
    }
  }
}

async function* once<T>(
  open: (signal: AbortSignal) => AsyncIterable<T | 'alive'>,
  { clock, limits, signal }: Watch,
  end: number,
): AsyncGenerator<T> {
  signal.throwIfAborted()
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const stopped = whenAborted(stop.signal)
  const cancelEnd = clock.setTimer(end, () => stop.abort(tooLong('to answer to the end', limits.overall)))
  let quietUntil = clock.now() + limits.first
  let quiet = tooLong('for its first word', limits.first)
  let cancelQuiet: (() => void) | undefined
  try {
    const parts = open(stop.signal)[Symbol.asyncIterator]()
    for (;;) {
      // Only while we wait: whoever reads us may take their time.
      cancelQuiet = clock.setTimer(quietUntil, () => stop.abort(quiet))
      const next = await Promise.race([parts.next(), stopped])
      cancelQuiet()
      if (next.done) return
      if (next.value !== 'alive') yield next.value as T
      quietUntil = clock.now() + limits.idle
      quiet = tooLong('to go on', limits.idle)
    }
  } finally {
    cancelQuiet?.()
    cancelEnd()
    signal.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

const tooLong = (what: string, ms: number) => new ModelFault(`it took longer than ${ms / SECOND} s ${what}`)

/** Rejects when it is aborted; nobody needs to be there to see it. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  promise.catch(() => {})
  return promise
}

async function pause(clock: Clock, ms: number, signal: AbortSignal) {
  let cancel: (() => void) | undefined
  const over = new Promise<void>(resolve => {
    cancel = clock.setTimer(clock.now() + ms, resolve)
  })
  try {
    await Promise.race([over, whenAborted(signal)])
  } finally {
    cancel?.()
  }
}
