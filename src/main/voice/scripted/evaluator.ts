import type { PostCallField } from '../../../contract/assistants'
import type { EvaluationItem, TranscriptItem } from '../../../contract/calls'
import type { Evaluator } from '../../ports/models'

const yes = /\b(yes|sure|of course|sounds good|that is right|would be fine|okay)\b/i
const no = /\b(no|not interested|do not call|never)\b/i

/**
 * Evaluates without a language model, by fixed rules over the words of the other side. A bool is whether it agreed, a
 * string is the first thing it said that shares a word with the description, a number or integer is the first number.
 */
export const scriptedEvaluator: Evaluator = {
  async evaluate({ brief, transcript }) {
    const heard = transcript
      .filter(item => item.sender === 'human' && item.type === 'transcript')
      .map(item => item.text)
    return (brief.evaluation ?? []).map(field => ({
      name: field.name,
      type: field.type,
      value: field.name === 'summary' ? summary(transcript) : findValue(field, heard),
      description: field.description,
    }))
  },
}

function findValue(field: PostCallField, heard: string[]): EvaluationItem['value'] {
  const all = heard.join(' ')
  switch (field.type) {
    case 'bool':
      return yes.test(all) && !no.test(all)
    case 'string': {
      const words = field.description.toLowerCase().match(/\p{L}{4,}/gu) ?? []
      return heard.find(text => words.some(word => text.toLowerCase().includes(word))) ?? ''
    }
    case 'number':
    case 'integer': {
      const found = /-?\d+(\.\d+)?/.exec(all)?.[0]
      if (found === undefined) return null
      return field.type === 'integer' ? Math.trunc(Number(found)) : Number(found)
    }
  }
}

function summary(transcript: readonly TranscriptItem[]) {
  const said = transcript.filter(item => item.type === 'transcript')
  const last = said.findLast(item => item.sender === 'human')
  if (!last) return 'Nobody said anything.'
  return `${said.length} things were said. The last words of the other side were: ${last.text}`
}
