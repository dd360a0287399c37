import type { Clock } from '../../ports/system'
import { whenAborted } from '../../ports/when-aborted'
import { ModelError } from './model-error'

const SECOND = 1000

export interface Limits {
  /** Until the first part of the answer, ms. */
  first: number
  /** Between two parts, ms. */
  idle: number
  /** For the whole answer, with a retry, ms. */
  overall: number
}

/**
 * `first` is long although a person waits, because a server on this machine may have to load its model first. A model
 * that pauses for `idle` within an answer will not continue. `overall` must be less than the minute of an evaluation.
 */
export const usualLimits: Limits = { first: 20 * SECOND, idle: 10 * SECOND, overall: 50 * SECOND }

/** A retry that is possible only later than this is not made. */
const MAX_RETRY_WAIT = 5 * SECOND

export interface Watch {
  clock: Clock
  limits: Limits
  signal: AbortSignal
}

/**
 * Reads the stream that `open` returns, within limits. Throws a ModelError when a limit passes, and the signal's reason
 * as soon as it is aborted, even if the stream itself hangs. Opens the stream a second time if it fails before its
 * first part was yielded and the error has `retryAfterMs`. The part `alive` only shows that the model works; it is not
 * yielded.
 */
export async function* withinLimits<T>(
  open: (signal: AbortSignal) => AsyncIterable<T | 'alive'>,
  { clock, limits, signal }: Watch,
  toError: (error: unknown) => ModelError,
): AsyncGenerator<T> {
  const end = clock.now() + limits.overall
  let hasYielded = false
  for (let isLast = false; ; isLast = true) {
    try {
      for await (const part of readOnce(open, { clock, limits, signal }, end)) {
        hasYielded = true
        yield part
      }
      return
    } catch (error) {
      if (signal.aborted) throw signal.reason
      const failure = toError(error)
      const wait = failure.retryAfterMs
      if (hasYielded || isLast || wait === null || wait > MAX_RETRY_WAIT || clock.now() + wait >= end) throw failure
      await pause(clock, wait, signal)
    }
  }
}

async function* readOnce<T>(
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
      // The limit holds only while this function waits for the stream, not while the caller handles a part.
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

const tooLong = (what: string, ms: number) => new ModelError(`it took longer than ${ms / SECOND} s ${what}`)

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
