import type { Context } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import * as deliveries from '../core/webhooks/deliveries'
import { signedHeaders } from '../core/webhooks/signing'
import { createTimer, type Worker } from './worker'

const TIMEOUT = 10_000
/** How many webhooks are on their way at once, and to one host: one that is silent must not hold up the others. */
const AT_ONCE = 16
const TO_ONE_HOST = 4
/** So much of an answer is kept. */
const ANSWER_BYTES = 64 * 1024
/** When the result cannot be booked, as when another program holds the database. */
const BOOK_AGAIN_AFTER = 5 * SECOND

/** Empties the outbox: sends what is due, at least once, and books how it went. */
export function createDeliverer(context: Context): Worker {
  const onTheirWay = new Map<number, string>()
  const timer = createTimer(context, context.wall, 'deliverer', () => {
    const claimed = deliveries.claimDue(context, AT_ONCE - onTheirWay.size, full())
    for (const delivery of claimed) {
      onTheirWay.set(delivery.id, delivery.host)
      void deliver(delivery)
    }
    return deliveries.nextDueAt(context.db, context.wall.now())
  })

  /** How many more each busy host may get. */
  function full() {
    const free = new Map<string, number>()
    for (const host of onTheirWay.values()) free.set(host, (free.get(host) ?? TO_ONE_HOST) - 1)
    return (host: string) => free.get(host) ?? TO_ONE_HOST
  }

  async function deliver(delivery: deliveries.Delivery) {
    const at = context.wall.now()
    const result = await tryOnce(delivery)
    const book = () => {
      if (!off) return // stopped: it is pending again at the next start
      try {
        deliveries.settle(context, delivery, { at, duration_ms: context.wall.now() - at, ...result })
      } catch (error) {
        context.log.error({ err: error, deliveryId: delivery.id }, 'the result of a webhook could not be booked')
        context.wall.setTimer(context.wall.now() + BOOK_AGAIN_AFTER, book)
        return
      }
      onTheirWay.delete(delivery.id)
      timer.poke()
    }
    book()
  }

  async function tryOnce(
    delivery: deliveries.Delivery,
  ): Promise<Pick<deliveries.Try, 'status_code' | 'response_body' | 'error'>> {
    try {
      const { status, body } = await context.send({
        method: 'POST',
        url: delivery.url,
        headers: signedHeaders(context, delivery),
        body: delivery.body,
        timeoutMs: TIMEOUT,
        maxBytes: ANSWER_BYTES,
      })
      return { status_code: status, response_body: body, error: null }
    } catch (error) {
      return { status_code: null, response_body: null, error: reasonOf(error) }
    }
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      deliveries.recover(context)
      off = context.bus.on(event => {
        if (event.type === 'delivery.changed' && event.status === 'pending') timer.poke()
      })
      timer.start()
    },
    stop() {
      off?.()
      off = undefined
      timer.stop()
      onTheirWay.clear()
    },
  }
}

/** What the network said, in words that name the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}
