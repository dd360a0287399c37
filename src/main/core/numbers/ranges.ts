import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { Context } from '../kernel/context'

/**
 * Logs a number (E.164) that is in no known range. It is not refused: the library's data may be older than the range.
 */
export function warnOfUnknownRange(context: Context, number: string) {
  if (!isValidPhoneNumber(number)) context.log.warn({ 'pii.phone': number }, 'the number is in no known range')
}
