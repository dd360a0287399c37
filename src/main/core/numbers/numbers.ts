import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberStatus, NumberType } from '../../../contract/phone-numbers'
import type { NumberOffer } from '../../ports/number-provider'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { notFound } from '../kernel/errors'
import type { Millionths } from '../money/amounts'
import { getSettings } from '../workspace/settings'

export interface PhoneNumber {
  id: number
  user_id: number
  phone_number: string
  country_code: string
  type: NumberType
  status: NumberStatus
  carrier: string
  sms_capable: 0 | 1
  region: string
  nickname: string | null
  created_at: number
  /** The inbound assistant that answers on it. */
  answered_by: number | null
  /** Millionths of a USD a month; null, like the next three, for a number that is not rented. */
  price: number | null
  paid_until: number | null
  suspended_at: number | null
  /** When its rent is charged next, or it is released. */
  due_at: number | null
}

export const typeLabels = { normal: 'Dedicated Number', sip: 'SIP', caller_id: 'Caller ID' } as const

const numbers = sql`SELECT phone_numbers.*, price, paid_until, suspended_at, due_at,
  (SELECT id FROM assistants WHERE phone_number_id = phone_numbers.id AND type = 'inbound') AS answered_by
  FROM phone_numbers LEFT JOIN subscriptions ON subscriptions.phone_number_id = phone_numbers.id`

/** A number of the user's; undefined when there is none with this id. */
export const getNumber = (db: ReadDb, userId: number, id: number) =>
  one<PhoneNumber>(db, sql`${numbers} WHERE phone_numbers.id = ${id} AND user_id = ${userId}`)

/** A number of any user: for incoming calls and messages. */
export const byNumber = (db: ReadDb, phoneNumber: string) =>
  one<PhoneNumber>(db, sql`${numbers} WHERE phone_number = ${phoneNumber}`)

/** The user whose number it is; undefined when there is none with this id. */
export const ownerOf = (db: ReadDb, id: number) =>
  one<{ user_id: number }>(db, sql`SELECT user_id FROM phone_numbers WHERE id = ${id}`)?.user_id

export const listNumbers = (db: ReadDb, userId: number) =>
  all<PhoneNumber>(db, sql`${numbers} WHERE user_id = ${userId} ORDER BY phone_numbers.id DESC`)

/** Whether a number cannot be ordered now: it is somebody's, or an order for it is still open. */
export const isTaken = (db: ReadDb, phoneNumber: string) =>
  one(db, sql`SELECT 1 FROM phone_numbers WHERE phone_number = ${phoneNumber}`) !== undefined ||
  // A released number must not be ordered again before the provider has it back.
  one(db, sql`SELECT 1 FROM number_orders WHERE phone_number = ${phoneNumber}`) !== undefined

/** Whether a number's rent is paid. SIP and Caller ID numbers are not rented, so they always count as paid. */
export const isSubscribed = (number: PhoneNumber) => number.type !== 'normal' || number.status !== 'suspended'

/** Whether SMS can be sent from a number now. */
export const canSendSms = (number: PhoneNumber) => number.sms_capable === 1 && isSubscribed(number)

/** Why a number cannot be used now, as the end of a sentence; null: it can be used. */
export function unusable(db: ReadDb, number: PhoneNumber): string | null {
  if (!isSubscribed(number)) return 'is suspended until its rent is paid'
  const { carrier } = getSettings(db)
  if (number.type === 'normal' && number.carrier !== carrier)
    return `was bought from the ${number.carrier} carrier and cannot be used with another`
  if (number.type === 'caller_id' && carrier === 'sip') return 'is not the number of a SIP trunk, over which calls go'
  return null
}

/** Whether no other inbound assistant has the number, and it can be used now. */
export const isAvailable = (db: ReadDb, number: PhoneNumber) =>
  number.answered_by === null && unusable(db, number) === null

/**
 * Whether an assistant of this type may have the number. An inbound one is called on it, so it needs one for itself;
 * outbound ones share numbers.
 */
export const suits = (db: ReadDb, number: PhoneNumber, type: 'inbound' | 'outbound') =>
  type === 'outbound' || (number.type !== 'caller_id' && isAvailable(db, number))

