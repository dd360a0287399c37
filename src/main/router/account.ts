import { contract } from '../../contract'
import type { InputOf } from '../../contract/operation'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { dayRange, spanOf } from '../core/kernel/time'
import { toUsd } from '../core/money/amounts'
import * as money from '../core/money/ledger'
import {
  addPaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
  removePaymentMethod,
} from '../core/money/payment-methods'
import { type Funds, fundsOf } from '../core/reporting/funds'
import { createKey, type KeyRecord, keysOf, revokeOwnKey } from '../core/workspace/api-keys'
import { getSettings } from '../core/workspace/settings'
import * as users from '../core/workspace/users'
import type { ReadDb } from '../store/sql'
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
        return page(input, money.ledger(db, userId, filterOf(db, input), paged(input)), ledgerEntry)
      }),
    ),
    ledgerTotals: os.account.ledgerTotals.handler(
      whenValid(({ userId }, input) => {
        const { entries, added, spent, byType } = money.ledgerSums(db, userId, filterOf(db, input))
        return {
          entries,
          added: toUsd(added),
          spent: toUsd(spent),
          by_type: byType.map(({ type, n, amount }) => ({ type, entries: n, amount: toUsd(amount) })),
        }
      }),
    ),
    funds: os.account.funds.handler(whenValid(({ userId }) => funds(fundsOf(context, userId)))),
    listKeys: os.account.listKeys.handler(whenValid(({ userId }) => keysOf(db, userId).map(apiKey))),
    createKey: os.account.createKey.handler(
      whenValid(({ userId }, { name }) => {
        const { id, key } = createKey(db, userId, name, context.wall.now())
        users.publishChange(context)
        const made = keysOf(db, userId).find(one => one.id === id)!
        return { message: 'The key was made. It is shown only now.', data: { ...apiKey(made), key } }
      }),
    ),
    revokeKey: os.account.revokeKey.handler(
      whenValid(({ userId }, { id }) => {
        revokeOwnKey(db, userId, id, context.wall.now())
        users.publishChange(context)
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

type LedgerInput = InputOf<typeof contract.account.ledgerTotals>

const filterOf = (db: ReadDb, input: LedgerInput): money.LedgerFilter => ({
  type: input.type,
  callId: input.call_id,
  campaignId: input.campaign_id,
  phoneNumberId: input.phone_number_id,
  ...dayRange(input),
  ...spanOf(input, getSettings(db).timezone),
})

const ledgerEntry = ({ starts_at, ends_at, campaign_id, campaign_name, ...entry }: money.LedgerEntry) => ({
  ...entry,
  amount: toUsd(entry.amount),
  balance: toUsd(entry.balance),
  campaign: campaign_id === null ? null : { id: campaign_id, name: campaign_name },
  unit_price: entry.unit_price === null ? null : toUsd(entry.unit_price),
  paid_month: starts_at === null || ends_at === null ? null : { from: isoTime(starts_at), to: isoTime(ends_at) },
  created_at: isoTime(entry.created_at),
})

const funds = (known: Funds) => ({
  total_balance: toUsd(known.balance),
  held: toUsd(known.held),
  held_for_calls: known.heldFor,
  low_balance: toUsd(known.lowBalance),
  rent_a_month: toUsd(known.rentOfAMonth),
  rent_due: toUsd(known.dueTotal),
  rent_due_until: isoTime(known.dueUntil),
  rents: known.due.map(rent => ({ ...rent, price: toUsd(rent.price), at: isoTime(rent.at) })),
})

const paymentMethod = ({ createdAt, ...method }: PaymentMethod) => ({
  ...method,
  created_at: isoTime(createdAt),
})

const apiKey = ({ created_at, last_used_at, ...key }: Omit<KeyRecord, 'email' | 'revoked_at'>) => ({
  ...key,
  created_at: isoTime(created_at),
  last_used_at: last_used_at === null ? null : isoTime(last_used_at),
})
