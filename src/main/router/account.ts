import { isoTime } from '../../contract/wire'
import type { Desk } from '../core/desk'
import { notFound } from '../core/errors'
import * as money from '../core/money'
import { paged } from '../core/paging'
import * as users from '../core/users'
import * as answers from './answers'
import { os, sound } from './wiring'

export function accountRoutes(desk: Desk) {
  const { db } = desk
  const page = answers.pager(desk)
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
    ledger: os.account.ledger.handler(
      sound(({ userId }, input) => {
        const filter = { type: input.type, callId: input.call_id, ...answers.dateRange(input) }
        return page('/user/ledger', input, money.ledger(db, userId, filter, paged(input)), entry => ({
          ...entry,
          amount: money.toUsd(entry.amount),
          created_at: isoTime(entry.created_at),
        }))
      }),
    ),
    listKeys: os.account.listKeys.handler(sound(({ userId }) => users.keysOf(db, userId).map(answers.apiKey))),
    createKey: os.account.createKey.handler(
      sound(({ userId }, { name }) => {
        const { id, key } = users.createKey(db, userId, name, desk.wall.now())
        const made = users.keysOf(db, userId).find(one => one.id === id)!
        return { message: 'The key was made. It is shown only now.', data: { ...answers.apiKey(made), key } }
      }),
    ),
    revokeKey: os.account.revokeKey.handler(
      sound(({ userId }, { id }) => {
        users.revokeOwnKey(db, userId, id, desk.wall.now())
        return { message: 'The key was revoked.' }
      }),
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
