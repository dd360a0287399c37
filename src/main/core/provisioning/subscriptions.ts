import { Temporal } from 'temporal-polyfill'
import type { NumberStatus } from '../../../contract/phone-numbers'
import { isoTime } from '../../../contract/wire'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, notFound, ServiceError } from '../kernel/errors'
import { type Moves, next } from '../kernel/state-machine'
import { DAY, MINUTE } from '../kernel/time'
import type { Millionths } from '../money/amounts'
import { balanceOf, book } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import * as orders from './orders'
import { removeNumber } from './release'

export type NumberEvent = 'failPayment' | 'suspend' | 'pay' | 'cancel' | 'keep'

/** The states of a rented number. In any state it may be released; it is then deleted. */
export const numberMoves: Moves<NumberStatus, NumberEvent> = {
  active: { failPayment: 'past_due', cancel: 'cancelling' },
  past_due: { pay: 'active', suspend: 'suspended' },
  suspended: { pay: 'active' },
  cancelling: { keep: 'active' },
}

/** An unpaid month is tried again this often, once a day; then the number is suspended. */
const TRIES = 3

/** A number that is suspended for this long is released. */
const RELEASED_AFTER = 30 * DAY

/** When a subscription cannot be worked on, because of a bug or a full disk, it is tried again after this time. */
const AFTER_FAILURE = MINUTE

/** When a number is released without a further request; null: it is not. */
export function releasedAt({ status, paid_until, suspended_at }: numbers.PhoneNumber): number | null {
  if (status === 'cancelling') return paid_until
  return status === 'suspended' && suspended_at !== null ? suspended_at + RELEASED_AFTER : null
}

interface Subscription {
  phone_number_id: number
  user_id: number
  phone_number: string
  status: NumberStatus
  price: Millionths
  bought_at: number
  month: number
  paid_until: number
  due_at: number
  tries: number
  suspended_at: number | null
}

/**
 * When a month of a subscription begins (epoch ms): at the day and time of the purchase, in UTC; on the last day of a
 * month that is too short. `month` counts from 0.
 */
export const startOfMonth = (boughtAt: number, month: number): number =>
  Temporal.Instant.fromEpochMilliseconds(boughtAt).toZonedDateTimeISO('UTC').add({ months: month }).epochMilliseconds

/** Begins the subscription of a number that was just added, and books its first month. Call inside a transaction. */
export function open(
  context: Context,
  phoneNumberId: number,
  { price, priceId }: { price: Millionths; priceId: string },
) {
  const now = context.clock.now()
  insert(
    context.db,
    sql`INSERT INTO subscriptions (phone_number_id, price, price_id, bought_at, month, paid_until, due_at)
      VALUES (${phoneNumberId}, ${price}, ${priceId}, ${now}, -1, ${now}, ${now})`,
  )
  pay(context, find(context.db, phoneNumberId)!, 0)
}

const subscriptions = sql`SELECT subscriptions.*, user_id, phone_number, status
  FROM subscriptions JOIN phone_numbers ON phone_numbers.id = phone_number_id`

const find = (db: ReadDb, id: number) => one<Subscription>(db, sql`${subscriptions} WHERE phone_number_id = ${id}`)

export const queries = {
  due: (now: number) =>
    sql`SELECT phone_number_id AS id FROM subscriptions WHERE due_at <= ${now} ORDER BY due_at, phone_number_id LIMIT 100`,
  nextDue: sql`SELECT min(due_at) AS at FROM subscriptions`,
  /** Unpaid numbers whose user has enough balance now. */
  payable: sql`SELECT phone_numbers.id FROM phone_numbers INDEXED BY phone_numbers_unpaid
    JOIN subscriptions ON phone_number_id = phone_numbers.id JOIN users ON users.id = user_id
    WHERE status IN ('past_due', 'suspended') AND balance >= price ORDER BY user_id, phone_numbers.id`,
}

/**
 * Does what is due for every number: charges its month, tries again, suspends it or releases it. Each number has its own
 * transaction, so that one that fails does not stop the others. Returns the desk time at which something is due next.
 */
export function renewDue(context: Context): number | null {
  let failed = false
  const guarded = (id: number, work: (subscription: Subscription) => void) => {
    try {
      transact(context, () => {
        const subscription = find(context.db, id)
        if (subscription) work(subscription)
      })
    } catch (error) {
      failed = true
      context.log.error({ err: error, phoneNumberId: id }, 'a subscription could not be renewed')
    }
  }
  for (const { id } of all<{ id: number }>(context.db, queries.payable))
    guarded(id, subscription => void (isUnpaid(subscription) && charge(context, subscription)))
  for (const { id } of all<{ id: number }>(context.db, queries.due(context.clock.now())))
    guarded(id, subscription => {
      if (subscription.due_at <= context.clock.now()) renew(context, subscription)
    })
  const at = one<{ at: number | null }>(context.db, queries.nextDue)!.at
  return failed ? context.clock.now() + AFTER_FAILURE : at
}

const isUnpaid = ({ status }: Subscription) => status === 'past_due' || status === 'suspended'

