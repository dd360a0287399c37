import type { EvaluationItem } from '../../contract/calls'
import type { CallResult } from '../../contract/stats'
import type { Call } from './calls'
import type { Rules } from './campaigns'
import { MINUTE } from './desk'
import { unreachable } from './errors'

export type Outcome = 'talked' | 'goal_missed' | 'voicemail' | 'busy' | 'no_answer' | 'failed' | 'interrupted'

/** Judged in two steps: was a person reached; only then what they said. A voicemail is never a refusal. */
export function outcomeOf(
  call: Pick<Call, 'status' | 'answeredAt' | 'answeredBy' | 'evaluation' | 'doNotCall'>,
  rules: Rules,
): Outcome {
  if (call.answeredAt !== null) {
    if (call.answeredBy === 'machine') return 'voicemail'
    if (call.status === 'failed') return 'interrupted'
    if (call.doNotCall || !rules.retry_on_goal_incomplete) return 'talked'
    return isGoalMissed(call.evaluation, rules.goal_completion_variable) ? 'goal_missed' : 'talked'
  }
  if (call.status === 'busy') return 'busy'
  return call.status === 'failed' ? 'failed' : 'no_answer'
}

/** What a final call counts as. The goal is the campaign's variable, else the status that is always evaluated. */
export function resultOf(
  call: Pick<Call, 'status' | 'answeredAt' | 'answeredBy'>,
  evaluation: readonly EvaluationItem[],
  goalVariable: string | null,
): CallResult {
  if (call.answeredAt !== null) {
    if (call.answeredBy === 'machine') return 'voicemail'
    const goal = evaluation.find(item => item.name === (goalVariable ?? 'status'))
    return goal !== undefined && !isEmpty(goal.value) ? 'goal' : 'talked'
  }
  if (call.status === 'busy') return 'busy'
  return call.status === 'failed' ? 'failed' : 'no_answer'
}

const isEmpty = (value: EvaluationItem['value']) => value === false || value === null || value === '' || value === 0

/** Missed is what was evaluated as missed; when nothing could be evaluated, nobody is called again for it. */
function isGoalMissed(evaluation: readonly EvaluationItem[], variable: string | null) {
  const goal = evaluation.find(item => item.name === (variable ?? 'status'))
  return goal !== undefined && isEmpty(goal.value)
}

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

/** How long after the end of an attempt's last dial the next one starts: by the list, whose last entry repeats, else always the same. */
export function retryDelay(rules: Pick<Rules, 'retry_interval' | 'retry_intervals'>, attempts: number): number {
  const list = rules.retry_intervals
  return (list ? list[Math.min(attempts, list.length) - 1]! : rules.retry_interval) * MINUTE
}

/** Want of a line is asked for again after 1 s, doubling to 60 s. */
export const lineBackoff = (misses: number) => Math.min(1000 * 2 ** (misses - 1), 60_000)
