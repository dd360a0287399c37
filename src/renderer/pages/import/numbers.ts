import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { wholeNumber } from '../../phone'

/**
 * A phone number of a file in E.164: in any form that a person may type, and as a spreadsheet leaves it, without its +. Null
 * when it is none.
 */
export function numberIn(cell: string, country: string | null): string | null {
  const typed = cell.trim()
  if (!/\d/.test(typed) || typed.length > 40) return null
  const number = wholeNumber(typed, country)
  // Of a word, such as 0800 FLOWERS, only its digits are read. That is a number by chance at most.
  if (number !== null) return /\p{L}/u.test(typed) && !isKnown(number) ? null : number
  const digits = typed.replace(/[\s().\-/]/g, '')
  return /^[1-9]\d{9,14}$/.test(digits) ? wholeNumber(`+${digits}`, null) : null
}

/** Whether a spreadsheet has shortened a long number, such as 4.47701E+11. Its digits are lost. */
export const isShortened = (cell: string) => /^\d([.,]\d+)?E\+\d{2}$/i.test(cell.trim())

/** Whether a number in E.164 is of a kind that its country has, as far as is known here. */
const isKnown = (number: string) => parsePhoneNumberFromString(number)?.isValid() ?? false

/** Fewer digits than this behind the country are few, where a country does not have such numbers. */
const SHORT = 8

/** Whether a number in E.164 seems to lack some digits. */
export const isStub = (number: string) =>
  !isKnown(number) && (parsePhoneNumberFromString(number)?.nationalNumber.length ?? 0) < SHORT

/** Whether a cell may be a number as it is dialed within a country: that is to be chosen. */
export function isNational(cell: string): boolean {
  const digits = cell.replace(/[\s().\-/]/g, '')
  return /^\d{6,13}$/.test(digits) && !cell.trim().startsWith('+')
}