/** The id of the trunk of a number; null when it is not the number of one. */
export const trunkOf = (db: ReadDb, userId: number, phoneNumber: string): number | null =>
  one<{ id: number }>(
    db,
    sql`SELECT id FROM phone_numbers WHERE user_id = ${userId} AND phone_number = ${phoneNumber} AND type = 'sip' ORDER BY id`,
  )?.id ?? null

/** Whether calls can be made with this caller ID now: a real one goes over the trunk of its number. */
export const canCallFrom = (db: ReadDb, callerId: string | null): boolean =>
  callerId !== null || getSettings(db).carrier !== 'sip'

/** The number as a caller ID; null when it is not the user's, or cannot be used now. */
export function callerId(db: ReadDb, userId: number, id: number): string | null {
  const number = getNumber(db, userId, id)
  return number && unusable(db, number) === null ? number.phone_number : null
}

/** The price of a minute of talking with this number on our side: nothing on a trunk or a line of the operator's own. */
export function minutePrice(db: ReadDb, userId: number, ownNumber: string | null): Millionths {
  const number = ownNumber === null ? undefined : byNumber(db, ownNumber)
  const isOwnLine = number?.user_id === userId && number.type !== 'normal'
  return isOwnLine ? 0 : getSettings(db).rates.call_minute
}

/** Sets the nickname, when one is given; an empty one removes it. Throws `not_found`. */
export function setNickname(
  context: Context,
  userId: number,
  id: number,
  nickname: string | null | undefined,
): PhoneNumber {
  return transact(context, () => {
    const number = getNumber(context.db, userId, id)
    if (!number) throw notFound('Phone number')
    if (nickname !== undefined) {
      run(context.db, sql`UPDATE phone_numbers SET nickname = ${nickname || null} WHERE id = ${id}`)
      publishChange(context, number)
    }
    return getNumber(context.db, userId, id)!
  })
}

export const publishChange = (
  context: Context,
  number: Pick<PhoneNumber, 'id' | 'user_id' | 'status'>,
  released = false,
) =>
  context.bus.publish(number.user_id, {
    type: 'number.changed',
    id: number.id,
    status: released ? 'released' : number.status,
  })

/** Adds a number that was ordered from a provider. Call inside a transaction. */
export function addRented(context: Context, userId: number, offer: NumberOffer, provider: string): PhoneNumber {
  const id = insert(
    context.db,
    sql`INSERT INTO phone_numbers (user_id, phone_number, country_code, type, carrier, sms_capable, region, created_at)
      VALUES (${userId}, ${offer.phoneNumber}, ${offer.countryCode}, 'normal', ${provider}, ${offer.smsCapable ? 1 : 0},
        ${offer.region}, ${context.clock.now()})`,
  )
  return getNumber(context.db, userId, id)!
}

/** Adds a number of the operator's own, which is only shown to those who are called. Call inside a transaction. */
export function addCallerId(context: Context, userId: number, phoneNumber: string, nickname: string): PhoneNumber {
  const country = parsePhoneNumberFromString(phoneNumber)?.country ?? ''
  const id = insert(
    context.db,
    sql`INSERT INTO phone_numbers (user_id, phone_number, country_code, type, carrier, sms_capable, nickname, created_at)
      VALUES (${userId}, ${phoneNumber}, ${country}, 'caller_id', ${getSettings(context.db).carrier}, 0, ${nickname},
        ${context.clock.now()})`,
  )
  const number = getNumber(context.db, userId, id)!
  publishChange(context, number)
  return number
}

/** Changes a number's status, if it is `from`. Call inside a transaction. */
export function setStatus(context: Context, userId: number, id: number, from: NumberStatus, to: NumberStatus) {
  run(context.db, sql`UPDATE phone_numbers SET status = ${to} WHERE id = ${id} AND status = ${from}`)
  publishChange(context, { id, user_id: userId, status: to })
}

/** Deletes a number that nothing uses any more (see `removeNumber` of provisioning). Call inside a transaction. */
export function remove(context: Context, number: PhoneNumber) {
  run(context.db, sql`DELETE FROM phone_numbers WHERE id = ${number.id}`)
  publishChange(context, number, true)
}
