import { passagesIn } from '../../ports/knowledge-text'
import { wordsOf } from '../../ports/searchable'
import { FITS, fitOf, meaningful, questionIn, shared } from './words'

/** The longest answer, in characters: about fifteen seconds of speech. */
const LONGEST = 240

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Abbreviations after which a sentence goes on. */
const abbreviated = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr|approx|ca|e\.g|i\.e|z\. ?B|bzw|inkl|Sig|Sr|Sra|Mme)\.\s*$/

/** The sentences of a text. A line is a sentence of its own, as in lists and tables. */
function sentencesOf(text: string): string[] {
  const found: string[] = []
  for (const line of text.split('\n')) {
    let open = ''
    for (const { segment } of sentences.segment(line.replace(/^\s*([-*•·–]|\d+[.)])\s+/, ''))) {
      open += segment
      if (abbreviated.test(open)) continue
      found.push(open)
      open = ''
    }
    found.push(open)
  }
  return found.map(sentence => sentence.trim()).filter(sentence => /[\p{L}\p{N}]/u.test(sentence))
}

/**
 * The answer to a question from a text of passages (ports/knowledge-text.ts), in one or two of its own sentences.
 * Undefined when no sentence fits: it has too few of the question's words, its headings included.
 */
export function answerFrom(knowledge: string, heard: string): string | undefined {
  const question = questionIn(heard)
  const wanted = meaningful(question)
  if (wanted.length === 0) return undefined
  const all = wordsOf(question)
  const candidates = passagesIn(knowledge).flatMap(({ title, text }) => {
    const titles = wordsOf(title ?? '')
    const said = sentencesOf(text)
    return said.map((sentence, i) => {
      const words = wordsOf(sentence)
      const fit = fitOf(wanted, [...words, ...titles])
      // Of sentences that fit alike, the one that has more of the question itself is better than one below its heading.
      return { fit, own: fitOf(wanted, words), close: shared(all, words).length, sentence, next: said[i + 1] }
    })
  })
  const best = candidates
    .filter(({ fit }) => fit >= FITS)
    .reduce<(typeof candidates)[number] | undefined>(
      (found, one) => (found && rank(one, found) <= 0 ? found : one),
      undefined,
    )
  if (!best) return undefined
  const second = candidates.find(({ sentence }) => sentence === best.next)
  const isMore = second !== undefined && second.fit >= FITS && second.own >= best.own
  return isMore && best.sentence.length + second.sentence.length < LONGEST
    ? `${spoken(best.sentence)} ${spoken(second.sentence)}`
    : spoken(best.sentence)
}

const rank = (a: { fit: number; own: number; close: number }, b: typeof a) =>
  a.fit - b.fit || a.own - b.own || a.close - b.close

/** A sentence with an end, cut after a word when it is too long to be spoken. */
export function spoken(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length > LONGEST) return `${line.slice(0, line.lastIndexOf(' ', LONGEST)).replace(/[\s,;:–-]+$/, '')} …`
  return /[.!?…。！？]["”’»)]*$/.test(line) ? line : `${line.replace(/[,;:]$/, '')}.`
}
