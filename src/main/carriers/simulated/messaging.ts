import type { MessageReport, MessagingProvider } from '../../ports/messaging-provider'
import type { Clock } from '../../ports/system'
import { fateOf } from './fates'

/** Milliseconds of desk time. */
const DELIVERED_AFTER = 2000
const ANSWERED_AFTER = 5000

/** A messaging provider that sends nothing, but reports like one that does. The fate of a number decides the result. */
export function createSimulatedMessaging({ clock }: { clock: Clock }): MessagingProvider {
  let report: (report: MessageReport) => void = () => {}
  let running = false
  const sent = new Set<string>()
  const reportLater = (after: number, what: MessageReport) => {
    clock.setTimer(clock.now() + after, () => {
      if (running) report(what)
    })
  }
  const sidOf = (messageId: string) => `SM${messageId.replaceAll('-', '')}`

  return {
    name: 'simulated',
    start(listener) {
      report = listener
      running = true
    },
    stop() {
      running = false
    },
    async sendSms({ messageId, from, to }) {
      const fate = fateOf(to, 1)
      if (fate === 'unreachable') return { done: false, reason: 'The number cannot be reached.' }
      if (!sent.has(messageId)) {
        sent.add(messageId)
        reportLater(DELIVERED_AFTER, { type: 'sms_delivered', messageId })
        if (fate === 'asks_not_to_be_called')
          reportLater(ANSWERED_AFTER, {
            type: 'sms_received',
            messageId: `${sidOf(messageId)}R`,
            from: to,
            to: from,
            body: 'STOP',
          })
      }
      return { done: true, sid: sidOf(messageId) }
    },
  }
}
