import { all, one, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict } from '../kernel/errors'
import { removeAbout } from '../webhooks/redeliveries'
import { isLive, isOpen } from './call-states'
import * as calls from './calls'
import { forgetDials, keepDial } from './counted-dials'
import { removePromisesTo } from './promised-callbacks'
import { removeRecordings } from './recordings'

/** Deletes a call with its transcript and its recording. Throws `not_found`, or `conflict` while it is not final. */
export function removeCall(context: Context, userId: number, id: number) {
  const { recording } = transact(context, () => {
    const call = calls.get(context.db, userId, id)
    if (isLive(call)) throw conflict('The call is under way. Hang it up first, and delete it when it has ended.')
    // Its webhooks contain the transcript too.
    removeAbout(context, { calls: [id] })
    keepDial(context, call)
    run(context.db, sql`DELETE FROM calls WHERE id = ${id}`)
    context.bus.publish(userId, { type: 'call.withdrawn', id })
    return call
  })
  removeRecordings(context, [recording])
}

/**
 * Deletes all calls with a number, their webhooks, and the callbacks promised to it. Returns how many, and their recordings: delete these files after
 * the commit. Throws `conflict` while the number is on the phone. Call inside a transaction.
 */
export function removeCallsWith(context: Context, userId: number, number: string) {
  const theirs = sql`client_phone_number = ${number} AND user_id = ${userId}`
  if (one(context.db, sql`SELECT 1 FROM calls WHERE ${theirs} AND ${isOpen} LIMIT 1`))
    throw conflict(`${number} is on the phone. Hang up first.`)
  const found = all<{ id: number; recording: string | null }>(
    context.db,
    sql`SELECT id, recording FROM calls WHERE ${theirs}`,
  )
  removeAbout(context, { calls: found.map(({ id }) => id) })
  run(context.db, sql`DELETE FROM calls WHERE ${theirs}`)
  forgetDials(context, userId, number)
  removePromisesTo(context, userId, number)
  return { n: found.length, recordings: found.map(({ recording }) => recording) }
}

/** Forgets what running calls to other numbers have kept of deleted leads with this one. Call inside a transaction. */
export const forgetKeptLeads = ({ db }: Context, userId: number, number: string) =>
  run(
    db,
    sql`UPDATE calls SET kept_lead = NULL
      WHERE ${isOpen} AND user_id = ${userId} AND kept_lead ->> '$.phoneNumber' = ${number}`,
  )

/** Deletes the transcript, the brief and the webhooks of a call; the call itself stays. Call inside a transaction. */
export function clearCall(context: Context, id: number) {
  run(context.db, sql`DELETE FROM call_items WHERE call_id = ${id}`)
  run(context.db, sql`DELETE FROM call_briefs WHERE call_id = ${id}`)
  removeAbout(context, { calls: [id] })
  run(context.db, sql`UPDATE calls SET recording = NULL, cleared_at = ${context.clock.now()} WHERE id = ${id}`)
}
