import { removeRecordings } from '../calls/recordings'
import { removeCallsWith } from '../calls/remove-call'
import { removeContactsWith } from '../campaigns/contacts'
import { removeLeadsWith } from '../campaigns/leads'
import { type Context, transact } from '../kernel/context'
import { removeConversationsWith } from '../messaging/conversations'
import { removeSmsWith } from '../messaging/sms'
import { forgetSimulatedDials } from '../workspace/simulated-dials'

/**
 * Forgets a person: their leads, calls with recordings, SMS, chats, and the webhooks about them. Money stays, and so
 * does the entry on the blacklist, which keeps them from being called. Throws `conflict` while they are on the phone.
 */
export function forget(context: Context, userId: number, number: string) {
  const { counts, recordings } = transact(context, () => {
    const calls = removeCallsWith(context, userId, number)
    removeContactsWith(context, userId, number)
    forgetSimulatedDials(context.db, number)
    const counts = {
      leads: removeLeadsWith(context, userId, number),
      calls: calls.n,
      sms: removeSmsWith(context, userId, number),
      conversations: removeConversationsWith(context, userId, number),
    }
    return { counts, recordings: calls.recordings }
  })
  removeRecordings(context, recordings)
  return counts
}
