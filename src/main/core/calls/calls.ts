import type { AnsweredBy, CallStatus, callTypes, EvaluationItem, TranscriptItem } from '../../../contract/calls'
import type { Variables } from '../../../contract/wire'
import type { Brief } from '../../ports/brief'
import { fetchAll, lookAtEach } from '../../store/number-search'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { notFound } from '../kernel/errors'
import type { Paged } from '../kernel/paging'
import { type Moves, next } from '../kernel/state-machine'
import type { Millionths } from '../money/amounts'
import { type CallFilter, conditions, numbersCalled } from './call-list'

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
  noCapacityCount: number
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

export interface Row {
  [column: string]: string | number | null
}

const json = (value: unknown) => JSON.parse(value as string) as never

export const toCall = (row: Row): Call => ({
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
  noCapacityCount: row.line_misses as number,
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
export const openCalls = (db: ReadDb): Call[] => all<Row>(db, queries.openCalls).map(toCall)

export const transcriptOf = (db: ReadDb, callId: number): TranscriptItem[] =>
  all<{ item: string }>(db, sql`SELECT item FROM call_items WHERE call_id = ${callId} ORDER BY position`).map(
    ({ item }) => JSON.parse(item) as TranscriptItem,
  )

/** Moves a call as the table says, once: false when it is not in a state that answers the event. Call inside a transaction. */
export function move(context: Context, call: Call, event: CallEvent): boolean {
  const to = next(callMoves, call.status, event)
  if (!to) return false
  const changed = run(
    context.db,
    sql`UPDATE calls SET status = ${to}, updated_at = ${context.clock.now()} WHERE id = ${call.id} AND status = ${call.status}`,
  )
  if (changed === 0) return false
  call.status = to
  announce(context, call)
  return true
}

export function announce(context: Context, call: Call) {
  context.bus.publish(call.userId, {
    type: 'call.changed',
    id: call.id,
    status: call.status,
    campaign_id: call.campaignId,
    lead_id: call.leadId,
    client_phone_number: call.clientPhoneNumber,
  })
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
  ended: sql`SELECT id FROM calls INDEXED BY calls_open WHERE ${isOpen} AND status = 'ended'`,
  openCalls: sql`SELECT * FROM calls INDEXED BY calls_open WHERE ${isOpen} ORDER BY id`,
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

/** Keeps the webhook receiver's answer with the call when it is JSON; any other answer is not kept. */
export function keepWebhookResponse(context: Context, callId: number, body: string | null) {
  try {
    run(
      context.db,
      sql`UPDATE calls SET webhook_response = ${JSON.stringify(JSON.parse(body ?? ''))} WHERE id = ${callId}`,
    )
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}
