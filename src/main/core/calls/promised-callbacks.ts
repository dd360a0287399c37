import type { CallResult } from '../../../contract/stats'
import { e164, type Variables } from '../../../contract/wire'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as blacklist from '../campaigns/blacklist'
import { nameFor } from '../campaigns/leads'
import { type Context, transact } from '../kernel/context'
import { conflict, invalidField, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import type { Call } from './calls'

/** A callback that was promised in a call without a lead, or by hand. The service does not dial it; a person does. */
export interface PromisedCallback {
  id: number
  phoneNumber: string
  /** When they are to be called, epoch milliseconds. */
  at: number
  /** The call in which it was promised; null when it was promised by hand, or that call was deleted. */
  callId: number | null
  /** Of that call, else of the newest lead with the number. */
  name: string | null
  variables: Variables
}

/**
 * Keeps what follows from a final call: its promise, if it has no lead, and the end of earlier promises to this person. A
 * promise is kept when a later outbound call has reached the person; a newer promise replaces it. Call inside a transaction.
 */
export function afterCall(context: Context, call: Call, result: CallResult | null) {
  const { db } = context
  const isPromise = call.leadId === null && call.callbackAt !== null && !call.doNotCall
  const wasReached = result === 'goal' || result === 'talked'
  // A caller without a number is somebody else each time.
  if ((isPromise && e164(call.clientPhoneNumber)) || wasReached)
    removeWhere(
      context,
      call.userId,
      sql`user_id = ${call.userId} AND phone_number = ${call.clientPhoneNumber} AND created_at <= ${call.createdAt}`,
    )
  if (!isPromise) return
  const { id } = one<{ id: number }>(
    db,
    sql`INSERT INTO promised_callbacks (user_id, phone_number, at, call_id, created_at)
      VALUES (${call.userId}, ${call.clientPhoneNumber}, ${call.callbackAt}, ${call.id}, ${context.clock.now()}) RETURNING id`,
  )!
  publishChange(context, call.userId, id)
}

/**
 * Promises a callback by hand. It replaces earlier promises to the number (E.164). `at`: epoch milliseconds. Throws
 * `conflict` for a number on the blacklist, and `invalid` for a call that the user does not have.
 */
export const promise = (
  context: Context,
  userId: number,
  { number, at, callId = null }: { number: string; at: number; callId?: number | null },
): PromisedCallback =>
  transact(context, () => {
    const { db, clock } = context
    if (blacklist.isListed(db, userId, number, clock.now()))
      throw conflict(`The number ${number} is on the blacklist. Take it off the list first.`)
    if (callId !== null && !one(db, sql`SELECT 1 FROM calls WHERE id = ${callId} AND user_id = ${userId}`))
      throw invalidField('call_id', 'is not a call of this account.')
    removePromisesTo(context, userId, number)
    const id = insert(
      db,
      sql`INSERT INTO promised_callbacks (user_id, phone_number, at, call_id, created_at)
        VALUES (${userId}, ${number}, ${at}, ${callId}, ${clock.now()})`,
    )
    publishChange(context, userId, id)
    return find(context, userId, id)!
  })

/** Moves a promise to another time. Throws `not_found`. */
export const movePromise = (context: Context, userId: number, id: number, at: number): PromisedCallback =>
  transact(context, () => {
    if (run(context.db, sql`UPDATE promised_callbacks SET at = ${at} WHERE id = ${id} AND user_id = ${userId}`) === 0)
      throw notFound('Promised callback')
    publishChange(context, userId, id)
    return find(context, userId, id)!
  })

/** Removes the promises to a number, because the person is forgotten. Call inside a transaction. */
export const removePromisesTo = (context: Context, userId: number, number: string) =>
  removeWhere(context, userId, sql`user_id = ${userId} AND phone_number = ${number}`)

/** Removes the promises that were due at `before` or earlier, epoch milliseconds. Call inside a transaction. */
export function removeOldPromises(context: Context, before: number) {
  const users = all<{ user_id: number }>(
    context.db,
    sql`SELECT DISTINCT user_id FROM promised_callbacks WHERE at <= ${before}`,
  )
  for (const { user_id: userId } of users) removeWhere(context, userId, sql`user_id = ${userId} AND at <= ${before}`)
}

/** Dismisses a promise. Throws `not_found`. */
export const dismiss = (context: Context, userId: number, id: number) =>
  transact(context, () => {
    if (removeWhere(context, userId, sql`user_id = ${userId} AND id = ${id}`) === 0) throw notFound('Promised callback')
  })

function removeWhere(context: Context, userId: number, condition: ReturnType<typeof sql>): number {
  const gone = all<{ id: number }>(context.db, sql`SELECT id FROM promised_callbacks WHERE ${condition}`)
  for (const { id } of gone) {
    run(context.db, sql`DELETE FROM promised_callbacks WHERE id = ${id}`)
    publishChange(context, userId, id)
  }
  return gone.length
}

const publishChange = (context: Context, userId: number, id: number) =>
  context.bus.publish(userId, { type: 'promised_callback.changed', id })

/** Nobody on the blacklist is called, so no promise to them stands. `now`: desk time. */
const standing = (userId: number, now: number) => sql`promised_callbacks.user_id = ${userId} AND NOT EXISTS (
  SELECT 1 FROM blacklist WHERE blacklist.user_id = ${userId}
    AND blacklist.phone_number = promised_callbacks.phone_number AND (expires_at IS NULL OR expires_at > ${now}))`

const columns = sql`promised_callbacks.id, phone_number, at, call_id, name, coalesce(variables, '{}') AS variables
  FROM promised_callbacks LEFT JOIN calls ON calls.id = call_id`

export const queries = {
  /** When the first promise is due. */
  first: sql`SELECT min(at) AS at FROM promised_callbacks`,
  page: (userId: number, now: number, { perPage, offset }: Pick<Paged, 'perPage' | 'offset'>) =>
    sql`SELECT ${columns} WHERE ${standing(userId, now)} ORDER BY at, promised_callbacks.id LIMIT ${perPage} OFFSET ${offset}`,
}

interface Row {
  id: number
  phone_number: string
  at: number
  call_id: number | null
  name: string | null
  variables: string
}

const toPromise = (db: ReadDb, userId: number, row: Row): PromisedCallback => ({
  id: row.id,
  phoneNumber: row.phone_number,
  at: row.at,
  callId: row.call_id,
  name: row.name ?? nameFor(db, userId, row.phone_number, {}),
  variables: JSON.parse(row.variables) as Variables,
})

/** A promise, also one that does not stand. */
function find({ db }: Pick<Context, 'db'>, userId: number, id: number): PromisedCallback | undefined {
  const row = one<Row>(
    db,
    sql`SELECT ${columns} WHERE promised_callbacks.id = ${id} AND promised_callbacks.user_id = ${userId}`,
  )
  return row && toPromise(db, userId, row)
}

/** The promises to a number that stand, earliest first. */
export const promisesTo = ({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number, number: string) =>
  all<Row>(
    db,
    sql`SELECT ${columns} WHERE ${standing(userId, clock.now())} AND phone_number = ${number}
      ORDER BY at, promised_callbacks.id`,
  ).map(row => toPromise(db, userId, row))

/** The promises of a user that stand, earliest first. */
export function list({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number, paged: Paged) {
  const now = clock.now()
  const items = all<Row>(db, queries.page(userId, now, paged)).map(row => toPromise(db, userId, row))
  const count = sql`SELECT count(*) AS n FROM promised_callbacks WHERE ${standing(userId, now)}`
  return pageOf(items, one<{ n: number }>(db, count)!.n, paged) satisfies PageOf<PromisedCallback>
}
