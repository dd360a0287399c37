import type { EvaluationItem } from '../../../contract/calls'
import type { CallResult } from '../../../contract/stats'
import type { Outcome } from '../campaigns/retry'
import type { Rules } from '../campaigns/rules'
import type { Call } from './calls'

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
