import type { FunctionCall, ReplyRequest } from '../../../contract/conversations'
import { SEARCH_TOOL } from '../../../contract/knowledge-tool'
import type { Brief } from '../../ports/brief'
import type { ChatMessage, LanguageModel } from '../../ports/models'
import { runToolLoop } from '../../ports/tool-loop'
import { type Assistant, find as findAssistant } from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import { callSharedTool } from '../assistants/shared-tools'
import { type Context, type Outside, transact } from '../kernel/context'
import { badRequest, conflict, ServiceError } from '../kernel/errors'
import { missingInWords, shortage } from '../money/amounts'
import { balanceOf, book } from '../money/ledger'
import { getSettings } from '../workspace/settings'
import * as conversations from './conversations'
import { inTime } from './in-time'
import { clearReplyDue, giveUp, silentBecause } from './owed-replies'
import * as sms from './sms'

export interface Reply {
  message: string
  functionCalls: FunctionCall[]
  aiDisabled: boolean
}

/** The reply while a person answers in place of the assistant. */
const noReply: Reply = { message: '', functionCalls: [], aiDisabled: true }

/** How many of the last messages the model gets. */
export const HISTORY_MESSAGES = 60

/** The last task of each conversation that has one, by database. */
const turns = new WeakMap<Context['db'], Map<number, Promise<unknown>>>()

/** Runs the tasks of one conversation one after the other. */
function inTurn<T>(context: Context, id: number, work: () => Promise<T>): Promise<T> {
  let waiting = turns.get(context.db)
  if (!waiting) turns.set(context.db, (waiting = new Map()))
  const mine = (waiting.get(id) ?? Promise.resolve()).then(work, work)
  const ended = mine.then(
    () => {},
    () => {},
  )
  waiting.set(id, ended)
  void ended.then(() => {
    if (waiting.get(id) === ended) waiting.delete(id)
  })
  return mine
}

/**
 * Stores a customer's message and answers it. When the model fails, the message is deleted, so that the client can send it
 * again. Throws `not_found`, `bad_request` when the balance does not cover it, or `model_failed`.
 */
export const say = (context: Context, outside: Outside, conversationId: number, message: string): Promise<Reply> =>
  inTurn(context, conversationId, async () => {
    const before = conversations.byId(context.db, conversationId)
    if (!before) throw new ServiceError('not_found', 'Conversation not found.')
    const assistant = conversations.assistantOf(context, before)
    if (!assistant) throw new ServiceError('not_found', 'The assistant of this conversation was deleted.')
    if (!before.aiDisabled) refuseWithoutBalance(context, before.userId, before.type)
    const asked = transact(context, () => conversations.add(context, before, 'user', message))
    await context.commits.settled()
    if (before.aiDisabled) return noReply
    const { model, think } = prepareAnswer(context, outside, before, assistant)
    let answer: Answer
    try {
      answer = await think()
    } catch (error) {
      transact(context, () => conversations.removeUnanswered(context, conversationId, asked.position))
      context.log.warn({ err: error, conversationId }, 'a message could not be answered')
      throw new ServiceError('model_failed', `The model ${model.name} failed: ${(error as Error).message}`)
    }
    return transact(context, () => {
      const now = write(context, conversationId, model, answer)
      if (!now) return noReply
      if (now.type === 'widget') charge(context, now)
      return { message: answer.text, functionCalls: answer.functionCalls, aiDisabled: false }
    })
  })

/**
 * Answers a message that a client's program sends for a customer; all messages of one customer are one conversation.
 * Throws `not_found` for an unknown assistant, and what `say` throws.
 */
export async function generateReply(
  context: Context,
  outside: Outside,
  userId: number,
  { assistant_id, customer_identifier: customer, message, variables = {} }: ReplyRequest,
): Promise<Reply & { conversationUuid: string }> {
  const assistant = findAssistant(context, userId, assistant_id)
  if (!assistant)
    throw new ServiceError('not_found', 'Assistant not found.', { extra: { error_code: 'ASSISTANT_NOT_FOUND' } })
  const { id, uuid } = transact(context, () => {
    const known = conversations.ofCustomer(context.db, assistant.id, 'api', customer)
    if (!known) return conversations.begin(context, userId, { assistant, type: 'api', customer, variables })
    conversations.setVariables(context, known, { ...known.variables, ...variables })
    return known
  })
  return { ...(await say(context, outside, id, message)), conversationUuid: uuid }
}

/** How many characters of an answer are sent by SMS. */
const LONGEST_SMS = 1600

/** Answers an SMS conversation that waits for a reply. Throws what the model, or enqueuing the SMS, throws. */
export const replyBySms = (context: Context, outside: Outside, conversationId: number): Promise<void> =>
  inTurn(context, conversationId, async () => {
    const conversation = conversations.byId(context.db, conversationId)
    const assistant = conversation && conversations.assistantOf(context, conversation)
    if (!assistant || conversation.aiDisabled) return void clearReplyDue(context, conversationId)
    const silent = silentBecause(assistant)
    if (silent !== null) return giveUp(context, conversationId, silent)
    const { model, think } = prepareAnswer(context, outside, conversation, assistant)
    const answer = await think()
    transact(context, () => {
      const text = [...answer.text].slice(0, LONGEST_SMS).join('')
      const now = write(context, conversationId, model, { ...answer, text })
      if (now) sms.enqueueAnswer(context, now, text)
      // A message that came in meanwhile still needs a reply of its own.
      if (!now || now.messages === conversation.messages) clearReplyDue(context, conversationId)
    })
  })

