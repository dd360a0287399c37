import type { FunctionCall, ReplyRequest } from '../../../contract/conversations'
import type { Brief } from '../../ports/brief'
import type { ChatMessage, LanguageModel } from '../../ports/models'
import { runToolLoop } from '../../ports/tool-loop'
import { type Assistant, get as getAssistant } from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import { callSharedTool } from '../assistants/shared-tools'
import { type Context, type Outside, transact } from '../kernel/context'
import { ServiceError } from '../kernel/errors'
import { SECOND } from '../kernel/time'
import { toUsd } from '../money/amounts'
import { balanceOf, book } from '../money/ledger'
import { getSettings } from '../workspace/settings'
import * as conversations from './conversations'
import { noReplyOwed } from './owed-replies'
import * as sms from './sms'

export interface Reply {
  message: string
  functionCalls: FunctionCall[]
  aiDisabled: boolean
}

/** Nothing is answered while a person has taken the assistant's place. */
const silent: Reply = { message: '', functionCalls: [], aiDisabled: true }

/** How many of the last messages the model gets. */
const REMEMBERED = 60
/** How long somebody waits for a written answer, wall time. */
const LONGEST = 120 * SECOND

/** In each conversation one message is answered after the other, whoever sends them. */
const turns = new WeakMap<Context['db'], Map<number, Promise<unknown>>>()
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
 * Takes in what a customer writes and answers it. When the model cannot answer, the message is taken back, so that it
 * can be sent again. Throws `not_found`, `insufficient_balance` and `model_failed`.
 */
export const say = (context: Context, outside: Outside, conversationId: number, message: string): Promise<Reply> =>
  inTurn(context, conversationId, async () => {
    const before = conversations.byId(context.db, conversationId)
    if (!before) throw new ServiceError('not_found', 'Conversation not found.')
    const assistant = conversations.assistantOf(context, before)
    if (!assistant) throw new ServiceError('not_found', 'The assistant of this conversation was deleted.')
    if (before.type === 'widget' && !before.aiDisabled) refuseWithoutBalance(context, before.userId)
    const asked = transact(context, () => conversations.add(context, before, 'user', message))
    if (before.aiDisabled) return silent
    const { model, think } = prepareAnswer(context, outside, before, assistant)
    let answer: Answer
    try {
      answer = await think()
    } catch (error) {
      transact(context, () => conversations.takeBack(context, conversationId, asked.position))
      context.log.warn({ err: error, conversationId }, 'a message could not be answered')
      throw new ServiceError('model_failed', `The model ${model.name} failed: ${(error as Error).message}`)
    }
    return transact(context, () => {
      const now = write(context, conversationId, model, answer)
      if (!now) return silent
      if (now.type === 'widget') charge(context, now)
      return { message: answer.text, functionCalls: answer.functionCalls, aiDisabled: false }
    })
  })

/**
 * Answers a message of a program's customer; all messages of one customer are one conversation. Throws `not_found` for
 * an unknown assistant, and what `say` throws.
 */
export async function generateReply(
  context: Context,
  outside: Outside,
  userId: number,
  { assistant_id, customer_identifier: customer, message, variables = {} }: ReplyRequest,
): Promise<Reply & { conversationUuid: string }> {
  const assistant = getAssistant(context, userId, assistant_id)
  const { id, uuid } = transact(context, () => {
    const known = conversations.ofCustomer(context.db, assistant.id, 'api', customer)
    if (!known) return conversations.begin(context, userId, { assistant, type: 'api', customer, variables })
    conversations.setVariables(context, known.id, { ...known.variables, ...variables })
    return known
  })
  return { ...(await say(context, outside, id, message)), conversationUuid: uuid }
}

/** How much is sent by SMS in one answer. */
const LONGEST_SMS = 1600

