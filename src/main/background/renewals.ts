import type { Desk } from '../core/kernel/context'
import * as orders from '../core/provisioning/orders'
import * as subscriptions from '../core/provisioning/subscriptions'
import { createTimer, type Part } from './part'

/** Keeps the numbers: charges their months when they are due, and asks the carrier for what is still open. */
export function createRenewals(desk: Desk): Part {
  let run = 0
  const months = createTimer(desk, desk.clock, 'renewals', () => subscriptions.settleDue(desk))
  const outbox = createTimer(desk, desk.wall, 'number orders', () => {
    for (const order of orders.claimDue(desk)) void carryOut(order, run)
    return orders.nextDueAt(desk.db)
  })

  async function carryOut(order: orders.NumberOrder, inRun: number) {
    const answer = await orders.ask(desk, order)
    if (!answer || inRun !== run) return // stopped: it is asked again at the next start
    try {
      orders.settle(desk, order, answer)
      outbox.poke() // another one of the same number may have waited for this
    } catch (error) {
      desk.log.error({ err: error, orderId: order.id }, 'what the carrier answered could not be booked')
    }
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = desk.bus.on(event => {
        // Money that came in may pay what is owed.
        if (event.type === 'balance.changed' || event.type === 'number.changed') months.poke()
        if (event.type === 'number.changed') outbox.poke()
      })
      orders.recover(desk)
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
