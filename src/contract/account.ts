import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { NumberStatus } from './phone-numbers'
import { day, dayOrMoment, filled, IsoTime, page, paging, pathId, queryInt } from './wire'

const PaymentMethod = z
  .object({ id: z.int(), label: z.string(), last4: z.string(), created_at: IsoTime })
  .meta({ id: 'PaymentMethod' })

const ApiKey = z
  .object({
    id: z.int(),
    name: z.string(),
    hint: z.string(),
    created_at: IsoTime,
    last_used_at: IsoTime.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

/** The reasons for a movement of money. */
export const ledgerTypes = ['simulated_credit', 'top_up', 'call', 'sms', 'rental', 'message', 'refund'] as const

const LedgerEntry = z
  .object({
    id: z.int(),
    type: z.enum(ledgerTypes),
    amount: z.number(),
    balance: z.number(),
    what: z.string(),
    call_id: z.int().nullable(),
    sms_id: z.int().nullable(),
    phone_number_id: z.int().nullable(),
    conversation_id: z.uuid().nullable(),
    campaign: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
    phone_number: z.string().nullable(),
    name: z.string().nullable(),
    units: z.int().nullable(),
    unit_price: z.number().nullable(),
    paid_month: z.object({ from: IsoTime, to: IsoTime }).nullable(),
    created_at: IsoTime,
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.output<typeof LedgerEntry>

const ledgerFilters = {
  type: z.enum(ledgerTypes).optional(),
  call_id: queryInt(1).optional(),
  campaign_id: queryInt(1).optional(),
  phone_number_id: queryInt(1).optional(),
  date_from: day.optional(),
  date_to: day.optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
}

const Funds = z
  .object({
    total_balance: z.number(),
    held: z.number(),
    held_for_calls: z.int(),
    low_balance: z.number(),
    rent_a_month: z.number(),
    rent_due: z.number(),
    rent_due_until: IsoTime,
    rents: z.array(
      z.object({
        phone_number_id: z.int(),
        phone_number: z.string(),
        nickname: z.string().nullable(),
        status: NumberStatus,
        price: z.number(),
        at: IsoTime,
      }),
    ),
  })
  .meta({ id: 'Funds' })
export type Funds = z.output<typeof Funds>

const tag = 'Account'

/**
 * An amount of money. In JSON it is US dollars with at most six decimals; in the service, integer millionths of one.
 */
export const amount = z
  .number()
  .positive('must be greater than 0.')
  .max(1_000_000, 'must not be greater than 1000000.')
  .refine(value => Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-3, 'must have at most six decimals.')

export const account = {
  me: operation({
    method: 'GET',
    path: '/user/me',
    tag,
    summary: 'Who the key belongs to, and the balance',
    input: nothing,
    output: z.object({ name: z.string(), email: z.string(), total_balance: z.number() }),
  }),
  topUp: operation({
    method: 'POST',
    path: '/user/balance/top-up',
    tag,
    summary: 'Record money put on the account, in USD',
    input: z.object({ amount }),
    output: changed(z.object({ total_balance: z.number() })),
  }),
  ledger: operation({
    method: 'GET',
    path: '/user/ledger',
    tag,
    summary: 'Every movement of money, newest first; the balance is their sum',
    input: z.object({ ...ledgerFilters, ...paging(15) }),
    output: page(LedgerEntry),
  }),
  ledgerTotals: operation({
    method: 'GET',
    path: '/user/ledger/totals',
    tag,
    summary: 'The sums of the movements of money that fit the filters',
    input: z.object(ledgerFilters),
    output: z.object({
      entries: z.int(),
      added: z.number(),
      spent: z.number(),
      by_type: z.array(z.object({ type: z.enum(ledgerTypes), entries: z.int(), amount: z.number() })),
    }),
  }),
  funds: operation({
    method: 'GET',
    path: '/user/balance',
    tag,
    summary: 'The balance, what running calls hold of it, and the rent that is due this month',
    input: nothing,
    output: Funds,
  }),
  listKeys: operation({
    method: 'GET',
    path: '/user/api-keys',
    tag,
    summary: 'API keys that are valid, newest first',
    input: nothing,
    output: z.array(ApiKey),
  }),
  createKey: operation({
    method: 'POST',
    path: '/user/api-keys',
    tag,
    status: 201,
    summary: 'Make an API key; this answer is the only one that shows it',
    input: z.object({ name: filled(255) }),
    output: changed(ApiKey.extend({ key: z.string() })),
  }),
  revokeKey: operation({
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    tag,
    summary: 'Revoke an API key; requests with it are answered 401 from now on',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
  listPaymentMethods: operation({
    method: 'GET',
    path: '/user/payment-methods',
    tag,
    summary: 'Payment methods on file',
    input: nothing,
    output: z.array(PaymentMethod),
  }),
  addPaymentMethod: operation({
    method: 'POST',
    path: '/user/payment-methods',
    tag,
    status: 201,
    summary: 'Put a payment method on file: a label and the last four digits, never the number',
    input: z.object({ label: filled(100), last4: z.string().regex(/^\d{4}$/, 'must be four digits.') }),
    output: changed(PaymentMethod),
  }),
  removePaymentMethod: operation({
    method: 'DELETE',
    path: '/user/payment-methods/{id}',
    tag,
    summary: 'Take a payment method off file',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
}
