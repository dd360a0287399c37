import type { blacklistSources } from '../../../contract/blacklist'
import { e164 } from '../../../contract/wire'
import { all, and, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { ServiceError } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { endAttempt } from './attempts'
import { completeIfRunning } from './campaign-states'
import * as leads from './lead-states'

/** Whether a number is on the user's blacklist. `now`: desk time. */
export const isListed = (db: ReadDb, userId: number, number: string, now: number) =>
  one(
    db,
    sql`SELECT 1 FROM blacklist WHERE user_id = ${userId} AND phone_number = ${number}
      AND (expires_at IS NULL OR expires_at > ${now})`,
  ) !== undefined

export interface Entry {
  id: number
  phone_number: string
  reason: string
  source: (typeof blacklistSources)[number]
  created_at: number
  expires_at: number | null
}

const conditions = (userId: number, part: string | undefined) =>
  and([sql`user_id = ${userId}`, part !== undefined && sql`phone_number LIKE ${`%${part}%`}`])

export const queries = {
  page: (userId: number, part: string | undefined, { perPage, offset }: Paged) =>
    sql`SELECT * FROM blacklist WHERE ${conditions(userId, part)} ORDER BY created_at DESC, id DESC
      LIMIT ${perPage} OFFSET ${offset}`,
}

/** The blacklist, newest first; `part`: digits that each number must contain. */
export const list = (db: ReadDb, userId: number, part: string | undefined, paged: Paged): PageOf<Entry> =>
  pageOf(
    all<Entry>(db, queries.page(userId, part, paged)),
    one<{ n: number }>(db, sql`SELECT count(*) AS n FROM blacklist WHERE ${conditions(userId, part)}`)!.n,
    paged,
  )

export const find = (db: ReadDb, userId: number, phoneNumber: string) =>
  one<Entry>(db, sql`SELECT * FROM blacklist WHERE user_id = ${userId} AND phone_number = ${phoneNumber}`)

/** Removes a number from the blacklist. Leads that became blacklisted stay so. Throws `not_found`. */
export function remove(context: Context, userId: number, phoneNumber: string) {
  if (run(context.db, sql`DELETE FROM blacklist WHERE user_id = ${userId} AND phone_number = ${phoneNumber}`) === 0)
    throw new ServiceError('not_found', `The number ${phoneNumber} is not on the blacklist.`)
}

/**
 * Adds numbers to the blacklist. Items that are not phone numbers are skipped; `problems` names each by its place in the
 * list, from 0.
 */
export function addMany(context: Context, userId: number, items: readonly unknown[], reason: string) {
  const problems: { row: number; field: string; message: string }[] = []
  transact(context, () => {
    items.forEach((item, row) => {
      const phoneNumber = typeof item === 'string' ? e164(item) : null
      if (phoneNumber) add(context, userId, { phoneNumber, reason, source: 'import' })
      else
        problems.push({
          row,
          field: 'phone_number',
          message: 'The phone_number field must be a phone number in international form, like +15550100001.',
        })
    })
  })
  return { added: items.length - problems.length, skipped: problems.length, problems }
}

/** Adds a number to the blacklist, and makes its waiting leads blacklisted. Call inside a transaction. */
export function add(
  context: Context,
  userId: number,
  entry: { phoneNumber: string; reason: string; source: Entry['source']; expiresAt?: number | null },
) {
  run(
    context.db,
    sql`INSERT INTO blacklist (user_id, phone_number, reason, source, created_at, expires_at)
      VALUES (${userId}, ${entry.phoneNumber}, ${entry.reason}, ${entry.source}, ${context.clock.now()}, ${entry.expiresAt ?? null})
      ON CONFLICT DO UPDATE SET reason = excluded.reason, source = excluded.source, expires_at = excluded.expires_at`,
  )
  const waiting = all<{ id: number; campaign_id: number }>(
    context.db,
    sql`SELECT id, campaign_id FROM leads WHERE user_id = ${userId} AND phone_number = ${entry.phoneNumber}
      AND ${leads.isWaiting}`,
  )
  for (const { id } of waiting) {
    endAttempt(context, id, 'given_up')
    leads.move(context, id, 'blacklist')
  }
  for (const id of new Set(waiting.map(lead => lead.campaign_id))) completeIfRunning(context, id)
}
