import { randomUUID } from 'node:crypto'
import type { ConversationType, FunctionCall, Speaker } from '../../../contract/conversations'
import type { Variables } from '../../../contract/wire'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import type { Situation } from '../assistants/situation'
import { nameFor } from '../campaigns/leads'
import { type Context, transact } from '../kernel/context'
import { conflict, notFound } from '../kernel/errors'
import { MINUTE } from '../kernel/time'
import type { Millionths } from '../money/amounts'
import { removeAbout } from '../webhooks/redeliveries'

export interface Conversation {
  id: number
  uuid: string
  userId: number
  assistantId: number | null
  assistantUuid: string
  assistantName: string
  type: ConversationType
  status: 'active' | 'ended'
  /** A phone number, or the identifier that a client's program uses. */
  customer: string | null
  /** Our number, in an SMS conversation. */
  ownNumber: string | null
  /** Of the customer; null when nothing tells it. */
  name: string | null
  /** Those that were given, without the assistant's defaults. */
  variables: Variables
  aiDisabled: boolean
  messages: number
  customerMessages: number
  lastMessage: string | null
  spokenBy: string | null
  endsAt: number | null
  endedAt: number | null
  /** What its messages cost. */
  cost: Millionths
  /** How many webhooks about its end were enqueued. */
  endWebhooks: number
  /** Messages of the customer that the operator has not read. None of a chat that somebody holds to try the assistant out. */
  unread: number
  createdAt: number
  /** When the last message was written. */
  updatedAt: number
}

export interface Message {
  position: number
  role: Speaker
  content: string
  functionCalls: FunctionCall[]
  createdAt: number
}

export interface Row {
  id: number
  uuid: string
  user_id: number
  assistant_id: number | null
  assistant_uuid: string
  assistant_name: string
  type: ConversationType
  status: Conversation['status']
  customer: string | null
  own_number: string | null
  name: string | null
  variables: string
  ai_disabled: number
  messages: number
  customer_messages: number
  last_message: string | null
  spoken_by: string | null
  ends_at: number | null
  ended_at: number | null
  told: number
  unread: number
  cost: number
  created_at: number
  updated_at: number
}

