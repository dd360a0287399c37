import type { Forecast } from '../../contract/rehearsals'
import type { Context } from '../core/kernel/context'
import { forecast } from '../core/rehearsals/forecast'
import * as rehearsals from '../core/rehearsals/rehearsals'
import { createWorker, type Worker } from './worker'

/** How long one slice of work lasts, ms; short, because calls and requests run in the same process. */
const SLICE = 6

/** Progress is published in steps of this many percent, because each step is a write. */
const PUBLISH_EVERY = 5

/** A rehearsal fails when the service has crashed this many times while it ran. */
const TRIES = 3

interface Running {
  rehearsal: rehearsals.Rehearsal
  work: Generator<number, Forecast>
  /** How many leads are simulated. */
  done: number
  /** The progress that was published last, in percent. */
  published: number
}

/** Runs rehearsals one after the other, in slices. One that was interrupted starts again from its beginning. */
export function createRehearsals(context: Context): Worker {
  let running: Running | undefined

  function beginNext(): Running | undefined {
    for (let next = rehearsals.begin(context); next; next = rehearsals.begin(context)) {
      if (next.tries <= TRIES) return { rehearsal: next, work: forecast(context, next.setting), done: 0, published: 0 }
      rehearsals.fail(context, next, 'The service ended again and again while it was rehearsed.')
    }
    return undefined
  }

  /** Runs one slice. Returns whether the rehearsal is done. */
  function runSlice(current: Running): boolean {
    const begun = performance.now()
    do {
      const { done, value } = current.work.next()
      if (done) {
        rehearsals.finish(context, current.rehearsal, value)
        return true
      }
      current.done += value
    } while (performance.now() - begun < SLICE)
    const percent = Math.floor((100 * current.done) / Math.max(1, current.rehearsal.expected))
    if (percent >= current.published + PUBLISH_EVERY) {
      current.published = percent
      rehearsals.progress(context, current.rehearsal, current.done)
    }
    return false
  }

  return createWorker(context, {
    name: 'rehearsals',
    clock: context.wall,
    work() {
      // It may have been cancelled meanwhile, or deleted with its campaign.
      if (!running || !rehearsals.isRunning(context.db, running.rehearsal.id)) running = beginNext()
      if (!running) return null
      const { rehearsal } = running
      try {
        if (runSlice(running)) running = undefined
      } catch (error) {
        running = undefined
        context.log.error({ err: error, rehearsalId: rehearsal.id }, 'a rehearsal broke off')
        rehearsals.fail(context, rehearsal, 'It broke off. The log says why.')
      }
      return context.wall.now()
    },
    wakesOn: event => event.type === 'rehearsal.changed' && event.status === 'running' && !event.progress,
    onStop() {
      if (running) rehearsals.uncountTry(context, running.rehearsal.id)
      running = undefined
    },
  })
}
