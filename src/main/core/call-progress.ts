import { type AnsweredBy, isOnLine, type TranscriptItem } from '../../contract/calls'
import { all, insert, one, run, sql } from '../store/sql'
import * as assistants from './assistants'
import { carryOut, type ToolOutcome } from './call-tools'
import type { Call, CallEvent } from './calls'
import * as calls from './calls'
import * as campaigns from './campaigns'
import { type Desk, transact } from './desk'
import * as dialing from './dialing'
import { conflict } from './errors'
import * as leads from './lead-states'
import { lineBackoff } from './outcome'
import type { EndCause, FinishReason } from './ports'
import { finalize } from './settle'

/** Why a call ended, as its record says it. */
export type EndReason =
  | FinishReason
  | EndCause
  | 'customer_hung_up'
  | 'operator'
  | 'halt'
  | 'interrupted'
  | 'no_line'
  | 'no_assistant'
  | 'no_balance'
  | 'not_dialing'
  | 'blacklisted'

/** What a call that was answered becomes, by why it ended. */
const finalEvent = (reason: EndReason): CallEvent => {
  switch (reason) {
    case 'end_call':
    case 'transferred':
    case 'max_duration':
      return 'complete'
    case 'customer_hung_up':
      return 'endByCustomer'
    case 'silence':
    case 'voicemail':
    case 'operator':
    case 'halt':
    case 'hung_up':
      return 'endByAssistant'
    default:
      return 'cutOff'
  }
}

/** What a call that was never answered becomes. */
const unansweredEvent = (cause: EndCause): CallEvent => {
  switch (cause) {
    case 'busy':
      return 'busy'
    case 'no_answer':
    case 'remote_hang_up':
      return 'noAnswer'
    case 'hung_up':
    case 'transferred':
      return 'abandon'
    case 'unreachable':
    case 'line_error':
      return 'fail'
  }
}

const withCall = <T>(desk: Desk, legId: string, work: (call: Call) => T): T | undefined =>
  transact(desk, () => {
    const call = calls.byLeg(desk.db, legId)
    return call && work(call)
  })

export const rang = (desk: Desk, legId: string) => withCall(desk, legId, call => calls.move(desk, call, 'ring'))

/** The call, when the answer is news: the conversation begins. Until something is heard, who answered is unknown. */
export const answered = (desk: Desk, legId: string): Call | undefined =>
  withCall(desk, legId, call => {
    if (!calls.move(desk, call, 'answer')) return undefined
    const now = desk.clock.now()
    run(desk.db, sql`UPDATE calls SET answered_at = ${now}, answered_by = 'unknown' WHERE id = ${call.id}`)
    return calls.byId(desk.db, call.id)
  })

/** Somebody speaks for us: which model, as the call shows it. */
export const began = (desk: Desk, legId: string, spokenBy: string) =>
  withCall(desk, legId, call => {
    run(desk.db, sql`UPDATE calls SET spoken_by = ${spokenBy} WHERE id = ${call.id}`)
  })

/** Whether a leg's call is being talked on. */
export const isTalking = (desk: Desk, legId: string) => calls.byLeg(desk.db, legId)?.status === 'in-progress'

/** A robot may put a person on, but a person stays a person. */
export const identified = (desk: Desk, legId: string, by: AnsweredBy) =>
  withCall(desk, legId, call => {
    if (call.status !== 'in-progress' || call.answeredBy === 'human') return
    run(desk.db, sql`UPDATE calls SET answered_by = ${by} WHERE id = ${call.id}`)
  })

export const warned = (desk: Desk, legId: string, text: string) =>
  withCall(desk, legId, call => {
    run(desk.db, sql`UPDATE calls SET warnings = ${JSON.stringify([...call.warnings, text])} WHERE id = ${call.id}`)
  })

/** What was said is stored as it is said: after a crash it is what is known. */
export const said = (desk: Desk, legId: string, item: TranscriptItem) =>
  withCall(desk, legId, call => {
    if (call.status === 'in-progress') append(desk, call, item)
  })

function append(desk: Desk, call: Call, item: TranscriptItem) {
  const position = one<{ n: number }>(
    desk.db,
    sql`SELECT coalesce(max(position) + 1, 0) AS n FROM call_items WHERE call_id = ${call.id}`,
  )!.n
  insert(
    desk.db,
    sql`INSERT INTO call_items (call_id, position, item) VALUES (${call.id}, ${position}, ${JSON.stringify(item)})`,
  )
  desk.bus.publish(call.userId, { type: 'call.said', id: call.id, item })
}

