import { randomUUID } from 'node:crypto'
import type { SimulatedSms } from '../../../contract/sms'
import { segmentsOf } from '../../../contract/sms-segments'
import type { Input } from '../../../contract/validation'
import type { MessageReport } from '../../ports/messaging-provider'
import * as blacklist from '../campaigns/blacklist'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid } from '../kernel/errors'
import * as numbers from '../numbers/numbers'
import { getSettings } from '../workspace/settings'
import { addReceivedSms } from './owed-replies'
import { byMessageId, fail, insertSms, move, noteUnanswered, type Sms } from './sms'

/** Records what the messaging provider reports. A report about an unknown SMS is ignored. */
export function reported(context: Context, report: MessageReport) {
  transact(context, () => {
    if (report.type === 'sms_received') return void receive(context, report)
    const sms = byMessageId(context.db, report.messageId)
    if (!sms) return
    if (report.type === 'sms_delivered') move(context, sms, 'deliver')
    else fail(context, sms, report.reason)
  })
}

/** A message of one of these words alone is an opt-out, as with US carriers. */
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'])

const isStop = (body: string) =>
  stopWords.has(
    body
      .trim()
      .replace(/[.!]+$/, '')
      .toUpperCase(),
  )

/** Stores an incoming SMS, once. One to an unknown number, or to a number that cannot receive SMS now, is only logged. */
function receive(
  context: Context,
  { messageId, from, to, body }: Omit<MessageReport & { type: 'sms_received' }, 'type'>,
) {
  const known = byMessageId(context.db, messageId)
  if (known) return known
  const number = numbers.byNumber(context.db, to)
  if (!number || number.sms_capable === 0 || numbers.unusable(context.db, number) !== null) {
    context.log.warn({ messageId }, 'an SMS came in for a number that takes no SMS')
    return undefined
  }
  const segments = segmentsOf(body)
  const sms = insertSms(context, number, {
    messageId,
    from,
    to,
    body,
    segments,
    price: 0,
    status: 'received',
    nextTryAt: null,
  })
  handleReceived(context, sms)
  return sms
}

/** Adds an incoming SMS to its conversation, or its sender to the blacklist. Call inside a transaction. */
function handleReceived(context: Context, sms: Sms) {
  if (isStop(sms.body))
    blacklist.add(context, sms.user_id, {
      phoneNumber: sms.from_number,
      reason: `Wrote ${sms.body.trim()}`,
      source: 'sms',
      smsId: sms.id,
    })
  else {
    const unanswered = addReceivedSms(context, {
      userId: sms.user_id,
      numberId: sms.phone_number_id,
      ownNumber: sms.to_number,
      customer: sms.from_number,
      body: sms.body,
    })
    if (unanswered !== null) noteUnanswered(context, sms, unanswered)
  }
}

/**
 * Simulates an incoming SMS. Throws `invalid` when the number cannot receive it, or `conflict` when the carrier is not the
 * simulated one.
 */
export function simulateInbound(context: Context, userId: number, { values, errors }: Input<SimulatedSms>): Sms {
  return transact(context, () => {
    const { from, to, body } = values
    const number = to === undefined ? undefined : numbers.byNumber(context.db, to)
    if (to !== undefined && number?.user_id !== userId)
      errors.add('to', 'The to field is not a number of this account.')
    else if (number?.sms_capable === 0) errors.add('to', 'The to field is a number that takes no SMS.')
    else if (number && numbers.unusable(context.db, number))
      errors.add('to', `The to field is a number that ${numbers.unusable(context.db, number)}.`)
    if (errors.any || from === undefined || to === undefined || body === undefined) throw invalid(errors)
    const { carrier } = getSettings(context.db)
    if (carrier !== 'simulated') throw conflict(`The ${carrier} carrier is chosen; only the simulated one simulates.`)
    return receive(context, { messageId: randomUUID(), from, to, body })!
  })
}
