import type {
  AnsweredBy,
  CallStatus,
  callTypes,
  EndReason,
  EvaluationItem,
  TranscriptItem,
} from '../../../contract/calls'
import { jsonOrText } from '../../../contract/json'
import type { Variables } from '../../../contract/wire'
import type { Brief } from '../../ports/brief'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { notFound } from '../kernel/errors'
import { next } from '../kernel/state-machine'
import type { Millionths } from '../money/amounts'
import { type CallEvent, callMoves, isOnLine, isOpen } from './call-states'

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
  /** Of the person; null when nothing tells it. */
  name: string | null
  variables: Variables
  /** The variables without the assistant's defaults. */
  given: Variables
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
  /** The assistant has answered the other side at least once; its greeting alone is no answer. */
  replied: boolean
  hangUpReason: EndReason | null
  finalStatus: CallEvent | null
  endReason: EndReason | null
  spokenBy: string | null
  evaluation: EvaluationItem[]
  /** The model that judged, `scripted` for the built-in rules; null: nothing was judged. */
  evaluatedBy: string | null
  evaluationTries: number
  carrierCost: Millionths
  costItems: { what: string; amount: Millionths }[]
  recording: string | null
  /** While the call is ended: until when its recording is waited for, wall time. */
  recordingUntil: number | null
  callbackAt: number | null
  doNotCall: boolean
  transferredTo: string | null
  /** Of a minute of talking, fixed when the call began. */
  minutePrice: Millionths | null
  webhookResponse: unknown
}

export interface Row {
  id: number
  leg_id: string
  user_id: number
  type: Call['type']
  status: CallStatus
  assistant_id: number | null
  assistant_name: string
  campaign_id: number | null
  campaign_name: string | null
  lead_id: number | null
  attempt_id: number | null
  contact: number
  carrier: string
  assistant_phone_number: string | null
  client_phone_number: string
  name: string | null
  variables: string
  given: string
  allowed_because: string
  warnings: string
  created_at: number
  updated_at: number
  ask_at: number | null
  give_up_at: number | null
  line_misses: number
  asked_at: number | null
  deadline_at: number | null
  answered_at: number | null
  ended_at: number | null
  talked_ms: number
  answered_by: AnsweredBy | null
  replied: number
  hang_up_reason: EndReason | null
  final_status: CallEvent | null
  end_reason: EndReason | null
  spoken_by: string | null
  evaluation: string
  evaluated_by: string | null
  evaluation_tries: number
  carrier_cost: Millionths
  cost_items: string
  recording: string | null
  recording_until: number | null
  callback_at: number | null
  do_not_call: number
  transferred_to: string | null
  minute_price: Millionths | null
  webhook_response: string | null
}

