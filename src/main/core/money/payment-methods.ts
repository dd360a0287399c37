import { all, insert, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { notFound } from '../kernel/errors'

export interface PaymentMethod {
  id: number
  label: string
  last4: string
  createdAt: number
}

interface PaymentMethodRow {
  id: number
  label: string
  last4: string
  created_at: number
}

export const listPaymentMethods = (db: ReadDb, userId: number): PaymentMethod[] =>
  all<PaymentMethodRow>(db, sql`SELECT * FROM payment_methods WHERE user_id = ${userId} ORDER BY id DESC`).map(row => ({
    id: row.id,
    label: row.label,
    last4: row.last4,
    createdAt: row.created_at,
  }))

export function addPaymentMethod(
  context: Context,
  userId: number,
  given: { label: string; last4: string },
): PaymentMethod {
  return transact(context, () => {
    const createdAt = context.clock.now()
    const id = insert(
      context.db,
      sql`INSERT INTO payment_methods (user_id, label, last4, created_at)
        VALUES (${userId}, ${given.label}, ${given.last4}, ${createdAt})`,
    )
    context.bus.publish(userId, { type: 'payment_methods.changed' })
    return { id, ...given, createdAt }
  })
}

/** Throws `not_found`. */
export function removePaymentMethod(context: Context, userId: number, id: number) {
  transact(context, () => {
    if (run(context.db, sql`DELETE FROM payment_methods WHERE id = ${id} AND user_id = ${userId}`) === 0)
      throw notFound('Payment method')
    context.bus.publish(userId, { type: 'payment_methods.changed' })
  })
}
