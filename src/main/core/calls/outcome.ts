import type { CallResult, Verdict } from '../../../contract/stats'
import type { LeadResult } from '../../../contract/statuses'
import type { Judged } from '../../ports/models'
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
export function verdictOn({ by, items }: Judged, goalVariable: string | null): Verdict | null {
  const goal = items.find(item => item.name === (goalVariable ?? 'status'))
  if (!goal) return null
  const { value } = goal
  const missed = value === false || value === null || value === '' || value === 0
  if (by === 'scripted') return missed ? 'guessed_no_goal' : 'guessed_goal'
  return missed ? 'no_goal' : 'goal'
}

/** What a final call means for its lead. A goal that was not evaluated, or only guessed on a real line, is not missed. */
export function outcomeOf(
  call: Ended & Pick<Call, 'evaluation' | 'evaluatedBy' | 'doNotCall' | 'carrier'>,
  rules: Rules,
): Outcome {
  const reach = reachOf(call)
  if (reach !== 'person') return reach
  if (call.status === 'failed') return 'interrupted'
  if (call.doNotCall || !rules.retry_on_goal_incomplete) return 'talked'
  const verdict = verdictOn({ by: call.evaluatedBy, items: call.evaluation }, rules.goal_completion_variable)
  return isMissed(verdict, call.carrier) ? 'goal_missed' : 'talked'
}

/** What is told of a lead after this call. `outcome`: what the call means by the rules of the campaign. */
export function leadResultOf(
  call: Pick<Call, 'doNotCall' | 'evaluation' | 'evaluatedBy'>,
  outcome: Outcome,
  rules: Pick<Rules, 'goal_completion_variable'>,
): LeadResult {
  if (call.doNotCall) return 'do_not_call'
  if (outcome !== 'talked' && outcome !== 'goal_missed') return outcome
  const verdict = verdictOn({ by: call.evaluatedBy, items: call.evaluation }, rules.goal_completion_variable)
  return verdict === 'goal' || verdict === 'guessed_goal' ? verdict : 'talked'
}

/** Whether a verdict moves a lead as a missed goal. A guess does so on the simulated line only. */
export const isMissed = (verdict: Verdict | null, carrier: string) =>
  verdict === 'no_goal' || (verdict === 'guessed_no_goal' && carrier === 'simulated')

/** What a final call counts as in statistics. A guessed goal counts as talked. */
export function resultOf(call: Ended, verdict: Verdict | null): CallResult {
  const reach = reachOf(call)
  if (reach !== 'person') return reach
  return verdict === 'goal' ? 'goal' : 'talked'
}
