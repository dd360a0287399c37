import type { Forecast } from '../../contract/rehearsals'
import type { Context } from '../core/kernel/context'
import { forecast } from '../core/rehearsals/forecast'
import * as rehearsals from '../core/rehearsals/rehearsals'
import { createTimer, type Worker } from './worker'

/** How long one slice holds the process, ms of the machine's time: calls and requests come first. */
const SLICE = 6
/** Screens need no more, and each is a write: in percent. */
const TELL_EVERY = 5
/** One during which the service ended so often, other than by being stopped, is what ends it. */
const TRIES = 3

interface Job {
  rehearsal: rehearsals.Rehearsal
  work: Generator<number, Forecast>
  done: number
  told: number
}

/** Rehearses campaigns, one after the other and a slice at a time; one that was cut off is begun anew. */
export function createRehearsals(context: Context): Worker {
  let job: Job | undefined
  const timer = createTimer(context, context.wall, 'rehearsals', () => {
    // It may have been cancelled meanwhile, or deleted with its campaign.
    if (!job || !rehearsals.isRunning(context.db, job.rehearsal.id)) job = begin()
    if (!job) return null
    const current = job
    try {
      if (slice(current)) job = undefined
    } catch (error) {
      job = undefined
      context.log.error({ err: error, rehearsalId: current.rehearsal.id }, 'a rehearsal broke off')
      rehearsals.fail(context, current.rehearsal, 'It broke off. The log says why.')
    }
    return context.wall.now()
  })
  const expiry = createTimer(context, context.clock, 'old rehearsals', () => rehearsals.clearOld(context))

  function begin(): Job | undefined {
    for (let next = rehearsals.begin(context); next; next = rehearsals.begin(context)) {
      if (next.tries <= TRIES) return { rehearsal: next, work: forecast(context, next.setting), done: 0, told: 0 }
      rehearsals.fail(context, next, 'The service ended again and again while it was rehearsed.')
    }
    return undefined
  }

  /** Works until its time is up; true when the rehearsal is done. */
  function slice(job: Job): boolean {
    const begun = performance.now()
    do {
      const { done, value } = job.work.next()
      if (done) {
        rehearsals.finish(context, job.rehearsal, value)
        return true
      }
      job.done += value
    } while (performance.now() - begun < SLICE)
    const percent = Math.floor((100 * job.done) / Math.max(1, job.rehearsal.expected))
    if (percent >= job.told + TELL_EVERY) {
      job.told = percent
      rehearsals.progress(context, job.rehearsal, job.done)
    }
    return false
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = context.bus.on(event => {
        if (event.type !== 'rehearsal.changed' || event.progress) return
        if (event.status === 'running') timer.poke()
        else expiry.poke()
      })
      timer.start()
      expiry.start()
    },
    stop() {
      off?.()
      off = undefined
      timer.stop()
      expiry.stop()
      if (job) rehearsals.uncountTry(context, job.rehearsal.id)
      job = undefined
    },
  }
}
