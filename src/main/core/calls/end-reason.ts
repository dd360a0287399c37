import type { EndReason } from '../../../contract/calls'
import type { EndCause } from '../../ports/carrier'
import type { CallEvent } from './call-states'

/** The event that makes an answered call final, by the reason of its end. */
export const finalEvent = (reason: EndReason): CallEvent => {
  switch (reason) {
    case 'end_call':
    case 'transferred':
    case 'max_duration':
      return 'complete'
    case 'customer_hung_up':
      return 'endByCustomer'
    case 'silence':
    case 'voicemail':
    case 'operator':
    case 'halt':
    case 'hung_up':
      return 'endByAssistant'
    default:
      return 'cutOff'
  }
}

/** The event that makes an unanswered call final, by the cause that the carrier reported. */
export const unansweredEvent = (cause: EndCause): CallEvent => {
  switch (cause) {
    case 'busy':
      return 'busy'
    case 'no_answer':
    case 'declined':
    case 'remote_hang_up':
      return 'noAnswer'
    case 'hung_up':
    case 'transferred':
      return 'abandon'
    case 'unreachable':
    case 'carrier_failed':
    case 'line_error':
      return 'fail'
  }
}
