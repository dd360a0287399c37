import type { AnsweredBy, EndReason, TranscriptItem } from '../../../contract/calls'
import type { EndCause } from '../../ports/carrier'
import { insert, one, run, sql } from '../../store/sql'
import { noteSuccess } from '../assistants/model-health'
import { removeWithoutDials } from '../campaigns/attempts'
import * as campaigns from '../campaigns/campaigns'
import * as leads from '../campaigns/lead-states'
import { capacityBackoff } from '../campaigns/retry'
import { type Context, type Outside, transact } from '../kernel/context'
import { MINUTE } from '../kernel/time'
import type { Call } from './calls'
import * as calls from './calls'
import { carryOut, type ToolOutcome } from './carry-out'
import { finalEvent, unansweredEvent } from './end-reason'
import { finalize } from './finalize'
import { recordingName, recordingOf, removeRecordings } from './recordings'

/** Runs `work` on the call of a leg, in a transaction; undefined when the leg has no call. */
export const withCall = <T>(context: Context, legId: string, work: (call: Call) => T): T | undefined =>
  transact(context, () => {
    const call = calls.byLeg(context.db, legId)
    return call && work(call)
  })

export const rang = (context: Context, legId: string) =>
  withCall(context, legId, call => calls.move(context, call, 'ring'))

/**
 * The call was answered, `at` this desk time; not given: now. Returns it when this was not known yet, so that its
 * conversation begins.
 */
export const answered = (context: Context, legId: string, at = context.clock.now()): Call | undefined =>
  withCall(context, legId, call => {
    if (!calls.move(context, call, 'answer')) return undefined
    run(context.db, sql`UPDATE calls SET answered_at = ${at}, answered_by = 'unknown' WHERE id = ${call.id}`)
    return calls.byId(context.db, call.id)
  })

/** Stores which model speaks in the call. */
export const began = (context: Context, legId: string, spokenBy: string) =>
  withCall(context, legId, call => {
    run(context.db, sql`UPDATE calls SET spoken_by = ${spokenBy} WHERE id = ${call.id}`)
  })

/** Whether the call of a leg is answered and has not ended. */
export const isTalking = (context: Context, legId: string) => calls.byLeg(context.db, legId)?.status === 'in-progress'

/** Stores who answered: a person or a machine. A machine may connect a person later; `human` does not change again. */
export const identified = (context: Context, legId: string, by: AnsweredBy) =>
  withCall(context, legId, call => {
    if (call.status !== 'in-progress' || call.answeredBy === 'human') return
    run(context.db, sql`UPDATE calls SET answered_by = ${by} WHERE id = ${call.id}`)
  })

export const warned = (context: Context, legId: string, text: string) =>
  withCall(context, legId, call => warn(context, call, text))

const warn = (context: Context, call: Call, text: string) => {
  run(context.db, sql`UPDATE calls SET warnings = ${JSON.stringify([...call.warnings, text])} WHERE id = ${call.id}`)
}

/** Stores what was said at once, so that a crash does not lose it. `isReply`: the assistant answers the other side. */
export const said = (context: Context, legId: string, item: TranscriptItem, isReply: boolean) =>
  withCall(context, legId, call => {
    if (call.status !== 'in-progress') return
    append(context, call, item)
    if (!isReply || call.replied) return
    run(context.db, sql`UPDATE calls SET replied = 1 WHERE id = ${call.id}`)
    const { textModel } = calls.briefOf(context.db, call.id)
    if (textModel && call.spokenBy === textModel.code) noteSuccess(context, textModel)
  })

function append(context: Context, call: Call, item: TranscriptItem) {
  const position = one<{ n: number }>(
    context.db,
    sql`SELECT coalesce(max(position) + 1, 0) AS n FROM call_items WHERE call_id = ${call.id}`,
  )!.n
  insert(
    context.db,
    sql`INSERT INTO call_items (call_id, position, item) VALUES (${call.id}, ${position}, ${JSON.stringify(item)})`,
  )
  context.bus.publish(call.userId, { type: 'call.said', id: call.id, item })
}

/** Calls a tool for the engine and adds it to the transcript, `at` this ms; undefined when the call has ended. */
export const toolAsked = (
  context: Context,
  outside: Pick<Outside, 'send'>,
  legId: string,
  name: string,
  args: Record<string, unknown>,
  at = context.clock.now(),
): ToolOutcome | undefined =>
  withCall(context, legId, call => {
    if (call.status !== 'in-progress') return undefined
    append(context, call, {
      text: `${name}(${Object.keys(args).length > 0 ? JSON.stringify(args) : ''})`,
      type: 'function_call',
      sender: 'bot',
      timestamp: at / 1000,
    })
    return carryOut(context, outside, call, name, args)
  })

/** The leg has ended. Changes nothing when the call has ended already. `recordingFollows`: `recorded` will be called. */
export const ended = (context: Context, legId: string, cause: EndCause, talkedMs: number, recordingFollows = false) =>
  withCall(context, legId, found => {
    let call = found
    if (call.answeredAt === null && talkedMs > 0) call = answerWithoutReport(context, call, talkedMs)
    if (call.answeredAt === null) {
      finalize(context, call, unansweredEvent(cause), call.hangUpReason ?? cause)
      return
    }
    const asked = call.hangUpReason
    // Who waits for an assistant that cannot speak hangs up at about the time that we do.
    const theyHungUp = cause === 'remote_hang_up' && asked !== 'engine_failed'
    const reason: EndReason = theyHungUp ? 'customer_hung_up' : (asked ?? cause)
    end(context, call, reason, talkedMs, recordingFollows)
  })

