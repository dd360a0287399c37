import { randomUUID } from 'node:crypto'
import type { AnsweredBy, CallStatus, callTypes, EvaluationItem, TranscriptItem } from '../../contract/calls'
import type { Draft } from '../../contract/validation'
import { e164, type Variables } from '../../contract/wire'
import { all, and, insert, one, type ReadDb, run, sql } from '../store/sql'
import * as assistants from './assistants'
import * as blacklist from './blacklist'
import { type Brief, makeBrief } from './brief'
import { type Desk, MINUTE, transact } from './desk'
import * as dialing from './dialing'
import { badRequest, conflict, invalid, notFound, ServiceError } from './errors'
import { warnOfUnknownRange } from './leads'
import { type Moves, next } from './machine'
import { balanceOf, type Millionths, toUsd } from './money'
import { fetchAll, fetchFew, lookAtEach, type Search } from './number-search'
import * as numbers from './numbers'
import { endOf, type Paged, type PageOf, pageOf, startOf } from './paging'
import { getSettings } from './settings'

export type CallEvent =
  | 'ring'
  | 'answer'
  | 'busy'
  | 'noAnswer'
  | 'fail'
  | 'abandon' // we hung up before it was answered
  | 'end' // the line is free again; evaluation may still run
  | 'complete'
  | 'endByCustomer'
  | 'endByAssistant'
  | 'cutOff' // it broke off while somebody was on the line

/** The life of a call. What is not here cannot happen: carriers report late, twice or never. */
export const callMoves: Moves<CallStatus, CallEvent> = {
  initiated: {
    ring: 'ringing',
    answer: 'in-progress',
    busy: 'busy',
    noAnswer: 'no-answer',
    fail: 'failed',
    abandon: 'ended_by_assistant',
  },
  ringing: {
    answer: 'in-progress',
    busy: 'busy',
    noAnswer: 'no-answer',
    fail: 'failed',
    abandon: 'ended_by_assistant',
  },
  'in-progress': { end: 'ended' },
  ended: {
    complete: 'completed',
    endByCustomer: 'ended_by_customer',
    endByAssistant: 'ended_by_assistant',
    cutOff: 'failed',
  },
  completed: {},
  busy: {},
  'no-answer': {},
  failed: {},
  ended_by_customer: {},
  ended_by_assistant: {},
}

/** Not final. Word for word the condition of the partial indexes: SQLite sees that they apply by this and nothing else. */
export const isOpen = sql`status IN ('initiated', 'ringing', 'in-progress', 'ended')`

/** Occupies a line, or waits for one. */
export const isOnLine = sql`${isOpen} AND status <> 'ended'`

/** Not final yet. */
export const isLive = ({ status }: Pick<Call, 'status'>) => Object.keys(callMoves[status]).length > 0

export interface Call {
  id: number
  legId: string
  userId: number
  type: (typeof callTypes)[number]
  status: CallStatus
  assistantId: number | null
  assistantName: string
  campaignId: number | null
  campaignName: string | null
  leadId: number | null
  attemptId: number | null
  contact: number
  carrier: string
  assistantPhoneNumber: string | null
  clientPhoneNumber: string
  variables: Variables
  allowedBecause: { rule: string; value: string }[]
  warnings: string[]
  createdAt: number
  updatedAt: number
  askAt: number | null
  giveUpAt: number | null
  lineMisses: number
  askedAt: number | null
  deadlineAt: number | null
  answeredAt: number | null
  endedAt: number | null
  talkedMs: number
  answeredBy: AnsweredBy | null
  hangUpReason: string | null
  finalStatus: CallEvent | null
  endReason: string | null
  spokenBy: string | null
  evaluation: EvaluationItem[]
  evaluationTries: number
  carrierCost: Millionths
  costItems: { what: string; amount: Millionths }[]
  recording: string | null
  callbackAt: number | null
  doNotCall: boolean
  webhookResponse: unknown
}

interface Row {
  [column: string]: string | number | null
}

const json = (value: unknown) => JSON.parse(value as string) as never

