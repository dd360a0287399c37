import type { blacklistSources } from '../../../contract/blacklist'
import type { SearchFor } from '../../../contract/search'
import { e164 } from '../../../contract/wire'
import { all, and, one, type ReadDb, run, sql } from '../../store/sql'
import { allOf } from '../../store/word-search'
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
  /** The call in which it was asked for, or the SMS; null also when that was deleted. */
  call_id: number | null
  sms_id: number | null
  /** The name of the API key with which it was added; null when it was not over the API. */
  api_key: string | null
  created_at: number
  expires_at: number | null
}

export interface BlacklistFilter {
  /** Any part of the number. */
  phoneNumber?: string
  /** The number, or words of the reason or of the name that a lead has. */
  search?: SearchFor
  source?: Entry['source']
}

// Words are letters and digits, so that they have no sign of LIKE.
const hasWords = (words: readonly string[]) => and(words.map(word => sql`reason LIKE ${`%${word}%`}`))

const numbersNamed = (userId: number, words: readonly string[]) =>
  sql`SELECT leads.phone_number FROM lead_names CROSS JOIN leads ON leads.id = lead_names.rowid
    WHERE lead_names MATCH ${allOf(words)} AND leads.user_id = ${userId}`

const conditions = (userId: number, { phoneNumber, search, source }: BlacklistFilter) =>
  and([
    sql`user_id = ${userId}`,
    phoneNumber !== undefined && sql`instr(phone_number, ${phoneNumber})`,
    search && 'number' in search && sql`instr(phone_number, ${search.number})`,
    search &&
      'words' in search &&
      sql`${hasWords(search.words)} OR phone_number IN (${numbersNamed(userId, search.words)})`,
    source !== undefined && sql`source = ${source}`,
  ])

export const queries = {
  page: (userId: number, filter: BlacklistFilter, { perPage, offset }: Paged) =>
    sql`SELECT * FROM blacklist WHERE ${conditions(userId, filter)} ORDER BY created_at DESC, id DESC
      LIMIT ${perPage} OFFSET ${offset}`,
}

/** The blacklist, newest first. */
export const list = (db: ReadDb, userId: number, filter: BlacklistFilter, paged: Paged): PageOf<Entry> =>
  pageOf(
    all<Entry>(db, queries.page(userId, filter, paged)),
    one<{ n: number }>(db, sql`SELECT count(*) AS n FROM blacklist WHERE ${conditions(userId, filter)}`)!.n,
    paged,
  )

export const find = (db: ReadDb, userId: number, phoneNumber: string) =>
  one<Entry>(db, sql`SELECT * FROM blacklist WHERE user_id = ${userId} AND phone_number = ${phoneNumber}`)

/** Removes a number from the blacklist. Leads that became blacklisted stay so. Throws `not_found`. */
export const remove = (context: Context, userId: number, phoneNumber: string) =>
  transact(context, () => {
    if (run(context.db, sql`DELETE FROM blacklist WHERE user_id = ${userId} AND phone_number = ${phoneNumber}`) === 0)
      throw new ServiceError('not_found', `The number ${phoneNumber} is not on the blacklist.`)
    publishChange(context, userId, phoneNumber)
  })

/** Removes these numbers from the blacklist, as `remove`. Numbers that are not on it are left out. Returns how many. */
export const removeThese = (context: Context, userId: number, numbers: readonly string[]): number =>
  removeWhere(
    context,
    userId,
    sql`user_id = ${userId} AND phone_number IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`,
  )

/** Removes all entries that fit a filter, except those of some numbers, as `remove`. Returns how many. */
export const removeAll = (
  context: Context,
  userId: number,
  filter: BlacklistFilter,
  except: readonly string[],
): number =>
  removeWhere(
    context,
    userId,
    and([
      conditions(userId, filter),
      sql`phone_number NOT IN (SELECT value FROM json_each(${JSON.stringify(except)}))`,
    ]),
  )

const removeWhere = (context: Context, userId: number, condition: ReturnType<typeof sql>) =>
  transact(context, () => {
    const removed = run(context.db, sql`DELETE FROM blacklist WHERE ${condition}`)
    if (removed > 0) publishChange(context, userId, null)
    return removed
  })

