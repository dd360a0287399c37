import type { ChatMessage, LanguageModel, ReplyPart } from '../../ports/models'

const questions = [
  'I see. Is this something that you look after yourself?',
  'Thank you. When would be a good time for you?',
  'Understood. Is there anything that you would like to know?',
  'That is good to know. May I note that down?',
]

/**
 * A model without a provider, which answers by fixed rules: the same words get the same answer. It recognizes three
 * things: the other side wants no more calls, says goodbye, or asks who is calling. It answers everything else with a
 * question.
 */
export const scriptedModel: LanguageModel = {
  name: 'scripted',
  async *reply({ messages, tools }): AsyncGenerator<ReplyPart> {
    const heard = lastOf(messages, 'user')
    const turn = messages.filter(message => message.role === 'user').length
    // It speaks before it asks for a tool, so it has nothing to add after the result of one.
    if (messages.at(-1)?.role === 'tool') return
    const has = (name: string) => tools.some(tool => tool.name === name)
    const call = (name: string): ReplyPart => ({
      type: 'tool',
      toolCallId: `call_${messages.length}_${name}`,
      name,
      args: {},
    })

    if (/(not|never|n't|stop) call(ing)?\b/i.test(heard)) {
      yield { type: 'text', text: 'I understand, and I will not call you again. Goodbye.' }
      if (has('do_not_call')) yield call('do_not_call')
      if (has('end_call')) yield call('end_call')
    } else if (/\b(goodbye|bye|have to go)\b/i.test(heard)) {
      yield { type: 'text', text: 'Thank you for your time. Goodbye.' }
      if (has('end_call')) yield call('end_call')
    } else if (/who is (this|calling|speaking)|say your name|what is it about/i.test(heard)) {
      const said = introduction(messages)
      yield { type: 'text', text: said.endsWith(AUTOMATED) ? said : `${said} ${AUTOMATED}` }
    } else {
      yield { type: 'text', text: questions[(turn - 1) % questions.length]! }
    }
  },
}

const AUTOMATED = 'I am an automated assistant.'

const lastOf = (messages: readonly ChatMessage[], role: ChatMessage['role']) =>
  messages.findLast(message => message.role === role)?.text ?? ''

/** The first words of the assistant, in which it introduces itself. */
const introduction = (messages: readonly ChatMessage[]) =>
  messages.find(message => message.role === 'assistant' && message.text !== '')?.text ?? 'Hello.'
