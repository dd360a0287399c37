import { unreachable } from '../kernel/errors'
import { MINUTE } from '../kernel/time'
import type { Rules } from './rules'

/** What a call, or an attempt without a dial, means for its lead. */
export type Outcome = 'talked' | 'goal_missed' | 'voicemail' | 'busy' | 'no_answer' | 'failed' | 'interrupted'

/** Whether a person was reached. */
export const reached = (outcome: Outcome) =>
  outcome === 'talked' || outcome === 'goal_missed' || outcome === 'interrupted'

export type Verdict = 'done' | 'next_contact' | 'retry' | 'exhausted'

/** What follows for the lead. `attempts`: how many have ended, this one included. */
export function verdictOf(
  outcome: Outcome,
  rules: Pick<Rules, 'retry_on_voicemail' | 'max_retries'>,
  contactsLeft: boolean,
  attempts: number,
): Verdict {
  const again = attempts <= rules.max_retries ? 'retry' : 'exhausted'
  switch (outcome) {
    case 'talked':
    case 'interrupted':
      return 'done'
    case 'goal_missed':
      return again
    case 'voicemail':
      return rules.retry_on_voicemail ? again : 'done'
    case 'busy':
    case 'no_answer':
    case 'failed':
      return contactsLeft ? 'next_contact' : again
    default:
      return unreachable(outcome)
  }
}

export type RetryIntervals = Pick<Rules, 'retry_interval' | 'retry_intervals'>

/**
 * How long after the end of an attempt the next one follows, ms. The last entry of `retry_intervals` repeats; without
 * that list, `retry_interval` always applies. `attempts`: how many have ended; before the first has, there is no delay.
 */
export function retryDelay(rules: RetryIntervals, attempts: number): number {
  const list = rules.retry_intervals
  if (attempts === 0) return 0
  return (list ? list[Math.min(attempts, list.length) - 1]! : rules.retry_interval) * MINUTE
}

/** How long to wait when the carrier has no line, ms: 1 s, doubled each time, at most 60 s. `count`: times in a row, from 1. */
export const capacityBackoff = (count: number) => Math.min(1000 * 2 ** (count - 1), 60_000)
