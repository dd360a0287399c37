import { randomUUID } from 'node:crypto'
import type { Draft } from '../../../contract/validation'
import type { ExchangeReport } from '../../ports/number-provider'
import * as blacklist from '../campaigns/blacklist'
import { type Desk, transact } from '../kernel/context'
import { conflict, invalid } from '../kernel/errors'
import * as numbers from '../numbers/numbers'
import { getSettings } from '../workspace/settings'
import { takeSms } from './owed-replies'
import { byMessageId, fail, move, type Sms, segmentsOf, write } from './sms'

// What the carrier reports

export function reported(desk: Desk, report: ExchangeReport) {
  transact(desk, () => {
    if (report.type === 'sms_received') return void receive(desk, report)
    const sms = byMessageId(desk.db, report.messageId)
    if (!sms) return
    if (report.type === 'sms_delivered') move(desk, sms, 'deliver')
    else fail(desk, sms, report.reason)
  })
}

/** What US carriers take for an opt-out: the word alone. */
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'])

const isStop = (body: string) =>
  stopWords.has(
    body
      .trim()
      .replace(/[.!]+$/, '')
      .toUpperCase(),
  )

/** Keeps a message that came in, once. One to a number that is nobody's, or that is suspended, is not ours to keep. */
function receive(desk: Desk, { messageId, from, to, body }: Omit<ExchangeReport & { type: 'sms_received' }, 'type'>) {
  const known = byMessageId(desk.db, messageId)
  if (known) return known
  const number = numbers.byNumber(desk.db, to)
  if (!number || number.sms_capable === 0 || numbers.unusable(desk.db, number) !== null) {
    desk.log.warn({ messageId }, 'a message came in for a number that takes none')
    return undefined
  }
  const segments = segmentsOf(body)
  const sms = write(desk, number, {
    messageId,
    from,
    to,
    body,
    segments,
    price: 0,
    status: 'received',
    nextTryAt: null,
  })
  received(desk, sms)
  return sms
}

/** What follows from a message that came in. Inside the transaction that keeps it. */
function received(desk: Desk, sms: Sms) {
  if (isStop(sms.body))
    blacklist.add(desk, sms.user_id, {
      phoneNumber: sms.from_number,
      reason: `Wrote ${sms.body.trim()}`,
      source: 'sms',
    })
  else
    takeSms(desk, {
      userId: sms.user_id,
      numberId: sms.phone_number_id,
      ownNumber: sms.to_number,
      customer: sms.from_number,
      body: sms.body,
    })
}

/** Lets a message come in as if somebody had sent it. Throws `invalid` when the number cannot take it, `conflict`. */
export function simulateInbound(
  desk: Desk,
  userId: number,
  { values, faults }: Draft<{ from: string; to: string; body: string }>,
): Sms {
  return transact(desk, () => {
    const { from, to, body } = values
    const number = to === undefined ? undefined : numbers.byNumber(desk.db, to)
    if (to !== undefined && number?.user_id !== userId)
      faults.add('to', 'The to field is not a number of this account.')
    else if (number?.sms_capable === 0) faults.add('to', 'The to field is a number that takes no SMS.')
    else if (number && numbers.unusable(desk.db, number))
      faults.add('to', `The to field is a number that ${numbers.unusable(desk.db, number)}.`)
    if (faults.any || from === undefined || to === undefined || body === undefined) throw invalid(faults)
    const { carrier } = getSettings(desk.db)
    if (carrier !== 'simulated') throw conflict(`The ${carrier} carrier is chosen; only the simulated one simulates.`)
    return receive(desk, { messageId: randomUUID(), from, to, body })!
  })
}
