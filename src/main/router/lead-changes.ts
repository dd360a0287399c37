import type { LeadsChange as ChangeAnswer } from '../../contract/lead-changes'
import { skipReasons } from '../../contract/statuses'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import * as changes from '../core/campaigns/lead-changes'
import type { Context } from '../core/kernel/context'
import { leadFilterOf } from './leads'
import { os, whenValid, withErrors } from './wiring'

export function leadChangesRoutes(context: Context) {
  const { db } = context
  return os.leadChanges.router({
    create: os.leadChanges.create.handler(
      withErrors(({ userId }, input) => {
        const { filter } = input.values
        const change = changes.create(context, userId, input, filter && leadFilterOf(filter))
        const message =
          change.status === 'running'
            ? `${counted(change.total, 'lead is', 'leads are')} being changed.`
            : `${counted(change.changed, 'lead was', 'leads were')} changed.`
        return { message, data: changeAnswer(change) }
      }),
    ),
    list: os.leadChanges.list.handler(whenValid(({ userId }) => changes.list(db, userId).map(changeAnswer))),
    get: os.leadChanges.get.handler(whenValid(({ userId }, { id }) => changeAnswer(changes.get(db, userId, id)))),
    cancel: os.leadChanges.cancel.handler(
      whenValid(({ userId }, { id }) => ({
        message: 'The change was cancelled. What is changed stays so.',
        data: changeAnswer(changes.cancel(context, userId, id)),
      })),
    ),
    undo: os.leadChanges.undo.handler(
      whenValid(({ userId }, { id }) => ({
        message: 'The change is being taken back.',
        data: changeAnswer(changes.undo(context, userId, id)),
      })),
    ),
  })
}

const changeAnswer = (change: changes.LeadsChange): ChangeAnswer => ({
  id: change.id,
  action: change.action,
  status: change.status,
  campaign_id: change.campaignId,
  total: change.total,
  done: change.done,
  changed: change.changed,
  skipped: skipReasons.flatMap(reason => {
    const count = change.skipped[reason]
    return count ? [{ reason, count }] : []
  }),
  undoable: changes.isUndoable(change),
  created_at: isoTime(change.createdAt),
  finished_at: change.finishedAt === null ? null : isoTime(change.finishedAt),
})
