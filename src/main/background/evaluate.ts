import type { EvaluationItem } from '../../contract/calls'
import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import type { Evaluator } from '../ports/models'
import { whenAborted } from './tasks'

/** A call or a chat waits no longer than this for its evaluation, wall time. */
const LONGEST = 60 * SECOND
const TRIES = 3

/** Aborts an evaluation that takes too long. */
const tooLong = new Error('it took longer than 60 s')

export type Evaluated = { items: EvaluationItem[] } | { failed: string }

/**
 * Evaluates with up to three tries and within a minute, also when the evaluator ignores its signal. Each try is counted
 * in the store before it begins (`countTry` returns how many there were), so that a try that crashes the service counts.
 * Throws the signal's reason when it is aborted from outside.
 */
export async function evaluate(
  { wall, log }: Pick<Context, 'wall' | 'log'>,
  evaluator: Evaluator,
  request: Omit<Parameters<Evaluator['evaluate']>[0], 'signal'>,
  countTry: () => number,
  signal: AbortSignal,
): Promise<Evaluated> {
  const limit = new AbortController()
  const cancel = wall.setTimer(wall.now() + LONGEST, () => limit.abort(tooLong))
  const either = AbortSignal.any([signal, limit.signal])
  let why = 'it was interrupted too often'
  try {
    while (!either.aborted && countTry() <= TRIES) {
      try {
        return { items: await Promise.race([evaluator.evaluate({ ...request, signal: either }), whenAborted(either)]) }
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
