import type { ProviderAnswer } from '../../ports/provider-answer'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, type Outside, transact } from '../kernel/context'
import { HOUR, MINUTE, SECOND } from '../kernel/time'
import type { Millionths } from '../money/amounts'
import { book } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import { removeNumber } from './release'

/** What the carrier is still to be asked to do with a number. */
export interface NumberOrder {
  id: number
  user_id: number
  phone_number_id: number
  phone_number: string
  action: 'order' | 'release'
  tries: number
  next_try_at: number
}

/** Notes what the carrier must be asked, in the transaction that makes it necessary. */
export const add = (
  context: Context,
  number: Pick<numbers.PhoneNumber, 'id' | 'user_id' | 'phone_number'>,
  action: NumberOrder['action'],
  nextTryAt = context.wall.now(),
): NumberOrder =>
  one<NumberOrder>(
    context.db,
    sql`INSERT INTO number_orders (user_id, phone_number_id, phone_number, action, next_try_at)
      VALUES (${number.user_id}, ${number.id}, ${number.phone_number}, ${action}, ${nextTryAt}) RETURNING *`,
  )!

export const queries = {
  // In their order: a number that is given back and ordered again must not be given back last.
  due: (now: number) =>
    sql`SELECT * FROM number_orders AS this WHERE next_try_at <= ${now} AND NOT EXISTS (
        SELECT 1 FROM number_orders WHERE phone_number = this.phone_number AND id < this.id)
      ORDER BY next_try_at LIMIT 20`,
  nextDue: sql`SELECT min(next_try_at) AS at FROM number_orders AS this WHERE NOT EXISTS (
    SELECT 1 FROM number_orders WHERE phone_number = this.phone_number AND id < this.id)`,
}

/** Takes what is due; what is not settled by then is due again after a while, longer each time. */
export function claimDue(context: Context): NumberOrder[] {
  return transact(context, () => {
    const due = all<NumberOrder>(context.db, queries.due(context.wall.now()))
    for (const { id, tries } of due)
      run(
        context.db,
        sql`UPDATE number_orders SET tries = tries + 1, next_try_at = ${context.wall.now() + orderBackoff(tries)}
          WHERE id = ${id}`,
      )
    return due
  })
}

const orderBackoff = (tries: number) => Math.min(30 * SECOND * 2 ** tries, HOUR)

/** How long whoever makes an order has to hear the answer before the background asks again. */
export const OWN_TRY = MINUTE

export const nextDueAt = (db: ReadDb) => one<{ at: number | null }>(db, queries.nextDue)!.at

/** After a start, everything that is open is asked again. */
export const recover = (context: Context) =>
  run(context.db, sql`UPDATE number_orders SET next_try_at = ${context.wall.now()}`)

/** Asks the carrier; null when it could not be asked, and then it is asked again. */
export async function ask(
  context: Context,
  { numberProvider }: Pick<Outside, 'numberProvider'>,
  { action, phone_number: phoneNumber, id }: NumberOrder,
) {
  try {
    if (action === 'order') return await numberProvider.orderNumber({ phoneNumber })
    await numberProvider.releaseNumber({ phoneNumber })
    return { done: true } satisfies ProviderAnswer
  } catch (error) {
    context.log.warn({ err: error, orderId: id }, 'the carrier could not be asked for a number')
    return null
  }
}

/** Books what the carrier answered, once. A number that it refuses goes, and its rent is given back. */
export function recordOrderResult(context: Context, order: NumberOrder, answer: ProviderAnswer) {
  transact(context, () => {
    if (run(context.db, sql`DELETE FROM number_orders WHERE id = ${order.id}`) === 0) return
    if (answer.done || order.action === 'release') return
    const number = numbers.getNumber(context.db, order.user_id, order.phone_number_id)
    if (number) removeNumber(context, number)
    const paid = all<{ amount: Millionths }>(
      context.db,
      sql`DELETE FROM rentals WHERE phone_number_id = ${order.phone_number_id} RETURNING amount`,
    )
    for (const { amount } of paid)
      book(context, order.user_id, { type: 'refund', amount, what: `${order.phone_number}: refused by the carrier` })
    context.bus.publish(order.user_id, {
      type: 'operator.told',
      level: 'warning',
      text: `The carrier refused ${order.phone_number}: ${answer.reason} Its rent was given back.`,
      phone_number_id: order.phone_number_id,
    })
  })
}