/**
 * Adds numbers to the blacklist. Items that are not phone numbers are skipped; `problems` names each by its place in the
 * list, from 0. What is on the list already stays as it is, and counts as a duplicate, as a number that is given twice.
 */
export function addMany(
  context: Context,
  userId: number,
  items: readonly unknown[],
  entry: { reason: string; apiKey?: string | null },
) {
  const problems: { row: number; field: string; message: string }[] = []
  let duplicates = 0
  const added: string[] = []
  transact(context, () => {
    const now = context.clock.now()
    items.forEach((item, row) => {
      const phoneNumber = typeof item === 'string' ? e164(item) : null
      if (!phoneNumber)
        problems.push({
          row,
          field: 'phone_number',
          message: 'The phone_number field must be a phone number in international form, like +15550100001.',
        })
      else if (isListed(context.db, userId, phoneNumber, now)) duplicates++
      else {
        put(context, userId, { ...entry, phoneNumber, source: 'import' })
        added.push(phoneNumber)
      }
    })
    if (added.length > 0) publishChange(context, userId, null)
  })
  return { added: added.length, duplicates, skipped: problems.length, problems }
}

export interface NewEntry {
  phoneNumber: string
  reason: string
  source: Entry['source']
  callId?: number | null
  smsId?: number | null
  apiKey?: string | null
  /** Desk time; left out: now. */
  createdAt?: number
  expiresAt?: number | null
}

/** Adds a number to the blacklist, and makes its waiting leads blacklisted. Call inside a transaction. */
export function add(context: Context, userId: number, entry: NewEntry) {
  put(context, userId, entry)
  publishChange(context, userId, entry.phoneNumber)
}

/** Puts an entry back as it was. A call or an SMS that is not there any more, or not of this user, is left out. */
export const putBack = (context: Context, userId: number, entry: NewEntry) =>
  transact(context, () => {
    const { db } = context
    const isOwn = (table: 'calls' | 'sms', id: number | null | undefined) =>
      id != null &&
      one(
        db,
        table === 'calls'
          ? sql`SELECT 1 FROM calls WHERE id = ${id} AND user_id = ${userId}`
          : sql`SELECT 1 FROM sms WHERE id = ${id} AND user_id = ${userId}`,
      ) !== undefined
    add(context, userId, {
      ...entry,
      callId: isOwn('calls', entry.callId) ? entry.callId : null,
      smsId: isOwn('sms', entry.smsId) ? entry.smsId : null,
    })
  })

function put(context: Context, userId: number, entry: NewEntry) {
  const { phoneNumber, callId = null, smsId = null, apiKey = null, expiresAt = null } = entry
  run(
    context.db,
    sql`INSERT INTO blacklist (user_id, phone_number, reason, source, call_id, sms_id, api_key, created_at, expires_at)
      VALUES (${userId}, ${phoneNumber}, ${entry.reason}, ${entry.source}, ${callId}, ${smsId}, ${apiKey},
        ${entry.createdAt ?? context.clock.now()}, ${expiresAt})
      ON CONFLICT DO UPDATE SET reason = excluded.reason, source = excluded.source, call_id = excluded.call_id,
        sms_id = excluded.sms_id, api_key = excluded.api_key, expires_at = excluded.expires_at`,
  )
  const waiting = all<{ id: number; campaign_id: number }>(
    context.db,
    sql`SELECT id, campaign_id FROM leads WHERE user_id = ${userId} AND phone_number = ${phoneNumber}
      AND ${leads.isWaiting}`,
  )
  for (const { id } of waiting) {
    endAttempt(context, id, 'given_up')
    leads.move(context, id, 'blacklist')
  }
  for (const id of new Set(waiting.map(lead => lead.campaign_id))) completeIfRunning(context, id)
}

/** `phoneNumber` null: many numbers. */
const publishChange = (context: Context, userId: number, phoneNumber: string | null) =>
  context.bus.publish(userId, { type: 'blacklist.changed', phone_number: phoneNumber })
