import * as progress from '../core/call-progress'
import * as calls from '../core/calls'
import type { Desk } from '../core/desk'
import { notFound } from '../core/errors'
import { removeCall } from '../core/forgetting'
import { paged } from '../core/paging'
import { recordingFile } from '../core/recordings'
import { waveformOf } from '../store/waveform'
import * as answers from './answers'
import { drafted, os, sound, soundSlow } from './wiring'

export function callsRoutes(desk: Desk) {
  const { db } = desk
  const page = answers.pager(desk)
  return os.calls.router({
    make: os.calls.make.handler(
      drafted(({ userId }, draft) => {
        const call = calls.make(desk, userId, draft)
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
        return page('/user/calls', input, calls.list(db, userId, filter, paged(input)), call =>
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
        const { status } = progress.hangUp(desk, userId, id)
        return { message: 'The call is being ended.', data: { id, status } }
      }),
    ),
  })
}
