/** A part of what the other end knows: a text, and the heading above it. */
export interface Topic {
  heading: string | null
  text: string
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Questions of people who know nothing to ask about. */
const ofCustomers = ['How much would that cost?', 'How long does that take?', 'Can you send me something in writing?']
const ofCallers = [
  'I would like to make an appointment.',
  'I would like to know what you offer.',
  'When are you open?',
  'Can you tell me where my order is?',
]

/**
 * What a person asks, `most` questions in an order of chance. They are about the topics; without any, they are what
 * customers ask everywhere, or what somebody calls for.
 */
export function questionsFrom(
  topics: readonly Topic[],
  { random, most, calls }: { random: () => number; most: number; calls: boolean },
): string[] {
  const own = [...new Set(topics.map(questionAbout))].filter(question => question !== undefined)
  const from = own.length > 0 ? own : calls ? ofCallers : ofCustomers
  return from
    .map(question => ({ question, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ question }) => question)
}

/** How a sentence of a document becomes a question. The groups are the parts that the question repeats. */
const patterns: [RegExp, (...parts: string[]) => string][] = [
  [/^(.{3,50}?) costs /, what => `How much does ${small(what)} cost?`],
  [/^(.{3,50}?) cost (?=\D{0,12}\d)/, what => `How much do ${small(what)} cost?`],
  [/^(.{3,50}?) takes (?=.*\b(minute|hour|day|week|month)s?\b)/, what => `How long does ${small(what)} take?`],
  [/^(?:(?:the|our) [\p{L} ]{2,30}|we) (?:is|are) open\b/iu, () => 'When are you open?'],
  [
    /^(\p{L}[\p{L} ]{2,30}?) is (free|included|available|possible|allowed)\b/u,
    (what, how) => `Is ${small(what)} ${how}?`,
  ],
]

/** A question that the text of a topic answers; undefined when no rule makes one. */
function questionAbout({ heading, text }: Topic): string | undefined {
  const title = heading?.split(' › ').at(-1)?.trim() ?? ''
  if (/[?？]$/.test(title)) return title
  for (const line of text.split(/\n|(?<=[.!?]) /))
    for (const [pattern, make] of patterns) {
      const found = pattern.exec(line.trim())
      if (found && !/^(it|this|that|there|he|she|they|you|we|which|who)\b/i.test(found[1] ?? ''))
        return make(...found.slice(1))
    }
  if (title !== '' && title.split(' ').length <= 6) return `What can you tell me about ${asWords(title)}?`
  const subject =
    /^((?:the|our|a|an|your) [\p{L}-]+(?: [\p{L}-]+)?) (?:is|are|has|have|can|must|may|will|includes?|begins?)\b/iu
  const found = subject.exec(text)
  return found ? `What can you tell me about ${small(found[1]!).replace(/^our\b/, 'your')}?` : undefined
}

/** A heading inside a sentence: `Opening hours` in small letters, names and abbreviations as they are. */
const asWords = (title: string) => {
  const [first = '', ...rest] = title.split(' ')
  const isName = /\p{Lu}.*\p{Lu}/u.test(first) || rest.some(word => /^\p{Lu}/u.test(word))
  return isName ? title : small(title)
}

export { capital }
