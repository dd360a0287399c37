import {
  ara,
  bul,
  ces,
  dan,
  deu,
  ell,
  eng,
  fin,
  fra,
  heb,
  hin,
  hrv,
  hun,
  ind,
  ita,
  jpn,
  kor,
  nld,
  nob,
  pol,
  por,
  ron,
  rus,
  slk,
  spa,
  swe,
  tur,
  ukr,
  vie,
  zho,
} from 'stopword'
import { stemOf, wordsOf } from '../../ports/searchable'

/** Words that questions and requests are full of, and that the lists of the library do not have. */
const ofQuestions = {
  en:
    'able again ask asked asking bit by d did does doing don first getting give going good great hello help hey hi i information just ' +
    'kindly know learn let ll look looking m maybe need no not okay ok one please question re really right s say see ' +
    'shall sir so speak sure t talk tell thank thanks thing things think today tomorrow understand us ve want when ' +
    'whom whose why will way wonder wondering yes yet',
  de: 'bitte danke gibt haben heute hallo hatte ich kann konnte konnten mochte sagen viel was welche wieviel wissen',
  it: 'avete buongiorno ce ciao dimmi dire fate favore grazie oggi posso potete puo quanta quante quanti sapere vorrei',
  fr: 'aujourd avez bonjour combien dire est faites hui merci peut plait pouvez puis quand savoir suis vous voudrais',
  es: 'buenos dias favor gracias gustaria hay hola hoy puede puedo quiero quisiera saber tiene tienen',
  pt: 'favor gostaria ha hoje obrigada obrigado ola podem posso pode quero saber tem',
  nl: 'alstublieft bedankt graag heeft hallo jullie kan mag vandaag weten wil',
}

/** The words that mean nothing by themselves, by language. English comes first: it wins when nothing decides. */
const functionWords = lazily(() => {
  const known = [
    ['en', eng, ofQuestions.en],
    ['de', deu, ofQuestions.de],
    ['it', ita, ofQuestions.it],
    ['fr', fra, ofQuestions.fr],
    ['es', spa, ofQuestions.es],
    ['pt', por, ofQuestions.pt],
    ['nl', nld, ofQuestions.nl],
  ] as const
  const more = { pl: pol, fi: fin, da: dan, sv: swe, no: nob, he: heb, ar: ara, tr: tur, el: ell, cs: ces, sk: slk }
  const most = { hu: hun, ro: ron, bg: bul, hr: hrv, uk: ukr, ru: rus, hi: hin, ja: jpn, ko: kor, zh: zho, vi: vie }
  return [
    ...known.map(([language, list, added]) => [language, [...list, added]] as const),
    ...Object.entries({ ...more, ...most, id: ind }),
  ].map(([language, list]) => ({ language, words: new Set(list.flatMap(wordsOf)) }))
})

/** The language that a text has most function words of. */
function languageIn(text: string) {
  const words = wordsOf(text)
  const counts = functionWords().map(one => words.filter(word => one.words.has(word)).length)
  return functionWords()[counts.indexOf(Math.max(...counts))]!
}

/** The language of a text as ISO 639-1, by its function words; `en` when it has none. */
export const languageOf = (text: string): string => languageIn(text).language

/**
 * The words of a text that carry its meaning, each once. Only the function words of its own language are left out, since
 * a word that means nothing in one language may mean much in another.
 */
export function meaningful(text: string): string[] {
  const { words } = languageIn(text)
  return [...new Set(wordsOf(text))].filter(word => !words.has(word))
}

/** Whether two searchable words are forms of one word. */
export function isSameWord(a: string, b: string): boolean {
  return a === b || beginsLike(a, b) || beginsLike(b, a)
}
const beginsLike = (word: string, other: string) => {
  const stem = [...other].length === 4 && stemOf(other) !== null ? other : stemOf(other)
  return stem !== null && word.startsWith(stem)
}

/** Those of `wanted` that `words` has, in whatever form. */
export const shared = (wanted: readonly string[], words: readonly string[]) =>
  wanted.filter(one => words.some(word => isSameWord(one, word)))

/** Words that ask for a property of a thing and do not name the thing. */
const properties = lazily(() =>
  wordsOf(
    'cost costs costing price priced prices pricing charge expensive cheap long far often late early offer offers ' +
      'available possible allowed exist kosten kostet preis preise teuer lange bieten moglich verfugbar costa costano ' +
      'prezzo prezzi possibile disponibile cout coute coutent prix possible disponible cuesta cuestan precio precios ' +
      'custa custam preco precos kost prijs prijzen mogelijk beschikbaar free frei freie freien kostenlos gratis libero ' +
      'liberi libera libre libres gratuit gratuito livre livres vrij vrije',
  ),
)

const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + (properties().includes(word) ? 1 : 2), 0)

/**
 * Which share of a question's words a text has, from 0 to 1. What the question is about counts twice as much as what is
 * asked of it.
 */
export const fitOf = (wanted: readonly string[], words: readonly string[]) =>
  wanted.length === 0 ? 0 : weigh(shared(wanted, words)) / weigh(wanted)

/** The least share with which a text fits; with less it may be about another thing. */
export const FITS = 0.6

const interrogative = new RegExp(
  `^(?:(?:and|but|so|also|well|okay|ok|yes|no|hello|hi|und|aber|e|ma|et|mais|y|pero|en) )*(?:${[
    'what|when|where|who|whom|whose|which|why|how|is|are|do|does|did|can|could|would|will|have|has|may|should|shall',
    'wann|wo|was|wer|wie|wieviel|welche[rsnm]?|warum|haben sie|hat|gibt es|kann|konnen sie|kostet|ist',
    'quanto|quanta|quando|dove|come|cosa|che|chi|quale|quali|perche|avete|posso|potete|c e|ce',
    'combien|quand|ou|qui|quoi|comment|quels?|quelles?|est ce|avez vous|puis je|pouvez vous|y a t il',
    'cuanto|cuantos|cuando|donde|como|que|quien|cual|cuales|tienen|puedo|hay|qual|quais|onde|tem|posso|ha',
    'wat|waar|hoe|hoeveel|wanneer|welke|heeft|hebben jullie|kan',
  ].join('|')})(?: |$)`,
)
const request =
  /\b(tell me|let me know|(want|like|need|love) to (know|ask|book|make|get|have|reserve|order|change|see|check)|i (want|need|wonder)|looking for|interested in|please (book|check|look|find|send|give|show|reserve|order|change))\b/
/** An order, as people write it to a machine. */
const order = /^(please )?(book|check|reserve|order|find|look up|show|give|send)\b/

/** Question marks: of most scripts, of Arabic, and the Greek one, which looks like a semicolon. */
const mark = /[?？؟]|(?<=\p{Script=Greek}[^;]*)[;;]/u

/** Whether a sentence asks something: by its mark, by the word that it begins with, or by how English asks for things. */
export const isQuestion = (text: string): boolean => {
  const words = wordsOf(text).join(' ')
  return mark.test(text) || interrogative.test(words) || isRequest(text)
}

/** Whether a sentence wants something to be done or told, without the form of a question. */
export const isRequest = (text: string): boolean => {
  const words = wordsOf(text).join(' ')
  return !mark.test(text) && (request.test(words) || order.test(words))
}

/** The sentences of a text that ask something by their mark; the whole text when none does. */
export const questionIn = (text: string): string =>
  text
    .match(/[^.!。?？؟]+[?？؟]/g)
    ?.join(' ')
    .trim() ?? text

/** Computed when first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
