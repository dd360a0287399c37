import type { Forecast } from '../../contract/rehearsals'
import type { Context } from '../core/kernel/context'
import { forecast } from '../core/rehearsals/forecast'
import * as rehearsals from '../core/rehearsals/rehearsals'
import { createWorker, type Worker } from './worker'

/** How long one slice of work holds the process, ms of the machine's time: calls and requests come first. */
const SLICE = 6
/** Progress is published in steps of so many percent: each is a write, and a screen needs no more. */
const PUBLISH_EVERY = 5
/** A rehearsal during which the service crashed so often is taken for the cause and fails. */
const TRIES = 3

interface Running {
  rehearsal: rehearsals.Rehearsal
  work: Generator<number, Forecast>
  /** How many leads are rehearsed. */
  done: number
  /** The percentage that was published last. */
  published: number
}

/** Rehearses campaigns, one after the other and a slice at a time. One that a crash interrupted begins from its start. */
export function createRehearsals(context: Context): Worker {
  let running: Running | undefined

  function beginNext(): Running | undefined {
    for (let next = rehearsals.begin(context); next; next = rehearsals.begin(context)) {
      if (next.tries <= TRIES) return { rehearsal: next, work: forecast(context, next.setting), done: 0, published: 0 }
      rehearsals.fail(context, next, 'The service ended again and again while it was rehearsed.')
    }
    return undefined
  }

  /** Works until the slice is over; true when the rehearsal is done. */
  function workOn(it: Running): boolean {
    const begun = performance.now()
    do {
      const { done, value } = it.work.next()
      if (done) {
        rehearsals.finish(context, it.rehearsal, value)
        return true
      }
      it.done += value
    } while (performance.now() - begun < SLICE)
    const percent = Math.floor((100 * it.done) / Math.max(1, it.rehearsal.expected))
    if (percent >= it.published + PUBLISH_EVERY) {
      it.published = percent
      rehearsals.progress(context, it.rehearsal, it.done)
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
        if (workOn(running)) running = undefined
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
