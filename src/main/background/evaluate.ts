import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import type { Evaluator, Judged } from '../ports/models'
import { whenAborted } from '../ports/when-aborted'

/** How long an evaluation may take with all its tries, wall time. */
const TIMEOUT = 60 * SECOND
const TRIES = 3

const tooLong = new Error('it took longer than 60 s')

export type Evaluated = Judged | { failed: string }

/**
 * Evaluates a call or a chat, with up to three tries and a timeout, which also works when the evaluator ignores its signal.
 * `countTry` counts a try in the store and returns how many there were; it is called before each try, so that a try that
 * crashes the service counts too. Throws the reason of `signal` when that is aborted.
 */
export async function evaluate(
  { wall, log }: Pick<Context, 'wall' | 'log'>,
  evaluator: Evaluator,
  request: Omit<Parameters<Evaluator['evaluate']>[0], 'signal'>,
  countTry: () => number,
  signal: AbortSignal,
): Promise<Evaluated> {
  const timeout = new AbortController()
  const cancel = wall.setTimer(wall.now() + TIMEOUT, () => timeout.abort(tooLong))
  const either = AbortSignal.any([signal, timeout.signal])
  let why = 'it was interrupted too often'
  try {
    while (!either.aborted && countTry() <= TRIES) {
      try {
        const found = evaluator.evaluate({ ...request, signal: either })
        const items = await Promise.race([found, whenAborted(either)])
        return { by: items.length > 0 ? evaluator.name : null, items }
      } catch (error) {
        signal.throwIfAborted()
        log.warn({ err: error }, 'evaluation failed')
        why = error instanceof Error ? error.message : String(error)
      }
    }
    return { failed: why }
  } finally {
    cancel()
  }
}
