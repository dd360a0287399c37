import type { Event } from '../../contract/events'
import type { Desk } from '../core/desk'
import { claimDue, type WindowMemo } from '../core/dial'
import { recordingFile } from '../core/recordings'
import { createTimer, type Part } from './part'

/** Events after which something may be due that was not: a lead, a line, money, a permission. */
const matters = (event: Event) => {
  switch (event.type) {
    case 'lead.changed':
      return event.status === 'created' || event.status === 'rescheduled' || event.status === 'scheduled'
    case 'call.changed':
      return event.status !== 'ringing' && event.status !== 'in-progress'
    case 'call.withdrawn':
    case 'campaign.changed':
    case 'balance.changed':
    case 'dialing.changed':
    case 'assistant.changed':
      return true
    default:
      return false
  }
}

/**
 * Sleeps until the earliest moment at which something is due, dials what is, sleeps again. What it dials is on disk
 * before the carrier is asked.
 */
export function createDialer(desk: Desk): Part {
  const memo: WindowMemo = new Map()
  const timer = createTimer(desk.clock, desk.log, 'dialer', () => {
    const { calls, wakeAt, more } = claimDue(desk, memo)
    for (const call of calls)
      desk.line.send({
        type: 'dial',
        legId: call.legId,
        to: call.clientPhoneNumber,
        from: call.assistantPhoneNumber,
        ringMs: call.brief.limits.ringMs,
        recordTo: call.brief.record ? recordingFile(desk, `${call.legId}.wav`) : null,
      })
    return more ? desk.clock.now() : wakeAt
  })
  let off: (() => void) | undefined
  return {
    start() {
      off ??= desk.bus.on(event => {
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