export const toCall = (row: Row): Call => ({
  id: row.id,
  legId: row.leg_id,
  userId: row.user_id,
  type: row.type,
  status: row.status,
  assistantId: row.assistant_id,
  assistantName: row.assistant_name,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  leadId: row.lead_id,
  attemptId: row.attempt_id,
  contact: row.contact,
  carrier: row.carrier,
  assistantPhoneNumber: row.assistant_phone_number,
  clientPhoneNumber: row.client_phone_number,
  name: row.name,
  variables: JSON.parse(row.variables) as Variables,
  given: JSON.parse(row.given) as Variables,
  allowedBecause: JSON.parse(row.allowed_because) as Call['allowedBecause'],
  warnings: JSON.parse(row.warnings) as string[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  askAt: row.ask_at,
  giveUpAt: row.give_up_at,
  noCapacityCount: row.line_misses,
  askedAt: row.asked_at,
  deadlineAt: row.deadline_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  talkedMs: row.talked_ms,
  answeredBy: row.answered_by,
  replied: row.replied === 1,
  hangUpReason: row.hang_up_reason,
  finalStatus: row.final_status,
  endReason: row.end_reason,
  spokenBy: row.spoken_by,
  evaluation: JSON.parse(row.evaluation) as EvaluationItem[],
  evaluatedBy: row.evaluated_by,
  evaluationTries: row.evaluation_tries,
  carrierCost: row.carrier_cost,
  costItems: JSON.parse(row.cost_items) as Call['costItems'],
  recording: row.recording,
  recordingUntil: row.recording_until,
  callbackAt: row.callback_at,
  doNotCall: row.do_not_call === 1,
  transferredTo: row.transferred_to,
  minutePrice: row.minute_price,
  webhookResponse: row.webhook_response === null ? null : jsonOrText(row.webhook_response),
})

export function byId(db: ReadDb, id: number): Call | undefined {
  const row = one<Row>(db, sql`SELECT * FROM calls WHERE id = ${id}`)
  return row && toCall(row)
}

export function byLeg(db: ReadDb, legId: string): Call | undefined {
  const row = one<Row>(db, sql`SELECT * FROM calls WHERE leg_id = ${legId}`)
  return row && toCall(row)
}

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Call {
  const call = byId(db, id)
  if (!call || call.userId !== userId) throw notFound('Call')
  return call
}

/** The brief of a call, made when the call began. */
export const briefOf = (db: ReadDb, callId: number): Brief =>
  JSON.parse(one<{ brief: string }>(db, sql`SELECT brief FROM call_briefs WHERE call_id = ${callId}`)!.brief) as Brief

/** All calls that are not final. */
export const openCalls = (db: ReadDb): Call[] => all<Row>(db, queries.openCalls).map(toCall)

/** What was said in a call and which tools were called, in order. `last`: only so many items, the latest. */
export const transcriptOf = (db: ReadDb, callId: number, last = -1): TranscriptItem[] =>
  all<{ item: string }>(
    db,
    sql`SELECT item FROM call_items WHERE call_id = ${callId} ORDER BY position DESC LIMIT ${last}`,
  )
    .reverse()
    .map(({ item }) => JSON.parse(item) as TranscriptItem)

/**
 * Moves a call as `callMoves` says. Returns false, and changes nothing, when its state does not accept the event. Call
 * inside a transaction.
 */
export function move(context: Context, call: Call, event: CallEvent): boolean {
  const to = next(callMoves, call.status, event)
  if (!to) return false
  const changed = run(
    context.db,
    sql`UPDATE calls SET status = ${to}, updated_at = ${context.clock.now()} WHERE id = ${call.id} AND status = ${call.status}`,
  )
  if (changed === 0) return false
  call.status = to
  publishChange(context, call)
  return true
}

export function publishChange(context: Context, call: Call) {
  context.bus.publish(call.userId, {
    type: 'call.changed',
    id: call.id,
    status: call.status,
    campaign_id: call.campaignId,
    lead_id: call.leadId,
    client_phone_number: call.clientPhoneNumber,
  })
}

// INDEXED BY: SQLite does not know that only a few of a user's or a campaign's calls are open.
export const queries = {
  linesInUse: sql`SELECT count(*) AS n FROM calls INDEXED BY calls_open WHERE ${isOnLine} AND asked_at IS NOT NULL`,
  uncharged: (userId: number) =>
    sql`SELECT coalesce(sum(minute_price), 0) AS price FROM calls INDEXED BY calls_open
      WHERE ${isOpen} AND user_id = ${userId}`,
  onLineOf: (campaignId: number) =>
    sql`SELECT count(*) AS n FROM calls INDEXED BY calls_open WHERE ${isOnLine} AND campaign_id = ${campaignId}`,
  onLineByCampaign: sql`SELECT campaign_id, count(*) AS n FROM calls INDEXED BY calls_open
    WHERE ${isOnLine} AND campaign_id IS NOT NULL GROUP BY campaign_id`,
  onLineWith: (userId: number, number: string) =>
    sql`SELECT 1 AS found FROM calls INDEXED BY calls_open WHERE ${isOnLine} AND client_phone_number = ${number}
      AND user_id = ${userId} LIMIT 1`,
  waiting: (now: number) =>
    sql`SELECT id, ask_at FROM calls INDEXED BY calls_open WHERE ${isOpen} AND status = 'initiated'
      AND asked_at IS NULL AND give_up_at > ${now} ORDER BY id`,
  ended: sql`SELECT id FROM calls INDEXED BY calls_open WHERE ${isOpen} AND status = 'ended' AND recording_until IS NULL`,
  openCalls: sql`SELECT * FROM calls INDEXED BY calls_open WHERE ${isOpen} ORDER BY id`,
}

/** Single calls that wait for a line, oldest first; `ask_at`: when the carrier may be asked (desk time). */
export const waitingForLine = (db: ReadDb, now: number) => all<{ id: number; ask_at: number }>(db, queries.waiting(now))

/** How many lines a campaign uses now. */
export const linesOfCampaign = (db: ReadDb, campaignId: number) =>
  one<{ n: number }>(db, queries.onLineOf(campaignId))!.n

/** How many lines each campaign uses now; campaigns without a call are left out. */
export const linesByCampaign = (db: ReadDb) =>
  new Map(
    all<{ campaign_id: number; n: number }>(db, queries.onLineByCampaign).map(({ campaign_id, n }) => [campaign_id, n]),
  )

/** Whether a number is in a call with a user's desk now, or a call to it waits for a line. */
export const isOnLineWith = (db: ReadDb, userId: number, number: string) =>
  one(db, queries.onLineWith(userId, number)) !== undefined

/** Stores the answer of the call's webhook with the call: its JSON, else its text. A `note` becomes a warning. */
export function keepWebhookResponse({ db }: Context, callId: number, body: string, note: string | null) {
  const stored = body.trim() === '' ? null : JSON.stringify(jsonOrText(body))
  run(db, sql`UPDATE calls SET webhook_response = ${stored} WHERE id = ${callId}`)
  if (note !== null)
    run(
      db,
      sql`UPDATE calls SET warnings = json_insert(warnings, '$[#]', ${`The webhook was accepted. ${note}`}) WHERE id = ${callId}`,
    )
}
