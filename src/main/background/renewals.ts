import type { Context } from '../core/kernel/context'
import * as subscriptions from '../core/provisioning/subscriptions'
import { createWorker, type Worker } from './worker'

/** Charges the months of rented numbers when they are due, and unpaid ones as soon as the balance covers them. */
export const createRenewals = (context: Context): Worker =>
  createWorker(context, {
    name: 'renewals',
    clock: context.clock,
    work: () => subscriptions.renewDue(context),
    wakesOn: event => event.type === 'balance.changed' || event.type === 'number.changed',
  })
