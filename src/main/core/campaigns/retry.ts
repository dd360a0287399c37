import { unreachable } from '../kernel/errors'
import { MINUTE } from '../kernel/time'
import type { Rules } from './rules'

export type Outcome = 'talked' | 'goal_missed' | 'voicemail' | 'busy' | 'no_answer' | 'failed' | 'interrupted'

export const reached = (outcome: Outcome) =>
  outcome === 'talked' || outcome === 'goal_missed' || outcome === 'interrupted'

export type Verdict = 'done' | 'next_contact' | 'retry' | 'exhausted'

/** What follows for the lead. `attempts` counts those that have ended, with this one if it ends now. */
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

/** How long after the end of an attempt's last dial the next one starts: by the list, whose last entry repeats, else always the same. */
export function retryDelay(rules: RetryIntervals, attempts: number): number {
  const list = rules.retry_intervals
  // A lead whose first attempt has not ended waits for no interval.
  if (attempts === 0) return 0
  return (list ? list[Math.min(attempts, list.length) - 1]! : rules.retry_interval) * MINUTE
}

/** Want of a line is asked for again after 1 s, doubling to 60 s. */
export const capacityBackoff = (misses: number) => Math.min(1000 * 2 ** (misses - 1), 60_000)
