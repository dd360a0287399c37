import { contract } from '../../contract'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { dayRange } from '../core/kernel/time'
import { toUsd } from '../core/money/amounts'
import * as money from '../core/money/ledger'
import {
  addPaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
  removePaymentMethod,
} from '../core/money/payment-methods'
import { createKey, type KeyRecord, keysOf, revokeOwnKey } from '../core/workspace/api-keys'
import * as users from '../core/workspace/users'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function accountRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.account.ledger)
  return os.account.router({
    me: os.account.me.handler(
      whenValid(({ userId }) => {
        const user = users.getUser(db, userId)
        if (!user) throw notFound('User')
        return { name: user.name, email: user.email, total_balance: toUsd(money.balanceOf(db, userId)) }
      }),
    ),
    topUp: os.account.topUp.handler(
      whenValid(({ userId }, { amount }) => ({
        message: 'The balance was topped up.',
        data: { total_balance: toUsd(money.topUp(context, userId, amount)) },
      })),
    ),
    ledger: os.account.ledger.handler(
      whenValid(({ userId }, input) => {
        const filter = { type: input.type, callId: input.call_id, ...dayRange(input) }
        return page(input, money.ledger(db, userId, filter, paged(input)), entry => ({
          ...entry,
          amount: toUsd(entry.amount),
          created_at: isoTime(entry.created_at),
        }))
      }),
    ),
    listKeys: os.account.listKeys.handler(whenValid(({ userId }) => keysOf(db, userId).map(apiKey))),
    createKey: os.account.createKey.handler(
      whenValid(({ userId }, { name }) => {
        const { id, key } = createKey(db, userId, name, context.wall.now())
        const made = keysOf(db, userId).find(one => one.id === id)!
        return { message: 'The key was made. It is shown only now.', data: { ...apiKey(made), key } }
      }),
    ),
    revokeKey: os.account.revokeKey.handler(
      whenValid(({ userId }, { id }) => {
        revokeOwnKey(db, userId, id, context.wall.now())
        return { message: 'The key was revoked.' }
      }),
    ),
    listPaymentMethods: os.account.listPaymentMethods.handler(
      whenValid(({ userId }) => listPaymentMethods(db, userId).map(paymentMethod)),
    ),
    addPaymentMethod: os.account.addPaymentMethod.handler(
      whenValid(({ userId }, given) => ({
        message: 'The payment method is on file.',
        data: paymentMethod(addPaymentMethod(context, userId, given)),
      })),
    ),
    removePaymentMethod: os.account.removePaymentMethod.handler(
      whenValid(({ userId }, { id }) => {
        removePaymentMethod(context, userId, id)
        return { message: 'The payment method was removed.' }
      }),
    ),
  })
}

const paymentMethod = ({ createdAt, ...method }: PaymentMethod) => ({
  ...method,
  created_at: isoTime(createdAt),
})

const apiKey = ({ created_at, last_used_at, ...key }: Omit<KeyRecord, 'email' | 'revoked_at'>) => ({
  ...key,
  created_at: isoTime(created_at),
  last_used_at: last_used_at === null ? null : isoTime(last_used_at),
})