/** Answers what came in by SMS and waits for an answer. Throws what the model, or enqueuing the SMS, throws. */
export const answerOwed = (context: Context, outside: Outside, conversationId: number): Promise<void> =>
  inTurn(context, conversationId, async () => {
    const conversation = conversations.byId(context.db, conversationId)
    const assistant = conversation && conversations.assistantOf(context, conversation)
    if (!assistant || conversation.aiDisabled) return void noReplyOwed(context, conversationId)
    const { model, think } = prepareAnswer(context, outside, conversation, assistant)
    const answer = await think()
    transact(context, () => {
      const text = [...answer.text].slice(0, LONGEST_SMS).join('')
      const now = write(context, conversationId, model, { ...answer, text })
      if (now) sms.enqueueAnswer(context, now, text)
      // A message that came in meanwhile is not answered by this; it waits for an answer of its own.
      if (!now || now.messages === conversation.messages) noReplyOwed(context, conversationId)
    })
  })

/**
 * A person writes in the assistant's place; in an SMS conversation it is sent by SMS. Throws `conflict` while the
 * assistant answers, and what enqueuing the SMS throws.
 */
export const answerAsPerson = (context: Context, userId: number, id: number, message: string): conversations.Message =>
  transact(context, () => {
    const written = conversations.addFromPerson(context, userId, id, message)
    const conversation = conversations.get(context.db, userId, id)
    if (conversation.type === 'sms') sms.enqueueAnswer(context, conversation, message)
    return written
  })

interface Answer {
  text: string
  functionCalls: FunctionCall[]
}

function prepareAnswer(
  context: Context,
  outside: Outside,
  { id, variables }: conversations.Conversation,
  assistant: Assistant,
) {
  const { brief } = makeBrief(context.db, assistant, variables)
  const model = outside.models.languageModel(brief.textModel, { temperature: brief.temperature })
  return { model, think: () => think(context, outside, model, brief, conversations.messagesOf(context.db, id)) }
}

/** Writes the assistant's answer; undefined when a person has taken its place meanwhile. Call inside a transaction. */
function write(context: Context, id: number, model: LanguageModel, { text, functionCalls }: Answer) {
  const now = conversations.byId(context.db, id)
  if (!now) throw new ServiceError('not_found', 'The conversation was deleted meanwhile.')
  if (now.aiDisabled) return undefined
  conversations.add(context, now, 'assistant', text, functionCalls)
  conversations.setSpeaker(context, id, model.name)
  return now
}

/** One turn of the model in writing. Throws when it fails, says nothing or takes too long. */
async function think(
  context: Context,
  outside: Outside,
  model: LanguageModel,
  brief: Brief,
  history: readonly conversations.Message[],
): Promise<Answer> {
  const abort = new AbortController()
  const cancel = context.wall.setTimer(context.wall.now() + LONGEST, () =>
    abort.abort(new Error(`it gave no answer within ${LONGEST / SECOND} s`)),
  )
  const messages: ChatMessage[] = history
    .slice(-REMEMBERED)
    .map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'assistant', text: content }))
  const tools = brief.tools.filter(tool => !brief.callTools.includes(tool.name))
  const functionCalls: FunctionCall[] = []
  try {
    const { words } = await runToolLoop(
      model,
      { instructions: brief.instructions, messages, tools, signal: abort.signal },
      async ({ name, args }) => {
        const result =
          (await callSharedTool(context, outside, brief.shared, name, args)) ?? `Error: there is no tool ${name}.`
        functionCalls.push({ name, arguments: args, result })
        return { text: result }
      },
    )
    if (words.length === 0) throw new Error('it said nothing')
    return { text: words.join('\n'), functionCalls }
  } finally {
    cancel()
  }
}

function refuseWithoutBalance(context: Context, userId: number) {
  const price = getSettings(context.db).rates.widget_message
  const balance = balanceOf(context.db, userId)
  if (balance >= price) return
  throw new ServiceError(
    'insufficient_balance',
    `The balance of ${toUsd(balance)} USD does not cover a message: it takes ${toUsd(price)}.`,
  )
}

function charge(context: Context, { id, userId }: conversations.Conversation) {
  const price = getSettings(context.db).rates.widget_message
  if (price === 0) return
  book(context, userId, { type: 'message', amount: -price, what: `Message of chat ${id}`, conversationId: id })
}
