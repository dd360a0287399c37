import { randomUUID } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NewSms, SmsStatus } from '../../../contract/sms'
import { segmentsOf } from '../../../contract/sms-segments'
import { FieldErrors, type Input } from '../../../contract/validation'
import { e164 } from '../../../contract/wire'
import { counted } from '../../../contract/words'
import type { ProviderAnswer } from '../../ports/provider-answer'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import * as blacklist from '../campaigns/blacklist'
import { nameFor } from '../campaigns/leads'
import { CommitFailed } from '../kernel/commits'
import { type Context, type Outside, transact } from '../kernel/context'
import { badRequest, conflict, invalid, notFound } from '../kernel/errors'
import { type Moves, next } from '../kernel/state-machine'
import { HOUR, MINUTE, SECOND } from '../kernel/time'
import { inUsd, type Millionths, missingInWords, shortage } from '../money/amounts'
import { balanceOf, book } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import { warnOfUnknownRange } from '../numbers/ranges'
import { getSettings } from '../workspace/settings'
import { noteSms, recountThread } from './sms-threads'

export type SmsEvent = 'accept' | 'deliver' | 'fail'

/** The states of an SMS. Late and repeated reports are ignored, because the table does not allow them. */
export const smsMoves: Moves<SmsStatus, SmsEvent> = {
  queued: { accept: 'sent', deliver: 'delivered', fail: 'failed' },
  sent: { deliver: 'delivered', fail: 'failed' },
  delivered: {},
  failed: {},
  received: {},
}

export interface Sms {
  id: number
  message_id: string
  user_id: number
  phone_number_id: number
  carrier: string
  from_number: string
  to_number: string
  /** The number of the person: who wrote, or to whom. */
  customer: string
  /** Of the person who has the other number; null when no lead tells it. */
  name: string | null
  body: string
  segments: number
  segment_price: Millionths
  total_cost: Millionths
  status: SmsStatus
  sid: string
  error: string | null
  tries: number
  next_try_at: number | null
  created_at: number
  updated_at: number
}

/** The country of a number (ISO 3166-1 alpha-2), or the most likely of several; `other` when it is not known. */
const countryOf = (number: string) => {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? 'other'
}

/** The price of a segment to a number. */
const priceTo = (db: ReadDb, number: string): Millionths => {
  const { sms } = getSettings(db).rates
  return sms[countryOf(number)] ?? sms.other!
}

export const byId = (db: ReadDb, id: number) => one<Sms>(db, sql`SELECT * FROM sms WHERE id = ${id}`)
export const byMessageId = (db: ReadDb, messageId: string) =>
  one<Sms>(db, sql`SELECT * FROM sms WHERE message_id = ${messageId}`)

/**
 * Sends an SMS: stores and charges it first, then asks the messaging provider. Returns it with the status that it has
 * then. Throws `invalid` with every error, or `bad_request` with the reason why it cannot be sent.
 */
export const send = (context: Context, outside: Outside, userId: number, input: Input<NewSms>): Promise<Sms> =>
  askFirst(context, outside, enqueue(context, userId, input))

/**
 * Sends the text of an SMS that failed once more, as a new SMS. Throws `not_found`, `conflict` when it did not fail, or
 * `bad_request` with the reason why it cannot be sent.
 */
export async function sendAgain(context: Context, outside: Outside, userId: number, id: number): Promise<Sms> {
  const failed = byId(context.db, id)
  if (failed?.user_id !== userId) throw notFound('SMS')
  if (failed.status !== 'failed') throw conflict('Only an SMS that failed is sent again.')
  const { phone_number_id: from, to_number: to, body } = failed
  return askFirst(context, outside, enqueue(context, userId, { values: { from, to, body }, errors: new FieldErrors() }))
}

async function askFirst(context: Context, outside: Outside, queued: Sms): Promise<Sms> {
  const answer = await ask(context, outside, queued)
  if (answer) recordSendResult(context, queued, answer)
  // It may have been deleted meanwhile, because the person was forgotten.
  return byId(context.db, queued.id) ?? { ...queued, status: 'failed', total_cost: 0, error: FORGOTTEN }
}

const FORGOTTEN = 'Whoever it was for was forgotten.'

// A UNION, because SQLite would use no index for an OR of the two numbers.
const smsWith = (userId: number, number: string) =>
  sql`SELECT id FROM sms WHERE user_id = ${userId} AND from_number = ${number}
    UNION SELECT id FROM sms WHERE user_id = ${userId} AND to_number = ${number}`

/**
 * Deletes all SMS from and to a number. Queued ones are not sent, and their cost is given back. Returns how many. Call
 * inside a transaction.
 */
