import { isTooDeepText, MOST_LEVELS } from '../../contract/json'
import { keepWebhookResponse } from '../core/calls/calls'
import { type Context, type Outside, transact } from '../core/kernel/context'
import { SECOND } from '../core/kernel/time'
import * as deliveries from '../core/webhooks/deliveries'
import { settle } from '../core/webhooks/redeliveries'
import { signedHeaders } from '../core/webhooks/signing'
import { createOutbox } from './outbox'
import type { Worker } from './worker'

const TIMEOUT = 10 * SECOND

/** How many webhooks are sent at the same time, in all and to one host, so that a slow receiver does not delay others. */
const AT_ONCE = 16
const TO_ONE_HOST = 4

/** How much of an answer is stored. */
const ANSWER_BYTES = 64 * 1024

/** Sends the webhooks that are due, at least once, and records each try. */
export function createDeliverer(context: Context, outside: Pick<Outside, 'send'>): Worker {
  /** How many are under way to each host. */
  const toHost = new Map<string, number>()

  async function tryOnce(delivery: deliveries.Delivery): Promise<deliveries.Try> {
    const at = context.wall.now()
    const headers = signedHeaders(context, delivery)
    const result = (of: Omit<deliveries.Try, 'at' | 'duration_ms' | 'url' | 'request_headers'>) => ({
      at,
      url: delivery.url,
      request_headers: headers,
      duration_ms: context.wall.now() - at,
      ...of,
    })
    // The slot must be free after the timeout, also when the request does not end.
    const late = Promise.withResolvers<never>()
    const cancel = context.wall.setTimer(at + TIMEOUT, () => late.reject(new Error('it took longer than 10 s')))
    try {
      const sent = outside.send({
        method: 'POST',
        url: delivery.url,
        headers,
        body: delivery.body,
        timeoutMs: TIMEOUT,
        maxBytes: ANSWER_BYTES,
      })
      const answer = await Promise.race([sent, late.promise])
      return result({
        status_code: answer.status,
        response_headers: answer.headers,
        response_body: answer.body,
        error: null,
        note: noteOn(answer.body, answer.truncated),
      })
    } catch (error) {
      return result({
        status_code: null,
        response_headers: null,
        response_body: null,
        error: reasonOf(error),
        note: null,
      })
    } finally {
      cancel()
      toHost.set(delivery.host, Math.max(0, (toHost.get(delivery.host) ?? 0) - 1))
    }
  }

  return createOutbox<deliveries.Delivery, deliveries.Try>(context, {
    name: 'webhooks',
    most: AT_ONCE,
    claimDue(free) {
      const claimed = deliveries.claimDue(context, free, host => TO_ONE_HOST - (toHost.get(host) ?? 0))
      for (const { host } of claimed) toHost.set(host, (toHost.get(host) ?? 0) + 1)
      return claimed
    },
    nextDueAt: () => deliveries.nextDueAt(context.db, context.wall.now()),
    ask: tryOnce,
    record(delivery, result) {
      transact(context, () => {
        const isDelivered = deliveries.recordResult(context, delivery, result)
        settle(context, delivery, isDelivered)
        if (isDelivered && delivery.call_id !== null)
          keepWebhookResponse(context, delivery.call_id, result.response_body ?? '', result.note)
      })
    },
    giveUp: (delivery, result) =>
      transact(context, () => {
        deliveries.giveUpUnbooked(context, delivery, result)
        settle(context, delivery, false)
      }),
    recover: () => deliveries.recover(context),
    wakesOn: event => event.type === 'delivery.changed' && event.status === 'pending',
    onStop: () => toHost.clear(),
  })
}

/** What the operator must know of an answer that is not kept as it came; null when it is. */
function noteOn(body: string, truncated: boolean): string | null {
  if (truncated) return `The answer was longer than ${ANSWER_BYTES / 1024} KiB; its beginning is kept as text.`
  return isTooDeepText(body) ? `The answer nests more than ${MOST_LEVELS} levels; it is kept as text.` : null
}

/** The message of a network error, with its cause if it has one. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}
