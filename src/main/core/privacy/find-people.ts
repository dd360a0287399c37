import type { CallStatus } from '../../../contract/calls'
import type { LeadStatus } from '../../../contract/leads'
import type { foundBy } from '../../../contract/people'
import type { SearchFor } from '../../../contract/search'
import type { LeadResult } from '../../../contract/statuses'
import { all, literal, one, type Query, type ReadDb, sql } from '../../store/sql'
import { allOf, allWhole, ownerOf, positionOf } from '../../store/word-search'
import { isListed } from '../campaigns/blacklist'
import { nameFor } from '../campaigns/leads'
import type { Context } from '../kernel/context'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { excerptOf } from './excerpt'

/** What a list shows of a person. */
export interface KnownPerson {
  phoneNumber: string
  name: string | null
  /** The last call, SMS or message of a chat, desk time; null: there was none. */
  contactAt: number | null
  isListed: boolean
  lastCall: { id: number; status: CallStatus; createdAt: number } | null
  lead: { id: number; status: LeadStatus; result: LeadResult | null; campaign: { id: number; name: string } } | null
}

export interface FoundPerson extends KnownPerson {
  found: (typeof foundBy)[number]
  said: Said | null
}

interface Said {
  in: 'call' | 'sms' | 'conversation' | 'note'
  /** The id of the call, the SMS or the note, or the uuid of the conversation. */
  id: number | string
  excerpt: string
}

/** A match of a search: whose it is, and what is known from it. */
interface Match {
  number: string
  name?: string | null
  /** The entry in the index of words, and when it was said. */
  entry?: number
  at?: number
}

/**
 * How many matches of each kind are looked at, newest first: for each person that is wanted, and at most. Many may be of one
 * person.
 */
const MATCHES_EACH = 4
const MATCHES = 1000
/** How many leads are looked at. They do not tell when there was contact. */
const LEADS = 50
/** The trigram index finds no part that is shorter. */
const FEWEST_DIGITS = 3

// CROSS JOIN: SQLite reads the index first, in its order, and stops when it has enough.
const inIndex = (index: Query, match: Query, table: Query, id: Query, columns: Query, userId: number, limit: number) =>
  sql`SELECT ${columns} FROM ${index} CROSS JOIN ${table} ON ${table}.id = ${id}
    WHERE ${match} AND ${table}.user_id = ${userId} ORDER BY ${index}.rowid DESC LIMIT ${limit}`

const inNames = (names: Query, table: Query, columns: Query, userId: number, match: string, limit: number) =>
  inIndex(names, sql`${names} MATCH ${match}`, table, sql`${names}.rowid`, columns, userId, limit)

export const queries = {
  leadsByNumber: (userId: number, part: string) =>
    inIndex(
      sql`lead_numbers`,
      sql`lead_numbers.phone_number MATCH ${`"${part}"`}`,
      sql`leads`,
      sql`lead_numbers.rowid`,
      sql`leads.phone_number AS number`,
      userId,
      LEADS,
    ),
  callsByNumber: (userId: number, part: string, limit = MATCHES) =>
    inIndex(
      sql`call_numbers`,
      sql`call_numbers.client_phone_number MATCH ${`"${part}"`}`,
      sql`calls`,
      sql`call_numbers.rowid`,
      sql`calls.client_phone_number AS number, calls.name`,
      userId,
      limit,
    ),
  smsByNumber: (userId: number, part: string, limit = MATCHES) =>
    inIndex(
      sql`sms_numbers`,
      sql`sms_numbers.customer MATCH ${`"${part}"`}`,
      sql`sms`,
      sql`sms_numbers.rowid`,
      sql`sms.customer AS number, sms.name`,
      userId,
      limit,
    ),
  chatsByNumber: (userId: number, part: string) =>
    sql`SELECT customer AS number, name FROM conversations
      WHERE user_id = ${userId} AND customer >= '+' AND customer < ',' AND instr(customer, ${part}) LIMIT ${MATCHES}`,
  leadsByName: (userId: number, match: string) =>
    inNames(sql`lead_names`, sql`leads`, sql`leads.phone_number AS number`, userId, match, LEADS),
  callsByName: (userId: number, match: string, limit = MATCHES) =>
    inNames(sql`call_names`, sql`calls`, sql`client_phone_number AS number, name`, userId, match, limit),
  smsByName: (userId: number, match: string, limit = MATCHES) =>
    inNames(sql`sms_names`, sql`sms`, sql`customer AS number, name`, userId, match, limit),
  chatsByName: (userId: number, match: string, limit = MATCHES) =>
    inNames(
      sql`conversation_names`,
      sql`conversations`,
      sql`coalesce(customer, '') AS number, name`,
      userId,
      match,
      limit,
    ),
  calls: (userId: number, match: string, limit = MATCHES) =>
    inIndex(
      sql`call_words`,
      sql`call_words MATCH ${match}`,
      sql`calls`,
      sql`call_words.rowid >> 20`,
      sql`client_phone_number AS number, name, call_words.rowid AS entry, created_at AS at`,
      userId,
      limit,
    ),
  sms: (userId: number, match: string, limit = MATCHES) =>
    inIndex(
      sql`sms_words`,
      sql`sms_words MATCH ${match}`,
      sql`sms`,
      sql`sms_words.rowid`,
      sql`customer AS number, name, sms_words.rowid AS entry, created_at AS at`,
      userId,
      limit,
    ),
  chats: (userId: number, match: string, limit = MATCHES) =>
    inIndex(
      sql`conversation_words`,
      sql`conversation_words MATCH ${match}`,
      sql`conversations`,
      sql`conversation_words.rowid >> 20`,
      sql`coalesce(customer, '') AS number, name, conversation_words.rowid AS entry, updated_at AS at`,
      userId,
      limit,
    ),
  notes: (userId: number, match: string, limit = MATCHES) =>
    inIndex(
      sql`note_words`,
      sql`note_words MATCH ${match}`,
      sql`notes`,
      sql`note_words.rowid`,
      sql`phone_number AS number, note_words.rowid AS entry, written_at AS at`,
      userId,
      limit,
    ),
  nameWritten: (userId: number, number: string) =>
    sql`SELECT name FROM conversations WHERE user_id = ${userId} AND customer = ${number} AND name IS NOT NULL LIMIT 1`,
  page: (userId: number, { perPage, offset }: Paged) =>
    sql`SELECT phone_number AS number, contact_at AS contactAt FROM people WHERE user_id = ${userId}
      ORDER BY contact_at DESC, phone_number DESC LIMIT ${literal(perPage)} OFFSET ${offset}`,
  lastCall: (userId: number, number: string) =>
    sql`SELECT id, status, created_at AS createdAt, name FROM calls WHERE client_phone_number = ${number} AND +user_id = ${userId}
      ORDER BY created_at DESC, id DESC LIMIT 1`,
  lastContact: (userId: number, number: string) =>
    sql`SELECT contact_at AS at FROM people WHERE user_id = ${userId} AND phone_number = ${number}`,
  lead: (userId: number, number: string) =>
    sql`SELECT leads.id, leads.status, leads.result, campaign_id, campaigns.name AS campaign_name
      FROM leads JOIN campaigns ON campaigns.id = campaign_id
      WHERE leads.user_id = ${userId} AND phone_number = ${number} ORDER BY leads.id DESC LIMIT 1`,
}