export function removeSmsWith(context: Context, userId: number, number: string): number {
  for (const { id } of all<{ id: number }>(context.db, smsWith(userId, number))) {
    const sms = byId(context.db, id)
    if (sms?.status === 'queued') fail(context, sms, FORGOTTEN)
  }
  // Not only of the number itself: it may be one of ours.
  const people = all<{ customer: string }>(
    context.db,
    sql`SELECT DISTINCT customer FROM sms WHERE id IN (${smsWith(userId, number)})`,
  )
  const gone = run(context.db, sql`DELETE FROM sms WHERE id IN (${smsWith(userId, number)})`)
  for (const { customer } of people) recountThread(context, userId, customer)
  return gone
}

/** The request that sends an SMS asks the provider itself. The background worker asks again only after this time. */
const FIRST_RETRY_AFTER = MINUTE

type Check = { segments: number; price: Millionths } & (
  | { refusal: string }
  | { refusal: null; number: numbers.PhoneNumber; to: string }
)

/** What an SMS would cost, and why it cannot be sent, as a sentence; null when it can. */
export function checkSend(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  { from, to: asked, body }: { from: number; to: string; body: string },
): Check {
  const number = numbers.getNumber(db, userId, from)
  const to = e164(asked)
  const cost = { segments: segmentsOf(body), price: to === null ? 0 : priceTo(db, to) }
  const refuse = (refusal: string) => ({ ...cost, refusal })
  if (!number) return refuse('The from field is not a number of this account.')
  if (!to) return refuse('The to field must be a phone number in international form, like +15550100001.')
  if (number.sms_capable === 0) return refuse(`The number ${number.phone_number} cannot send SMS.`)
  const why = numbers.unusable(db, number)
  if (why) return refuse(`The number ${number.phone_number} ${why}.`)
  if (blacklist.isListed(db, userId, to, clock.now())) return refuse(`The number ${to} is on the blacklist.`)
  const missing = shortage({ balance: balanceOf(db, userId), held: 0, price: cost.segments * cost.price })
  if (missing) return refuse(missingInWords('The message', missing))
  return { ...cost, refusal: null, number, to }
}

/** Stores and charges an SMS. Throws `invalid` with every error, or `bad_request` with the reason. */
function enqueue(
  context: Context,
  userId: number,
  { values, errors }: Input<NewSms>,
  nextTryAt = context.wall.now() + FIRST_RETRY_AFTER,
): Sms {
  return transact(context, () => {
    const { from, to: asked, body } = values
    if (errors.any || from === undefined || asked === undefined || body === undefined) throw invalid(errors)
    const checked = checkSend(context, userId, { from, to: asked, body })
    if (checked.refusal !== null) throw badRequest(checked.refusal)
    const { number, to, segments, price } = checked
    const cost = segments * price
    warnOfUnknownRange(context, to)
    const sms = insertSms(context, number, {
      messageId: randomUUID(),
      from: number.phone_number,
      to,
      body,
      segments,
      price,
      status: 'queued',
      nextTryAt,
    })
    if (cost > 0)
      book(context, userId, { type: 'sms', amount: -cost, what: `SMS ${sms.id}: ${inSegments(sms)}`, smsId: sms.id })
    return sms
  })
}

const inSegments = ({ segments, segment_price }: Sms) =>
  `${counted(segments, 'segment')} at ${inUsd(segment_price, true)}`

/** Inserts an SMS. Call inside a transaction. */
export function insertSms(
  context: Context,
  number: numbers.PhoneNumber,
  given: {
    messageId: string
    from: string
    to: string
    body: string
    segments: number
    price: Millionths
    status: 'queued' | 'received'
    nextTryAt: number | null
  },
): Sms {
  const now = context.clock.now()
  const sms = one<Sms>(
    context.db,
    sql`INSERT INTO sms (message_id, user_id, phone_number_id, carrier, from_number, to_number, name, body, segments,
        segment_price, total_cost, status, sid, next_try_at, created_at, updated_at)
      VALUES (${given.messageId}, ${number.user_id}, ${number.id}, ${number.carrier}, ${given.from}, ${given.to},
        ${nameFor(context.db, number.user_id, given.status === 'received' ? given.from : given.to, {})}, ${given.body}, ${given.segments}, ${given.price}, ${given.segments * given.price}, ${given.status},
        ${given.messageId}, ${given.nextTryAt}, ${now}, ${now}) RETURNING *`,
  )!
  noteSms(context, sms)
  publishChange(context, sms)
  return sms
}

const publishChange = (context: Context, { id, user_id: userId, phone_number_id, status }: Sms) =>
  context.bus.publish(userId, { type: 'sms.changed', id, phone_number_id, status })

const retryAfter = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR]

/** Asks the messaging provider to send; null when it could not be reached, and then it is tried again later. */
export async function ask(
  context: Context,
  { messagingProvider }: Pick<Outside, 'messagingProvider'>,
  { id, message_id: messageId, from_number: from, to_number: to, body }: Sms,
) {
  try {
    return await messagingProvider.sendSms({ messageId, from, to, body })
  } catch (error) {
    // Nothing was asked: what is to be sent is not stored.
    if (error instanceof CommitFailed) throw error
    context.log.warn({ err: error, smsId: id }, 'the messaging provider could not be asked to send an SMS')
    return null
  }
}

