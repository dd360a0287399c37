import type { CreateLead, LeadStatus, NewContact, NewLead } from '../../../contract/leads'
import type { SearchFor } from '../../../contract/search'
import type { LeadResult, leadSorts } from '../../../contract/statuses'
import type { FieldErrors, Input } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import { fetchAll, fetchFew, lookAtEach, pageOfFound, type Search } from '../../store/number-search'
import { all, and, insert, literal, one, type Query, type ReadDb, sql } from '../../store/sql'
import { findWords } from '../../store/word-search'
import * as assistants from '../assistants/assistants'
import { nameIn } from '../assistants/variables'
import { type Context, transact } from '../kernel/context'
import { invalid, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { endOfDay, startOfDay } from '../kernel/time'
import { warnOfUnknownRange } from '../numbers/ranges'
import * as blacklist from './blacklist'
import { completeIfRunning } from './campaign-states'
import * as campaigns from './campaigns'
import { replaceContacts } from './contacts'
import { askedByCampaign, isQueued, isWaiting } from './lead-states'
import { timeZoneOf } from './time-zones'

export interface Lead {
  id: number
  campaignId: number
  userId: number
  phoneNumber: string
  timeZone: string | null
  variables: Variables
  /** The person's name, of the variables. */
  name: string | null
  status: LeadStatus
  /** Attempts that have ended. */
  attempts: number
  /** The position of the contact to dial next; 0 is the primary number. */
  nextContact: number
  dueAt: number | null
  callbackAt: number | null
  noCapacityCount: number
  cutOff: boolean
  /** What came of the last attempt that has ended. */
  result: LeadResult | null
  createdAt: number
  updatedAt: number
}

interface Row {
  id: number
  campaign_id: number
  user_id: number
  phone_number: string
  time_zone: string | null
  variables: string
  name: string | null
  status: LeadStatus
  attempts: number
  next_contact: number
  rank: number
  due_at: number | null
  callback_at: number | null
  line_misses: number
  cut_off: number
  result: LeadResult | null
  created_at: number
  updated_at: number
}

const toLead = (row: Row): Lead => ({
  id: row.id,
  campaignId: row.campaign_id,
  userId: row.user_id,
  phoneNumber: row.phone_number,
  timeZone: row.time_zone,
  variables: JSON.parse(row.variables) as Variables,
  name: row.name,
  status: row.status,
  attempts: row.attempts,
  nextContact: row.next_contact,
  dueAt: row.due_at,
  callbackAt: row.callback_at,
  noCapacityCount: row.line_misses,
  cutOff: row.cut_off === 1,
  result: row.result,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export function find(db: ReadDb, id: number): Lead | undefined {
  const row = one<Row>(db, sql`SELECT * FROM leads WHERE id = ${id}`)
  return row && toLead(row)
}

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Lead {
  const lead = find(db, id)
  if (!lead || lead.userId !== userId) throw notFound('Lead')
  return lead
}

/**
 * The name of the person of a record with a number: of the variables that were given for it, without the assistant's
 * defaults, else of the newest lead with this number that has a name; null when neither tells one.
 */
export const nameFor = (db: ReadDb, userId: number, number: string | null, given: Variables): string | null =>
  nameIn(given) ??
  one<{ name: string }>(
    db,
    sql`SELECT name FROM leads WHERE user_id = ${userId} AND phone_number = ${number} AND name IS NOT NULL
      ORDER BY id DESC LIMIT 1`,
  )?.name ??
  null

/** Adds a lead to a campaign of the user's. Throws `invalid` with every error; nothing has changed then. */
export function create(context: Context, userId: number, { values, errors }: Input<CreateLead>): Lead {
  return transact(context, () => {
    const { phone_number: phoneNumber, campaign_id: campaignId } = values
    const campaign = campaignId === undefined ? undefined : campaigns.find(context.db, userId, campaignId)
    if (campaignId !== undefined && !campaign)
      errors.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    if (
      campaign &&
      phoneNumber &&
      !values.allow_dupplicate &&
      isInCampaign(context.db, userId, campaign.id, phoneNumber)
    )
      errors.add('phone_number', `The number ${phoneNumber} is in this campaign already.`)
    if (campaign) checkVariables(variablesOf(context, campaign), values, errors)
    if (errors.any || !campaign || !phoneNumber) throw invalid(errors)
    warnOfUnknownRange(context, phoneNumber)

    const { id, status } = add(context, campaign, { ...values, phone_number: phoneNumber })
    context.bus.publish(userId, { type: 'lead.changed', id, campaign_id: campaign.id, status })
    return find(context.db, id)!
  })
}

/** Inserts a lead that was checked before. Call inside a transaction. */
export function add(context: Context, campaign: campaigns.Campaign, lead: NewLead) {
  const now = context.clock.now()
  const number = lead.phone_number
  const status = blacklist.isListed(context.db, campaign.userId, number, now) ? 'blacklisted' : 'created'
  const id = insert(
    context.db,
    sql`INSERT INTO leads (campaign_id, user_id, phone_number, time_zone, variables, name, status, created_at, updated_at)
      VALUES (${campaign.id}, ${campaign.userId}, ${number}, ${timeZoneOf(number, campaign.settings.timezone)},
        ${JSON.stringify(lead.variables ?? {})}, ${nameIn(lead.variables ?? {})}, ${status}, ${now}, ${now})`,
  )
  if (lead.secondary_contacts) replaceContacts(context, id, lead.secondary_contacts)
  return { id, status } as const
}

/** Adds an error for each variable of a lead or its contacts that is not in `defined`; null allows all. */
export function checkVariables(
  defined: Variables | null,
  given: { variables?: Variables; secondary_contacts?: NewContact[] },
  errors: FieldErrors,
) {
  if (!defined) return
  const check = (variables: Variables | undefined, prefix: string) => {
    for (const name of Object.keys(variables ?? {}))
      if (!Object.hasOwn(defined, name))
        errors.add(`${prefix}.${name}`, `The campaign's assistant does not define the variable ${name}.`)
  }
  check(given.variables, 'variables')
  given.secondary_contacts?.forEach((contact, i) => {
    check(contact.variables, `secondary_contacts.${i}.variables`)
  })
}

/** The variables that a campaign's leads may have: those of its assistant; null when it has none. */
export const variablesOf = (context: Context, { userId, assistantId }: campaigns.Campaign): Variables | null =>
  assistantId === null ? null : (assistants.find(context, userId, assistantId)?.variables ?? null)

export const isInCampaign = (db: ReadDb, userId: number, campaignId: number, phoneNumber: string) =>
  one(
    db,
    sql`SELECT 1 FROM leads WHERE user_id = ${userId} AND phone_number = ${phoneNumber} AND campaign_id = ${campaignId} LIMIT 1`,
  ) !== undefined

export interface LeadFilter {
  status?: LeadStatus
  /** The same, where those who asked not to be called are blacklisted and not completed. */
  state?: LeadStatus
  result?: LeadResult
  campaignId?: number
  /** Any part of the number. */
  phoneNumber?: string
  /** Whole days in UTC, both included, `YYYY-MM-DD`. */
  dateFrom?: string
  dateTo?: string
  /** The number or the name of the person. */
  search?: SearchFor
  /** Queued leads that are due until then, epoch ms. */
  dueTo?: number
  /** Only leads to whom a callback is promised. */
  callback?: boolean
}

export type LeadSort = (typeof leadSorts)[number]

const numbers = { table: sql`leads`, column: sql`phone_number`, index: sql`lead_numbers` }
const words = {
  table: sql`leads`,
  ids: (match: string) => sql`SELECT rowid FROM lead_names WHERE lead_names MATCH ${match}`,
}

const searchOf = (db: ReadDb, { search, phoneNumber }: LeadFilter): Search =>
  search && 'words' in search
    ? findWords(db, words, search.words)
    : fetchFew(db, numbers, search?.number ?? phoneNumber)

/** SQLite uses the indexes of these leads only if the query contains the condition as the schema has it. */
const inState = (state: LeadStatus) => {
  switch (state) {
    case 'blacklisted':
      return sql`(status = 'blacklisted' OR (status = 'completed' AND result = 'do_not_call'))`
    case 'completed':
      return sql`status = 'completed' AND result IS NOT 'do_not_call'`
    default:
      return sql`status = ${state}`
  }
}

const conditions = (userId: number, f: LeadFilter, search: Search) =>
  and([
    // All leads of a campaign have the same user. Checking the user of the campaign lets SQLite count in the index alone.
    f.campaignId === undefined
      ? sql`user_id = ${userId}`
      : sql`campaign_id = (SELECT id FROM campaigns WHERE id = ${f.campaignId} AND user_id = ${userId})`,
    f.status !== undefined && sql`status = ${f.status}`,
    f.state !== undefined && inState(f.state),
    f.result !== undefined && sql`result = ${f.result}`,
    f.dateFrom !== undefined && sql`created_at >= ${startOfDay(f.dateFrom)}`,
    f.dateTo !== undefined && sql`created_at <= ${endOfDay(f.dateTo)}`,
    f.dueTo !== undefined && sql`${isQueued} AND due_at <= ${f.dueTo}`,
    f.callback === true && sql`${isWaiting} AND callback_at IS NOT NULL`,
    search.condition,
    // With a search, the part of a number is one more condition.
    f.search !== undefined && f.phoneNumber !== undefined && sql`instr(phone_number, ${f.phoneNumber})`,
  ])

/** Totals by campaign and status come from the counts that triggers keep. With any other filter, rows are counted. */
function total(db: ReadDb, userId: number, f: LeadFilter, sort: LeadSort, search: Search): number {
  const isCounted =
    sort !== 'next_due' &&
    !f.callback &&
    (f.state === undefined || f.status === undefined) &&
    [f.result, f.phoneNumber, f.dateFrom, f.dateTo, f.search, f.dueTo].every(value => value === undefined)
  const query = isCounted
    ? sql`SELECT coalesce(sum(n), 0) AS n FROM lead_counts WHERE ${and([
        sql`user_id = ${userId}`,
        f.campaignId !== undefined && sql`campaign_id = ${f.campaignId}`,
        (f.status ?? f.state) !== undefined && sql`status = ${f.status ?? f.state}`,
      ])}`
    : sql`SELECT count(*) AS n FROM ${search.from} WHERE ${and([conditions(userId, f, search), sort === 'next_due' && isDue])}`
  const { n } = one<{ n: number }>(db, query)!
  return isCounted ? n + askedIn(db, userId, f) : n
}

/** By how many more or fewer leads are in a state than have its status. */
function askedIn(db: ReadDb, userId: number, { state, campaignId }: LeadFilter): number {
  if (state !== 'blacklisted' && state !== 'completed') return 0
  const asked = askedByCampaign(db, userId)
  const n = campaignId === undefined ? sumOf(asked.values()) : (asked.get(campaignId) ?? 0)
  return state === 'blacklisted' ? n : -n
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, n) => sum + n, 0)

/** A lead with a due time, in the words of the indexes of due times. */
const isDue = sql`${isQueued} AND due_at IS NOT NULL`

const orders: Record<LeadSort, Query> = {
  newest: sql`created_at DESC, id DESC`,
  oldest: sql`created_at, id`,
  next_due: sql`due_at, id`,
}

export const queries = {
  page: (
    userId: number,
    filter: LeadFilter,
    { perPage, offset }: Paged,
    search = lookAtEach(numbers, filter.phoneNumber),
    sort: LeadSort = 'newest',
  ) =>
    pageOfFound(
      sql`leads`,
      search,
      sql`WHERE ${and([conditions(userId, filter, search), sort === 'next_due' && isDue])}
        ORDER BY ${orders[sort]} LIMIT ${literal(perPage)} OFFSET ${offset}`,
      orders[sort],
    ),
  /** Of the leads with ids after `after` and up to `last`, those that fit, by id. The search is not by another index. */
  after: (userId: number, filter: LeadFilter, search: Search, { after, last, most }: Stretch) =>
    sql`SELECT * FROM leads NOT INDEXED WHERE ${and([
      sql`id > ${after} AND id <= ${last}`,
      conditions(userId, filter, search),
    ])} ORDER BY id LIMIT ${literal(most)}`,
  pageOfFew: (userId: number, filter: LeadFilter, paged: Paged) =>
    queries.page(userId, filter, paged, fetchAll(numbers, filter.phoneNumber)),
}

/** A user's leads. */
export function list(
  db: ReadDb,
  userId: number,
  filter: LeadFilter,
  paged: Paged,
  sort: LeadSort = 'newest',
): PageOf<Lead> {
  const search = searchOf(db, filter)
  const items = all<Row>(db, queries.page(userId, filter, paged, search, sort)).map(toLead)
  return pageOf(items, total(db, userId, filter, sort, search), paged)
}

/** How many leads fit. */
export const countOf = (db: ReadDb, userId: number, filter: LeadFilter) =>
  total(db, userId, filter, 'newest', searchOf(db, filter))

/** A stretch of ids. */
export interface Stretch {
  after: number
  last: number
  most: number
}

/** Some of the leads that fit, in the order of their ids, so that all are found however they change meanwhile. */
export const stretch = (db: ReadDb, userId: number, filter: LeadFilter, of: Stretch): Lead[] =>
  all<Row>(db, queries.after(userId, filter, searchOf(db, filter), of)).map(toLead)

/** The id of the newest lead of all; 0 when there is none. */
export const newestId = (db: ReadDb) => one<{ id: number | null }>(db, sql`SELECT max(id) AS id FROM leads`)!.id ?? 0

/** Deletes all leads of a user with a number. Returns how many there were. Call inside a transaction. */
export function removeLeadsWith(context: Context, userId: number, number: string): number {
  const gone = all<{ id: number; campaign_id: number; status: LeadStatus }>(
    context.db,
    sql`DELETE FROM leads WHERE user_id = ${userId} AND phone_number = ${number} RETURNING id, campaign_id, status`,
  )
  for (const lead of gone) context.bus.publish(userId, { type: 'lead.changed', ...lead })
  for (const id of new Set(gone.map(lead => lead.campaign_id))) completeIfRunning(context, id)
  return gone.length
}
