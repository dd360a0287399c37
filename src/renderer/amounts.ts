/** The service counts money in whole millionths of a dollar. */
const MILLIONTHS = 1e6

/** Adds amounts as the service does, in whole units, so that nothing is lost or made by rounding. */
export const sum = (...amounts: number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * MILLIONTHS), 0) / MILLIONTHS

/** An amount with one sign of both, or with groups of three digits: `1.50`, `1,50`, `1.000,50`, `1,000`. */
const grouped = /^(\d{1,3})(?:([.,' ])\d{3}(?:\2\d{3})*)?(?:[.,]\d+)?$/

/**
 * A typed amount of money in USD, with a point or a comma; null when it cannot be told what is meant. `1,000` is a
 * thousand, as money is written; in a price of less than a cent, which has more `decimals`, it is one.
 */
export function readAmount(typed: string, decimals = 2): number | null {
  const text = typed.replace(/USD|\$|\u00a0/gi, ' ').trim()
  const sign = text.startsWith('-') ? -1 : 1
  const digits = text.replace(/^[-+]\s*/, '')
  if (!/^\d[\d.,' ]*$|^[.,]\d+$/.test(digits)) return null
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const after = digits.length - last - 1
  const signs = new Set(digits.replace(/\d/g, ''))
  // A single sign before three digits groups them, unless nothing but a zero is before it.
  const isOneGroup = signs.size === 1 && after === 3 && decimals <= 2 && !/^0/.test(digits)
  const isDecimal = last >= 0 && !isOneGroup && digits.indexOf(digits[last]!) === last
  const whole = isDecimal ? digits.slice(0, last) : digits
  if (/\D/.test(whole) && !grouped.test(whole)) return null
  const amount = Number(`${whole.replace(/\D/g, '') || '0'}.${isDecimal ? digits.slice(last + 1) : '0'}`)
  return Number.isFinite(amount) ? sign * amount : null
}
