import type { Call, CallSummary, EndReason } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import { formatPhone, money } from '../../parts/format'
import { isGuess } from '../../parts/Guess'
import type { Name } from '../../theme/states'
import { said } from '../../words/said'
import { t } from '../../words/words'

/** The state as the console shows it: voicemail is a state of its own. */
export const stateOf = (call: Pick<CallSummary, 'status' | 'answered_by'>): Name<'call'> =>
  call.status === 'ended_by_assistant' && call.answered_by === 'machine' ? 'voicemail' : call.status

/** The call is on the line or being evaluated, so it changes by itself. */
export const isRunning = ({ status }: Pick<CallSummary, 'status'>) => isOnLine(status) || status === 'ended'

/** The person's name, else the number. */
export const whoIs = (call: Pick<CallSummary, 'name' | 'client_phone_number'>): string =>
  call.name ?? formatPhone(call.client_phone_number)

const reasons: Record<EndReason, string> = {
  end_call: t('The assistant said goodbye'),
  customer_hung_up: t('They hung up'),
  hung_up: t('We hung up'),
  voicemail: t('Left at the voicemail'),
  silence: t('Nobody said anything'),
  max_duration: t('Ended at the longest duration'),
  transferred: t('Transferred'),
  operator: t('You hung up'),
  halt: t('Hung up by Stop all'),
  interrupted: t('Cut off'),
  no_line: t('No line was free for a minute'),
  not_dialing: t('Dialing was not on for a minute'),
  blacklisted: t('The number is on the do-not-call list'),
  no_assistant: t('No assistant was there to answer'),
  no_balance: t('The balance did not cover it'),
  busy: t('The line was busy'),
  no_answer: t('Nobody answered'),
  declined: t('They declined the call'),
  remote_hang_up: t('They refused the call'),
  unreachable: t('The number does not exist or cannot be reached'),
  carrier_failed: t('The carrier failed'),
  line_error: t('The line broke'),
  engine_failed: t('The model failed'),
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
  if (call.status === 'failed' && call.answered_by === 'human') return t('Cut off while talking')
  if (call.answered_by === 'machine') return stateOf(call) === 'voicemail' ? '' : t('Left at the voicemail')
  const summary = call.evaluation.find(item => item.name === 'summary')?.value
  if (typeof summary === 'string' && summary !== '') return isGuess(call.evaluated_by) ? said(summary) : summary
  if (goalOf(call)) return isGuess(call.evaluated_by) ? t('Goal reached, as guessed') : t('Goal reached')
  return call.end_reason && !saidByState.includes(call.end_reason) ? reasons[call.end_reason] : ''
}

export const directions = { outbound: t('Outbound'), inbound: t('Inbound'), web: t('In the browser') } as const

/** A reason why the call was allowed, as text. An unknown rule is shown as the service wrote it. */
export function allowedInWords({ rule, value }: Call['allowed_because'][number]): string {
  switch (rule) {
    case 'window':
      return t('Inside {hours}', { hours: value.replace(' to ', '–') })
    case 'attempt': {
      const [n, all] = numbersIn(value)
      return all === undefined ? `${rule}: ${value}` : t('Attempt {n} of {all}', { n, all })
    }
    case 'blacklist':
      return value === 'not listed' ? t('Not on the do-not-call list, checked at the dial') : `${rule}: ${value}`
    case 'balance': {
      // Amounts as the service writes them, with a comma in the thousands.
      const [balance, needed] = (value.match(/−?\$[\d,]+(\.\d+)?/g) ?? []).map(amountIn)
      return balance === undefined || needed === undefined
        ? `${rule}: ${value}`
        : t('Balance {balance}, {needed} needed', { balance: money(balance), needed: money(needed) })
    }
    case 'calls today': {
      const [before, all] = numbersIn(value)
      return before === undefined || all === undefined
        ? `${rule}: ${value}`
        : t('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} call to this number today, of {all}', {
            n: before + 1,
            all,
          })
    }
    case 'local time': {
      const [, time, zone] = /^(\d\d:\d\d) (\S+)$/.exec(value) ?? []
      return time === undefined ? `${rule}: ${value}` : t('It was {time} there, {zone}', { time, zone })
    }
    default:
      return `${rule}: ${value}`
  }
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
const amountIn = (text: string) => Number(text.replace('−', '-').replace(/[$,]/g, ''))
