import { contract } from '../../contract'
import type { Conversation as ConversationAnswer, ConversationWithMessages } from '../../contract/conversations'
import { isoTime } from '../../contract/wire'
import * as assistants from '../core/assistants/assistants'
import type { Context, Outside } from '../core/kernel/context'
import { invalidField } from '../core/kernel/errors'
import * as chat from '../core/messaging/chat'
import { roleInApi } from '../core/messaging/conversation-end'
import * as conversationList from '../core/messaging/conversation-list'
import * as conversations from '../core/messaging/conversations'
import { readConversation, unread } from '../core/messaging/unread'
import { toUsd } from '../core/money/amounts'
import type { ReadDb } from '../store/sql'
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
        chat.refuseWithoutBalance(context, userId, type)
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
      whenValid(({ userId }, { type, cursor, per_page, ...asked }) => {
        const path = context.baseUrl + contract.conversations.list['~orpc'].route.path
        const from = cursor === undefined ? null : readCursor(cursor)
        if (type === 'whatsapp' || asked.whatsapp_sender_phone !== undefined)
          return { data: [], next_cursor: null, prev_cursor: null, per_page, path }
        const filter = {
          type,
          status: asked.status,
          aiEnabled: asked.ai_enabled,
          hasUnread: asked.unread,
          assistant: asked.assistant_id,
          externalIdentifier: asked.external_identifier,
          customerPhone: asked.customer_phone,
          search: asked.search,
        }
        const page = conversationList.list(db, userId, filter, from, per_page)
        return {
          data: page.items.map(conversationAnswer),
          next_cursor: page.next && writeCursor(page.next),
          prev_cursor: page.previous && writeCursor(page.previous),
          per_page,
          path,
        }
      }),
    ),
    open: os.conversations.open.handler(
      whenValid(({ userId }, { uuid }) => {
        return conversationWithMessages(db, conversations.get(db, userId, uuid))
      }),
    ),
    answer: os.conversations.answer.handler(
      whenValid(({ userId }, { uuid, message: text }) => ({
        message: 'The message was sent.',
        data: message(chat.answerAsPerson(context, userId, uuid, text)),
      })),
    ),
    suggest: os.conversations.suggest.handler(
      whenValidLater(async ({ userId }, { uuid }) => {
        const { text, functionCalls, model } = await chat.suggest(context, outside, userId, uuid)
        return { reply: text, function_calls: functionCalls, spoken_by: model }
      }),
    ),
    read: os.conversations.read.handler(
      whenValid(({ userId }, { uuid, position }) => ({
        message: 'The messages were read.',
        unread: readConversation(context, userId, uuid, position).unread,
      })),
    ),
    unread: os.conversations.unread.handler(whenValid(({ userId }) => unread(db, userId))),
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

const writeCursor = ({ at, id, towards }: conversationList.Cursor) =>
  Buffer.from(`${at}.${id}.${towards}`).toString('base64url')

function readCursor(text: string): conversationList.Cursor {
  const [, at, id, towards] = /^(\d{1,16})\.(\d{1,16})\.(earlier|later)$/.exec(
    Buffer.from(text, 'base64url').toString(),
  ) ?? [null]
  if (towards) return { at: Number(at), id: Number(id), towards: towards as conversationList.Cursor['towards'] }
  throw invalidField('cursor', 'must be the next_cursor or prev_cursor of another page.')
}

const history = (context: Context, id: number) =>
  conversations.messagesOf(context.db, id).map(({ role, content }) => ({ role: roleInApi(role), content }))

const message = ({ position, role, content, functionCalls, createdAt }: conversations.Message) => ({
  position,
  role,
  content,
  function_calls: functionCalls,
  created_at: isoTime(createdAt),
})

const isNumber = (customer: string | null) => customer?.startsWith('+') ?? false

export const conversationAnswer = (c: conversations.Conversation): ConversationAnswer => ({
  id: c.uuid,
  conversation_id: c.uuid,
  number: c.id,
  assistant_id: c.assistantUuid,
  assistant_number: c.assistantId,
  assistant_name: c.assistantName,
  type: c.type,
  status: c.status,
  customer: c.customer,
  customer_phone: isNumber(c.customer) ? c.customer : null,
  name: c.name,
  external_identifier: c.type === 'sms' ? null : c.customer,
  variables: c.variables,
  ai_enabled: !c.aiDisabled,
  ai_disabled: c.aiDisabled,
  total_cost: toUsd(c.cost),
  message_count: c.messages,
  unread: c.unread,
  last_message: c.lastMessage,
  spoken_by: c.spokenBy,
  created_at: isoTime(c.createdAt),
  updated_at: isoTime(c.updatedAt),
  ended_at: c.endedAt === null ? null : isoTime(c.endedAt),
})

export const conversationWithMessages = (db: ReadDb, found: conversations.Conversation): ConversationWithMessages => ({
  ...conversationAnswer(found),
  messages: conversations.messagesOf(db, found.id).map(message),
})
