/** Scripts that put no spaces between words; where one ends there, ICU's dictionaries know. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Marks on letters of the alphabets in which one who types leaves them out. */
const marks = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu

/**
 * A text as it is searched: without case, accents and ligatures, with a space between any two words. What is indexed
 * and what is asked for go through it alike, so that one index serves every language.
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
