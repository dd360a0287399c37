import type { Desk } from '../core/desk'
import { notFound } from '../core/errors'
import * as money from '../core/money'
import * as users from '../core/users'
import * as answers from './answers'
import { os, sound } from './wiring'

export function accountRoutes(desk: Desk) {
  const { db } = desk
  return os.account.router({
    me: os.account.me.handler(
      sound(({ userId }) => {
        const user = users.getUser(db, userId)
        if (!user) throw notFound('User')
        return { name: user.name, email: user.email, total_balance: money.toUsd(money.balanceOf(db, userId)) }
      }),
    ),
    topUp: os.account.topUp.handler(
      sound(({ userId }, { amount }) => ({
        message: 'The balance was topped up.',
        data: { total_balance: money.toUsd(money.topUp(desk, userId, amount)) },
      })),
    ),
    listPaymentMethods: os.account.listPaymentMethods.handler(
      sound(({ userId }) => money.listPaymentMethods(db, userId).map(answers.paymentMethod)),
    ),
    addPaymentMethod: os.account.addPaymentMethod.handler(
      sound(({ userId }, given) => ({
        message: 'The payment method is on file.',
        data: answers.paymentMethod(money.addPaymentMethod(desk, userId, given)),
      })),
    ),
    removePaymentMethod: os.account.removePaymentMethod.handler(
      sound(({ userId }, { id }) => {
        money.removePaymentMethod(desk, userId, id)
        return { message: 'The payment method was removed.' }
      }),
    ),
  })
}
