import { contract } from '../../contract'
import type { InputOf } from '../../contract/operation'
import type { DeliverySummary } from '../../contract/webhooks'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { spanOf } from '../core/kernel/time'
import { deadDeliveries } from '../core/reporting/attention'
import * as deliveries from '../core/webhooks/deliveries'
import { type Delivery, triedSoFar } from '../core/webhooks/deliveries'
import { rotateSecret, secretState } from '../core/webhooks/signing'
import { getSettings } from '../core/workspace/settings'
import type { ReadDb } from '../store/sql'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function webhooksRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.webhooks.listDeliveries)
  const filterOf = (input: Filters) => ({
    callId: input.call_id,
    event: input.event,
    host: input.host,
    search: input.search,
    ...spanOf(input, getSettings(db).timezone),
  })
  return os.webhooks.router({
    listDeliveries: os.webhooks.listDeliveries.handler(
      whenValid(({ userId }, input) =>
        page(input, deliveries.list(db, userId, { status: input.status, ...filterOf(input) }, paged(input)), delivery =>
          deliveryAnswer(db, delivery),
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
    receivers: os.webhooks.receivers.handler(whenValid(({ userId }) => deliveries.receivers(db, userId))),
    gaveUp: os.webhooks.gaveUp.handler(
      whenValid(({ userId }) => {
        const toSee = deadDeliveries(db, userId)
        return { dead: deliveries.countDead(db, userId), to_see: toSee?.n ?? 0, key: toSee?.key ?? null }
      }),
    ),
    secret: os.webhooks.secret.handler(
      whenValid(() => {
        const { hint, rotatedAt, oldValidUntil } = secretState(context)
        return {
          hint,
          rotated_at: rotatedAt === null ? null : isoTime(rotatedAt),
          old_valid_until: oldValidUntil === null ? null : isoTime(oldValidUntil),
        }
      }),
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
      whenValid(({ userId }, input) => {
        const redelivered = deliveries.redeliverDead(context, userId, filterOf(input))
        const message =
          redelivered === 0
            ? 'No webhook is sent again: none was given up.'
            : `${counted(redelivered, 'webhook is', 'webhooks are')} sent again.`
        return { message, data: { redelivered } }
      }),
    ),
  })
}

type Filters = Omit<InputOf<typeof contract.webhooks.redeliverDead>, 'status'>

function deliveryAnswer(db: ReadDb, d: Delivery): DeliverySummary {
  const { conversation, ...about } = deliveries.aboutOf(db, d)
  const { tries, lastError } = triedSoFar(db, d.id)
  return {
    id: d.id,
    event: d.event,
    webhook_id: d.webhook_id,
    url: d.url,
    status: d.status,
    tries,
    call_id: d.call_id,
    assistant_id: d.assistant_id,
    conversation_id: conversation,
    ...about,
    next_try_at: d.next_try_at === null ? null : isoTime(d.next_try_at),
    last_error: lastError,
    created_at: isoTime(d.created_at),
    delivered_at: d.delivered_at === null ? null : isoTime(d.delivered_at),
  }
}
