import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { filled, IsoTime, pathId } from './wire'

const PaymentMethod = z
  .object({ id: z.int(), label: z.string(), last4: z.string(), created_at: IsoTime })
  .meta({ id: 'PaymentMethod' })

const tag = 'Account'

/** Money in JSON is a number of US dollars with at most six decimals; inside it is integer millionths. */
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
    input: z.object({ label: filled(100), last4: z.string().regex(/^\d{4}$/, 'must be the last four digits.') }),
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