/** Carries out a tool that the mind asked for and writes it into the transcript; undefined when the call has ended. */
export const toolAsked = (
  desk: Desk,
  legId: string,
  name: string,
  args: Record<string, unknown>,
): ToolOutcome | undefined =>
  withCall(desk, legId, call => {
    if (call.status !== 'in-progress') return undefined
    append(desk, call, {
      text: `${name}(${Object.keys(args).length > 0 ? JSON.stringify(args) : ''})`,
      type: 'function_call',
      sender: 'bot',
      timestamp: desk.clock.now() / 1000,
    })
    const assistant = call.assistantId === null ? undefined : assistants.find(desk, call.userId, call.assistantId)
    return carryOut(desk, call, assistant, name, args)
  })

/** We want the call ended; why is kept until the line says that it has. True when the line is to hang up. */
export const wantEnd = (desk: Desk, legId: string, reason: FinishReason | 'operator' | 'halt'): boolean =>
  withCall(desk, legId, call => wantsEnd(desk, call, reason)) ?? false

function wantsEnd(desk: Desk, call: Call, reason: FinishReason | 'operator' | 'halt'): boolean {
  if (!isOnLine(call.status)) return false
  run(desk.db, sql`UPDATE calls SET hang_up_reason = coalesce(hang_up_reason, ${reason}) WHERE id = ${call.id}`)
  return true
}

/**
 * The operator ends a call. One that still waits for a line is final at once; else the line is asked to hang up, and
 * its report makes it final. Throws `conflict` when it has ended.
 */
export function hangUp(desk: Desk, userId: number, id: number): Call {
  const call = transact(desk, () => {
    const call = calls.get(desk.db, userId, id)
    if (!wantsEnd(desk, call, 'operator')) throw conflict('The call has ended already.')
    if (call.askedAt === null) finalize(desk, call, 'abandon', 'operator')
    return calls.get(desk.db, userId, id)
  })
  if (call.askedAt !== null) desk.line.send({ type: 'hang_up', legId: call.legId })
  return call
}

/** The panic stop: dials no more, stops every campaign, hangs up every call. */
export function halt(desk: Desk, reason: string | null): dialing.DialingState {
  const { state, legs } = transact(desk, () => {
    const state = dialing.set(desk, 'halted', reason)
    campaigns.stopAll(desk)
    const legs = calls.unsettled(desk.db).flatMap(call => {
      if (!wantsEnd(desk, call, 'halt')) return []
      if (call.askedAt !== null) return [call.legId]
      finalize(desk, call, 'abandon', 'halt')
      return []
    })
    return { state, legs }
  })
  for (const legId of legs) desk.line.send({ type: 'hang_up', legId })
  return state
}

/** The line has ended. What comes twice, or after it was settled without a report, changes nothing. */
export const ended = (desk: Desk, legId: string, cause: EndCause, talkedMs: number, recording: string | null) =>
  withCall(desk, legId, found => {
    let call = found
    if (call.answeredAt === null && talkedMs > 0) call = answeredUnheard(desk, call, talkedMs)
    if (call.answeredAt === null) {
      finalize(desk, call, unansweredEvent(cause), (call.hangUpReason as EndReason | null) ?? cause)
      return
    }
    const reason: EndReason =
      cause === 'remote_hang_up' ? 'customer_hung_up' : ((call.hangUpReason as EndReason | null) ?? cause)
    end(desk, call, reason, talkedMs, recording)
  })

/** It was talked, so it was answered, though nobody told us: whoever it was is not called again as unanswered. */
function answeredUnheard(desk: Desk, call: Call, talkedMs: number): Call {
  if (!calls.move(desk, call, 'answer')) return call
  const at = desk.clock.now() - Math.round(talkedMs)
  run(desk.db, sql`UPDATE calls SET answered_at = ${at}, answered_by = 'unknown' WHERE id = ${call.id}`)
  return calls.byId(desk.db, call.id)!
}

/** Frees the line. Without anything to evaluate the call is final at once. */
function end(desk: Desk, call: Call, reason: EndReason, talkedMs: number, recording: string | null) {
  const event = finalEvent(reason)
  // What must hold of an ended row is written with the status itself.
  run(
    desk.db,
    sql`UPDATE calls SET final_status = ${event}, end_reason = ${reason}, ended_at = ${desk.clock.now()},
      talked_ms = ${Math.max(0, Math.round(talkedMs))}, recording = ${recording}
      WHERE id = ${call.id} AND status = 'in-progress'`,
  )
  if (!calls.move(desk, call, 'end')) return
  const now = calls.byId(desk.db, call.id)!
  if (event === 'cutOff' || calls.briefOf(desk.db, call.id).evaluation === null) finalize(desk, now, event, reason)
}

