import * as deliveries from '../core/deliveries'
import type { Desk } from '../core/desk'
import type { Send } from '../core/ports'
import { createTimer, type Part } from './part'

const TIMEOUT = 10_000
/** How many webhooks are on their way at once. */
const AT_ONCE = 16
/** So much of an answer is kept. */
const ANSWER_BYTES = 64 * 1024

/** Empties the outbox: sends what is due, at least once, and books how it went. */
export function createDeliverer(desk: Desk, send: Send): Part {
  let onTheirWay = 0
  const timer = createTimer(desk.wall, desk.log, 'deliverer', () => {
    const free = AT_ONCE - onTheirWay
    const claimed = free > 0 ? deliveries.claimDue(desk, free) : []
    for (const delivery of claimed) void deliver(delivery)
    return onTheirWay < AT_ONCE ? deliveries.nextDueAt(desk.db) : null
  })

  async function deliver(delivery: deliveries.Delivery) {
    onTheirWay++
    const at = desk.wall.now()
    let result: Pick<deliveries.Try, 'status_code' | 'response_body' | 'error'>
    try {
      const { status, body } = await send({
        method: 'POST',
        url: delivery.url,
        headers: deliveries.signedHeaders(desk, delivery),
        body: delivery.body,
        timeoutMs: TIMEOUT,
        maxBytes: ANSWER_BYTES,
      })
      result = { status_code: status, response_body: body, error: null }
    } catch (error) {
      result = { status_code: null, response_body: null, error: reasonOf(error) }
    }
    onTheirWay--
    if (!off) return // stopped: it is pending again at the next start
    deliveries.settle(desk, delivery, { at, duration_ms: desk.wall.now() - at, ...result })
    timer.poke()
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      deliveries.recover(desk)
      off = desk.bus.on(event => {
        if (event.type === 'delivery.changed' && event.status === 'pending') timer.poke()
      })
      timer.start()
    },
    stop() {
      off?.()
      off = undefined
      timer.stop()
    },
  }
}

/** What the network said, in words that name the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}