/**
 * People of a user whom a search finds, at most `limit`. Those found by number or name come first, then those found by what
 * was said; in both, the newest contact first, then the newest leads that were never in contact. Callers without a number
 * are left out.
 */
export function findPeople(
  context: Pick<Context, 'db' | 'clock'>,
  userId: number,
  search: SearchFor,
  limit: number,
): FoundPerson[] {
  const { db } = context
  const people = (found: FoundPerson['found'], matches: readonly Match[], most = limit) =>
    peopleOf(context, userId, matches, most).map(person => ({ ...person, found, said: null }))
  if ('number' in search) return people('number', byNumber(db, userId, search.number, limit))
  const { words } = search
  const named = wholeFirst(words, limit, match => people('name', byName(db, userId, match, limit)))
  const left = limit - named.length
  if (left === 0) return named
  const isNew = ({ number }: Match) => !named.some(person => person.phoneNumber === number)
  const said = wholeFirst(words, left, match => spoken(db, userId, match, limit).filter(isNew))
  const rest = people('words', said, left)
  return [...named, ...rest.map(person => ({ ...person, said: saidIn(db, said, person.phoneNumber, words) }))]
}

/**
 * What `find` finds by the last word as it is, when that is enough; else by all words that begin with it. FTS5 gathers all
 * entries of such words before it answers, which takes 30 ms where a million have one.
 */
function wholeFirst<T>(words: readonly string[], enough: number, find: (match: string) => T[]): T[] {
  const whole = find(allWhole(words))
  return whole.length >= enough ? whole : find(allOf(words))
}

/** The first matches of so many people. */
function firstOf<M extends Match>(matches: readonly M[], limit: number): M[] {
  const found = new Map<string, M>()
  for (const match of matches) {
    if (found.size === limit) break
    if (match.number.startsWith('+') && !found.has(match.number)) found.set(match.number, match)
  }
  return [...found.values()]
}

/** The newest matches of so many people. Most often a few matches are enough. */
function newestOf<M extends Match>(db: ReadDb, query: (limit: number) => Query, limit: number): M[] {
  const few = all<M>(db, query(limit * MATCHES_EACH))
  const found = firstOf(few, limit)
  const isAll = found.length === limit || few.length < limit * MATCHES_EACH
  return isAll ? found : firstOf(all<M>(db, query(MATCHES)), limit)
}

function byNumber(db: ReadDb, userId: number, part: string, limit: number): Match[] {
  if (part.length < FEWEST_DIGITS) return []
  return [
    ...newestOf(db, most => queries.callsByNumber(userId, part, most), limit),
    ...newestOf(db, most => queries.smsByNumber(userId, part, most), limit),
    ...firstOf(all<Match>(db, queries.chatsByNumber(userId, part)), MATCHES),
    ...firstOf(all<Match>(db, queries.leadsByNumber(userId, part)), LEADS),
  ]
}

