import type { AnsweredBy, TranscriptItem } from '../../../contract/calls'
import type { EndCause } from '../../ports/carrier'
import { insert, one, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import * as campaigns from '../campaigns/campaigns'
import * as leads from '../campaigns/lead-states'
import { lineBackoff } from '../campaigns/retry'
import { type Desk, transact } from '../kernel/context'
import type { Call } from './calls'
import * as calls from './calls'
import { carryOut, type ToolOutcome } from './carry-out'
import { type EndReason, finalEvent, unansweredEvent } from './end-reason'
import { finalize } from './finalize'

export const withCall = <T>(desk: Desk, legId: string, work: (call: Call) => T): T | undefined =>
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
export function end(desk: Desk, call: Call, reason: EndReason, talkedMs: number, recording: string | null) {
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
