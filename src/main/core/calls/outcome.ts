import type { EvaluationItem } from '../../../contract/calls'
import type { CallResult } from '../../../contract/stats'
import type { Outcome } from '../campaigns/retry'
import type { Rules } from '../campaigns/rules'
import type { Call } from './calls'

type Ended = Pick<Call, 'status' | 'answeredAt' | 'answeredBy' | 'endReason' | 'replied'>

/** Whether a call was answered and the assistant could not answer once. It costs nothing and counts as not reached. */
export const couldNotSpeak = ({ endReason, replied }: Pick<Call, 'endReason' | 'replied'>) =>
  endReason === 'engine_failed' && !replied

/** Whom a final call has reached. */
function reachOf(call: Ended): 'person' | 'voicemail' | 'busy' | 'failed' | 'no_answer' {
  const { status, answeredAt, answeredBy } = call
  if (couldNotSpeak(call)) return 'failed'
  if (answeredAt !== null) return answeredBy === 'machine' ? 'voicemail' : 'person'
  if (status === 'busy') return 'busy'
  return status === 'failed' ? 'failed' : 'no_answer'
}

/** Whether the goal was reached: by the campaign's goal variable, else by the standard field `status`. */
function goalOf(evaluation: readonly EvaluationItem[], variable: string | null): 'reached' | 'missed' | 'unknown' {
  const goal = evaluation.find(item => item.name === (variable ?? 'status'))
  if (!goal) return 'unknown'
  const { value } = goal
  return value === false || value === null || value === '' || value === 0 ? 'missed' : 'reached'
}

/** What a final call means for its lead. A goal that was not evaluated does not count as missed. */
export function outcomeOf(call: Ended & Pick<Call, 'evaluation' | 'doNotCall'>, rules: Rules): Outcome {
  const reach = reachOf(call)
  if (reach !== 'person') return reach
  if (call.status === 'failed') return 'interrupted'
  if (call.doNotCall || !rules.retry_on_goal_incomplete) return 'talked'
  return goalOf(call.evaluation, rules.goal_completion_variable) === 'missed' ? 'goal_missed' : 'talked'
}

/** What a final call counts as in statistics. */
export function resultOf(call: Ended, evaluation: readonly EvaluationItem[], goalVariable: string | null): CallResult {
  const reach = reachOf(call)
  if (reach !== 'person') return reach
  return goalOf(evaluation, goalVariable) === 'reached' ? 'goal' : 'talked'
}
