// How knowledge is written for a model, and read again by the scripted model, which understands no language.

/** The line above the knowledge in the instructions, and the line above what follows it. */
const KNOWLEDGE = 'What you know:'
export const SITUATION = 'About this conversation:'
/** What the instructions of a call that we make say about it. */
export const WE_DIALED = 'This is a phone call that you make.'

/** A passage of a document, with the titles above it. */
export interface TitledPassage {
  title: string | null
  text: string
}

/** Passages as one text: each begins with its title in brackets, on a line of its own. */
export const passagesAsText = (passages: readonly TitledPassage[]) =>
  passages.map(({ title, text }) => (title ? `[${title}]\n${text}` : text)).join('\n\n')

/** The passages of such a text. Paragraphs without a title belong to the passage before them. */
export function passagesIn(text: string): TitledPassage[] {
  const passages: TitledPassage[] = []
  for (const block of text.split(/\n{2,}/)) {
    const [, title, rest] = /^\[(.+)\]\n(.*)$/s.exec(block) ?? []
    const last = passages.at(-1)
    if (title !== undefined) passages.push({ title, text: rest! })
    else if (last) last.text += `\n\n${block}`
    else passages.push({ title: null, text: block })
  }
  return passages
}

/** The instructions of a model: the operator's own text, what it knows, and in what conversation it is. */
export const instructionsOf = (prompt: string, knowledge: string, situation: string) =>
  [prompt, ...(knowledge === '' ? [] : [KNOWLEDGE, knowledge]), situation].join('\n\n')

/** The knowledge in the instructions of a model; an empty text when it has to search for all of it. */
export function knowledgeIn(instructions: string): string {
  const from = instructions.indexOf(`\n\n${KNOWLEDGE}\n\n`)
  const to = instructions.lastIndexOf(`\n\n${SITUATION}`)
  return from < 0 ? '' : instructions.slice(from + KNOWLEDGE.length + 4, to < from ? undefined : to)
}
