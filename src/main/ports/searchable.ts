/** Scripts without spaces between words; `segmenter` finds the words with the dictionaries of ICU. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Accents, in the alphabets in which people often leave them out when they type. */
const marks = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu

/**
 * Makes a text searchable: without case, accents and ligatures, and with a space between any two words. Indexed texts and
 * queries both go through it, so that one index serves every language.
 */
export const searchable = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replace(unspaced, run => ` ${[...segmenter.segment(run)].map(part => part.segment).join(' ')} `)

/** The words of a text, searchable, in their order. */
export const wordsOf = (text: string): string[] => searchable(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []

/**
 * The beginning that a searchable word shares with its other forms, in any language; null for numbers and for words that
 * are too short to have one.
 */
export function stemOf(word: string): string | null {
  const letters = [...word]
  if (letters.length < 4 || !/^[\p{L}\p{M}]+$/u.test(word)) return null
  const ending = letters.length >= 7 ? 3 : 1
  return letters.slice(0, letters.length - ending).join('')
}
