import type { Call, CallSummary, EndReason } from '../../../contract/calls'
import { dollars } from '../../../contract/words'
import { formatPhone } from '../../parts/format'
import { isGuess } from '../../parts/Guess'
import { nameOf } from '../../parts/values'
import type { Name } from '../../theme/states'

/** The state as the console shows it: voicemail is a state of its own. */
export const stateOf = (call: Pick<CallSummary, 'status' | 'answered_by'>): Name<'call'> =>
  call.status === 'ended_by_assistant' && call.answered_by === 'machine' ? 'voicemail' : call.status

/** The person's name, else the number. */
export const whoIs = (call: Pick<CallSummary, 'variables' | 'client_phone_number'>): string =>
  nameOf(call.variables) ?? formatPhone(call.client_phone_number)

const reasons: Record<EndReason, string> = {
  end_call: 'The assistant said goodbye',
  customer_hung_up: 'They hung up',
  hung_up: 'We hung up',
  voicemail: 'Left at the voicemail',
  silence: 'Nobody said anything',
  max_duration: 'Ended at the longest duration',
  transferred: 'Transferred',
  operator: 'You hung up',
  halt: 'Hung up by Stop all',
  interrupted: 'Cut off',
  no_line: 'No line was free for a minute',
  not_dialing: 'Dialing was not on for a minute',
  blacklisted: 'The number is on the blacklist',
  no_assistant: 'No assistant was there to answer',
  no_balance: 'The balance did not cover it',
  busy: 'The line was busy',
  no_answer: 'Nobody answered',
  remote_hang_up: 'They refused the call',
  unreachable: 'The number does not exist or cannot be reached',
  carrier_failed: 'The carrier failed',
  line_error: 'The line broke',
  engine_failed: 'The model failed',
}

/** Reasons that say no more than the state. */
const saidByState: readonly EndReason[] = ['end_call', 'customer_hung_up', 'hung_up', 'busy', 'no_answer']

/** Why the call ended. Null while it is running. */
export const endInWords = ({ end_reason: reason }: Pick<CallSummary, 'end_reason'>): string | null =>
  reason && reasons[reason]

type Ended = Pick<CallSummary, 'end_reason' | 'evaluation' | 'evaluated_by' | 'answered_by' | 'status'>

/** Whether the goal was reached. Undefined when this was not evaluated. */
export function goalOf({ evaluation }: Pick<CallSummary, 'evaluation'>): boolean | undefined {
  const goal = evaluation.find(item => item.name === 'status')
  return typeof goal?.value === 'boolean' ? goal.value : undefined
}

/** The outcome of a call in a few words. Empty when the state says enough. */
export function outcomeInWords(call: Ended): string {
  if (call.status === 'failed' && call.answered_by === 'human') return 'Cut off while talking'
  if (call.answered_by === 'machine') return 'Left at the voicemail'
  const summary = call.evaluation.find(item => item.name === 'summary')?.value
  if (typeof summary === 'string' && summary !== '') return summary
  if (goalOf(call)) return isGuess(call.evaluated_by) ? 'Goal reached, as guessed' : 'Goal reached'
  return call.end_reason && !saidByState.includes(call.end_reason) ? reasons[call.end_reason] : ''
}

export const directions = { outbound: 'Outbound', inbound: 'Inbound', web: 'In the browser' } as const

/** A reason why the call was allowed, as text. An unknown rule is shown as the service wrote it. */
export function allowedInWords({ rule, value }: Call['allowed_because'][number]): string {
  const [first = 0, second = 0] = (value.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  switch (rule) {
    case 'window':
      return `Inside ${value.replace(' to ', '–')}`
    case 'attempt':
      return `Attempt ${value}`
    case 'blacklist':
      return value === 'not listed' ? 'Not on the blacklist, checked at the dial' : `Blacklist: ${value}`
    case 'balance':
      return `Balance ${dollars(first)}, ${dollars(second)} needed`
    case 'calls today':
      return `${ordinal(first + 1)} call to this number today, of ${second}`
    default:
      return `${rule}: ${value}`
  }
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(n: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${n}${ending[ordinals.select(n)]}`
}