/** The carrier had no line before it rang. It is not a result: the dial is taken back, and asked for again later. */
export const lineMissed = (desk: Desk, legId: string) =>
  withCall(desk, legId, call => {
    if (call.status !== 'initiated' || call.askedAt === null) return
    if (call.hangUpReason !== null) return finalize(desk, call, 'abandon', call.hangUpReason as EndReason)
    if (call.giveUpAt !== null) return waitForLine(desk, call)
    run(desk.db, sql`DELETE FROM calls WHERE id = ${call.id}`)
    desk.bus.publish(call.userId, { type: 'call.withdrawn', id: call.id })
    // Its lead may have been deleted meanwhile.
    if (call.leadId === null) return
    const lead = one<{ attempts: number; line_misses: number; callback_at: number | null }>(
      desk.db,
      sql`SELECT attempts, line_misses, callback_at FROM leads WHERE id = ${call.leadId}`,
    )!
    const goesOn = run(
      desk.db,
      sql`DELETE FROM attempts WHERE id = ${call.attemptId} AND NOT EXISTS (SELECT 1 FROM calls WHERE attempt_id = ${call.attemptId})`,
    )
    const wasRescheduled = lead.attempts > 0 || goesOn === 0
    const misses = lead.line_misses + 1
    leads.move(desk, call.leadId, wasRescheduled ? 'lineMissedAgain' : 'lineMissed', {
      dueAt: desk.clock.now() + lineBackoff(misses),
      lineMisses: misses,
      rank: lead.callback_at === null ? 1 : 0,
    })
    const campaign = call.campaignId === null ? undefined : campaigns.byId(desk.db, call.campaignId)
    if (!campaign) return
    if (campaign.status !== 'in-progress') leads.move(desk, call.leadId, 'release')
    desk.bus.publish(call.userId, { type: 'campaign.waits', id: campaign.id, reason: 'The carrier has no line free.' })
  })

function waitForLine(desk: Desk, call: Call) {
  run(
    desk.db,
    sql`UPDATE calls SET asked_at = NULL, deadline_at = NULL, line_misses = ${call.lineMisses + 1},
      ask_at = ${desk.clock.now() + lineBackoff(call.lineMisses + 1)}, updated_at = ${desk.clock.now()} WHERE id = ${call.id}`,
  )
  calls.announce(desk, call)
}

export const queries = {
  nextDeadline: sql`SELECT min(coalesce(deadline_at, give_up_at)) AS at FROM calls INDEXED BY calls_open
    WHERE ${calls.isOnLine}`,
  overdue: (now: number) => sql`SELECT id FROM calls INDEXED BY calls_open
    WHERE ${calls.isOnLine} AND coalesce(deadline_at, give_up_at) <= ${now}`,
}

/** When the next call must be settled without a report; null when none is open. */
export const nextDeadline = (desk: Desk) => one<{ at: number | null }>(desk.db, queries.nextDeadline)!.at

/**
 * Settles every call whose time has come: not heard of again, or no line found. A leg whose clock has stood still is
 * given that time (`takeStill`) and waited for. Returns the legs to let go of. Each by itself: one that cannot be settled
 * must not hold up the others.
 */
export function settleOverdue(desk: Desk, takeStill: (legId: string) => number): string[] {
  return all<{ id: number }>(desk.db, queries.overdue(desk.clock.now())).flatMap(({ id }) =>
    settleAlone(desk, id, call => {
      if (call.askedAt === null) {
        finalize(desk, call, 'fail', dialing.get(desk.db).state === 'dialing' ? 'no_line' : 'not_dialing')
        return []
      }
      const still = takeStill(call.legId)
      if (still > 0) {
        run(desk.db, sql`UPDATE calls SET deadline_at = deadline_at + ${still} WHERE id = ${call.id}`)
        return []
      }
      interrupt(desk, call)
      return [call.legId]
    }),
  )
}

/** At start: what the carrier no longer knows was cut off. */
export function settleCutOff(desk: Desk, alive: ReadonlySet<string>) {
  for (const call of calls.unsettled(desk.db))
    if (call.askedAt !== null && call.status !== 'ended' && !alive.has(call.legId))
      settleAlone(desk, call.id, found => {
        interrupt(desk, found)
        return []
      })
}

function settleAlone(desk: Desk, id: number, settle: (call: Call) => string[]): string[] {
  try {
    return transact(desk, () => settle(calls.byId(desk.db, id)!))
  } catch (error) {
    desk.log.error({ err: error, callId: id }, 'call could not be settled')
    return []
  }
}

/** Nothing more will be heard of it; what was known counts. */
function interrupt(desk: Desk, call: Call) {
  if (call.status !== 'in-progress') return finalize(desk, call, 'fail', 'interrupted')
  const last = all<{ end: number | null }>(
    desk.db,
    sql`SELECT max(coalesce(item ->> 'end_timestamp', item ->> 'timestamp')) AS end FROM call_items WHERE call_id = ${call.id}`,
  )[0]?.end
  end(desk, call, 'interrupted', last ? last * 1000 - call.answeredAt! : 0, null)
}
