import { wholeNumber } from '../../phone'

/**
 * A phone number of a file in E.164: in any form that a person may type, and as a spreadsheet leaves it, without its +. Null
 * when it is none.
 */
export function numberIn(cell: string, country: string | null): string | null {
  const typed = cell.trim()
  if (!/\d/.test(typed) || typed.length > 40) return null
  const number = wholeNumber(typed, country)
  if (number !== null) return number
  const digits = typed.replace(/[\s().\-/]/g, '')
  return /^[1-9]\d{9,14}$/.test(digits) ? wholeNumber(`+${digits}`, null) : null
}

/** Whether a spreadsheet has shortened a long number, such as 4.47701E+11. Its digits are lost. */
export const isShortened = (cell: string) => /^\d([.,]\d+)?E\+\d{2}$/i.test(cell.trim())