const toCall = (row: Row): Call => ({
  id: row.id as number,
  legId: row.leg_id as string,
  userId: row.user_id as number,
  type: row.type as Call['type'],
  status: row.status as CallStatus,
  assistantId: row.assistant_id as number | null,
  assistantName: row.assistant_name as string,
  campaignId: row.campaign_id as number | null,
  campaignName: row.campaign_name as string | null,
  leadId: row.lead_id as number | null,
  attemptId: row.attempt_id as number | null,
  contact: row.contact as number,
  carrier: row.carrier as string,
  assistantPhoneNumber: row.assistant_phone_number as string | null,
  clientPhoneNumber: row.client_phone_number as string,
  variables: json(row.variables),
  allowedBecause: json(row.allowed_because),
  warnings: json(row.warnings),
  createdAt: row.created_at as number,
  updatedAt: row.updated_at as number,
  askAt: row.ask_at as number | null,
  giveUpAt: row.give_up_at as number | null,
  lineMisses: row.line_misses as number,
  askedAt: row.asked_at as number | null,
  deadlineAt: row.deadline_at as number | null,
  answeredAt: row.answered_at as number | null,
  endedAt: row.ended_at as number | null,
  talkedMs: row.talked_ms as number,
  answeredBy: row.answered_by as AnsweredBy | null,
  hangUpReason: row.hang_up_reason as string | null,
  finalStatus: row.final_status as CallEvent | null,
  endReason: row.end_reason as string | null,
  spokenBy: row.spoken_by as string | null,
  evaluation: json(row.evaluation),
  evaluationTries: row.evaluation_tries as number,
  carrierCost: row.carrier_cost as number,
  costItems: json(row.cost_items),
  recording: row.recording as string | null,
  callbackAt: row.callback_at as number | null,
  doNotCall: row.do_not_call === 1,
  webhookResponse: row.webhook_response === null ? null : json(row.webhook_response),
})

export function byId(db: ReadDb, id: number): Call | undefined {
  const row = one<Row>(db, sql`SELECT * FROM calls WHERE id = ${id}`)
  return row && toCall(row)
}

export function byLeg(db: ReadDb, legId: string): Call | undefined {
  const row = one<Row>(db, sql`SELECT * FROM calls WHERE leg_id = ${legId}`)
  return row && toCall(row)
}

export function get(db: ReadDb, userId: number, id: number): Call {
  const call = byId(db, id)
  if (!call || call.userId !== userId) throw notFound('Call')
  return call
}

/** What the assistant was when the call began. */
export const briefOf = (db: ReadDb, callId: number): Brief =>
  json(one<{ brief: string }>(db, sql`SELECT brief FROM call_briefs WHERE call_id = ${callId}`)!.brief)

/** Calls that are not final: what a restart has to look after. */
export const unsettled = (db: ReadDb): Call[] => all<Row>(db, queries.unsettled).map(toCall)

export const transcriptOf = (db: ReadDb, callId: number): TranscriptItem[] =>
  all<{ item: string }>(db, sql`SELECT item FROM call_items WHERE call_id = ${callId} ORDER BY position`).map(
    ({ item }) => JSON.parse(item) as TranscriptItem,
  )

/** Moves a call as the table says, once: false when it is not in a state that answers the event. Call inside a transaction. */
export function move(desk: Desk, call: Call, event: CallEvent): boolean {
  const to = next(callMoves, call.status, event)
  if (!to) return false
  const changed = run(
    desk.db,
    sql`UPDATE calls SET status = ${to}, updated_at = ${desk.clock.now()} WHERE id = ${call.id} AND status = ${call.status}`,
  )
  if (changed === 0) return false
  call.status = to
  announce(desk, call)
  return true
}

export function announce(desk: Desk, call: Call) {
  desk.bus.publish(call.userId, {
    type: 'call.changed',
    id: call.id,
    status: call.status,
    campaign_id: call.campaignId,
    lead_id: call.leadId,
    client_phone_number: call.clientPhoneNumber,
  })
}

export interface NewCall {
  userId: number
  /** A leg that is there already: somebody calls us. */
  incomingLeg?: string
  assistant: assistants.Assistant
  to: string
  from: string | null
  /** Of the contact, the lead or the request; the assistant's own are the defaults. */
  variables: Variables
  warnings?: string[]
  allowedBecause: Call['allowedBecause']
  campaign?: { id: number; name: string }
  lead?: { id: number; attemptId: number; contact: number }
  /** Without it, the carrier is asked now. */
  waitsUntil?: number
}

/** How long after the last moment at which a report could come a call is settled without one. */
const DEADLINE_SLACK = 30_000

