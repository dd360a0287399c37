import type { Context, Outside } from '../core/kernel/context'
import * as sms from '../core/messaging/sms'
import { reported } from '../core/messaging/sms-inbound'
import type { MessagingProvider } from '../ports/messaging-provider'
import type { ProviderAnswer } from '../ports/provider-answer'
import { createOutbox } from './outbox'
import type { Worker } from './worker'

/** Sends the queued SMS, and passes the reports of the messaging provider to core. */
export function createMessenger(context: Context, outside: Outside, provider: MessagingProvider): Worker {
  return createOutbox<sms.Sms, ProviderAnswer<{ sid: string }>>(context, {
    name: 'messenger',
    claimDue: () => sms.claimDue(context),
    nextDueAt: () => sms.nextDueAt(context.db),
    ask: message => sms.ask(context, outside, message),
    record: (message, answer) => sms.recordSendResult(context, message, answer),
    recover: () => sms.recover(context),
    wakesOn: event => event.type === 'sms.changed' && event.status === 'queued',
    onStart() {
      provider.start(report => {
        // An error here is a bug; later reports must still be handled.
        try {
          reported(context, report)
        } catch (error) {
          context.log.error(
            { err: error, report: report.type },
            'a report of the messaging provider could not be handled',
          )
        }
      })
    },
    onStop: () => provider.stop(),
  })
}
