import type { TranscriptItem } from '../../../contract/calls'
import type { Speaker } from '../../../contract/conversations'
import type { ConversationEndedBody } from '../../../contract/webhook-bodies'
import { isoTime } from '../../../contract/wire'
import type { Judged } from '../../ports/models'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import { makeBrief } from '../assistants/brief'
import { type Context, transact } from '../kernel/context'
import * as deliveries from '../webhooks/deliveries'
import { assistantOf, byId, type Conversation, inWriting, messagesOf, queries } from './conversations'

/** Ends inactive conversations. Returns the desk time at which the next one may end; null: none will. */
export function endInactive(context: Context): number | null {
  transact(context, () => {
    for (const { id } of all<{ id: number }>(context.db, queries.due(context.clock.now()))) {
      const conversation = byId(context.db, id)!
      const hasWebhook = endedWebhookUrl(context, conversation) !== null
      run(
        context.db,
        sql`UPDATE conversations SET status = 'ended', ended_at = ${context.clock.now()}, ends_at = NULL,
          tell_tries = ${hasWebhook ? 0 : null} WHERE id = ${id}`,
      )
      context.bus.publish(conversation.userId, { type: 'conversation.changed', id: conversation.uuid, status: 'ended' })
    }
  })
  return one<{ at: number | null }>(context.db, queries.nextEnd)!.at
}

/**
 * The URL of the conversation-ended webhook; null when none is to be sent: the customer has not written, there is no URL,
 * or it was sent before and is not to be repeated.
 */
function endedWebhookUrl(context: Context, conversation: Conversation): string | null {
  const assistant = assistantOf(context, conversation)
  if (!assistant || conversation.customerMessages === 0) return null
  if (conversation.endWebhooks > 0 && !assistant.conversation_ended_retrigger) return null
  return assistant.conversation_ended_webhook_url
}

/** The ids of conversations that have ended and whose webhook is not enqueued yet. */
export const waitingForWebhook = (db: ReadDb): number[] =>
  all<{ id: number }>(db, sql`SELECT id FROM conversations WHERE tell_tries IS NOT NULL`).map(({ id }) => id)

/**
 * Counts a try to evaluate before it begins, so that a try that crashes the service counts too. Returns how many there
 * were; 0 when no webhook is due any more.
 */
export const countTry = (context: Context, id: number): number =>
  one<{ n: number }>(
    context.db,
    sql`UPDATE conversations SET tell_tries = tell_tries + 1 WHERE id = ${id} AND tell_tries IS NOT NULL
      RETURNING tell_tries AS n`,
  )?.n ?? 0

/** The input for an evaluator; null when the assistant was deleted. */
export function evaluationRequest(context: Context, id: number) {
  const conversation = byId(context.db, id)!
  const assistant = assistantOf(context, conversation)
  if (!assistant) return null
  // The moment of the last message, so that a word like "tomorrow" is understood.
  const situation = inWriting(conversation.updatedAt, conversation)
  const { brief } = makeBrief(context.db, assistant, conversation.variables, situation)
  const transcript: TranscriptItem[] = messagesOf(context.db, id).map(message => ({
    text: message.content,
    type: 'transcript',
    sender: message.role === 'user' ? 'human' : 'bot',
    timestamp: message.createdAt / 1000,
  }))
  return { brief, transcript }
}

/** Enqueues the conversation-ended webhook, if one is still to be sent. */
export function enqueueEnded(context: Context, id: number, judged: Judged) {
  transact(context, () => {
    const conversation = byId(context.db, id)
    if (!conversation) return
    // A new message has made the conversation active again; the webhook follows when it ends the next time.
    const url = conversation.status === 'ended' ? endedWebhookUrl(context, conversation) : null
    run(
      context.db,
      sql`UPDATE conversations SET tell_tries = NULL, told = told + ${Number(url !== null)} WHERE id = ${id}`,
    )
    if (url === null) return
    deliveries.enqueue(context, {
      userId: conversation.userId,
      event: 'conversation.ended',
      conversationId: id,
      assistantId: conversation.assistantId,
      url,
      body: endedBody(context, conversation, judged),
    })
  })
}

/** Sends no webhook for a conversation whose webhook could not be stored, and tells the operator. */
export const giveUp = (context: Context, id: number) =>
  transact(context, () => {
    const conversation = byId(context.db, id)
    run(context.db, sql`UPDATE conversations SET tell_tries = NULL WHERE id = ${id}`)
    if (!conversation) return
    context.bus.publish(conversation.userId, {
      type: 'operator.told',
      level: 'warning',
      text: `The webhook of conversation ${conversation.uuid} could not be stored and is not sent. The log says why.`,
    })
  })

function endedBody(context: Context, c: Conversation, judged: Judged): ConversationEndedBody {
  const messages = messagesOf(context.db, c.id)
  const isNumber = c.customer?.startsWith('+') ?? false
  return {
    id: c.id,
    conversation_id: c.uuid,
    assistant_id: c.assistantUuid,
    type: c.type,
    message_count: messages.length,
    status: 'ended',
    extracted_variables: Object.fromEntries(judged.items.map(item => [item.name, item.value])),
    evaluated_by: judged.by,
    input_variables: c.variables,
    transcript: messages.map(message => ({
      role: roleInApi(message.role),
      content: message.content,
      timestamp: isoTime(message.createdAt),
      timestamp_unix: Math.floor(message.createdAt / 1000),
    })),
    formatted_transcript: messages
      .map(message => `${message.role === 'user' ? 'Customer' : 'AI'}: ${message.content}`)
      .join('\n'),
    attachments: [],
    customer_phone: isNumber ? c.customer : null,
    customer_name: c.name,
    sender: c.customer,
    created_at: isoTime(c.createdAt),
    ended_at: isoTime(c.endedAt ?? c.updatedAt),
  }
}

/** The role as the API shows it: a person who answers counts as the assistant. */
export const roleInApi = (role: Speaker): 'user' | 'assistant' => (role === 'user' ? 'user' : 'assistant')
