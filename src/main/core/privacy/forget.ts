import { all, one, run, sql } from '../../store/sql'
import * as calls from '../calls/calls'
import { removeRecordings } from '../calls/recordings'
import type * as leads from '../campaigns/leads'
import { type Context, transact } from '../kernel/context'
import { conflict } from '../kernel/errors'
import * as sms from '../messaging/sms'
import { ids, smsOf } from './person'

/**
 * Forgets a person: their leads, calls with recordings, SMS, chats, and what webhooks said of them. Money stays, and the
 * entry on the blacklist: it is what keeps them from being called. Throws `conflict` while they are on the phone.
 */
export function forget(context: Context, userId: number, number: string) {
  const { counts, recordings } = transact(context, () => {
    const live = one(
      context.db,
      sql`SELECT 1 FROM calls WHERE client_phone_number = ${number} AND user_id = ${userId} AND ${calls.isOpen} LIMIT 1`,
    )
    if (live) throw conflict(`${number} is on the phone. Hang up first.`)
    const recordings = all<{ recording: string | null }>(
      context.db,
      sql`SELECT recording FROM calls WHERE client_phone_number = ${number} AND user_id = ${userId}`,
    ).map(({ recording }) => recording)
    const theirs = {
      calls: sql`SELECT id FROM calls WHERE client_phone_number = ${number} AND user_id = ${userId}`,
      conversations: sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${number}`,
    }
    run(
      context.db,
      sql`DELETE FROM deliveries WHERE call_id IN (${theirs.calls}) OR conversation_id IN (${theirs.conversations})`,
    )
    run(
      context.db,
      sql`DELETE FROM contacts WHERE phone_number = ${number}
        AND EXISTS (SELECT 1 FROM leads WHERE leads.id = lead_id AND user_id = ${userId})`,
    )
    // The simulated carrier counts how often it dialed somebody.
    run(context.db, sql`DELETE FROM simulator_dials WHERE phone_number = ${number}`)
    for (const id of ids(context, smsOf(userId, number))) sms.withdraw(context, id)
    const gone = leadsOf(context, userId, number)
    const counts = {
      leads: run(context.db, sql`DELETE FROM leads WHERE user_id = ${userId} AND phone_number = ${number}`),
      calls: run(context.db, sql`DELETE FROM calls WHERE id IN (${theirs.calls})`),
      sms: run(context.db, sql`DELETE FROM sms WHERE id IN (${smsOf(userId, number)})`),
      conversations: run(context.db, sql`DELETE FROM conversations WHERE id IN (${theirs.conversations})`),
    }
    for (const lead of gone) context.bus.publish(userId, { type: 'lead.changed', ...lead })
    return { counts, recordings }
  })
  removeRecordings(context, recordings)
  return counts
}

const leadsOf = (context: Context, userId: number, number: string) =>
  all<{ id: number; campaign_id: number; status: leads.Lead['status'] }>(
    context.db,
    sql`SELECT id, campaign_id, status FROM leads WHERE user_id = ${userId} AND phone_number = ${number}`,
  )
