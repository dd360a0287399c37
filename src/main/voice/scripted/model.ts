import { SEARCH_TOOL } from '../../../contract/knowledge-tool'
import { knowledgeIn, WE_DIALED } from '../../ports/knowledge-text'
import type { ChatMessage, LanguageModel, ReplyPart, ToolCall } from '../../ports/models'
import { wordsOf } from '../../ports/searchable'
import { whoSpeaks } from '../listening'
import { answerFrom } from './knowledge'
import { momentIn, nowIn, withHours } from './moment'
import { chooseTool, tellResult } from './tools'
import { isQuestion, isRequest, meaningful, questionIn } from './words'

/** What it says when nothing is asked, each once. */
const ANYTHING = 'I see. Is there anything that you would like to know?'
const WHEN = 'Thank you. When would be a good time for you?'
const NOTED = 'Thank you. May I note that down?'
const ELSE = 'All right. Is there anything else?'

const AUTOMATED = 'I am an automated assistant.'
/** Said once in a conversation. */
const ONLY_A_SCRIPT = 'I am only a built-in script. A language model answers such questions.'

/**
 * A model without a provider, which answers by fixed rules: the same words get the same answer. It recognizes that the
 * other side wants no more calls, says goodbye, or asks who is calling. It answers a question from the knowledge base or
 * with a tool of the operator, in both cases by the words that they share, and else says that it does not know.
 */
