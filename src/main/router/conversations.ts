import type { Conversation as ConversationAnswer } from '../../contract/conversations'
import { isoTime } from '../../contract/wire'
import * as assistants from '../core/assistants/assistants'
import type { Context, Outside } from '../core/kernel/context'
import { invalidField } from '../core/kernel/errors'
import * as chat from '../core/messaging/chat'
import { roleInApi } from '../core/messaging/conversation-end'
import * as conversations from '../core/messaging/conversations'
import { os, whenValid, whenValidLater } from './wiring'

export function conversationsRoutes(context: Context, outside: Outside) {
  const { db } = context
  const setAi = (userId: number, uuid: string, enabled: boolean) => {
    conversations.setAi(context, userId, uuid, enabled)
    return { status: true as const, ai_enabled: enabled }
  }
  return os.conversations.router({
    create: os.conversations.create.handler(
      whenValid(({ userId }, { assistant_id, type, variables = {} }) => {
        const assistant = assistants.get(context, userId, assistant_id)
        const begun = conversations.begin(context, userId, { assistant, type, variables })
        return { status: true as const, conversation_id: begun.uuid, history: history(context, begun.id) }
      }),
    ),
    send: os.conversations.send.handler(
      whenValidLater(async ({ userId }, { uuid, message }) => {
        const { id } = conversations.get(db, userId, uuid)
        const reply = await chat.say(context, outside, id, message)
        return {
          status: true as const,
          message: reply.message,
          function_calls: reply.functionCalls,
          ai_disabled: reply.aiDisabled,
        }
      }),
    ),
    get: os.conversations.get.handler(
      whenValid(({ userId }, { uuid }) => {
        const { id, variables } = conversations.get(db, userId, uuid)
        return { status: true as const, history: history(context, id), variables }
      }),
    ),
    disableAi: os.conversations.disableAi.handler(whenValid(({ userId }, { uuid }) => setAi(userId, uuid, false))),
    enableAi: os.conversations.enableAi.handler(whenValid(({ userId }, { uuid }) => setAi(userId, uuid, true))),
    list: os.conversations.list.handler(
      whenValid(({ userId }, { type, status, assistant_id, cursor, per_page }) => {
        const filter = { type, status, assistantId: assistant_id }
        const page = conversations.list(db, userId, filter, cursor === undefined ? null : readCursor(cursor), per_page)
        return {
          data: page.items.map(conversationAnswer),
          next_cursor: page.next && writeCursor(page.next),
          prev_cursor: page.previous && writeCursor(page.previous),
          per_page,
        }
      }),
    ),
    open: os.conversations.open.handler(
      whenValid(({ userId }, { id }) => ({
        ...conversationAnswer(conversations.get(db, userId, id)),
        messages: conversations.messagesOf(db, id).map(message),
      })),
    ),
    answer: os.conversations.answer.handler(
      whenValid(({ userId }, { id, message: text }) => ({
        message: 'The message was sent.',
        data: message(chat.answerAsPerson(context, userId, id, text)),
      })),
    ),
    generateReply: os.conversations.generateReply.handler(
      whenValidLater(async ({ userId }, asked) => {
        const reply = await chat.generateReply(context, outside, userId, asked)
        return {
          success: true as const,
          conversation_id: reply.conversationUuid,
          customer_identifier: asked.customer_identifier,
          reply: reply.message,
          function_calls: reply.functionCalls,
          ai_disabled: reply.aiDisabled,
        }
      }),
    ),
  })
}

const writeCursor = ({ at, id, towards }: conversations.Cursor) =>
  Buffer.from(`${at}.${id}.${towards}`).toString('base64url')

function readCursor(text: string): conversations.Cursor {
  const [, at, id, towards] = /^(\d{1,16})\.(\d{1,16})\.(earlier|later)$/.exec(
    Buffer.from(text, 'base64url').toString(),
  ) ?? [null]
  if (towards) return { at: Number(at), id: Number(id), towards: towards as conversations.Cursor['towards'] }
  throw invalidField('cursor', 'must be the next_cursor or prev_cursor of another page.')
}

const history = (context: Context, id: number) =>
  conversations.messagesOf(context.db, id).map(({ role, content }) => ({ role: roleInApi(role), content }))

const message = ({ role, content, functionCalls, createdAt }: conversations.Message) => ({
  role,
  content,
  function_calls: functionCalls,
  created_at: isoTime(createdAt),
})

export const conversationAnswer = (c: conversations.Conversation): ConversationAnswer => ({
  id: c.id,
  conversation_id: c.uuid,
  assistant_id: c.assistantId,
  assistant_name: c.assistantName,
  type: c.type,
  status: c.status,
  customer: c.customer,
  variables: c.variables,
  ai_disabled: c.aiDisabled,
  message_count: c.messages,
  last_message: c.lastMessage,
  spoken_by: c.spokenBy,
  created_at: isoTime(c.createdAt),
  updated_at: isoTime(c.updatedAt),
  ended_at: c.endedAt === null ? null : isoTime(c.endedAt),
})
