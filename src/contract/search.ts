import { text } from './wire'

/** What somebody typed into a search: the digits of a part of a phone number, or words. */
export type SearchFor = { number: string } | { words: readonly string[] }

const unseen = /\p{Cf}/gu
const punctuated = /^[\d\s()[\]./+‐-―−-]*$/
const wordsOf = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/**
 * Reads a search. Digits with spaces, dashes, brackets, dots, slashes or a plus are a number: `+44 (0)20 7946 0123`,
 * `0044 20 7946 0123` and `020 7946 0123` all find +442079460123, because the digits are compared without what a country
 * puts before them: 0 or 00. Anything else is words; other characters only separate them. Undefined: there is nothing to find.
 */
export function readSearch(typed = ''): SearchFor | undefined {
  const plain = typed.replace(unseen, '')
  if (punctuated.test(plain) && /\d/.test(plain)) {
    const digits = plain.replace(/\(0\)/, '').replace(/\D/g, '')
    return { number: digits.replace(/^00?/, '') || digits || '0' }
  }
  const words = plain.match(wordsOf)
  return words ? { words } : undefined
}

/** The parameter of a search. A blank one is none. */
export const searchText = text(200).refine(
  typed => typed.trim() === '' || readSearch(typed) !== undefined,
  'must contain a letter or a digit.',
)
