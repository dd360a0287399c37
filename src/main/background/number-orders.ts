import type { Context, Outside } from '../core/kernel/context'
import * as orders from '../core/provisioning/orders'
import type { ProviderAnswer } from '../ports/provider-answer'
import { createOutbox } from './outbox'
import type { Worker } from './worker'

/** Asks the number provider to order and to release numbers, until it has answered. */
export const createNumberOrders = (context: Context, outside: Outside): Worker =>
  createOutbox<orders.NumberOrder, ProviderAnswer>(context, {
    name: 'number orders',
    claimDue: () => orders.claimDue(context),
    nextDueAt: () => orders.nextDueAt(context.db),
    ask: order => orders.ask(context, outside, order),
    record: (order, answer) => orders.recordOrderResult(context, order, answer),
    recover: () => orders.recover(context),
    wakesOn: event => event.type === 'number.changed',
  })
