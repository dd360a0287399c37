import { contract } from '../../contract'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import * as deliveries from '../core/webhooks/deliveries'
import { type Delivery, lastError } from '../core/webhooks/deliveries'
import { rotateSecret } from '../core/webhooks/signing'
import type { ReadDb } from '../store/sql'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function webhooksRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.webhooks.listDeliveries)
  return os.webhooks.router({
    listDeliveries: os.webhooks.listDeliveries.handler(
      whenValid(({ userId }, input) =>
        page(
          input,
          deliveries.list(db, userId, { status: input.status, callId: input.call_id }, paged(input)),
          delivery => deliveryAnswer(db, delivery),
        ),
      ),
    ),
    getDelivery: os.webhooks.getDelivery.handler(
      whenValid(({ userId }, { id }) => {
        const delivery = deliveries.get(db, userId, id)
        return {
          ...deliveryAnswer(db, delivery),
          request_body: delivery.body,
          attempts: deliveries.triesOf(db, id).map(({ at, ...tried }) => ({ at: isoTime(at), ...tried })),
        }
      }),
    ),
    redeliver: os.webhooks.redeliver.handler(
      whenValid(({ userId }, { id }) => ({
        message: 'The webhook is sent again.',
        data: deliveryAnswer(db, deliveries.redeliver(context, userId, id)),
      })),
    ),
    rotateSecret: os.webhooks.rotateSecret.handler(
      whenValid(() => {
        const { secret, oldValidUntil } = rotateSecret(context)
        return {
          message: 'Webhooks are signed with the new secret, and for a day with the old one too.',
          data: { secret, old_valid_until: isoTime(oldValidUntil) },
        }
      }),
    ),
    test: os.webhooks.test.handler(
      whenValid(({ userId }, { url }) => ({
        message: 'A test webhook is on its way.',
        data: deliveryAnswer(db, deliveries.enqueueTest(context, userId, url)),
      })),
    ),
    redeliverDead: os.webhooks.redeliverDead.handler(
      whenValid(({ userId }, { call_id: callId }) => {
        const redelivered = deliveries.redeliverDead(context, userId, { callId })
        const message =
          redelivered === 0
            ? 'No webhook is sent again: none was given up.'
            : `${counted(redelivered, 'webhook is', 'webhooks are')} sent again.`
        return { message, data: { redelivered } }
      }),
    ),
  })
}

function deliveryAnswer(db: ReadDb, d: Delivery) {
  return {
    id: d.id,
    event: d.event,
    webhook_id: d.webhook_id,
    url: d.url,
    status: d.status,
    tries: d.tries,
    call_id: d.call_id,
    assistant_id: d.assistant_id,
    next_try_at: d.next_try_at === null ? null : isoTime(d.next_try_at),
    last_error: lastError(db, d.id),
    created_at: isoTime(d.created_at),
    delivered_at: d.delivered_at === null ? null : isoTime(d.delivered_at),
  }
}
