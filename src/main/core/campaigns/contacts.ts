import type { NewContact } from '../../../contract/leads'
import type { Variables } from '../../../contract/wire'
import { all, insert, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import type { Rules } from './rules'
import { timeZoneOf } from './time-zones'
import { zoneOf } from './windows'

export interface Contact {
  id: number
  leadId: number
  position: number
  phoneNumber: string
  variables: Variables
  status: 'created' | 'called' | 'answered' | 'skipped'
  createdAt: number
  updatedAt: number
}

interface ContactRow {
  id: number
  lead_id: number
  position: number
  phone_number: string
  variables: string
  status: Contact['status']
  created_at: number
  updated_at: number
}

/** The secondary contacts of leads, in the order in which each lead's are dialed. */
export const contactsOf = (db: ReadDb, leadIds: readonly number[]): Contact[] =>
  all<ContactRow>(
    db,
    sql`SELECT * FROM contacts WHERE lead_id IN (SELECT value FROM json_each(${JSON.stringify(leadIds)}))
      ORDER BY lead_id, position`,
  ).map(row => ({
    id: row.id,
    leadId: row.lead_id,
    position: row.position,
    phoneNumber: row.phone_number,
    variables: JSON.parse(row.variables) as Variables,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))

/**
 * The time zone whose window rules a dial: with `respect_lead_time_zone`, the zone of the number that is dialed.
 * `position`: 0 for the lead's own number.
 */
export const dialZone = (rules: Rules, leadZone: string | null, position: number, phoneNumber: string) =>
  zoneOf(rules, position === 0 || !rules.respect_lead_time_zone ? leadZone : timeZoneOf(phoneNumber, rules.timezone))

export const setContactStatus = (context: Context, leadId: number, position: number, status: Contact['status']) =>
  run(
    context.db,
    sql`UPDATE contacts SET status = ${status}, updated_at = ${context.clock.now()}
      WHERE lead_id = ${leadId} AND position = ${position}`,
  )

/** Replaces a lead's contacts. Call inside a transaction. */
export function replaceContacts(context: Context, leadId: number, contacts: readonly NewContact[]) {
  const now = context.clock.now()
  run(context.db, sql`DELETE FROM contacts WHERE lead_id = ${leadId}`)
  contacts.forEach((contact, i) => {
    insert(
      context.db,
      sql`INSERT INTO contacts (lead_id, position, phone_number, variables, created_at, updated_at)
        VALUES (${leadId}, ${i + 1}, ${contact.phone_number}, ${JSON.stringify(contact.variables ?? {})}, ${now}, ${now})`,
    )
  })
}

/** Resets the contacts of a lead that starts again. */
export const resetContacts = (context: Context, leadId: number) =>
  run(
    context.db,
    sql`UPDATE contacts SET status = 'created', updated_at = ${context.clock.now()} WHERE lead_id = ${leadId}`,
  )

/** Deletes a number from the contacts of all leads of a user. */
export const removeContactsWith = (context: Context, userId: number, number: string) =>
  run(
    context.db,
    sql`DELETE FROM contacts WHERE phone_number = ${number}
      AND EXISTS (SELECT 1 FROM leads WHERE leads.id = lead_id AND user_id = ${userId})`,
  )
