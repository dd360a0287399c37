import type { Context } from '../kernel/context'
import { SECOND } from '../kernel/time'

/** How long a model may take for an answer with all its tools, wall time. */
const TIMEOUT = 120 * SECOND

/** Runs work that waits for a model, with a signal that is aborted when it takes too long. */
export async function inTime<T>(
  { wall }: Pick<Context, 'wall'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const cancel = wall.setTimer(wall.now() + TIMEOUT, () =>
    abort.abort(new Error(`it gave no answer within ${TIMEOUT / SECOND} s`)),
  )
  try {
    return await work(abort.signal)
  } finally {
    cancel()
  }
}
