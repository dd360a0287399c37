import type { FunctionCall } from '../../../contract/conversations'
import type { ChatMessage, LanguageModel, ToolCall } from '../../ports/models'
import { run, sql } from '../../store/sql'
import type { Assistant } from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import { callShared } from '../assistants/shared-tools'
import { type Desk, transact } from '../kernel/context'
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
const turns = new WeakMap<Desk['db'], Map<number, Promise<unknown>>>()
function inTurn<T>(desk: Desk, id: number, work: () => Promise<T>): Promise<T> {
  let waiting = turns.get(desk.db)
  if (!waiting) turns.set(desk.db, (waiting = new Map()))
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
export const say = (desk: Desk, conversationId: number, message: string): Promise<Reply> =>
  inTurn(desk, conversationId, async () => {
    const before = conversations.byId(desk.db, conversationId)
    if (!before) throw new ServiceError('not_found', 'Conversation not found.')
    const assistant = conversations.assistantOf(desk, before)
    if (!assistant) throw new ServiceError('not_found', 'The assistant of this conversation was deleted.')
    if (before.type === 'widget' && !before.aiDisabled) refuseWithoutBalance(desk, before.userId)
    const asked = transact(desk, () => conversations.add(desk, before, 'user', message))
    if (before.aiDisabled) return { message: '', functionCalls: [], aiDisabled: true }
    const { model, think } = thinker(desk, before, assistant)
    let reply: Thought
    try {
      reply = await think()
    } catch (error) {
      transact(desk, () => conversations.takeBack(desk, conversationId, asked.position))
      desk.log.warn({ err: error, conversationId }, 'a message could not be answered')
      throw new ServiceError('model_failed', `The model ${model.name} failed: ${(error as Error).message}`)
    }
    return transact(desk, () => {
      const now = write(desk, conversationId, model, reply)
      // A person has taken over while it was thought about: then nothing is said.
      if (!now) return { message: '', functionCalls: [], aiDisabled: true }
      if (now.type === 'widget') charge(desk, now)
      return { message: reply.text, functionCalls: reply.functionCalls, aiDisabled: false }
    })
  })

/** So much is answered by SMS at once. */
const LONGEST_SMS = 1600

/** Answers what came in by SMS and is still owed an answer. Throws what the model, or sending, throws. */
export const answerOwed = (desk: Desk, conversationId: number): Promise<void> =>
  inTurn(desk, conversationId, async () => {
    const conversation = conversations.byId(desk.db, conversationId)
    const assistant = conversation && conversations.assistantOf(desk, conversation)
    if (!assistant || conversation.aiDisabled) return void noReplyOwed(desk, conversationId)
    const { model, think } = thinker(desk, conversation, assistant)
    const reply = await think()
    transact(desk, () => {
      const text = [...reply.text].slice(0, LONGEST_SMS).join('')
      const now = write(desk, conversationId, model, { ...reply, text })
      if (now) sms.queueAnswer(desk, now, text)
      // What came in meanwhile was not answered by it.
      if (!now || now.messages === conversation.messages) noReplyOwed(desk, conversationId)
    })
  })

interface Thought {
  text: string
  functionCalls: FunctionCall[]
}

function thinker(desk: Desk, { id, variables }: conversations.Conversation, assistant: Assistant) {
  const { brief } = makeBrief(desk.db, assistant, variables)
  const model = desk.models.languageModel(brief.textModel, { temperature: brief.temperature })
  return { model, think: () => answer(desk, model, brief, conversations.messagesOf(desk.db, id)) }
}

/** Writes the assistant's answer, unless a person has taken over meanwhile. Call inside a transaction. */
function write(desk: Desk, id: number, model: LanguageModel, { text, functionCalls }: Thought) {
  const now = conversations.byId(desk.db, id)
  if (!now) throw new ServiceError('not_found', 'The conversation was deleted meanwhile.')
  if (now.aiDisabled) return undefined
  conversations.add(desk, now, 'assistant', text, functionCalls)
  run(desk.db, sql`UPDATE conversations SET spoken_by = ${model.name} WHERE id = ${id}`)
  return now
}

async function answer(
  desk: Desk,
  model: LanguageModel,
  brief: ReturnType<typeof makeBrief>['brief'],
  history: readonly conversations.Message[],
): Promise<Thought> {
  const abort = new AbortController()
  const cancel = desk.wall.setTimer(desk.wall.now() + LONGEST, () =>
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
          (await callShared(desk, brief.shared, call.name, call.args)) ?? `Error: there is no tool ${call.name}.`
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

function refuseWithoutBalance(desk: Desk, userId: number) {
  const price = getSettings(desk.db).rates.widget_message
  const balance = balanceOf(desk.db, userId)
  if (balance >= price) return
  throw new ServiceError(
    'insufficient_balance',
    `The balance of ${toUsd(balance)} USD does not cover a message: it takes ${toUsd(price)}.`,
  )
}

function charge(desk: Desk, { id, userId }: conversations.Conversation) {
  const price = getSettings(desk.db).rates.widget_message
  if (price === 0) return
  book(desk, userId, { type: 'message', amount: -price, what: `Message of chat ${id}`, conversationId: id })
}