/** Writes the call. Once the transaction has committed, and only then, may the carrier be asked for it. */
export function open(desk: Desk, given: NewCall): Call {
  const { brief, variables, warnings } = makeBrief(desk.db, given.assistant, given.variables)
  const now = desk.clock.now()
  const id = insert(
    desk.db,
    sql`INSERT INTO calls (leg_id, user_id, type, assistant_id, assistant_name, campaign_id, campaign_name, lead_id,
        attempt_id, contact, carrier, assistant_phone_number, client_phone_number, variables, allowed_because,
        warnings, created_at, updated_at, ask_at, give_up_at)
      VALUES (${given.incomingLeg ?? randomUUID()}, ${given.userId}, ${given.incomingLeg === undefined ? 'outbound' : 'inbound'}, ${given.assistant.id}, ${given.assistant.name},
        ${given.campaign?.id ?? null}, ${given.campaign?.name ?? null}, ${given.lead?.id ?? null},
        ${given.lead?.attemptId ?? null}, ${given.lead?.contact ?? 0}, ${getSettings(desk.db).carrier}, ${given.from},
        ${given.to}, ${JSON.stringify(variables)}, ${JSON.stringify(given.allowedBecause)},
        ${JSON.stringify([...(given.warnings ?? []), ...warnings])}, ${now}, ${now},
        ${given.waitsUntil === undefined ? null : now}, ${given.waitsUntil ?? null})`,
  )
  insert(desk.db, sql`INSERT INTO call_briefs (call_id, brief) VALUES (${id}, ${JSON.stringify(brief)})`)
  const call = byId(desk.db, id)!
  announce(desk, call)
  return given.waitsUntil === undefined ? claim(desk, call) : call
}

/** Takes a line for the call: from here on the carrier may be asked, once. Call inside a transaction. */
export function claim(desk: Desk, call: Call): Call {
  const now = desk.clock.now()
  const { ringMs, talkMs } = briefOf(desk.db, call.id).limits
  run(
    desk.db,
    sql`UPDATE calls SET asked_at = ${now}, ask_at = NULL, deadline_at = ${now + ringMs + talkMs + DEADLINE_SLACK},
      updated_at = ${now} WHERE id = ${call.id} AND asked_at IS NULL`,
  )
  return byId(desk.db, call.id)!
}

/** How many lines are in use: open calls, beside which there is no counter that could leak. */
export const linesInUse = (db: ReadDb) => one<{ n: number }>(db, queries.linesInUse)!.n

/** Calls of a user that are not charged for yet. */
export const unchargedCalls = (db: ReadDb, userId: number) => one<{ n: number }>(db, queries.uncharged(userId))!.n

/** What the balance must cover before one more call is made: a minute for each open call and for the new one. */
export const neededBalance = (db: ReadDb, userId: number): Millionths => {
  const price = getSettings(db).rates.call_minute
  return price === 0 ? 0 : price * (unchargedCalls(db, userId) + 1)
}

export interface MakeCall {
  phone_number: string
  assistant_id: number | string
  variables?: Variables
}

/** How long a single call waits for a line before it is given up. */
const LINE_WAIT = MINUTE

/** Starts one call; it waits up to a minute for a line. */
export function make(desk: Desk, userId: number, { values, faults }: Draft<MakeCall>): Call {
  return transact(desk, () => {
    const asked = values.assistant_id
    const assistant = asked === undefined ? undefined : assistants.find(desk, userId, asked)
    if (asked !== undefined && !assistant && !faults.any) throw notFound('Assistant')
    if (assistant && assistant.type !== 'outbound')
      faults.add('assistant_id', 'The assistant_id field must be an outbound assistant.')
    if (faults.any || !assistant || values.phone_number === undefined) throw invalid(faults)
    const to = e164(values.phone_number)
    if (!to) throw badRequest('The phone_number field must be a phone number in international form, like +15550100001.')
    if (blacklist.isListed(desk.db, userId, to, desk.clock.now())) {
      faults.add('phone_number', `The number ${to} is on the blacklist.`)
      throw invalid(faults)
    }
    const { state } = dialing.get(desk.db)
    if (state !== 'dialing') throw conflict(`Dialing is ${state}. Resume it first.`)
    const balance = balanceOf(desk.db, userId)
    const needed = neededBalance(desk.db, userId)
    if (balance < needed)
      throw new ServiceError(
        'insufficient_balance',
        `The balance of ${toUsd(balance)} USD does not cover a call: it takes ${toUsd(needed)}.`,
      )
    warnOfUnknownRange(desk, to)
    const unknown = Object.keys(values.variables ?? {}).filter(name => !Object.hasOwn(assistant.variables, name))
    return open(desk, {
      userId,
      assistant,
      to,
      from: callerId(desk.db, userId, assistant),
      variables: values.variables ?? {},
      warnings: unknown.map(name => `The assistant does not define the variable ${name}.`),
      allowedBecause: [
        { rule: 'blacklist', value: 'not listed' },
        { rule: 'balance', value: `${toUsd(balance)} USD, ${toUsd(needed)} needed` },
      ],
      waitsUntil: desk.clock.now() + LINE_WAIT,
    })
  })
}