function byName(db: ReadDb, userId: number, match: string, limit: number): Match[] {
  return [
    ...firstOf(all<Match>(db, queries.leadsByName(userId, match)), LEADS),
    ...newestOf(db, most => queries.callsByName(userId, match, most), limit),
    ...newestOf(db, most => queries.smsByName(userId, match, most), limit),
    ...newestOf(db, most => queries.chatsByName(userId, match, most), limit),
  ]
}

interface Spoken extends Match {
  in: Said['in']
  entry: number
  at: number
}

/** What was said with these words: of each person the newest. */
function spoken(db: ReadDb, userId: number, match: string, limit: number): Spoken[] {
  const of = (kind: Said['in'], query: (most: number) => Query) =>
    newestOf<Omit<Spoken, 'in'>>(db, query, limit).map(found => ({ ...found, in: kind }))
  return [
    ...of('call', most => queries.calls(userId, match, most)),
    ...of('sms', most => queries.sms(userId, match, most)),
    ...of('conversation', most => queries.chats(userId, match, most)),
    ...of('note', most => queries.notes(userId, match, most)),
  ].sort((a, b) => b.at - a.at)
}

/** The people of matches, with what is known of each, newest contact first. */
function peopleOf(
  context: Pick<Context, 'db' | 'clock'>,
  userId: number,
  matches: readonly Match[],
  limit: number,
): KnownPerson[] {
  const { db } = context
  const named = new Map<string, string | null>()
  for (const { number, name = null } of matches) named.set(number, named.get(number) ?? name)
  return [...named]
    .map(([number, name]) => {
      const contactAt = one<{ at: number }>(db, queries.lastContact(userId, number))?.at ?? null
      return { number, name, contactAt }
    })
    .sort((a, b) => (b.contactAt ?? -1) - (a.contactAt ?? -1))
    .slice(0, limit)
    .map(({ number, name, contactAt }) => known(context, userId, { number, contactAt, name }))
}

/** Everybody who was in contact, the last contact first. */
export function listPeople(context: Pick<Context, 'db' | 'clock'>, userId: number, paged: Paged): PageOf<KnownPerson> {
  const { db } = context
  const rows = all<{ number: string; contactAt: number }>(db, queries.page(userId, paged))
  const { n } = one<{ n: number }>(db, sql`SELECT count(*) AS n FROM people WHERE user_id = ${userId}`)!
  return pageOf(
    rows.map(row => known(context, userId, row)),
    n,
    paged,
  )
}

interface Contact {
  number: string
  contactAt: number | null
  /** As a record tells it. The name of a lead goes before it. */
  name?: string | null
}

/** What a list shows of a person. */
function known(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  { number, contactAt, name }: Contact,
): KnownPerson {
  const lastCall = one<NonNullable<KnownPerson['lastCall']> & { name: string | null }>(
    db,
    queries.lastCall(userId, number),
  )
  return {
    phoneNumber: number,
    name: nameFor(db, userId, number, {}) ?? name ?? lastCall?.name ?? nameWritten(db, userId, number),
    contactAt,
    isListed: isListed(db, userId, number, clock.now()),
    lastCall: lastCall ? { id: lastCall.id, status: lastCall.status, createdAt: lastCall.createdAt } : null,
    lead: leadOf(db, userId, number),
  }
}

/** The name that a chat or an SMS of a person tells. */
const nameWritten = (db: ReadDb, userId: number, number: string): string | null =>
  one<{ name: string }>(db, queries.nameWritten(userId, number))?.name ?? null

function leadOf(db: ReadDb, userId: number, number: string): FoundPerson['lead'] {
  const lead = one<LeadRow>(db, queries.lead(userId, number))
  if (!lead) return null
  return {
    id: lead.id,
    status: lead.status,
    result: lead.result,
    campaign: { id: lead.campaign_id, name: lead.campaign_name },
  }
}

interface LeadRow {
  id: number
  status: LeadStatus
  result: LeadResult | null
  campaign_id: number
  campaign_name: string
}

/** Where a person said what was searched for, with a piece of it. `matches`: newest first. */
function saidIn(db: ReadDb, matches: readonly Spoken[], number: string, words: readonly string[]): Said {
  const match = matches.find(one => one.number === number)!
  const { id, text } = one<{ id: number | string; text: string }>(db, texts[match.in](match.entry))!
  return { in: match.in, id, excerpt: excerptOf(text, words) }
}

const texts: Record<Said['in'], (entry: number) => Query> = {
  call: entry => sql`SELECT call_id AS id, item ->> '$.text' AS text FROM call_items
    WHERE call_id = ${ownerOf(entry)} AND position = ${positionOf(entry)}`,
  sms: entry => sql`SELECT id, body AS text FROM sms WHERE id = ${entry}`,
  note: entry => sql`SELECT id, text FROM notes WHERE id = ${entry}`,
  conversation: entry => sql`SELECT uuid AS id, content AS text FROM conversation_messages
    JOIN conversations ON conversations.id = conversation_id
    WHERE conversation_id = ${ownerOf(entry)} AND position = ${positionOf(entry)}`,
}
