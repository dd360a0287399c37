import type { Event } from '../../contract/events'
import { briefOf, type Call } from '../core/calls/calls'
import { noCapacity } from '../core/calls/progress'
import { recordingFile } from '../core/calls/recordings'
import { claimDue, type DialMemory } from '../core/dialing/claim'
import type { Context } from '../core/kernel/context'
import { createTimer, type Worker } from './worker'

/** Events after which something may be due that was not: a lead, a line, money, a permission. */
const matters = (event: Event) => {
  switch (event.type) {
    case 'lead.changed':
      return event.status === 'created' || event.status === 'rescheduled' || event.status === 'scheduled'
    case 'call.changed':
      return event.status !== 'ringing' && event.status !== 'in-progress'
    case 'leads.imported':
    case 'call.withdrawn':
    case 'campaign.changed':
    case 'balance.changed':
    case 'dialing.changed':
    case 'assistant.changed':
    case 'settings.changed':
      return true
    default:
      return false
  }
}

/**
 * Sleeps until the earliest moment at which something is due, dials what is, sleeps again. What it dials is on disk
 * before the carrier is asked.
 */
export function createDialer(context: Context): Worker {
  const memory: DialMemory = { windows: new Map(), asked: [] }
  const timer = createTimer(context, context.clock, 'dialer', () => {
    const { calls, wakeAt, more } = claimDue(context, memory)
    for (const call of calls) ask(call)
    return more ? context.clock.now() : wakeAt
  })

  function ask(call: Call) {
    const { legId } = call
    const brief = briefOf(context.db, call.id)
    try {
      context.line.send({
        type: 'dial',
        legId,
        to: call.clientPhoneNumber,
        from: call.assistantPhoneNumber,
        ringMs: brief.limits.ringMs,
        recordTo: brief.record ? recordingFile(context, `${legId}.wav`) : null,
      })
    } catch (error) {
      // What could not be asked was not dialed: it is asked for again, as when there is no line.
      context.log.error({ err: error, legId }, 'the carrier could not be asked')
      noCapacity(context, legId)
    }
  }
  let off: (() => void) | undefined
  return {
    start() {
      off ??= context.bus.on(event => {
        if (matters(event)) timer.poke()
      })
      timer.start()
    },
    stop() {
      off?.()
      off = undefined
      timer.stop()
    },
  }
}