/** The number that a call shows: the assistant's own. */
export const callerId = (db: ReadDb, userId: number, assistant: assistants.Assistant): string | null =>
  assistant.phone_number_id === null ? null : numbers.callerId(db, userId, assistant.phone_number_id)

export interface CallFilter {
  status?: CallStatus
  type?: Call['type']
  phoneNumber?: string
  assistantId?: number
  campaignId?: number
  dateFrom?: string
  dateTo?: string
  /** Epoch milliseconds, `to` not included. */
  from?: number
  to?: number
}

const numbersCalled = { table: sql`calls`, column: sql`client_phone_number`, index: sql`call_numbers` }

const conditions = (userId: number, f: CallFilter, search: Search) =>
  and([
    // A campaign or an assistant has one user's calls: asking for theirs keeps the count within the index.
    f.campaignId === undefined && f.assistantId === undefined && sql`user_id = ${userId}`,
    f.status !== undefined && sql`status = ${f.status}`,
    f.type !== undefined && sql`type = ${f.type}`,
    f.assistantId !== undefined &&
      sql`assistant_id = (SELECT id FROM assistants WHERE id = ${f.assistantId} AND user_id = ${userId})`,
    f.campaignId !== undefined &&
      sql`campaign_id = (SELECT id FROM campaigns WHERE id = ${f.campaignId} AND user_id = ${userId})`,
    f.dateFrom !== undefined && sql`created_at >= ${startOf(f.dateFrom)}`,
    f.dateTo !== undefined && sql`created_at <= ${endOf(f.dateTo)}`,
    f.from !== undefined && sql`created_at >= ${f.from}`,
    f.to !== undefined && sql`created_at < ${f.to}`,
    search.condition,
  ])

function total(db: ReadDb, userId: number, { status, type, ...others }: CallFilter): number {
  const kept = Object.values(others).every(value => value === undefined)
  // No index has all that looking at each would need.
  const search = fetchAll(numbersCalled, others.phoneNumber)
  const query = kept
    ? sql`SELECT coalesce(sum(n), 0) AS n FROM call_counts
        WHERE ${and([
          sql`user_id = ${userId}`,
          type !== undefined && sql`type = ${type}`,
          status !== undefined && sql`status = ${status}`,
        ])}`
    : sql`SELECT count(*) AS n FROM ${search.from} WHERE ${conditions(userId, { status, type, ...others }, search)}`
  return one<{ n: number }>(db, query)!.n
}

export const queries = {
  // Told which index: a user or a campaign may have a million calls, of which a few are open.
  linesInUse: sql`SELECT count(*) AS n FROM calls INDEXED BY calls_open WHERE ${isOnLine} AND asked_at IS NOT NULL`,
  uncharged: (userId: number) =>
    sql`SELECT count(*) AS n FROM calls INDEXED BY calls_open WHERE ${isOpen} AND user_id = ${userId}`,
  onLineOf: (campaignId: number) =>
    sql`SELECT count(*) AS n FROM calls INDEXED BY calls_open WHERE ${isOnLine} AND campaign_id = ${campaignId}`,
  waiting: (now: number) =>
    sql`SELECT id, ask_at FROM calls INDEXED BY calls_open WHERE ${isOpen} AND status = 'initiated'
      AND asked_at IS NULL AND give_up_at > ${now} ORDER BY id`,
  unsettled: sql`SELECT * FROM calls INDEXED BY calls_open WHERE ${isOpen} ORDER BY id`,
  page: (
    userId: number,
    filter: CallFilter,
    { perPage, offset }: Paged,
    search = lookAtEach(numbersCalled, filter.phoneNumber),
  ) =>
    sql`SELECT * FROM ${search.from} WHERE ${conditions(userId, filter, search)}
      ORDER BY created_at DESC, id DESC LIMIT ${perPage} OFFSET ${offset}`,
  pageOfFew: (userId: number, filter: CallFilter, paged: Paged) =>
    queries.page(userId, filter, paged, fetchAll(numbersCalled, filter.phoneNumber)),
}

export function list(db: ReadDb, userId: number, filter: CallFilter, paged: Paged): PageOf<Call> {
  const search = fetchFew(db, numbersCalled, filter.phoneNumber)
  const items = all<Row>(db, queries.page(userId, filter, paged, search)).map(toCall)
  return pageOf(items, total(db, userId, filter), paged)
}
