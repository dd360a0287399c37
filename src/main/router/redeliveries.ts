import type { NewRedelivery, Redelivery as RedeliveryAnswer } from '../../contract/redeliveries'
import { redeliverySkips } from '../../contract/statuses'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import type { Context } from '../core/kernel/context'
import { spanOf } from '../core/kernel/time'
import * as redeliveries from '../core/webhooks/redeliveries'
import { getSettings } from '../core/workspace/settings'
import { os, whenValid, withErrors } from './wiring'

export function redeliveriesRoutes(context: Context) {
  const { db } = context
  const chosen = ({ from, to, ...filter }: NonNullable<NewRedelivery['filter']>): redeliveries.Chosen => ({
    ...filter,
    ...spanOf({ from, to }, getSettings(db).timezone),
  })
  return os.redeliveries.router({
    create: os.redeliveries.create.handler(
      withErrors(({ userId }, input) => {
        const { filter } = input.values
        const begun = redeliveries.create(context, userId, input, filter && chosen(filter))
        const message = `${counted(begun.total, 'webhook is', 'webhooks are')} being sent again.`
        return { message, data: answerOf(begun) }
      }),
    ),
    unsent: os.redeliveries.unsent.handler(
      whenValid(({ userId }, input) => redeliveries.unsentCounts(db, userId, chosen(input))),
    ),
    list: os.redeliveries.list.handler(whenValid(({ userId }) => redeliveries.list(db, userId).map(answerOf))),
    get: os.redeliveries.get.handler(whenValid(({ userId }, { id }) => answerOf(redeliveries.get(db, userId, id)))),
    cancel: os.redeliveries.cancel.handler(
      whenValid(({ userId }, { id }) => ({
        message: 'No more of them are sent again. Those on their way still are.',
        data: answerOf(redeliveries.cancel(context, userId, id)),
      })),
    ),
  })
}

const answerOf = (redelivery: redeliveries.Redelivery): RedeliveryAnswer => ({
  id: redelivery.id,
  status: redelivery.status,
  total: redelivery.total,
  done: redeliveries.doneOf(redelivery),
  accepted: redelivery.accepted,
  failed: redelivery.failed,
  skipped: redeliverySkips.flatMap(reason => {
    const count = redelivery.skipped[reason]
    return count ? [{ reason, count }] : []
  }),
  created_at: isoTime(redelivery.createdAt),
  finished_at: redelivery.finishedAt === null ? null : isoTime(redelivery.finishedAt),
})
