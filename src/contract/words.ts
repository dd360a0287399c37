/** The word that fits a number: `plural(1, 'call')` is `call`. `many` is for words that take more than an s. */
export const plural = (n: number, one: string, many = `${one}s`) => (n === 1 ? one : many)

/** A number and its word: `1 lead`, `3 leads`. */
export const counted = (n: number, one: string, many?: string) => `${n} ${plural(n, one, many)}`

const withDecimals = (fewest: number, most: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: fewest, maximumFractionDigits: most })
const [cents, belowACent, exactly] = [withDecimals(2, 2), withDecimals(4, 4), withDecimals(2, 6)]

/**
 * US dollars as every text has them: `$1,234.50`, `−$3.00`. Two decimals; below a cent four, so that a small amount is not
 * shown as $0.00. `exact`: every decimal that it has, six at most, for a price by which something is multiplied.
 */
export function dollars(usd: number, exact = false): string {
  const size = Math.abs(usd)
  const format = exact ? exactly : size !== 0 && size < 0.01 ? belowACent : cents
  return `${usd < 0 ? '−' : ''}$${format.format(size)}`
}
