import { NAMED } from '../../../contract/people'
import { all, one, type Query, sql } from '../../store/sql'
import * as calls from '../calls/calls'
import { promisesTo } from '../calls/promised-callbacks'
import * as blacklist from '../campaigns/blacklist'
import * as leads from '../campaigns/leads'
import { timeZoneOf } from '../campaigns/time-zones'
import { explainLead } from '../dialing/explain'
import type { Context } from '../kernel/context'
import * as conversations from '../messaging/conversations'
import type { Sms } from '../messaging/sms'
import * as sms from '../messaging/sms'
import { getSettings } from '../workspace/settings'
import { countNotes, notesAbout } from './notes'
import { spentOn } from './spent'

export interface Attempt {
  id: number
  leadId: number
  startedAt: number
  endedAt: number | null
  outcome: string | null
  callIds: number[]
}

const ids = (context: Context, query: Query) => all<{ id: number }>(context.db, query).map(({ id }) => id)

export const queries = {
  leads: (userId: number, number: string, most = NAMED) =>
    sql`SELECT id FROM leads WHERE user_id = ${userId} AND phone_number = ${number} ORDER BY id DESC LIMIT ${most}`,
  // The number may be a secondary contact of a lead with another number.
  leadsOfContact: (userId: number, number: string, most = NAMED) =>
    sql`SELECT DISTINCT lead_id AS id FROM contacts JOIN leads ON leads.id = lead_id
      WHERE contacts.phone_number = ${number} AND user_id = ${userId} ORDER BY 1 DESC LIMIT ${most}`,
  // The plus stops SQLite from using the index of the user instead of the index of the number.
  calls: (userId: number, number: string, most = NAMED) =>
    sql`SELECT id FROM calls WHERE client_phone_number = ${number} AND +user_id = ${userId}
      ORDER BY created_at DESC, id DESC LIMIT ${most}`,
  sms: (userId: number, number: string, most = NAMED) => sms.queries.with(userId, number, most),
  conversations: (userId: number, number: string, most = NAMED) =>
    sql`SELECT id FROM conversations WHERE user_id = ${userId} AND customer = ${number} ORDER BY id DESC LIMIT ${most}`,
}

/**
 * The latest records of each kind about a number (E.164), newest first, at most `most` of each. An unknown number has
 * none.
 */
export function personOf(context: Context, userId: number, number: string, most = NAMED) {
  const { db } = context
  const leadIds = [
    ...new Set([
      ...ids(context, queries.leads(userId, number, most)),
      ...ids(context, queries.leadsOfContact(userId, number, most)),
    ]),
  ]
  const found = {
    leads: leadIds.map(id => leads.find(db, id)!),
    calls: ids(context, queries.calls(userId, number, most)).map(id => calls.byId(db, id)!),
    conversations: ids(context, queries.conversations(userId, number, most)).map(id => conversations.byId(db, id)!),
  }
  const own = found.leads.filter(lead => lead.phoneNumber === number)
  const messages = ids(context, queries.sms(userId, number, most)).map((id): Sms => sms.byId(db, id)!)
  const totalOf = (query: Query, known: readonly unknown[]) =>
    known.length < most ? known.length : one<{ n: number }>(db, sql`SELECT count(*) AS n FROM (${query})`)!.n
  const everything = Number.MAX_SAFE_INTEGER
  return {
    ...found,
    phoneNumber: number,
    name: [...own, ...found.calls, ...found.conversations, ...messages].find(({ name }) => name !== null)?.name ?? null,
    timeZone: timeZoneOf(number, getSettings(db).timezone),
    blacklist: blacklist.find(db, userId, number) ?? null,
    explanations: found.leads.map(lead =>
      lead.status === 'completed' || lead.status === 'reached-max-retries'
        ? null
        : explainLead(context, userId, lead.id),
    ),
    attempts: attemptsOf(context, leadIds, most),
    promises: promisesTo(context, userId, number),
    sms: messages,
    notes: notesAbout(db, userId, number, most),
    totals: {
      calls: totalOf(queries.calls(userId, number, everything), found.calls),
      sms: totalOf(queries.sms(userId, number, everything), messages),
      conversations: totalOf(queries.conversations(userId, number, everything), found.conversations),
      notes: countNotes(db, userId, number),
    },
    spent: spentOn(db, userId, number),
  }
}

const attemptsOf = (context: Context, leadIds: readonly number[], most: number): Attempt[] =>
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
      ORDER BY id DESC LIMIT ${most}`,
  ).map(row => ({
    id: row.id,
    leadId: row.lead_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    callIds: JSON.parse(row.call_ids) as number[],
  }))
