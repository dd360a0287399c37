import * as callList from '../core/calls/call-list'
import * as calls from '../core/calls/calls'
import { hangUp } from '../core/calls/hang-up'
import * as place from '../core/calls/place'
import { recordingFile } from '../core/calls/recordings'
import { removeCall } from '../core/calls/remove-call'
import type { Context } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { waveformOf } from '../store/waveform'
import * as answers from './pages'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function callsRoutes(context: Context) {
  const { db } = context
  const page = answers.pager(context)
  return os.calls.router({
    make: os.calls.make.handler(
      withErrors(({ userId }, input) => {
        const call = place.make(context, userId, input)
        return { message: 'The call was started.', data: {}, call_id: call.id, status: 'initiated' as const }
      }),
    ),
    list: os.calls.list.handler(
      whenValid(({ userId }, input) => {
        const filter = {
          status: input.status,
          type: input.type,
          phoneNumber: input.phone_number,
          assistantId: input.assistant_id,
          campaignId: input.campaign_id,
          ...answers.dateRange(input),
          ...answers.span(db, input),
        }
        return page('/user/calls', input, callList.list(db, userId, filter, paged(input)), call =>
          answers.callSummary(context, call),
        )
      }),
    ),
    get: os.calls.get.handler(whenValid(({ userId }, { id }) => answers.call(context, calls.get(db, userId, id)))),
    waveform: os.calls.waveform.handler(
      whenValidLater(async ({ userId }, { id, points }) => {
        const { recording } = calls.get(db, userId, id)
        const found = recording === null ? null : await waveformOf(recordingFile(context, recording), points)
        if (!found) throw notFound('Recording')
        return { duration_ms: found.durationMs, customer: found.left, assistant: found.right }
      }),
    ),
    remove: os.calls.remove.handler(
      whenValid(({ userId }, { id }) => {
        removeCall(context, userId, id)
        return { message: 'The call was deleted.' }
      }),
    ),
    hangUp: os.calls.hangUp.handler(
      whenValid(({ userId }, { id }) => {
        const { status } = hangUp(context, userId, id)
        return { message: 'The call is being ended.', data: { id, status } }
      }),
    ),
  })
}
