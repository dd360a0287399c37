import { isoTime } from '../../contract/wire'
import type { Desk } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { toUsd } from '../core/money/amounts'
import * as money from '../core/money/ledger'
import {
  addPaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
  removePaymentMethod,
} from '../core/money/payment-methods'
import { createKey, keysOf, revokeOwnKey } from '../core/workspace/api-keys'
import * as users from '../core/workspace/users'
import * as answers from './pages'
import { os, sound } from './wiring'

export function accountRoutes(desk: Desk) {
  const { db } = desk
  const page = answers.pager(desk)
  return os.account.router({
    me: os.account.me.handler(
      sound(({ userId }) => {
        const user = users.getUser(db, userId)
        if (!user) throw notFound('User')
        return { name: user.name, email: user.email, total_balance: toUsd(money.balanceOf(db, userId)) }
      }),
    ),
    topUp: os.account.topUp.handler(
      sound(({ userId }, { amount }) => ({
        message: 'The balance was topped up.',
        data: { total_balance: toUsd(money.topUp(desk, userId, amount)) },
      })),
    ),
    ledger: os.account.ledger.handler(
      sound(({ userId }, input) => {
        const filter = { type: input.type, callId: input.call_id, ...answers.dateRange(input) }
        return page('/user/ledger', input, money.ledger(db, userId, filter, paged(input)), entry => ({
          ...entry,
          amount: toUsd(entry.amount),
          created_at: isoTime(entry.created_at),
        }))
      }),
    ),
    listKeys: os.account.listKeys.handler(sound(({ userId }) => keysOf(db, userId).map(answers.apiKey))),
    createKey: os.account.createKey.handler(
      sound(({ userId }, { name }) => {
        const { id, key } = createKey(db, userId, name, desk.wall.now())
        const made = keysOf(db, userId).find(one => one.id === id)!
        return { message: 'The key was made. It is shown only now.', data: { ...answers.apiKey(made), key } }
      }),
    ),
    revokeKey: os.account.revokeKey.handler(
      sound(({ userId }, { id }) => {
        revokeOwnKey(db, userId, id, desk.wall.now())
        return { message: 'The key was revoked.' }
      }),
    ),
    listPaymentMethods: os.account.listPaymentMethods.handler(
      sound(({ userId }) => listPaymentMethods(db, userId).map(paymentMethod)),
    ),
    addPaymentMethod: os.account.addPaymentMethod.handler(
      sound(({ userId }, given) => ({
        message: 'The payment method is on file.',
        data: paymentMethod(addPaymentMethod(desk, userId, given)),
      })),
    ),
    removePaymentMethod: os.account.removePaymentMethod.handler(
      sound(({ userId }, { id }) => {
        removePaymentMethod(desk, userId, id)
        return { message: 'The payment method was removed.' }
      }),
    ),
  })
}

export const paymentMethod = ({ createdAt, ...method }: PaymentMethod) => ({
  ...method,
  created_at: isoTime(createdAt),
})