/** Records the provider's answer. When it refuses, the cost is given back. */
export const recordSendResult = (context: Context, { id }: Sms, answer: ProviderAnswer<{ sid: string }>) =>
  transact(context, () => {
    const sms = byId(context.db, id)
    if (!sms) return
    if (!answer.done) return fail(context, sms, answer.reason)
    // Its delivery may have been reported before the answer came.
    run(context.db, sql`UPDATE sms SET sid = ${answer.sid} WHERE id = ${id}`)
    move(context, sms, 'accept')
  })

/**
 * Takes the SMS that are due, and sets when each is tried again. An SMS that may no longer be sent fails instead: after
 * the last try, when its number was suspended or released, or when the receiver is blacklisted.
 */
export function claimDue(context: Context): Sms[] {
  return transact(context, () =>
    all<Sms>(context.db, queries.due(context.wall.now())).filter(sms => {
      const why = reasonNotToSend(context, sms)
      if (why !== null) {
        fail(context, sms, why)
        return false
      }
      run(
        context.db,
        sql`UPDATE sms SET tries = tries + 1, next_try_at = ${context.wall.now() + retryAfter[sms.tries]!} WHERE id = ${sms.id}`,
      )
      return true
    }),
  )
}

function reasonNotToSend(context: Context, sms: Sms): string | null {
  if (sms.tries >= retryAfter.length) return 'The carrier could not be reached.'
  const number = numbers.getNumber(context.db, sms.user_id, sms.phone_number_id)
  if (!number) return 'The number was released.'
  const why = numbers.unusable(context.db, number)
  if (why) return `The number ${why}.`
  return blacklist.isListed(context.db, sms.user_id, sms.to_number, context.clock.now())
    ? 'The number is on the blacklist.'
    : null
}

/** Wall time at which the next SMS is due; null: there is none. */
export const nextDueAt = (db: ReadDb) => one<{ at: number | null }>(db, queries.nextDue)!.at

/** Makes every queued SMS due at once, after a start. The provider sends each only once, because of its id. */
export const recover = (context: Context) =>
  run(context.db, sql`UPDATE sms INDEXED BY sms_queued SET next_try_at = ${context.wall.now()} WHERE status = 'queued'`)

/** Moves an SMS as `smsMoves` says. Returns false, and changes nothing, when its state does not accept the event. */
export function move(
  context: Context,
  sms: Sms,
  event: SmsEvent,
  changes: { cost?: Millionths; error?: string } = {},
): boolean {
  const to = next(smsMoves, sms.status, event)
  if (!to) return false
  const { cost = sms.total_cost, error = null } = changes
  const changed = run(
    context.db,
    sql`UPDATE sms SET status = ${to}, next_try_at = NULL, total_cost = ${cost}, error = ${error},
      updated_at = ${context.clock.now()} WHERE id = ${sms.id} AND status = ${sms.status}`,
  )
  if (changed === 0) return false
  publishChange(context, { ...sms, status: to })
  return true
}

/** Marks an SMS as failed and gives its cost back. */
export function fail(context: Context, sms: Sms, reason: string) {
  if (!move(context, sms, 'fail', { cost: 0, error: reason }) || sms.total_cost === 0) return
  book(context, sms.user_id, { type: 'refund', amount: sms.total_cost, what: `SMS ${sms.id}: not sent`, smsId: sms.id })
}

/** Stores with a received SMS why nobody answers it, and notifies the operator. Call inside a transaction. */
export function noteUnanswered(context: Context, { id, user_id: userId, from_number }: Sms, why: string) {
  run(context.db, sql`UPDATE sms SET error = ${`Not answered: ${why}`} WHERE id = ${id}`)
  const text = `An SMS from ${from_number} is not answered: ${why}`
  context.bus.publish(userId, { type: 'operator.told', level: 'warning', text, sms_from: from_number })
}

export const queries = {
  with: (userId: number, number: string, limit: number) =>
    sql`${smsWith(userId, number)} ORDER BY id DESC LIMIT ${limit}`,
  due: (now: number) =>
    sql`SELECT * FROM sms WHERE status = 'queued' AND next_try_at <= ${now} ORDER BY next_try_at LIMIT 20`,
  nextDue: sql`SELECT min(next_try_at) AS at FROM sms WHERE status = 'queued'`,
}

/** Enqueues an SMS to the customer of a conversation. Throws `bad_request`. Call inside a transaction. */
export function enqueueAnswer(context: Context, { userId, ownNumber, customer }: SmsConversation, body: string) {
  const number = ownNumber === null ? undefined : numbers.byNumber(context.db, ownNumber)
  if (number?.user_id !== userId || customer === null) throw badRequest('The number of this conversation is gone.')
  return enqueue(
    context,
    userId,
    { values: { from: number.id, to: customer, body }, errors: new FieldErrors() },
    context.wall.now(),
  )
}

interface SmsConversation {
  userId: number
  ownNumber: string | null
  customer: string | null
}
