import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { Desk } from '../kernel/context'

/** Newly assigned ranges must not be refused; a typing mistake should be seen. */
export function warnOfUnknownRange(desk: Desk, number: string) {
  if (!isValidPhoneNumber(number))
    desk.log.warn({ 'pii.phone': number }, 'the number is possible, but of no range that is known')
}
