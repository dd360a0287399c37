import { readSearch } from '../../contract/search'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The last of these texts that has all words that were searched for, as the service finds them; undefined: none has. */
export function lastWith<T>(items: readonly T[], textOf: (item: T) => string, search: string | undefined) {
  const wanted = readSearch(search)
  if (!wanted || 'number' in wanted) return undefined
  const words = wanted.words.map(plain)
  return items.findLast(item => {
    const text = plain(textOf(item))
    return words.every(word => text.includes(word))
  })
}
