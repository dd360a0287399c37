import { isoTime } from '../../contract/wire'
import * as deliveries from '../core/deliveries'
import type { Desk } from '../core/desk'
import { paged } from '../core/paging'
import * as answers from './answers'
import { os, sound } from './wiring'

export function webhooksRoutes(desk: Desk) {
  const { db } = desk
  const page = answers.pager(desk)
  return os.webhooks.router({
    listDeliveries: os.webhooks.listDeliveries.handler(
      sound(({ userId }, input) =>
        page(
          '/user/webhook-deliveries',
          input,
          deliveries.list(db, userId, { status: input.status, callId: input.call_id }, paged(input)),
          delivery => answers.delivery(db, delivery),
        ),
      ),
    ),
    getDelivery: os.webhooks.getDelivery.handler(
      sound(({ userId }, { id }) => {
        const delivery = deliveries.get(db, userId, id)
        return {
          ...answers.delivery(db, delivery),
          request_body: delivery.body,
          attempts: deliveries.triesOf(db, id).map(({ at, ...tried }) => ({ at: isoTime(at), ...tried })),
        }
      }),
    ),
    redeliver: os.webhooks.redeliver.handler(
      sound(({ userId }, { id }) => ({
        message: 'The webhook is sent again.',
        data: answers.delivery(db, deliveries.redeliver(desk, userId, id)),
      })),
    ),
    rotateSecret: os.webhooks.rotateSecret.handler(
      sound(() => {
        const { secret, oldValidUntil } = deliveries.rotateSecret(desk)
        return {
          message: 'Webhooks are signed with the new secret, and for a day with the old one too.',
          data: { secret, old_valid_until: isoTime(oldValidUntil) },
        }
      }),
    ),
    test: os.webhooks.test.handler(
      sound(({ userId }, { url }) => ({
        message: 'A test webhook is on its way.',
        data: answers.delivery(db, deliveries.queueTest(desk, userId, url)),
      })),
    ),
    redeliverDead: os.webhooks.redeliverDead.handler(
      sound(({ userId }) => {
        const redelivered = deliveries.redeliverDead(desk, userId)
        return { message: `${redelivered} webhooks are sent again.`, data: { redelivered } }
      }),
    ),
  })
}
