/** About how many characters an excerpt has on each side of the match. */
const AROUND = 60

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * A piece of a text around the first of the words that it has, cut at spaces; … stands for what is left out. The last word
 * may be only begun, as in the search.
 */
export function excerptOf(text: string, words: readonly string[]): string {
  const whole = new Set(words.slice(0, -1).map(plain))
  const begun = plain(words.at(-1) ?? '')
  const at =
    [...text.matchAll(/[\p{L}\p{N}\p{Co}\p{M}]+/gu)].find(([found]) => {
      const word = plain(found)
      return whole.has(word) || word.startsWith(begun)
    })?.index ?? 0
  const from = at <= AROUND ? 0 : boundary(text, at - AROUND, at)
  const to = at + AROUND >= text.length ? text.length : text.lastIndexOf(' ', at + AROUND)
  const cut = to > at ? to : Math.min(text.length, at + AROUND)
  // Not in the middle of a character of two units.
  const end = /[\uDC00-\uDFFF]/.test(text[cut] ?? '') ? cut + 1 : cut
  const piece = text.slice(from, end).replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '… ' : ''}${piece}${end < text.length ? ' …' : ''}`
}

/** The beginning of the first word after `from`; `at` when there is none before it. */
function boundary(text: string, from: number, at: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 || space >= at ? at : space + 1
}
