import { removeRecordings } from '../calls/recordings'
import { forgetKeptLeads, removeCallsWith } from '../calls/remove-call'
import { removeContactsWith } from '../campaigns/contacts'
import { removeLeadsWith } from '../campaigns/leads'
import { type Context, transact } from '../kernel/context'
import { removeConversationsWith } from '../messaging/conversations'
import { removeSmsWith } from '../messaging/sms'
import { forgetSimulatedDials } from '../workspace/simulated-dials'
import { removeNotesAbout } from './notes'

/**
 * Deletes the data about a number (E.164): leads, contacts, calls with recordings, SMS, chats, notes, and webhooks about them.
 * Ledger entries stay, and so does its blacklist entry, because the number must not be called again. Returns how many
 * records of each kind. Throws `conflict` while the number is on the phone.
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
      notes: removeNotesAbout(context, userId, number),
    }
    forgetKeptLeads(context, userId, number)
    context.bus.publish(userId, { type: 'person.forgotten', phone_number: number })
    return { counts, recordings: calls.recordings }
  })
  removeRecordings(context, recordings)
  return counts
}
