import type { Exchange, MessageReport } from '../../ports/number-provider'
import type { Clock } from '../../ports/system'
import { fateOf } from './fates'
import { offersOf } from './numbers'

export interface SimulatedExchangeOptions {
  clock: Clock
  /** Whether somebody has a number already. */
  isTaken: (phoneNumber: string) => boolean
  seed?: number
}

const DELIVERED_AFTER = 2000
const ANSWERED_AFTER = 5000

/** Sells numbers that nobody has, and sends messages to nobody, like a carrier that does. */
export function createSimulatedExchange({ clock, isTaken, seed = 1 }: SimulatedExchangeOptions): Exchange {
  let report: (report: MessageReport) => void = () => {}
  let running = false
  const known = new Set<string>()
  const tell = (after: number, what: MessageReport) => {
    clock.setTimer(clock.now() + after, () => {
      if (running) report(what)
    })
  }
  const idOf = (messageId: string) => `SM${messageId.replaceAll('-', '')}`

  return {
    name: 'simulated',
    start(listener) {
      report = listener
      running = true
    },
    stop() {
      running = false
    },
    offerNumbers: async search => ({ done: true, offers: offersOf(search, seed, isTaken) }),
    orderNumber: async () => ({ done: true }),
    releaseNumber: async () => {},
    async sendSms({ messageId, from, to }) {
      const fate = fateOf(to, 1)
      if (fate === 'unreachable') return { done: false, reason: 'The number cannot be reached.' }
      if (!known.has(messageId)) {
        known.add(messageId)
        tell(DELIVERED_AFTER, { type: 'sms_delivered', messageId })
        if (fate === 'asks_not_to_be_called')
          tell(ANSWERED_AFTER, {
            type: 'sms_received',
            messageId: `${idOf(messageId)}R`,
            from: to,
            to: from,
            body: 'STOP',
          })
      }
      return { done: true, sid: idOf(messageId) }
    },
  }
}
