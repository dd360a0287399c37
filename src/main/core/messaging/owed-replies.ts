import { e164 } from '../../../contract/wire'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { type Context, transact } from '../kernel/context'
import { add, begin, byId, ofCustomer } from './conversations'

export interface ReceivedSms {
  userId: number
  numberId: number
  ownNumber: string
  customer: string
  body: string
}

/**
 * Adds an SMS to the conversation of the assistant that has the number; the conversation then waits for a reply. Returns
 * why it does not wait for one, for the operator; null when it does, when a person answers, or when nobody could: the
 * number has no assistant, or the sender no number. Call inside a transaction.
 */
export function addReceivedSms(
  context: Context,
  { userId, numberId, ownNumber, customer, body }: ReceivedSms,
): string | null {
  const holder = one<{ id: number }>(
    context.db,
    sql`SELECT id FROM assistants WHERE phone_number_id = ${numberId} ORDER BY type = 'inbound' DESC, id LIMIT 1`,
  )
  const assistant = holder && assistants.find(context, userId, holder.id)
  // A sender with a name instead of a number, such as a bank, cannot be answered.
  if (!assistant || !e164(customer)) return null
  const conversation =
    ofCustomer(context.db, assistant.id, 'sms', customer) ??
    begin(context, userId, { assistant, type: 'sms', customer, ownNumber, variables: {} })
  run(context.db, sql`UPDATE conversations SET own_number = ${ownNumber} WHERE id = ${conversation.id}`)
  const silent = conversation.aiDisabled ? null : silentBecause(assistant)
  if (!conversation.aiDisabled && silent === null)
    run(context.db, sql`UPDATE conversations SET reply_tries = 0 WHERE id = ${conversation.id}`)
  add(context, conversation, 'user', body)
  return silent
}

/** Why an assistant answers no SMS; null when it does. One that only calls out is never active. */
export const silentBecause = ({ type, status, name }: assistants.Assistant): string | null =>
  type === 'inbound' && status !== 'active' ? `The assistant ${name} is inactive.` : null

/** The ids of conversations that wait for a reply by SMS. */
export const unanswered = (db: ReadDb): number[] =>
  all<{ id: number }>(db, sql`SELECT id FROM conversations WHERE reply_tries IS NOT NULL`).map(({ id }) => id)

/** Counts a try to reply before it begins. Returns how many there were; 0 when no reply is due any more. */
export const countTry = (context: Context, id: number): number =>
  one<{ n: number }>(
    context.db,
    sql`UPDATE conversations SET reply_tries = reply_tries + 1 WHERE id = ${id} AND reply_tries IS NOT NULL
      RETURNING reply_tries AS n`,
  )?.n ?? 0

/** Ends the tries to reply, and notifies the operator. */
export function giveUp(context: Context, id: number, why: string) {
  transact(context, () => {
    const conversation = byId(context.db, id)
    clearReplyDue(context, id)
    if (conversation)
      context.bus.publish(conversation.userId, {
        type: 'operator.told',
        level: 'warning',
        text: `An SMS from ${conversation.customer} could not be answered: ${why}`,
        ...(conversation.customer !== null && { sms_from: conversation.customer }),
      })
  })
}

/** No reply is due any more. */
export const clearReplyDue = (context: Context, id: number) =>
  run(context.db, sql`UPDATE conversations SET reply_tries = NULL WHERE id = ${id}`)
