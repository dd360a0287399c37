import type { ProviderAnswer } from '../../ports/provider-answer'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import { CommitFailed } from '../kernel/commits'
import { type Context, type Outside, transact } from '../kernel/context'
import { HOUR, MINUTE, SECOND } from '../kernel/time'
import type { Millionths } from '../money/amounts'
import { book } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import { removeNumber } from './release'

/** Something that the number provider still has to be asked for. It is deleted once the provider has answered. */
export interface NumberOrder {
  id: number
  user_id: number
  phone_number_id: number
  phone_number: string
  action: 'order' | 'release'
  tries: number
  next_try_at: number
}

/** Adds an order. Call inside the transaction that makes it necessary. `nextTryAt`: wall time. */
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
  // Orders of one number run one after the other: a release must not overtake the order that follows it.
  due: (now: number) =>
    sql`SELECT * FROM number_orders AS this WHERE next_try_at <= ${now} AND NOT EXISTS (
        SELECT 1 FROM number_orders WHERE phone_number = this.phone_number AND id < this.id)
      ORDER BY next_try_at LIMIT 20`,
  nextDue: sql`SELECT min(next_try_at) AS at FROM number_orders AS this WHERE NOT EXISTS (
    SELECT 1 FROM number_orders WHERE phone_number = this.phone_number AND id < this.id)`,
}

/** Takes the orders that are due. Each is due again after a delay that grows, unless its result is recorded before. */
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

/** The request that makes an order asks the provider itself. The background worker asks again only after this time. */
export const FIRST_RETRY_AFTER = MINUTE

/** Wall time at which the next order is due; null: there is none. */
export const nextDueAt = (db: ReadDb) => one<{ at: number | null }>(db, queries.nextDue)!.at

/** Makes every open order due at once, after a start. */
export const recover = (context: Context) =>
  run(context.db, sql`UPDATE number_orders SET next_try_at = ${context.wall.now()}`)

/** Asks the number provider; null when it could not be reached, and then the order is tried again later. */
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
    // Nothing was asked: what is to be sent is not stored.
    if (error instanceof CommitFailed) throw error
    context.log.warn({ err: error, orderId: id }, 'the number provider could not be asked')
    return null
  }
}

/** Records the provider's answer, once. When it refuses an order, the number is removed and its rent given back. */
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
