import type { Desk } from '../core/kernel/context'
import * as sms from '../core/messaging/sms'
import * as smsInbound from '../core/messaging/sms-inbound'
import type { Exchange } from '../ports/number-provider'
import { createTimer, type Part } from './part'

/** Sends what is still queued, and takes in what the carrier reports of messages. */
export function createMessenger(desk: Desk, exchange: Exchange): Part {
  let run = 0
  const timer = createTimer(desk, desk.wall, 'messenger', () => {
    for (const message of sms.claimDue(desk)) void send(message, run)
    return sms.nextDueAt(desk.db)
  })

  async function send(message: sms.Sms, inRun: number) {
    const answer = await sms.ask(desk, message)
    if (!answer || inRun !== run) return // stopped: it is sent again at the next start
    try {
      sms.settle(desk, message, answer)
    } catch (error) {
      desk.log.error({ err: error, smsId: message.id }, 'what the carrier answered could not be booked')
    }
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      off = desk.bus.on(event => {
        if (event.type === 'sms.changed' && event.status === 'queued') timer.poke()
      })
      sms.recover(desk)
      exchange.start(report => {
        // A report that core cannot take in is a bug; it must not take what comes after with it.
        try {
          smsInbound.reported(desk, report)
        } catch (error) {
          desk.log.error({ err: error, report: report.type }, 'report of a message could not be taken in')
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
