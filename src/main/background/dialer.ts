import type { Event } from '../../contract/events'
import { briefOf, type Call } from '../core/calls/calls'
import { noCapacity } from '../core/calls/progress'
import { recordingFile, recordingName } from '../core/calls/recordings'
import { claimDue } from '../core/dialing/claim'
import type { DialMemory } from '../core/dialing/round'
import type { Context, Outside } from '../core/kernel/context'
import { trunkOf } from '../core/numbers/numbers'
import { createWorker, type Worker } from './worker'

/** Whether a call may have become due after an event: a lead, a line, money, settings or permission to dial. */
function mayMakeDue(event: Event): boolean {
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
    case 'model.changed':
      return true
    default:
      return false
  }
}

/** Dials what is due. Every call is stored before the carrier is asked for it. */
export function createDialer(context: Context, { carrier }: Pick<Outside, 'carrier'>): Worker {
  const memory: DialMemory = { windows: new Map(), asked: [] }

  function ask(call: Call) {
    const { legId } = call
    try {
      const brief = briefOf(context.db, call.id)
      carrier.send({
        type: 'dial',
        legId,
        to: call.clientPhoneNumber,
        from: call.assistantPhoneNumber,
        trunkId:
          call.assistantPhoneNumber === null ? null : trunkOf(context.db, call.userId, call.assistantPhoneNumber),
        ringMs: brief.limits.ringMs,
        recordTo: brief.record ? recordingFile(context, recordingName(legId)) : null,
      })
    } catch (error) {
      // Nothing was dialed: the call is tried again later, as when the carrier has no line.
      context.log.error({ err: error, legId }, 'the carrier could not be asked')
      try {
        noCapacity(context, legId)
      } catch (also) {
        // Its deadline ends it; the others of this round are asked.
        context.log.error({ err: also, legId }, 'a dial could not be taken back')
      }
    }
  }

  return createWorker(context, {
    name: 'dialer',
    clock: context.clock,
    work() {
      const { calls, wakeAt, more } = claimDue(context, memory)
      context.commits.after(failed => {
        if (failed === undefined) for (const call of calls) ask(call)
      })
      return more ? context.clock.now() : wakeAt
    },
    wakesOn: mayMakeDue,
  })
}
