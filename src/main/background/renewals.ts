import type { Context } from '../core/kernel/context'
import * as orders from '../core/provisioning/orders'
import * as subscriptions from '../core/provisioning/subscriptions'
import { createTimer, type Worker } from './worker'

/** Keeps the numbers: charges their months when they are due, and asks the carrier for what is still open. */
export function createRenewals(context: Context): Worker {
  let run = 0
  const months = createTimer(context, context.clock, 'renewals', () => subscriptions.settleDue(context))
  const outbox = createTimer(context, context.wall, 'number orders', () => {
    for (const order of orders.claimDue(context)) void carryOut(order, run)
    return orders.nextDueAt(context.db)
  })

  async function carryOut(order: orders.NumberOrder, inRun: number) {
    const answer = await orders.ask(context, order)
    if (!answer || inRun !== run) return // stopped: it is asked again at the next start
    try {
      orders.settle(context, order, answer)
      outbox.poke() // another one of the same number may have waited for this
    } catch (error) {
      context.log.error({ err: error, orderId: order.id }, 'what the carrier answered could not be booked')
    }
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = context.bus.on(event => {
        // Money that came in may pay what is owed.
        if (event.type === 'balance.changed' || event.type === 'number.changed') months.poke()
        if (event.type === 'number.changed') outbox.poke()
      })
      orders.recover(context)
      months.start()
      outbox.start()
    },
    stop() {
      off?.()
      off = undefined
      run++
      months.stop()
      outbox.stop()
    },
  }
}