/**
 * Marks a call as answered that has talk time, though the carrier has not reported an answer. Otherwise it would count as
 * unanswered, and the person would be called again.
 */
function answerWithoutReport(context: Context, call: Call, talkedMs: number): Call {
  if (!calls.move(context, call, 'answer')) return call
  const at = context.clock.now() - Math.round(talkedMs)
  run(context.db, sql`UPDATE calls SET answered_at = ${at}, answered_by = 'unknown' WHERE id = ${call.id}`)
  return calls.byId(context.db, call.id)!
}

/** How long the recording of a call that has ended is waited for, wall time. */
const RECORDING_WAIT = MINUTE

/**
 * Ends an answered call. It is finalized at once when it has nothing to wait for: no recording that follows, and no
 * evaluation, or it was cut off.
 */
export function end(context: Context, call: Call, reason: EndReason, talkedMs: number, recordingFollows: boolean) {
  const until = recordingFollows && call.recording === null ? context.wall.now() + RECORDING_WAIT : null
  // Written before the status changes: the schema refuses an ended call without these values.
  run(
    context.db,
    sql`UPDATE calls SET final_status = ${finalEvent(reason)}, end_reason = ${reason}, ended_at = ${context.clock.now()},
      talked_ms = ${Math.max(0, Math.round(talkedMs))}, recording_until = ${until}
      WHERE id = ${call.id} AND status = 'in-progress'`,
  )
  if (calls.move(context, call, 'end') && until === null) finalizeUnevaluated(context, call.id)
}

/** Finalizes a call that has ended, unless it is to be evaluated. */
function finalizeUnevaluated(context: Context, id: number) {
  const call = calls.byId(context.db, id)!
  if (call.finalStatus === 'cutOff' || calls.briefOf(context.db, id).evaluation === null)
    finalize(context, call, call.finalStatus!, call.endReason!)
}

/**
 * The recording of a leg is complete, or there will be none because it has `failed`. A recording that comes when its call
 * is final is kept too. When its call was deleted or cleared meanwhile, it is deleted.
 */
export function recorded(context: Context, legId: string, failed: string | null) {
  const name = recordingOf(context, legId) ?? recordingName(legId)
  const isWanted = transact(context, () => {
    const call = calls.byLeg(context.db, legId)
    if (!call) return false
    if (failed === null) {
      const kept = sql`UPDATE calls SET recording = ${name} WHERE id = ${call.id} AND cleared_at IS NULL`
      if (run(context.db, kept) === 0) return false
    } else if (call.recordingUntil !== null) warn(context, call, `The call was not recorded: ${failed}.`)
    run(context.db, sql`UPDATE calls SET recording_until = NULL WHERE id = ${call.id}`)
    // The evaluator waits for this too.
    calls.publishChange(context, call)
    if (call.recordingUntil !== null) finalizeUnevaluated(context, call.id)
    return true
  })
  if (!isWanted && failed === null) removeRecordings(context, [name])
}

/** The carrier had no line for a dial. The call is deleted, or waits for a line again, and is tried again later. */
export const noCapacity = (context: Context, legId: string) =>
  withCall(context, legId, call => {
    if (call.status !== 'initiated' || call.askedAt === null) return
    if (call.hangUpReason !== null) return finalize(context, call, 'abandon', call.hangUpReason)
    if (call.giveUpAt !== null) return waitForLine(context, call)
    run(context.db, sql`DELETE FROM calls WHERE id = ${call.id}`)
    context.bus.publish(call.userId, { type: 'call.withdrawn', id: call.id })
    // Null also when its lead was deleted meanwhile.
    if (call.leadId === null) return
    const lead = one<{ attempts: number; line_misses: number; callback_at: number | null }>(
      context.db,
      sql`SELECT attempts, line_misses, callback_at FROM leads WHERE id = ${call.leadId}`,
    )!
    const wasFirstDial = removeWithoutDials(context, call.attemptId)
    const wasRescheduled = lead.attempts > 0 || !wasFirstDial
    const count = lead.line_misses + 1
    leads.move(context, call.leadId, wasRescheduled ? 'noCapacityAgain' : 'noCapacity', {
      dueAt: context.clock.now() + capacityBackoff(count),
      noCapacityCount: count,
      rank: lead.callback_at === null ? 1 : 0,
    })
    const campaign = call.campaignId === null ? undefined : campaigns.byId(context.db, call.campaignId)
    if (!campaign) return
    if (campaign.status !== 'in-progress') leads.move(context, call.leadId, 'release')
    context.bus.publish(call.userId, {
      type: 'campaign.waits',
      id: campaign.id,
      reason: 'The carrier has no line free.',
    })
  })

function waitForLine(context: Context, call: Call) {
  run(
    context.db,
    sql`UPDATE calls SET asked_at = NULL, deadline_at = NULL, line_misses = ${call.noCapacityCount + 1},
      ask_at = ${context.clock.now() + capacityBackoff(call.noCapacityCount + 1)}, updated_at = ${context.clock.now()} WHERE id = ${call.id}`,
  )
  calls.publishChange(context, call)
}
