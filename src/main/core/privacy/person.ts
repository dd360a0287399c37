import { NAMED } from '../../../contract/people'
import { all, sql } from '../../store/sql'
import * as calls from '../calls/calls'
import * as blacklist from '../campaigns/blacklist'
import * as leads from '../campaigns/leads'
import { explainLead } from '../dialing/explain'
import type { Context } from '../kernel/context'
import * as conversations from '../messaging/conversations'
import type { Sms } from '../messaging/sms'
import * as sms from '../messaging/sms'

export interface Attempt {
  id: number
  leadId: number
  startedAt: number
  endedAt: number | null
  outcome: string | null
  callIds: number[]
}

const ids = (context: Context, query: ReturnType<typeof sql>) =>
  all<{ id: number }>(context.db, query).map(({ id }) => id)

export const queries = {
  leads: (userId: number, number: string) =>
    sql`SELECT id FROM leads WHERE user_id = ${userId} AND phone_number = ${number} ORDER BY id DESC LIMIT ${NAMED}`,
  // The number may be a secondary contact of a lead with another number.
  leadsOfContact: (userId: number, number: string) =>
    sql`SELECT DISTINCT lead_id AS id FROM contacts JOIN leads ON leads.id = lead_id
      WHERE contacts.phone_number = ${number} AND user_id = ${userId} ORDER BY 1 DESC LIMIT ${NAMED}`,
  // The plus stops SQLite from using the index of the user instead of the index of the number.
  calls: (userId: number, number: string) =>
    sql`SELECT id FROM calls WHERE client_phone_number = ${number} AND +user_id = ${userId}
      ORDER BY created_at DESC, id DESC LIMIT ${NAMED}`,
  sms: (userId: number, number: string) => sms.queries.with(userId, number, NAMED),
  conversations: (userId: number, number: string) =>
    sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${number} ORDER BY id DESC LIMIT ${NAMED}`,
}

/** The latest records of each kind about a number (E.164), newest first. An unknown number has none. */
export function personOf(context: Context, userId: number, number: string) {
  const { db } = context
  const leadIds = [
    ...new Set([
      ...ids(context, queries.leads(userId, number)),
      ...ids(context, queries.leadsOfContact(userId, number)),
    ]),
  ]
  const found = {
    leads: leadIds.map(id => leads.find(db, id)!),
    calls: ids(context, queries.calls(userId, number)).map(id => calls.byId(db, id)!),
    conversations: ids(context, queries.conversations(userId, number)).map(id => conversations.byId(db, id)!),
  }
  const own = found.leads.filter(lead => lead.phoneNumber === number)
  const messages = ids(context, queries.sms(userId, number)).map((id): Sms => sms.byId(db, id)!)
  return {
    ...found,
    phoneNumber: number,
    name: [...own, ...found.calls, ...found.conversations, ...messages].find(({ name }) => name !== null)?.name ?? null,
    blacklist: blacklist.find(db, userId, number) ?? null,
    explanations: found.leads.map(lead =>
      lead.status === 'completed' || lead.status === 'reached-max-retries'
        ? null
        : explainLead(context, userId, lead.id),
    ),
    attempts: attemptsOf(context, leadIds),
    sms: messages,
  }
}

const attemptsOf = (context: Context, leadIds: readonly number[]): Attempt[] =>
  all<{
    id: number
    lead_id: number
    started_at: number
    ended_at: number | null
    outcome: string | null
    call_ids: string
  }>(
    context.db,
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
