import type { FunctionCall } from '../../../contract/conversations'
import type { ChatMessage, LanguageModel, ToolCall } from '../../ports/models'
import { run, sql } from '../../store/sql'
import type { Assistant } from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import { callShared } from '../assistants/shared-tools'
import { type Context, transact } from '../kernel/context'
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

/** How often a model may ask for tools before it has to say something. */
const TOOL_ROUNDS = 6
/** So much of what was said before is told to the model. */
const REMEMBERED = 60
/** Of wall time: so long somebody waits for an answer in writing. */
const LONGEST = 120 * SECOND

/** One message after the other in each conversation, whoever sends them. */
const turns = new WeakMap<Context['db'], Map<number, Promise<unknown>>>()
function inTurn<T>(context: Context, id: number, work: () => Promise<T>): Promise<T> {
  let waiting = turns.get(context.db)
  if (!waiting) turns.set(context.db, (waiting = new Map()))
  const mine = (waiting.get(id) ?? Promise.resolve()).then(work, work)
  const settled = mine.then(
    () => {},
    () => {},
  )
  waiting.set(id, settled)
  void settled.then(() => {
    if (waiting.get(id) === settled) waiting.delete(id)
  })
  return mine
}

/**
 * Takes in what a customer writes and answers it. When the answer cannot be had, the message is taken back, so that it
 * can be sent again. Throws `insufficient_balance` and `model_failed`.
 */
export const say = (context: Context, conversationId: number, message: string): Promise<Reply> =>
  inTurn(context, conversationId, async () => {
    const before = conversations.byId(context.db, conversationId)
    if (!before) throw new ServiceError('not_found', 'Conversation not found.')
    const assistant = conversations.assistantOf(context, before)
    if (!assistant) throw new ServiceError('not_found', 'The assistant of this conversation was deleted.')
    if (before.type === 'widget' && !before.aiDisabled) refuseWithoutBalance(context, before.userId)
    const asked = transact(context, () => conversations.add(context, before, 'user', message))
    if (before.aiDisabled) return { message: '', functionCalls: [], aiDisabled: true }
    const { model, think } = thinker(context, before, assistant)
    let reply: Thought
    try {
      reply = await think()
    } catch (error) {
      transact(context, () => conversations.takeBack(context, conversationId, asked.position))
      context.log.warn({ err: error, conversationId }, 'a message could not be answered')
      throw new ServiceError('model_failed', `The model ${model.name} failed: ${(error as Error).message}`)
    }
    return transact(context, () => {
      const now = write(context, conversationId, model, reply)
      // A person has taken over while it was thought about: then nothing is said.
      if (!now) return { message: '', functionCalls: [], aiDisabled: true }
      if (now.type === 'widget') charge(context, now)
      return { message: reply.text, functionCalls: reply.functionCalls, aiDisabled: false }
    })
  })

/** So much is answered by SMS at once. */
const LONGEST_SMS = 1600

/** Answers what came in by SMS and is still owed an answer. Throws what the model, or sending, throws. */
export const answerOwed = (context: Context, conversationId: number): Promise<void> =>
  inTurn(context, conversationId, async () => {
    const conversation = conversations.byId(context.db, conversationId)
    const assistant = conversation && conversations.assistantOf(context, conversation)
    if (!assistant || conversation.aiDisabled) return void noReplyOwed(context, conversationId)
    const { model, think } = thinker(context, conversation, assistant)
    const reply = await think()
    transact(context, () => {
      const text = [...reply.text].slice(0, LONGEST_SMS).join('')
      const now = write(context, conversationId, model, { ...reply, text })
      if (now) sms.queueAnswer(context, now, text)
      // What came in meanwhile was not answered by it.
      if (!now || now.messages === conversation.messages) noReplyOwed(context, conversationId)
    })
  })

interface Thought {
  text: string
  functionCalls: FunctionCall[]
}

function thinker(context: Context, { id, variables }: conversations.Conversation, assistant: Assistant) {
  const { brief } = makeBrief(context.db, assistant, variables)
  const model = context.models.languageModel(brief.textModel, { temperature: brief.temperature })
  return { model, think: () => answer(context, model, brief, conversations.messagesOf(context.db, id)) }
}

/** Writes the assistant's answer, unless a person has taken over meanwhile. Call inside a transaction. */
function write(context: Context, id: number, model: LanguageModel, { text, functionCalls }: Thought) {
  const now = conversations.byId(context.db, id)
  if (!now) throw new ServiceError('not_found', 'The conversation was deleted meanwhile.')
  if (now.aiDisabled) return undefined
  conversations.add(context, now, 'assistant', text, functionCalls)
  run(context.db, sql`UPDATE conversations SET spoken_by = ${model.name} WHERE id = ${id}`)
  return now
}

async function answer(
  context: Context,
  model: LanguageModel,
  brief: ReturnType<typeof makeBrief>['brief'],
  history: readonly conversations.Message[],
): Promise<Thought> {
  const abort = new AbortController()
  const cancel = context.wall.setTimer(context.wall.now() + LONGEST, () =>
    abort.abort(new Error(`it gave no answer within ${LONGEST / SECOND} s`)),
  )
  const messages: ChatMessage[] = history
    .slice(-REMEMBERED)
    .map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'assistant', text: content }))
  const functionCalls: FunctionCall[] = []
  const tools = brief.tools.filter(tool => !brief.callTools.includes(tool.name))
  let text = ''
  try {
    for (let round = 0; round < TOOL_ROUNDS; round++) {
      const asked: ToolCall[] = []
      const request = { instructions: brief.instructions, messages, tools, signal: abort.signal }
      let said = ''
      for await (const part of model.reply(request)) {
        if (part.type === 'text') said += part.text
        else asked.push(part)
      }
      text = [text, said.trim()].filter(Boolean).join('\n')
      if (asked.length === 0) break
      messages.push({ role: 'assistant', text: said, toolCalls: asked })
      for (const call of asked) {
        abort.signal.throwIfAborted()
        const result =
          (await callShared(context, brief.shared, call.name, call.args)) ?? `Error: there is no tool ${call.name}.`
        functionCalls.push({ name: call.name, arguments: call.args, result })
        messages.push({ role: 'tool', toolCallId: call.toolCallId, name: call.name, text: result })
      }
    }
  } finally {
    cancel()
  }
  if (text === '') throw new Error('it said nothing')
  return { text, functionCalls }
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
