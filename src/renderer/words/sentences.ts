import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'

// What the service writes is English: refusals, reasons, notices. Each such sentence stands in a catalogue as a text of the
// console does: an English message with the names of its values, and the same in another language. Here a message is read
// backwards: the English text gives the values, and they are written in the other language.

type Part = ReturnType<IntlMessageFormat['getAst']>[number]
interface Choice {
  value: string
  options: Record<string, { value: Part[] }>
}
/** `type` of the parts of a message (@formatjs/icu-messageformat-parser, TYPE). */
const [LITERAL, ARGUMENT, NUMBER, SELECT, PLURAL, POUND] = [0, 1, 2, 5, 6, 7]

const inPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const figure = '−?\\d[\\d,]*(?:\\.\\d+)?'
const dollars = '−?\\$\\d[\\d,]*(?:\\.\\d+)?'
const numberIn = (text: string) => Number(text.replace('−', '-').replaceAll(',', ''))

/** Values that are sentences of the service too: "It stopped itself. {why}". The others are names and numbers. */
const speaking = new Set(['why', 'when'])
/** Values that are US dollars: `$1,234.50`. */
const amounts = new Set(['balance', 'free', 'held', 'mark', 'missing', 'needed', 'price'])

/** How many texts are remembered with what they are in the other language. */
const KEPT = 2000

interface Sentence {
  pattern: RegExp
  /** What each group of the pattern has: the name of a value, and for a choice the value itself. */
  groups: { name: string; is?: string | number; isNumber?: boolean }[]
  said: IntlMessageFormat
}

/** The pattern of the texts that a message makes. A value is the shortest text that fits. */
function patternOf(parts: readonly Part[], groups: Sentence['groups'], counted?: string): string {
  return parts
    .map(part => {
      const { type, value = '', options = {} } = part as Partial<Choice> & Pick<Part, 'type'>
      switch (type) {
        case LITERAL:
          return inPattern(value)
        case ARGUMENT:
          groups.push({ name: value })
          return amounts.has(value) ? `(${dollars})` : '(.+?)'
        case NUMBER:
        case POUND:
          groups.push({ name: type === POUND ? counted! : value, isNumber: true })
          return `(${figure})`
        case SELECT:
        case PLURAL: {
          const choices = Object.entries(options).map(([key, option]) => {
            const exact = key.startsWith('=') ? Number(key.slice(1)) : null
            // A plural without its number takes the number of the form: one, or more than one.
            groups.push({ name: value, is: exact ?? (type === SELECT ? key : key === 'one' ? 1 : 2) })
            return `(${patternOf(option.value, groups, value)})`
          })
          return `(?:${choices.join('|')})`
        }
        default:
          throw new Error(`a sentence of the service cannot have a part of type ${type}`)
      }
    })
    .join('')
}

/** How long a message is without its values and choices. */
function ownLength(message: string): number {
  const shorter = message.replace(/\{[^{}]*\}/g, '')
  return shorter === message ? message.length : ownLength(shorter)
}

/**
 * Makes the function that says a text of the service in another language. `catalogue`: its sentences by their English.
 * `amount`: writes US dollars. A text of several sentences is said sentence by sentence; what is not known stays as it is.
 */
export function saying(
  catalogue: Readonly<Record<string, string>>,
  locale: string,
  amount: (usd: number) => string,
): (text: string) => string {
  const plain = new Map<string, string>()
  const sentences: (Sentence & { words: number; isOpen: boolean })[] = []
  for (const [english, other] of Object.entries(catalogue)) {
    if (!english.includes('{')) {
      plain.set(english, other)
      continue
    }
    const groups: Sentence['groups'] = []
    const pattern = new RegExp(`^${patternOf(new IntlMessageFormat(english, 'en').getAst(), groups)}$`, 's')
    sentences.push({
      pattern,
      groups,
      said: new IntlMessageFormat(other, locale),
      words: ownLength(english),
      isOpen: /^\{\w+\}/.test(english),
    })
  }
  // Where several fit: one whose beginning is its own, then the one with the most text of its own.
  sentences.sort((a, b) => Number(a.isOpen) - Number(b.isOpen) || b.words - a.words)

  const worded = (name: string, text: string) => {
    if (amounts.has(name)) return amount(numberIn(text.replace('$', '')))
    return speaking.has(name) ? say(text) : text
  }

  function whole(text: string): string | undefined {
    const known = plain.get(text)
    if (known !== undefined) return known
    for (const { pattern, groups, said } of sentences) {
      const found = pattern.exec(text)
      if (!found) continue
      const values: Record<string, PrimitiveType> = {}
      for (const [i, { name, is, isNumber }] of groups.entries()) {
        const part = found[i + 1]
        if (part === undefined) continue
        // The number itself goes before the form that it has taken.
        if (is !== undefined) values[name] ??= is
        else values[name] = isNumber ? numberIn(part) : worded(name, part)
      }
      return String(said.format(values))
    }
    return undefined
  }

  /** What else is the end of a sentence may stand by itself: "No key is stored for OpenAI." */
  function alone(text: string): string | undefined {
    if (!text.endsWith('.')) return undefined
    const inside = text.slice(0, -1)
    const end = whole(inside) ?? whole(inside.charAt(0).toLowerCase() + inside.slice(1))
    return end && `${end.charAt(0).toUpperCase()}${end.slice(1)}.`
  }

  const known = new Map<string, string>()
  function say(text: string): string {
    const before = known.get(text)
    if (before !== undefined) return before
    const now =
      whole(text) ??
      alone(text) ??
      text
        .split(/(?<=[.!?]) (?=[\p{Lu}“$\d])/u)
        .map(one => whole(one) ?? alone(one) ?? one)
        .join(' ')
    // Texts with names and numbers in them are ever new.
    if (known.size >= KEPT) known.clear()
    known.set(text, now)
    return now
  }
  return say
}