function renew(context: Context, subscription: Subscription) {
  const now = context.clock.now()
  const { status, phone_number: number } = subscription
  if (status === 'cancelling') return release(context, subscription.phone_number_id)
  if (charge(context, subscription)) return
  switch (status) {
    case 'active':
      move(context, subscription, 'failPayment', { dueAt: now + DAY })
      return notifyOperator(
        context,
        subscription,
        `The balance does not cover the rent of ${number}. It is tried again each day.`,
      )
    case 'past_due':
      if (subscription.tries + 1 < TRIES) return retryAt(context, subscription, now + DAY)
      move(context, subscription, 'suspend', { dueAt: now + DAY, suspendedAt: now })
      return notifyOperator(
        context,
        subscription,
        `${number} is suspended: its rent is not paid. Top up the balance within 30 days to keep it.`,
      )
    case 'suspended': {
      const releaseAt = (subscription.suspended_at ?? now) + RELEASED_AFTER
      if (now < releaseAt) return retryAt(context, subscription, Math.min(now + DAY, releaseAt))
      release(context, subscription.phone_number_id)
      return notifyOperator(context, subscription, `${number} was released: its rent was not paid for 30 days.`)
    }
  }
}

const retryAt = (context: Context, { phone_number_id: id }: Subscription, at: number) =>
  void run(context.db, sql`UPDATE subscriptions SET tries = tries + 1, due_at = ${at} WHERE phone_number_id = ${id}`)

/**
 * Charges the next month, if the balance covers it. A number that was suspended pays for the current month, not for the
 * months in which it was suspended. Returns whether it has charged.
 */
function charge(context: Context, subscription: Subscription): boolean {
  if (balanceOf(context.db, subscription.user_id) < subscription.price) return false
  let month = subscription.month + 1
  if (subscription.status === 'suspended')
    while (startOfMonth(subscription.bought_at, month + 1) <= context.clock.now()) month++
  pay(context, subscription, month)
  return true
}

function pay(context: Context, subscription: Subscription, month: number) {
  const { phone_number_id: id, user_id: userId, phone_number: number, price, bought_at: boughtAt } = subscription
  const [start, end] = [startOfMonth(boughtAt, month), startOfMonth(boughtAt, month + 1)]
  insert(
    context.db,
    sql`INSERT INTO rentals (phone_number_id, month, starts_at, ends_at, amount, paid_at)
      VALUES (${id}, ${month}, ${start}, ${end}, ${price}, ${context.clock.now()})`,
  )
  book(context, userId, {
    type: 'rental',
    amount: -price,
    what: `${number}, ${dayOf(start)} to ${dayOf(end)}`,
    phoneNumberId: id,
  })
  run(
    context.db,
    sql`UPDATE subscriptions SET month = ${month}, paid_until = ${end}, due_at = ${end}, tries = 0, suspended_at = NULL
      WHERE phone_number_id = ${id}`,
  )
  if (isUnpaid(subscription)) move(context, subscription, 'pay', { dueAt: end })
}

const dayOf = (ms: number) => isoTime(ms).slice(0, 10)

function move(
  context: Context,
  { phone_number_id: id, user_id, status }: Subscription,
  event: NumberEvent,
  { dueAt, suspendedAt = null }: { dueAt: number; suspendedAt?: number | null },
) {
  const to = next(numberMoves, status, event)
  if (!to) return
  run(
    context.db,
    sql`UPDATE subscriptions SET due_at = ${dueAt}, suspended_at = ${suspendedAt} WHERE phone_number_id = ${id}`,
  )
  numbers.setStatus(context, user_id, id, status, to)
}

const notifyOperator = (context: Context, { user_id: userId, phone_number_id: id }: Subscription, text: string) =>
  context.bus.publish(userId, { type: 'operator.told', level: 'warning', text, phone_number_id: id })

function release(context: Context, id: number) {
  const number = numbers.getNumber(context.db, find(context.db, id)!.user_id, id)!
  removeNumber(context, number)
  orders.add(context, number, 'release')
}

/**
 * Releases a number: a rented one at the end of its paid month, any other at once. Returns when it will be released;
 * null: it is released. Throws `not_found`, or `refused` when it is being released already.
 */
export function cancel(context: Context, userId: number, id: number): number | null {
  return transact(context, () => {
    const number = numbers.getNumber(context.db, userId, id)
    if (!number) throw notFound('Phone number')
    const subscription = find(context.db, id)
    if (!subscription) {
      removeNumber(context, number)
      return null
    }
    if (subscription.status === 'cancelling')
      throw new ServiceError(
        'refused',
        `The number is released already; it leaves on ${dayOf(subscription.paid_until)}.`,
      )
    if (isUnpaid(subscription) || subscription.paid_until <= context.clock.now()) {
      release(context, id)
      return null
    }
    move(context, subscription, 'cancel', { dueAt: subscription.paid_until })
    return subscription.paid_until
  })
}

/**
 * Takes a release back, as long as the paid month has not ended: the number is rented on. Throws `not_found`, or `conflict`
 * when the number is not being released.
 */
export function keep(context: Context, userId: number, id: number): numbers.PhoneNumber {
  return transact(context, () => {
    if (!numbers.getNumber(context.db, userId, id)) throw notFound('Phone number')
    const subscription = find(context.db, id)
    if (subscription?.status !== 'cancelling') throw conflict('The number is not being released.')
    move(context, subscription, 'keep', { dueAt: subscription.paid_until })
    return numbers.getNumber(context.db, userId, id)!
  })
}

/** When a number's rent is charged next; null: it is not rented, or it is being released. */
export const nextChargeAt = ({ status, due_at }: numbers.PhoneNumber): number | null =>
  status === 'cancelling' ? null : due_at