export const scriptedModel: LanguageModel = {
  name: 'scripted',
  async *reply({ instructions, messages, tools, variables = {}, greeting }): AsyncGenerator<ReplyPart> {
    const heard = lastOf(messages, 'user')
    const now = nowIn(instructions)
    const dials = instructions.includes(WE_DIALED)
    const has = (name: string) => tools.some(tool => tool.name === name)
    const call = (name: string, args: ToolCall['args'] = {}): ReplyPart => ({
      type: 'tool',
      toolCallId: `call_${messages.length}_${name}`,
      name,
      args,
    })
    const say = (text: string): ReplyPart => ({ type: 'text', text })

    const last = messages.at(-1)
    if (last?.role === 'tool') {
      const isOwn = tools.some(tool => tool.name === last.name && tool.isOwn)
      // Passages begin with a title; everything else says that there are none.
      const found = last.text.startsWith('[') ? last.text : ''
      if (last.name === SEARCH_TOOL) yield say(answerFrom(found, heard) ?? notKnown(messages))
      else if (isOwn) yield say(tellResult(last.text) ?? 'I am sorry, I could not find that out just now.')
      // Before the other tools it has spoken already.
      return
    }

    if (/(not|never|n't|stop) call(ing)?\b/i.test(heard)) {
      yield say('I understand, and I will not call you again. Goodbye.')
      if (has('do_not_call')) yield call('do_not_call')
      if (has('end_call')) yield call('end_call')
      return
    }
    if (/\b(goodbye|bye|have to go)\b/i.test(heard)) {
      yield say('Thank you for your time. Goodbye.')
      if (has('end_call')) yield call('end_call')
      return
    }
    if (/who is (this|calling|speaking)|say your name|what is it about/i.test(heard)) {
      // A person behind a screening service has not heard what the service was told.
      const before = messages.filter(message => message.role === 'user').at(-2)
      const hasHeard =
        before && whoSpeaks(before.text) === 'person' && lastOf(messages, 'assistant').includes(AUTOMATED)
      if (hasHeard) return yield say(`As I said, ${AUTOMATED} What would you like to know?`)
      const said = introduction(messages) ?? (greeting || 'Hello.')
      return yield say(said.endsWith(AUTOMATED) ? said : `${said} ${AUTOMATED}`)
    }
    const again = saidBefore(messages)
    if (again !== undefined) return yield say(again)
    const tool = chooseTool(tools, heard, { variables, now })
    if (tool) {
      const before = resultBefore(messages, tool)
      return yield before === undefined ? call(tool.name, tool.args) : say(tellResult(before) ?? notKnown(messages))
    }
    const small = smallTalk(heard, lastOf(messages, 'assistant'))
    if (small !== undefined) return yield say(small)
    if (!isQuestion(heard)) return yield say(nextPrompt(messages, heard, { now, dials }))
    const wanted = meaningful(questionIn(heard))
    if (has(SEARCH_TOOL) && wanted.length > 0) return yield call(SEARCH_TOOL, { query: wanted.join(' ') })
    yield say(answerFrom(knowledgeIn(instructions), heard) ?? notKnown(messages))
  },
}

const lastOf = (messages: readonly ChatMessage[], role: ChatMessage['role']) =>
  messages.findLast(message => message.role === role)?.text ?? ''

/** The first words of the assistant, in which it introduces itself. */
const introduction = (messages: readonly ChatMessage[]) =>
  messages.find(message => message.role === 'assistant' && message.text !== '')?.text

const wasSaid = (messages: readonly ChatMessage[], text: string) =>
  messages.some(message => message.role === 'assistant' && message.text.includes(text))

/** That it has no answer to the last words of the other side. */
function notKnown(messages: readonly ChatMessage[]) {
  const sorry = `I am sorry, I ${isRequest(lastOf(messages, 'user')) ? 'cannot help with that' : 'do not know that'}`
  return wasSaid(messages, ONLY_A_SCRIPT) ? `${sorry} either.` : `${sorry}. ${ONLY_A_SCRIPT}`
}

/** What it says to a statement: what it has not said yet. Which comes first depends on the words that it heard. */
function nextPrompt(messages: readonly ChatMessage[], heard: string, { now, dials }: { now: number; dials: boolean }) {
  const asksWhen = /\bwhen\b[^.]*\?/i
  const namesTime =
    asksWhen.test(lastOf(messages, 'assistant')) ||
    (!Number.isNaN(now) && momentIn(withHours(heard), now) !== undefined)
  // Who calls or writes to us has not waited to be asked for a good time.
  const mayAskWhen = dials && !messages.some(message => message.role === 'assistant' && asksWhen.test(message.text))
  const isEven = heard.length % 2 === 0
  const usual = isEven ? [ANYTHING, WHEN] : [WHEN, ANYTHING]
  const left = [...(namesTime ? [NOTED] : []), ...usual, ELSE]
  return (
    left.find(prompt => !wasSaid(messages, prompt) && (prompt !== WHEN || mayAskWhen)) ??
    (isEven ? 'Thank you, I have noted that.' : 'I see. Please go on.')
  )
}

/** Answers to what people say besides; undefined when it is something else. */
function smallTalk(heard: string, before: string): string | undefined {
  const words = wordsOf(heard).join(' ')
  if (/\b(are you still there|(any|some)(body|one) there|can you hear me)\b/.test(words))
    return 'Yes, I am still here. What would you like to know?'
  if (/^(hello|hi|hey|good (morning|afternoon|evening)|hallo|ciao|buongiorno|bonjour|hola)( there)?$/.test(words))
    return 'Hello. How can I help you?'
  if (
    /\banything\b[^.]*\?$/.test(before) &&
    /^(no|nothing|not at the moment|that is all|nein|nichts|niente|non|nada)\b/.test(words)
  )
    return 'All right. Thank you for your time.'
  if (/^(thanks|thank you|thank you (very|so) much|danke|grazie|merci|gracias)( that (helps|is all))?$/.test(words))
    return 'You are welcome. Is there anything else that you would like to know?'
  return undefined
}

/** Its answer to the same words directly before, when the other side has only repeated itself with a question. */
function saidBefore(messages: readonly ChatMessage[]): string | undefined {
  const heard = messages.filter(message => message.role === 'user')
  const [before, now] = heard.slice(-2)
  if (!before || !now || !isQuestion(now.text)) return undefined
  if (wordsOf(before.text).join(' ') !== wordsOf(now.text).join(' ')) return undefined
  const answers = messages.slice(messages.indexOf(before) + 1, messages.indexOf(now))
  return answers.findLast(message => message.role === 'assistant' && message.text !== '')?.text
}

/** The result of the same call of a tool earlier in the conversation. */
function resultBefore(messages: readonly ChatMessage[], { name, args }: { name: string; args: ToolCall['args'] }) {
  const same = messages
    .flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .findLast(call => call.name === name && JSON.stringify(call.args) === JSON.stringify(args))
  return same && messages.find(message => message.role === 'tool' && message.toolCallId === same.toolCallId)?.text
}