/**
 * Adds a message that a person writes in place of the assistant; in an SMS conversation it is sent by SMS. Throws
 * `not_found`, `conflict` while the assistant answers, or what enqueuing the SMS throws.
 */
export const answerAsPerson = (context: Context, userId: number, id: string, message: string): conversations.Message =>
  transact(context, () => {
    const written = conversations.addFromPerson(context, userId, id, message)
    const conversation = conversations.get(context.db, userId, id)
    if (conversation.type === 'sms') sms.enqueueAnswer(context, conversation, message)
    return written
  })

/**
 * What the assistant would answer to the customer's last message. Nothing is stored or sent, and of the tools only the
 * search in the knowledge base is called. Throws `not_found`, `conflict` when the customer did not write last, or
 * `model_failed`.
 */
export async function suggest(context: Context, outside: Outside, userId: number, uuid: string) {
  const conversation = conversations.get(context.db, userId, uuid)
  const assistant = conversations.assistantOf(context, conversation)
  if (!assistant) throw new ServiceError('not_found', 'The assistant of this conversation was deleted.')
  if (conversations.messagesOf(context.db, conversation.id).at(-1)?.role !== 'user')
    throw conflict('The customer has not written since the last answer.')
  const { model, think } = prepareAnswer(context, outside, conversation, assistant, [SEARCH_TOOL])
  try {
    return { ...(await think()), model: model.name }
  } catch (error) {
    throw new ServiceError('model_failed', `The model ${model.name} failed: ${(error as Error).message}`)
  }
}

interface Answer {
  text: string
  functionCalls: FunctionCall[]
}

/** `only`: the tools that may be called; without it all of the assistant's. */
function prepareAnswer(
  context: Context,
  outside: Outside,
  conversation: conversations.Conversation,
  assistant: Assistant,
  only?: readonly string[],
) {
  const { id, variables } = conversation
  const situation = conversations.inWriting(context.clock.now(), conversation)
  const { brief } = makeBrief(context.db, assistant, variables, situation)
  const model = outside.models.languageModel(brief.textModel, { temperature: brief.temperature })
  return { model, think: () => think(context, outside, model, brief, conversations.messagesOf(context.db, id), only) }
}

/** Stores the assistant's answer; undefined when a person has taken over meanwhile. Call inside a transaction. */
function write(context: Context, id: number, model: LanguageModel, { text, functionCalls }: Answer) {
  const now = conversations.byId(context.db, id)
  if (!now) throw new ServiceError('not_found', 'The conversation was deleted meanwhile.')
  if (now.aiDisabled) return undefined
  conversations.add(context, now, 'assistant', text, functionCalls)
  conversations.setSpeaker(context, id, model.name)
  return now
}

/** One turn of the model, with the shared tools. Throws when the model fails, says nothing or takes too long. */
async function think(
  context: Context,
  outside: Outside,
  model: LanguageModel,
  brief: Brief,
  history: readonly conversations.Message[],
  only?: readonly string[],
): Promise<Answer> {
  const messages: ChatMessage[] = history
    .slice(-HISTORY_MESSAGES)
    .map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'assistant', text: content }))
  const tools = brief.tools.filter(({ name }) => !brief.callTools.includes(name) && (only?.includes(name) ?? true))
  const functionCalls: FunctionCall[] = []
  const { words } = await inTime(context, signal =>
    runToolLoop(
      model,
      { instructions: brief.instructions, messages, tools, variables: brief.variables, signal },
      async ({ name, args }) => {
        const isOffered = tools.some(tool => tool.name === name)
        const answer = isOffered ? await callSharedTool(context, outside, brief.shared, name, args) : undefined
        const result = answer ?? `Error: there is no tool ${name}.`
        functionCalls.push({ name, arguments: args, result })
        return { text: result }
      },
    ),
  )
  if (words.length === 0) throw new Error('it said nothing')
  return { text: words.join('\n'), functionCalls }
}

/** Throws `bad_request` when the balance does not cover a message of a conversation of this type. */
export function refuseWithoutBalance(context: Context, userId: number, type: conversations.Conversation['type']) {
  if (type !== 'widget') return
  const price = getSettings(context.db).rates.widget_message
  const missing = shortage({ balance: balanceOf(context.db, userId), held: 0, price })
  if (missing) throw badRequest(missingInWords('A message', missing))
}

function charge(context: Context, { id, userId }: conversations.Conversation) {
  const price = getSettings(context.db).rates.widget_message
  if (price === 0) return
  book(context, userId, { type: 'message', amount: -price, what: `Message of chat ${id}`, conversationId: id })
  conversations.addCost(context, id, price)
}
