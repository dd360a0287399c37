import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberOffer } from '../../ports/number-provider'
import { one, run, sql } from '../../store/sql'
import { type Context, type Outside, transact } from '../kernel/context'
import { conflict, ServiceError } from '../kernel/errors'
import { DAY } from '../kernel/time'
import { missingInWords, shortage } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import { listPaymentMethods } from '../money/payment-methods'
import * as numbers from '../numbers/numbers'
import * as orders from './orders'
import * as subscriptions from './subscriptions'

/** How long an offer that a search has shown can be bought. */
const OFFER_LIFETIME = DAY

/**
 * Searches the number provider for numbers to rent, and stores what it offers, so that it can be bought. Throws
 * `conflict` when the provider refuses or cannot be reached.
 */
export async function search(
  context: Context,
  { numberProvider }: Pick<Outside, 'numberProvider'>,
  userId: number,
  { country, contains = null }: { country: CountryCode; contains?: string | null },
): Promise<NumberOffer[]> {
  const answer = await numberProvider.offerNumbers({ country, contains }).catch((error: unknown) => {
    context.log.warn({ err: error }, 'the number provider could not be searched')
    return { done: false as const, reason: 'It cannot be reached now.' }
  })
  if (!answer.done) throw conflict(`The carrier offers no numbers. ${answer.reason}`)
  return transact(context, () => {
    const now = context.clock.now()
    const free = answer.offers.filter(({ phoneNumber }) => !numbers.isTaken(context.db, phoneNumber))
    run(context.db, sql`DELETE FROM number_offers WHERE offered_at <= ${now - OFFER_LIFETIME}`)
    for (const offer of free)
      run(
        context.db,
        sql`INSERT INTO number_offers (user_id, phone_number, offer, carrier, offered_at)
          VALUES (${userId}, ${offer.phoneNumber}, ${JSON.stringify(offer)}, ${numberProvider.name}, ${now})
          ON CONFLICT DO UPDATE SET offer = excluded.offer, carrier = excluded.carrier, offered_at = excluded.offered_at`,
      )
    return free
  })
}

/** A number in international format, in groups of digits. */
export const formatted = (number: string) => parsePhoneNumberFromString(number)?.formatInternational() ?? number

/**
 * Rents a number that a search has offered, and books its first month. Throws `refused` when the number is in use, the
 * balance does not cover it, it was not offered, or the provider refuses it; `payment_required` when there
 * is no payment method.
 */
export async function purchase(
  context: Context,
  outside: Pick<Outside, 'numberProvider'>,
  userId: number,
  phoneNumber: string,
): Promise<numbers.PhoneNumber> {
  const { number, order } = transact(context, () => {
    if (numbers.isTaken(context.db, phoneNumber))
      throw new ServiceError('refused', `The number ${phoneNumber} is in use already.`)
    const { offer, carrier } = findOffer(context, userId, phoneNumber)
    if (listPaymentMethods(context.db, userId).length === 0)
      throw new ServiceError('payment_required', 'There is no payment method on file. Add one first.')
    const missing = shortage({ balance: balanceOf(context.db, userId), held: 0, price: offer.price })
    if (missing) throw new ServiceError('refused', missingInWords('The first month', missing))
    const { id } = numbers.addRented(context, userId, offer, carrier)
    subscriptions.open(context, id, offer)
    run(context.db, sql`DELETE FROM number_offers WHERE phone_number = ${phoneNumber}`)
    const number = numbers.getNumber(context.db, userId, id)!
    numbers.publishChange(context, number)
    return { number, order: orders.add(context, number, 'order', context.wall.now() + orders.FIRST_RETRY_AFTER) }
  })
  const answer = await orders.ask(context, outside, order)
  if (answer) orders.recordOrderResult(context, order, answer)
  if (answer && !answer.done) throw new ServiceError('refused', `The carrier refused the number. ${answer.reason}`)
  return number
}

function findOffer(context: Context, userId: number, phoneNumber: string) {
  const row = one<{ offer: string; carrier: string }>(
    context.db,
    sql`SELECT offer, carrier FROM number_offers WHERE user_id = ${userId} AND phone_number = ${phoneNumber}
      AND offered_at > ${context.clock.now() - OFFER_LIFETIME}`,
  )
  if (row) return { offer: JSON.parse(row.offer) as NumberOffer, carrier: row.carrier }
  throw new ServiceError('refused', `The number ${phoneNumber} does not come from a search of the last 24 hours.`)
}
