import type { CallSummary } from '../../../contract/calls'
import type { Name } from '../../theme/states'

/** The state as an operator tells it: a voicemail is its own thing, whoever hung up. */
export const stateOf = (call: Pick<CallSummary, 'status' | 'answered_by'>): Name<'call'> =>
  call.status === 'ended_by_assistant' && call.answered_by === 'machine' ? 'voicemail' : call.status

const reasons: Record<string, string> = {
  silence: 'Nobody said anything',
  max_duration: 'Ended at the longest duration',
  transferred: 'Transferred',
  operator: 'You hung up',
  halt: 'Hung up by Stop all',
  interrupted: 'Cut off',
  no_line: 'No line was free for a minute',
  not_dialing: 'Dialing was not on for a minute',
  blacklisted: 'The number is on the blacklist',
  unreachable: 'The carrier could not reach it',
  line_error: 'The line failed',
  engine_failed: 'The model failed',
}

/** What came of a call, in a few words; nothing when the state says it all. */
export function outcomeInWords(
  call: Pick<CallSummary, 'end_reason' | 'evaluation' | 'answered_by' | 'status'>,
): string {
  if (call.status === 'failed' && call.answered_by === 'human') return 'Cut off while talking'
  const goal = call.evaluation.find(item => item.name === 'status')
  if (goal?.value === true) return 'Goal reached'
  if (call.answered_by === 'machine') return 'Left at the voicemail'
  return (call.end_reason && reasons[call.end_reason]) || ''
}
