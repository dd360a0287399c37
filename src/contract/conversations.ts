import * as z from 'zod'
import { changed, type InputOf, nothing, operation } from './operation'
import { searchText } from './search'
import { filled, IsoTime, id, partialNumber, queryFlag, queryInt, text, variables } from './wire'

export const conversationTypes = ['widget', 'test', 'api', 'sms'] as const
export type ConversationType = (typeof conversationTypes)[number]

/** Who writes. `operator` is a person who has taken over from the assistant. */
export const speakers = ['user', 'assistant', 'operator'] as const
export type Speaker = (typeof speakers)[number]

const uuid = z.uuid('must be a uuid.')
/** In a path any text is accepted; if it is no uuid, the chat is not found. */
const pathUuid = z.string().meta({ format: 'uuid' })
const message = filled(2000)

const FunctionCall = z
  .object({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    result: z.string(),
  })
  .meta({ id: 'FunctionCall' })
export type FunctionCall = z.output<typeof FunctionCall>

const HistoryItem = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
})
const Message = z.object({
  position: z.int(),
  role: z.enum(speakers),
  content: z.string(),
  function_calls: z.array(FunctionCall),
  created_at: IsoTime,
})

export const Conversation = z
  .object({
    id: z.uuid(),
    conversation_id: z.uuid(),
    number: z.int(),
    assistant_id: z.uuid(),
    assistant_number: z.int().nullable(),
    assistant_name: z.string(),
    type: z.enum(conversationTypes),
    status: z.enum(['active', 'ended']),
    customer: z.string().nullable(),
    customer_phone: z.string().nullable(),
    external_identifier: z.string().nullable(),
    name: z.string().nullable(),
    variables: z.record(z.string(), z.unknown()),
    ai_enabled: z.boolean(),
    ai_disabled: z.boolean(),
    total_cost: z.number(),
    message_count: z.int(),
    unread: z.int(),
    last_message: z.string().nullable(),
    spoken_by: z.string().nullable(),
    created_at: IsoTime,
    updated_at: IsoTime,
    ended_at: IsoTime.nullable(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.output<typeof Conversation>

export const ConversationWithMessages = Conversation.extend({ messages: z.array(Message) }).meta({
  id: 'ConversationWithMessages',
})
export type ConversationWithMessages = z.output<typeof ConversationWithMessages>

const tag = 'Conversations'
const refusalFields = { status: false }
const ok = z.literal(true)

export const conversations = {
  create: operation({
    method: 'POST',
    path: '/conversations',
    tag,
    summary: 'Begin a chat with an assistant',
    input: z.object({
      assistant_id: z.union([uuid, id], 'must be a uuid.'),
      type: z.enum(['widget', 'test', 'api']).default('widget'),
      variables: variables.optional(),
    }),
    output: z.object({ status: ok, conversation_id: z.uuid(), history: z.array(HistoryItem) }),
    refuses: ['not_found', 'bad_request'],
    refusalFields,
  }),
  send: operation({
    method: 'POST',
    path: '/conversations/{uuid}/messages',
    tag,
    summary: 'Say something in a chat and get the assistant’s answer',
    description: 'A message reopens a chat that has ended. While a person has taken over, the answer is empty.',
    input: z.object({ uuid: pathUuid, message }),
    output: z.object({
      status: ok,
      message: z.string(),
      function_calls: z.array(FunctionCall),
      ai_disabled: z.boolean(),
    }),
    refuses: ['not_found', 'bad_request', 'model_failed'],
    refusalFields,
  }),
  get: operation({
    method: 'GET',
    path: '/conversations/{uuid}',
    tag,
    summary: 'What was said in a chat',
    input: z.object({ uuid: pathUuid }),
    output: z.object({
      status: ok,
      history: z.array(HistoryItem),
      variables: z.record(z.string(), z.unknown()),
    }),
    refuses: ['not_found'],
    refusalFields,
  }),
  disableAi: operation({
    method: 'POST',
    path: '/automate/conversations/{uuid}/disable-ai',
    tag,
    summary: 'Let a person take over: the assistant does not answer, and the chat does not end by inactivity',
    input: z.object({ uuid: pathUuid }),
    output: z.object({ status: ok, ai_enabled: z.boolean() }),
    refuses: ['not_found'],
    refusalFields,
  }),
  enableAi: operation({
    method: 'POST',
    path: '/automate/conversations/{uuid}/enable-ai',
    tag,
    summary: 'Give a chat back to its assistant',
    input: z.object({ uuid: pathUuid }),
    output: z.object({ status: ok, ai_enabled: z.boolean() }),
    refuses: ['not_found'],
    refusalFields,
  }),
  list: operation({
    method: 'GET',
    path: '/user/conversations',
    tag,
    summary: 'Chats, the one with the latest message first',
    input: z.object({
      type: z.enum([...conversationTypes, 'whatsapp']).optional(),
      status: z.enum(['active', 'ended']).optional(),
      ai_enabled: queryFlag.optional(),
      unread: queryFlag.optional(),
      assistant_id: z.union([queryInt(1), uuid], 'must be an id or a uuid.').optional(),
      external_identifier: text(255).optional(),
      customer_phone: partialNumber.optional(),
      search: searchText.optional(),
      whatsapp_sender_phone: text(255).optional(),
      cursor: text(200).optional(),
      per_page: queryInt(1, 100).default(15),
    }),
    output: z.object({
      data: z.array(Conversation),
      next_cursor: z.string().nullable(),
      prev_cursor: z.string().nullable(),
      per_page: z.int(),
      path: z.string(),
    }),
  }),
  open: operation({
    method: 'GET',
    path: '/user/conversations/{uuid}',
    tag,
    summary: 'One chat with every message, its time and its tool calls',
    input: z.object({ uuid: pathUuid }),
    output: ConversationWithMessages,
    refuses: ['not_found'],
  }),
  answer: operation({
    method: 'POST',
    path: '/user/conversations/{uuid}/messages',
    tag,
    summary: 'Write to the customer as a person, in a chat that was taken over',
    input: z.object({ uuid: pathUuid, message }),
    output: changed(Message),
    refuses: ['not_found', 'conflict', 'bad_request'],
  }),
  suggest: operation({
    method: 'POST',
    path: '/user/conversations/{uuid}/suggest',
    tag,
    summary: 'Get what the assistant would answer to the last message of the customer; nothing is sent',
    description:
      'It looks things up in the knowledge base, and calls no other tool, because those may book or change something.',
    input: z.object({ uuid: pathUuid }),
    output: z.object({ reply: z.string(), function_calls: z.array(FunctionCall), spoken_by: z.string() }),
    refuses: ['not_found', 'conflict', 'model_failed'],
  }),
  read: operation({
    method: 'POST',
    path: '/user/conversations/{uuid}/read',
    tag,
    summary: 'The operator has read the messages of a chat',
    input: z.object({ uuid: pathUuid, position: z.int().min(0, 'must be at least 0.').optional() }),
    output: z.object({ message: z.string(), unread: z.int() }),
    refuses: ['not_found'],
  }),
  unread: operation({
    method: 'GET',
    path: '/user/unread',
    tag,
    summary: 'How many chats, and how many people who sent SMS, have messages that the operator has not read',
    input: nothing,
    output: z.object({ conversations: z.int(), sms: z.int() }),
  }),
  generateReply: operation({
    method: 'POST',
    path: '/user/ai/generate-reply',
    tag,
    summary: 'Get an assistant’s answer to a customer; one chat is kept for each customer of an assistant',
    input: z.object({
      assistant_id: z.union([id, uuid], 'must be an id or a uuid.'),
      customer_identifier: filled(255),
      message,
      variables: variables.optional(),
    }),
    output: z.object({
      success: ok,
      conversation_id: z.uuid(),
      customer_identifier: z.string(),
      reply: z.string(),
      function_calls: z.array(FunctionCall),
      ai_disabled: z.boolean(),
    }),
    refuses: ['not_found', 'model_failed'],
    refusalFields: { success: false },
    refusalSchema: z.object({ error_code: z.literal('ASSISTANT_NOT_FOUND').optional() }),
  }),
}

export type ReplyRequest = InputOf<typeof conversations.generateReply>
