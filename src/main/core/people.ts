import { NAMED } from '../../contract/people'
import { all, one, run, sql } from '../store/sql'
import * as blacklist from './blacklist'
import * as calls from './calls'
import * as conversations from './conversations'
import { type Desk, transact } from './desk'
import { conflict } from './errors'
import { explainLead } from './explain'
import * as leads from './leads'
import { nameIn } from './names'
import { removeRecordings } from './recordings'
import type { Sms } from './sms'
import * as sms from './sms'

export interface Attempt {
  id: number
  leadId: number
  startedAt: number
  endedAt: number | null
  outcome: string | null
  callIds: number[]
}

const ids = (desk: Desk, query: ReturnType<typeof sql>) => all<{ id: number }>(desk.db, query).map(({ id }) => id)

// Each direction has its index; SQLite uses neither for an OR.
const smsOf = (userId: number, number: string) =>
  sql`SELECT id FROM sms WHERE user_id = ${userId} AND from_number = ${number}
    UNION SELECT id FROM sms WHERE user_id = ${userId} AND to_number = ${number}`

export const queries = {
  leads: (userId: number, number: string) =>
    sql`SELECT id FROM leads WHERE user_id = ${userId} AND phone_number = ${number} ORDER BY id DESC LIMIT ${NAMED}`,
  // Somebody may be a contact of a lead with another number.
  leadsOfContact: (userId: number, number: string) =>
    sql`SELECT DISTINCT lead_id AS id FROM contacts JOIN leads ON leads.id = lead_id
      WHERE contacts.phone_number = ${number} AND user_id = ${userId} ORDER BY 1 DESC LIMIT ${NAMED}`,
  // With the plus SQLite begins with the number's calls, and not with all of the user's.
  calls: (userId: number, number: string) =>
    sql`SELECT id FROM calls WHERE client_phone_number = ${number} AND +user_id = ${userId}
      ORDER BY created_at DESC, id DESC LIMIT ${NAMED}`,
  sms: (userId: number, number: string) => sql`${smsOf(userId, number)} ORDER BY id DESC LIMIT ${NAMED}`,
  conversations: (userId: number, number: string) =>
    sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${number} ORDER BY id DESC LIMIT ${NAMED}`,
}

/** Everything that is known about a number (E.164). A number that nothing is known about is a person without a past. */
export function personOf(desk: Desk, userId: number, number: string) {
  const { db } = desk
  const leadIds = [
    ...new Set([...ids(desk, queries.leads(userId, number)), ...ids(desk, queries.leadsOfContact(userId, number))]),
  ]
  const found = {
    leads: leadIds.map(id => leads.find(db, id)!),
    calls: ids(desk, queries.calls(userId, number)).map(id => calls.byId(db, id)!),
    conversations: ids(desk, queries.conversations(userId, number)).map(id => conversations.byId(db, id)!),
  }
  const own = found.leads.filter(lead => lead.phoneNumber === number)
  return {
    ...found,
    phoneNumber: number,
    name: [...own, ...found.calls, ...found.conversations].map(of => nameIn(of.variables)).find(Boolean) ?? null,
    blacklist: blacklist.find(db, userId, number) ?? null,
    explanations: found.leads.map(lead =>
      lead.status === 'completed' || lead.status === 'reached-max-retries' ? null : explainLead(desk, userId, lead.id),
    ),
    attempts: attemptsOf(desk, leadIds),
    sms: ids(desk, queries.sms(userId, number)).map((id): Sms => sms.byId(db, id)!),
  }
}

const attemptsOf = (desk: Desk, leadIds: readonly number[]): Attempt[] =>
  all<{
    id: number
    lead_id: number
    started_at: number
    ended_at: number | null
    outcome: string | null
    call_ids: string
  }>(
    desk.db,
    sql`SELECT *, (SELECT json_group_array(calls.id ORDER BY calls.id) FROM calls WHERE attempt_id = attempts.id) AS call_ids
      FROM attempts WHERE lead_id IN (SELECT value FROM json_each(${JSON.stringify(leadIds)}))
      ORDER BY id DESC LIMIT ${NAMED}`,
  ).map(row => ({
    id: row.id,
    leadId: row.lead_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    callIds: JSON.parse(row.call_ids) as number[],
  }))

/**
 * Forgets a person: their leads, calls with recordings, SMS, chats, and what webhooks said of them. Money stays, and the
 * entry on the blacklist: it is what keeps them from being called. Throws `conflict` while they are on the phone.
 */
export function forget(desk: Desk, userId: number, number: string) {
  const { counts, recordings } = transact(desk, () => {
    const live = one(
      desk.db,
      sql`SELECT 1 FROM calls WHERE client_phone_number = ${number} AND user_id = ${userId} AND ${calls.isOpen} LIMIT 1`,
    )
    if (live) throw conflict(`${number} is on the phone. Hang up first.`)
    const recordings = all<{ recording: string | null }>(
      desk.db,
      sql`SELECT recording FROM calls WHERE client_phone_number = ${number} AND user_id = ${userId}`,
    ).map(({ recording }) => recording)
    const theirs = {
      calls: sql`SELECT id FROM calls WHERE client_phone_number = ${number} AND user_id = ${userId}`,
      conversations: sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${number}`,
    }
    run(
      desk.db,
      sql`DELETE FROM deliveries WHERE call_id IN (${theirs.calls}) OR conversation_id IN (${theirs.conversations})`,
    )
    run(
      desk.db,
      sql`DELETE FROM contacts WHERE phone_number = ${number}
        AND EXISTS (SELECT 1 FROM leads WHERE leads.id = lead_id AND user_id = ${userId})`,
    )
    // The simulated carrier counts how often it dialed somebody.
    run(desk.db, sql`DELETE FROM simulator_dials WHERE phone_number = ${number}`)
    for (const id of ids(desk, smsOf(userId, number))) sms.withdraw(desk, id)
    const gone = leadsOf(desk, userId, number)
    const counts = {
      leads: run(desk.db, sql`DELETE FROM leads WHERE user_id = ${userId} AND phone_number = ${number}`),
      calls: run(desk.db, sql`DELETE FROM calls WHERE id IN (${theirs.calls})`),
      sms: run(desk.db, sql`DELETE FROM sms WHERE id IN (${smsOf(userId, number)})`),
      conversations: run(desk.db, sql`DELETE FROM conversations WHERE id IN (${theirs.conversations})`),
    }
    for (const lead of gone) desk.bus.publish(userId, { type: 'lead.changed', ...lead })
    return { counts, recordings }
  })
  removeRecordings(desk, recordings)
  return counts
}

const leadsOf = (desk: Desk, userId: number, number: string) =>
  all<{ id: number; campaign_id: number; status: leads.Lead['status'] }>(
    desk.db,
    sql`SELECT id, campaign_id, status FROM leads WHERE user_id = ${userId} AND phone_number = ${number}`,
  )
