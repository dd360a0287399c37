import { sweepRecordings } from '../core/calls/recordings'
import { settleOverdue, settleUnfinished } from '../core/calls/recovery'
import type { Context } from '../core/kernel/context'
import { createWorker, type Worker } from './worker'

/** Waits for the recordings of calls that have ended, and at each start clears up what a crash has left of them. */
export function createRecordings(context: Context): Worker {
  let sweep: { stop: AbortController; end: Promise<void> } | undefined
  return createWorker(context, {
    name: 'recordings',
    clock: context.wall,
    work: () => settleOverdue(context),
    wakesOn: event => event.type === 'call.changed' && event.status === 'ended',
    onStart() {
      settleUnfinished(context)
      const stop = new AbortController()
      const end = sweepRecordings(context, stop.signal).catch(error =>
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
