import * as callList from '../core/calls/call-list'
import * as calls from '../core/calls/calls'
import { hangUp } from '../core/calls/hang-up'
import * as place from '../core/calls/place'
import { recordingFile } from '../core/calls/recordings'
import { removeCall } from '../core/calls/remove-call'
import type { Desk } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { waveformOf } from '../store/waveform'
import * as answers from './pages'
import { drafted, os, sound, soundSlow } from './wiring'

export function callsRoutes(desk: Desk) {
  const { db } = desk
  const page = answers.pager(desk)
  return os.calls.router({
    make: os.calls.make.handler(
      drafted(({ userId }, draft) => {
        const call = place.make(desk, userId, draft)
        return { message: 'The call was started.', data: {}, call_id: call.id, status: 'initiated' as const }
      }),
    ),
    list: os.calls.list.handler(
      sound(({ userId }, input) => {
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
          answers.callSummary(desk, call),
        )
      }),
    ),
    get: os.calls.get.handler(sound(({ userId }, { id }) => answers.call(desk, calls.get(db, userId, id)))),
    waveform: os.calls.waveform.handler(
      soundSlow(async ({ userId }, { id, points }) => {
        const { recording } = calls.get(db, userId, id)
        const found = recording === null ? null : await waveformOf(recordingFile(desk, recording), points)
        if (!found) throw notFound('Recording')
        return { duration_ms: found.durationMs, customer: found.left, assistant: found.right }
      }),
    ),
    remove: os.calls.remove.handler(
      sound(({ userId }, { id }) => {
        removeCall(desk, userId, id)
        return { message: 'The call was deleted.' }
      }),
    ),
    hangUp: os.calls.hangUp.handler(
      sound(({ userId }, { id }) => {
        const { status } = hangUp(desk, userId, id)
        return { message: 'The call is being ended.', data: { id, status } }
      }),
    ),
  })
}
