import type { PostCallField } from '../../../contract/assistant-fields'
import type { EvaluationItem, TranscriptItem } from '../../../contract/calls'
import type { Evaluator } from '../../ports/models'

const yes = /\b(yes|sure|of course|sounds good|that is right|would be fine|okay)\b/i
const no = /\b(no|not interested|do not call|never)\b/i
const question =
  /\?$|^(how|what|when|where|who|why|which)\b|^(can|could|do|does|did|is|are|would|will|should) (you|i|it|that|this|there|we|they|he|she)\b/i

/** A sentence of the other side that is no question, and what the assistant has said just before. */
interface Statement {
  said: string
  asked: string
}

/**
 * Guesses without a language model, by fixed rules over what the other side has said; its questions say nothing. A bool
 * is whether it agreed and refused nothing. A string is the first sentence, a number or integer the first number, that
 * shares a word with the field, itself or in what it answers. Where nothing supports a value, a bool is false and any
 * other is null.
 */
export const scriptedEvaluator: Evaluator = {
  name: 'scripted',
  async evaluate({ brief, transcript }) {
    const statements = statementsOf(transcript)
    return (brief.evaluation ?? []).map(field => ({
      name: field.name,
      type: field.type,
      value: field.name === 'summary' ? summary(transcript) : findValue(field, statements),
      description: field.description,
    }))
  },
}

function statementsOf(transcript: readonly TranscriptItem[]): Statement[] {
  let asked = ''
  return transcript.flatMap(({ type, sender, text }) => {
    if (type !== 'transcript') return []
    if (sender === 'bot') {
      asked = text
      return []
    }
    const sentences = text.split(/(?<=[.!?])\s+/).map(sentence => sentence.trim())
    return sentences.filter(sentence => sentence !== '' && !question.test(sentence)).map(said => ({ said, asked }))
  })
}

function findValue(field: PostCallField, statements: readonly Statement[]): EvaluationItem['value'] {
  // The standard field has no words of its own: any agreement counts.
  const about = field.name === 'status' ? statements : statements.filter(statement => isAbout(field, statement))
  switch (field.type) {
    case 'bool':
      return about.some(({ said }) => yes.test(said)) && !statements.some(({ said }) => no.test(said))
    case 'string':
      return about[0]?.said ?? null
    case 'number':
    case 'integer': {
      const found = about.flatMap(({ said }) => /-?\d+(\.\d+)?/.exec(said)?.[0] ?? [])[0]
      if (found === undefined) return null
      return field.type === 'integer' ? Math.trunc(Number(found)) : Number(found)
    }
  }
}

/** Words of descriptions that say nothing about what a field means. */
const common = new Set(
  'about agreed agrees call called caller confirmed confirms customer does from have lead many much person said says that their them they this what when whether which will with would'.split(
    ' ',
  ),
)

/** Whether a statement, or what it answers, has a word of a field's name or description. */
function isAbout({ name, description }: PostCallField, { said, asked }: Statement): boolean {
  const words = `${name.replaceAll('_', ' ')} ${description}`.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const text = `${asked} ${said}`.toLowerCase()
  return words.some(word => !common.has(word) && text.includes(word))
}

function summary(transcript: readonly TranscriptItem[]) {
  const said = transcript.filter(item => item.type === 'transcript')
  const last = said.findLast(item => item.sender === 'human')
  if (!last) return said.length === 0 ? 'Nobody said anything.' : 'The other side said nothing.'
  const counted = said.length === 1 ? 'One thing was said.' : `${said.length} things were said.`
  // The words first: a list has room for the beginning only.
  return `“${last.text}” were the last words of the other side. ${counted}`
}
