/** The word that fits a number: `plural(1, 'call')` is `call`. `many` is for words that take more than an s. */
export const plural = (n: number, one: string, many = `${one}s`) => (n === 1 ? one : many)

/** A number and its word: `1 lead`, `3 leads`. */
export const counted = (n: number, one: string, many?: string) => `${n} ${plural(n, one, many)}`
