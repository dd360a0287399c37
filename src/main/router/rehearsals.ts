import { contract } from '../../contract'
import type { CampaignSettings } from '../../contract/campaigns'
import type { Rehearsal as RehearsalAnswer } from '../../contract/rehearsals'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import * as rehearsals from '../core/rehearsals/rehearsals'
import { pager } from './pages'
import { os, whenValid, withErrors } from './wiring'

export function rehearsalsRoutes(context: Context) {
  const page = pager(context, contract.rehearsals.list)
  return os.rehearsals.router({
    create: os.rehearsals.create.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => ({
        message: 'The rehearsal was started.',
        data: rehearsalAnswer(
          rehearsals.create(context, userId, id!, {
            values: values as Partial<CampaignSettings & { start_at: number }>,
            errors,
          }),
        ),
      })),
    ),
    list: os.rehearsals.list.handler(
      whenValid(({ userId }, input) =>
        page(input, rehearsals.list(context.db, userId, input.campaign_id, paged(input)), rehearsalAnswer),
      ),
    ),
    get: os.rehearsals.get.handler(
      whenValid(({ userId }, { id }) => rehearsalAnswer(rehearsals.get(context.db, userId, id))),
    ),
    remove: os.rehearsals.remove.handler(
      whenValid(({ userId }, { id }) => {
        const result = rehearsals.remove(context, userId, id)
        return { message: result === 'cancelled' ? 'The rehearsal was cancelled.' : 'The rehearsal was deleted.' }
      }),
    ),
  })
}

const rehearsalAnswer = (r: rehearsals.Rehearsal): RehearsalAnswer => ({
  id: r.id,
  campaign_id: r.campaignId,
  status: r.status,
  changes: r.changes,
  is_current: r.isCurrent,
  start_at: r.startAt === null ? null : isoTime(r.startAt),
  progress: progressOf(r),
  forecast: r.forecast,
  error: r.error,
  created_at: isoTime(r.createdAt),
  finished_at: r.finishedAt === null ? null : isoTime(r.finishedAt),
})

/** Leads may be added or deleted during a rehearsal, so it shows 100 % only when it is done. */
function progressOf({ status, done, expected }: rehearsals.Rehearsal) {
  const counted = Math.min(done, expected)
  const percent = status === 'done' ? 100 : Math.min(99, Math.floor((100 * counted) / Math.max(1, expected)))
  return { done: counted, expected, percent }
}
