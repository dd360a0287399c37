import type { Context } from '../core/kernel/context'
import * as sms from '../core/messaging/sms'
import * as smsInbound from '../core/messaging/sms-inbound'
import type { Exchange } from '../ports/number-provider'
import { createTimer, type Worker } from './worker'

/** Sends what is still queued, and takes in what the carrier reports of messages. */
export function createMessenger(context: Context, exchange: Exchange): Worker {
  let run = 0
  const timer = createTimer(context, context.wall, 'messenger', () => {
    for (const message of sms.claimDue(context)) void send(message, run)
    return sms.nextDueAt(context.db)
  })

  async function send(message: sms.Sms, inRun: number) {
    const answer = await sms.ask(context, message)
    if (!answer || inRun !== run) return // stopped: it is sent again at the next start
    try {
      sms.settle(context, message, answer)
    } catch (error) {
      context.log.error({ err: error, smsId: message.id }, 'what the carrier answered could not be booked')
    }
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = context.bus.on(event => {
        if (event.type === 'sms.changed' && event.status === 'queued') timer.poke()
      })
      sms.recover(context)
      exchange.start(report => {
        // A report that core cannot take in is a bug; it must not take what comes after with it.
        try {
          smsInbound.reported(context, report)
        } catch (error) {
          context.log.error({ err: error, report: report.type }, 'report of a message could not be taken in')
        }
      })
      timer.start()
    },
    stop() {
      if (!off) return
      off()
      off = undefined
      run++
      timer.stop()
      exchange.stop()
    },
  }
}
