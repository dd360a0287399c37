import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { Context } from '../kernel/context'

/** Newly assigned ranges must not be refused; a typing mistake should be seen. */
export function warnOfUnknownRange(context: Context, number: string) {
  if (!isValidPhoneNumber(number))
    context.log.warn({ 'pii.phone': number }, 'the number is possible, but of no range that is known')
}