export const toConversation = (row: Row): Conversation => ({
  id: row.id,
  uuid: row.uuid,
  userId: row.user_id,
  assistantId: row.assistant_id,
  assistantUuid: row.assistant_uuid,
  assistantName: row.assistant_name,
  type: row.type,
  status: row.status,
  customer: row.customer,
  ownNumber: row.own_number,
  name: row.name,
  variables: JSON.parse(row.variables) as Variables,
  aiDisabled: row.ai_disabled === 1,
  messages: row.messages,
  customerMessages: row.customer_messages,
  lastMessage: row.last_message,
  spokenBy: row.spoken_by,
  endsAt: row.ends_at,
  endedAt: row.ended_at,
  cost: row.cost,
  endWebhooks: row.told,
  unread: row.unread,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export function byId(db: ReadDb, id: number): Conversation | undefined {
  const row = one<Row>(db, sql`SELECT * FROM conversations WHERE id = ${id}`)
  return row && toConversation(row)
}

/** By id, or by the uuid that clients use. Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number | string): Conversation {
  const row = one<Row>(
    db,
    typeof id === 'number'
      ? sql`SELECT * FROM conversations WHERE id = ${id} AND user_id = ${userId}`
      : sql`SELECT * FROM conversations WHERE uuid = ${id.toLowerCase()} AND user_id = ${userId}`,
  )
  if (!row) throw notFound('Conversation')
  return toConversation(row)
}

export const messagesOf = (db: ReadDb, id: number): Message[] =>
  all<{ position: number; role: Speaker; content: string; function_calls: string; created_at: number }>(
    db,
    sql`SELECT position, role, content, function_calls, created_at FROM conversation_messages
      WHERE conversation_id = ${id} ORDER BY position`,
  ).map(row => ({
    position: row.position,
    role: row.role,
    content: row.content,
    functionCalls: JSON.parse(row.function_calls) as FunctionCall[],
    createdAt: row.created_at,
  }))

export interface NewConversation {
  assistant: assistants.Assistant
  type: ConversationType
  customer?: string
  ownNumber?: string
  variables: Variables
}

/** The situation of a written conversation. `now`: desk time. */
export const inWriting = (
  now: number,
  { customer, ownNumber }: Pick<Conversation, 'customer' | 'ownNumber'>,
): Situation => ({
  now,
  kind: 'written conversation',
  with: customer,
  own: ownNumber,
})

/** Begins a conversation. The assistant's greeting is its first message, except by SMS, where the customer writes first. */
export function begin(context: Context, userId: number, given: NewConversation): Conversation {
  return transact(context, () => {
    const { assistant, customer = null, ownNumber = null } = given
    const now = context.clock.now()
    const { brief } = makeBrief(context.db, assistant, given.variables, inWriting(now, { customer, ownNumber }))
    const id = insert(
      context.db,
      sql`INSERT INTO conversations (uuid, user_id, assistant_id, assistant_uuid, assistant_name, type, customer,
          own_number, name, variables, created_at, updated_at)
        VALUES (${randomUUID()}, ${userId}, ${assistant.id}, ${assistant.uuid}, ${assistant.name}, ${given.type},
          ${customer}, ${ownNumber}, ${nameFor(context.db, userId, customer, given.variables)},
          ${JSON.stringify(given.variables)}, ${now}, ${now})`,
    )
    if (given.type !== 'sms') add(context, byId(context.db, id)!, 'assistant', brief.greeting)
    return byId(context.db, id)!
  })
}

/** The conversation of an assistant with a customer; undefined when there is none. */
export function ofCustomer(db: ReadDb, assistantId: number, type: ConversationType, customer: string) {
  const row = one<Row>(
    db,
    sql`SELECT * FROM conversations WHERE assistant_id = ${assistantId} AND type = ${type} AND customer = ${customer}`,
  )
  return row && toConversation(row)
}

/** Adds to what the messages of a conversation cost. */
export const addCost = (context: Context, id: number, cost: Millionths) =>
  run(context.db, sql`UPDATE conversations SET cost = cost + ${cost} WHERE id = ${id}`)

/** Stores which model wrote last. */
export const setSpeaker = (context: Context, id: number, model: string) =>
  run(context.db, sql`UPDATE conversations SET spoken_by = ${model} WHERE id = ${id}`)

/** Replaces the variables of a conversation. */
export function setVariables(context: Context, { id, userId, customer }: Conversation, variables: Variables) {
  const name = nameFor(context.db, userId, customer, variables)
  run(
    context.db,
    sql`UPDATE conversations SET variables = ${JSON.stringify(variables)}, name = ${name} WHERE id = ${id}`,
  )
}

/** Adds a message. A conversation that had ended is active again. Call inside a transaction. */
export function add(
  context: Context,
  conversation: Conversation,
  role: Speaker,
  content: string,
  functionCalls: readonly FunctionCall[] = [],
): Message {
  const { id, uuid, userId, type } = conversation
  const now = context.clock.now()
  const { position } = one<{ position: number }>(
    context.db,
    sql`INSERT INTO conversation_messages (conversation_id, position, role, content, function_calls, created_at)
      SELECT ${id}, coalesce(max(position) + 1, 0), ${role}, ${content}, ${JSON.stringify(functionCalls)}, ${now}
      FROM conversation_messages WHERE conversation_id = ${id} RETURNING position`,
  )!
  run(
    context.db,
    sql`UPDATE conversations SET status = 'active', ended_at = NULL, messages = messages + 1,
      customer_messages = customer_messages + ${Number(role === 'user')},
      unread = unread + ${Number(role === 'user' && type !== 'test')}, last_message = ${content}, updated_at = ${now}
      WHERE id = ${id}`,
  )
  scheduleEnd(context, id)
  context.bus.publish(userId, { type: 'conversation.changed', id: uuid, status: 'active' })
  return { position, role, content, functionCalls: [...functionCalls], createdAt: now }
}

/** Deletes a customer's message that could not be answered. Call inside a transaction. */
export function removeUnanswered(context: Context, id: number, position: number) {
  const gone = run(
    context.db,
    sql`DELETE FROM conversation_messages WHERE conversation_id = ${id} AND position = ${position} AND role = 'user'`,
  )
  if (gone === 0) return
  const last = one<{ position: number; content: string; created_at: number }>(
    context.db,
    sql`SELECT position, content, created_at FROM conversation_messages WHERE conversation_id = ${id}
      ORDER BY position DESC LIMIT 1`,
  )
  run(
    context.db,
    sql`UPDATE conversations SET messages = messages - 1, customer_messages = customer_messages - 1,
      last_message = ${last?.content ?? null}, updated_at = coalesce(${last?.created_at ?? null}, created_at),
      read_to = min(read_to, ${last ? last.position + 1 : 0})
      WHERE id = ${id}`,
  )
  countUnread(context, id)
  scheduleEnd(context, id)
  const { userId, uuid, status } = byId(context.db, id)!
  context.bus.publish(userId, { type: 'conversation.changed', id: uuid, status })
}

/** Switches the assistant's answers on or off; while they are off, a person answers. Throws `not_found`. */
export function setAi(context: Context, userId: number, id: number | string, enabled: boolean): Conversation {
  return transact(context, () => {
    const conversation = get(context.db, userId, id)
    run(context.db, sql`UPDATE conversations SET ai_disabled = ${Number(!enabled)} WHERE id = ${conversation.id}`)
    if (conversation.status === 'active') scheduleEnd(context, conversation.id)
    context.bus.publish(userId, { type: 'conversation.changed', id: conversation.uuid, status: conversation.status })
    return byId(context.db, conversation.id)!
  })
}

const countUnread = (context: Context, id: number) =>
  run(
    context.db,
    sql`UPDATE conversations SET unread = (SELECT count(*) FROM conversation_messages
        WHERE conversation_id = id AND position >= read_to AND role = 'user')
      WHERE id = ${id} AND type <> 'test'`,
  )

/** The operator has read its messages up to this position; without one, all. Call inside a transaction. */
export function markRead(context: Context, conversation: Conversation, position?: number) {
  const { id, userId, uuid, status, unread } = conversation
  run(
    context.db,
    sql`UPDATE conversations SET read_to = max(read_to, (SELECT coalesce(max(position) + 1, 0) FROM conversation_messages
        WHERE conversation_id = ${id} AND position <= ${position ?? Number.MAX_SAFE_INTEGER}))
      WHERE id = ${id}`,
  )
  countUnread(context, id)
  if (byId(context.db, id)!.unread !== unread)
    context.bus.publish(userId, { type: 'conversation.changed', id: uuid, status })
}

/** Adds a person's message. Throws `not_found`, or `conflict` while the assistant answers. */
export function addFromPerson(context: Context, userId: number, id: number | string, message: string) {
  return transact(context, () => {
    const conversation = get(context.db, userId, id)
    if (!conversation.aiDisabled) throw conflict('The assistant answers in this conversation. Take it over first.')
    // Who answers has read what was asked.
    markRead(context, conversation)
    return add(context, conversation, 'operator', message)
  })
}

/** Sets when the conversation ends from inactivity, counted from its last message; never while a person answers. */
function scheduleEnd(context: Context, id: number) {
  const conversation = byId(context.db, id)!
  const minutes = assistantOf(context, conversation)?.conversation_inactivity_timeout
  const endsAt = conversation.aiDisabled || minutes == null ? null : conversation.updatedAt + minutes * MINUTE
  run(context.db, sql`UPDATE conversations SET ends_at = ${endsAt} WHERE id = ${id}`)
}

export const assistantOf = (context: Context, { userId, assistantId }: Conversation) =>
  assistantId === null ? undefined : assistants.find(context, userId, assistantId)

export const queries = {
  due: (now: number) => sql`SELECT id FROM conversations WHERE ends_at IS NOT NULL AND ends_at <= ${now}`,
  nextEnd: sql`SELECT min(ends_at) AS at FROM conversations WHERE ends_at IS NOT NULL`,
}

/** Deletes all conversations with a customer, and their webhooks. Returns how many. Call inside a transaction. */
export function removeConversationsWith(context: Context, userId: number, customer: string): number {
  const theirs = sql`user_id = ${userId} AND customer = ${customer}`
  const gone = all<{ id: number; uuid: string; status: Conversation['status'] }>(
    context.db,
    sql`SELECT id, uuid, status FROM conversations WHERE ${theirs}`,
  )
  removeAbout(context, { conversations: gone.map(({ id }) => id) })
  for (const { uuid: id, status } of gone) context.bus.publish(userId, { type: 'conversation.changed', id, status })
  return run(context.db, sql`DELETE FROM conversations WHERE ${theirs}`)
}

/** Deletes the messages of a conversation, and its webhooks. Call inside a transaction. */
export function clearConversation(context: Context, id: number) {
  run(context.db, sql`DELETE FROM conversation_messages WHERE conversation_id = ${id}`)
  removeAbout(context, { conversations: [id] })
  run(context.db, sql`UPDATE conversations SET last_message = NULL, unread = 0 WHERE id = ${id}`)
}
