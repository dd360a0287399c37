import { recorded } from '../core/calls/progress'
import { recordingFile, recordingName, sweepRecordings } from '../core/calls/recordings'
import { settleOverdue, settleUnfinished } from '../core/calls/recovery'
import type { Context } from '../core/kernel/context'
import { createWorker, type Worker } from './worker'

/**
 * Waits for the recordings of calls that have ended, and at each start completes or clears up what a crash has left of them.
 * `mend` completes the recording that was ordered with a path, and resolves with whether there is one then.
 */
export function createRecordings(context: Context, mend: (file: string) => Promise<boolean>): Worker {
  let sweep: { stop: AbortController; end: Promise<void> } | undefined
  async function complete(legId: string) {
    try {
      if (await mend(recordingFile(context, recordingName(legId)))) recorded(context, legId, null)
    } catch (error) {
      // It stays, and is tried again at the next start.
      context.log.warn({ err: error, legId }, 'a recording that was cut off could not be completed')
    }
  }

  return createWorker(context, {
    name: 'recordings',
    clock: context.wall,
    work: () => settleOverdue(context),
    wakesOn: event => event.type === 'call.changed' && event.status === 'ended',
    onStart() {
      settleUnfinished(context)
      const stop = new AbortController()
      const end = sweepRecordings(context, stop.signal, complete).catch(error =>
        context.log.error({ err: error }, 'recordings could not be swept'),
      )
      sweep = { stop, end }
    },
    onStop() {
      sweep?.stop.abort()
      return sweep?.end
    },
  })
}
