import type { NewRedelivery } from '../../../contract/redeliveries'
import type { RedeliverySkip, RedeliveryStatus } from '../../../contract/statuses'
import type { Input } from '../../../contract/validation'
import { all, and, insert, one, type Query, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid, notFound } from '../kernel/errors'
import { type Moves, next } from '../kernel/state-machine'
import { DAY } from '../kernel/time'
import { conditions, type Delivery, type DeliveryFilter, redeliver } from './deliveries'

export const redeliveryMoves: Moves<RedeliveryStatus, 'finish' | 'cancel'> = {
  running: { finish: 'done', cancel: 'cancelled' },
  cancelled: {},
  done: {},
}

/** The state that is chosen: `pending` is what waits for another try, `dead` what gave up; both without one. */
export type Chosen = Omit<DeliveryFilter, 'status'> & { status?: 'pending' | 'dead' }

/** Those with the ids, in order, or all that fit the filter except some. */
type Selection = { ids: number[] } | { filter: Chosen; except: number[] }

/** Many webhooks that are sent again, a few at a time, each once. */
export interface Redelivery {
  id: number
  userId: number
  status: RedeliveryStatus
  selection: Selection
  /** Deliveries with higher ids were made later and are not sent by it. */
  lastDelivery: number
  /** The delivery up to which it has come. */
  cursor: number
  total: number
  accepted: number
  failed: number
  skipped: Partial<Record<RedeliverySkip, number>>
  createdAt: number
  finishedAt: number | null
}

interface Row {
  id: number
  user_id: number
  status: RedeliveryStatus
  selection: string
  last_delivery: number
  cursor: number
  total: number
  accepted: number
  failed: number
  skipped: string
  created_at: number
  finished_at: number | null
}

const toRedelivery = (row: Row): Redelivery => ({
  id: row.id,
  userId: row.user_id,
  status: row.status,
  selection: JSON.parse(row.selection) as Selection,
  lastDelivery: row.last_delivery,
  cursor: row.cursor,
  total: row.total,
  accepted: row.accepted,
  failed: row.failed,
  skipped: JSON.parse(row.skipped) as Redelivery['skipped'],
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

/** How many are due at the same time, so that little is still sent after it was cancelled. As many as are sent at once. */
const AT_ONCE = 16
/** How many may be under way at once. */
const MOST_RUNNING = 5
/** For so long a finished one is listed. Desk time. */
const LIFETIME = DAY

/** A condition: it waits for another try, or gave up. What was never tried is sent by itself, now. */
const unsent = (status?: 'pending' | 'dead'): Query =>
  status === 'dead'
    ? sql`status = 'dead'`
    : status === 'pending'
      ? sql`status = 'pending' AND tries > 0`
      : sql`(status = 'dead' OR status = 'pending' AND tries > 0)`

const fits = (userId: number, { status, ...filter }: Chosen) => and([conditions(userId, filter), unsent(status)])

/** How many deliveries that fit wait for another try, and how many gave up. */
export const unsentCounts = (db: ReadDb, userId: number, filter: Chosen) =>
  one<{ waiting: number; gave_up: number }>(
    db,
    sql`SELECT count(*) FILTER (WHERE status = 'pending') AS waiting, count(*) FILTER (WHERE status = 'dead') AS gave_up
      FROM deliveries WHERE ${fits(userId, filter)}`,
  )!

/** How many of it are tried or skipped. */
export const doneOf = ({ accepted, failed, skipped }: Redelivery) =>
  accepted + failed + Object.values(skipped).reduce((sum, n) => sum + n, 0)

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Redelivery {
  const row = one<Row>(db, sql`SELECT * FROM redeliveries WHERE id = ${id} AND user_id = ${userId}`)
  if (!row) throw notFound('Redelivery')
  return toRedelivery(row)
}

/** Those of the last day, newest first. */
export const list = (db: ReadDb, userId: number): Redelivery[] =>
  all<Row>(db, sql`SELECT * FROM redeliveries WHERE user_id = ${userId} ORDER BY id DESC LIMIT 100`).map(toRedelivery)

/**
 * Begins to send many deliveries again: those with the ids, or, instead, all that fit the filter. Throws `invalid` with every
 * error, or `conflict` while too many are under way.
 */
export function create(
  context: Context,
  userId: number,
  { values, errors }: Input<NewRedelivery>,
  filter: Chosen | undefined,
): Redelivery {
  return transact(context, () => {
    const { db } = context
    const { ids, except = [] } = values
    if (!errors.any && (ids === undefined) !== (filter !== undefined))
      errors.add('ids', 'The ids field or the filter field is required, and not both.')
    if (errors.any) throw invalid(errors)
    const { n: running } = one<{ n: number }>(
      db,
      sql`SELECT count(*) AS n FROM redeliveries WHERE finished_at IS NULL AND user_id = ${userId}`,
    )!
    if (running >= MOST_RUNNING)
      throw conflict(`Webhooks are being sent again ${running} times already. Cancel one, or wait until one is done.`)
    const now = context.clock.now()
    run(db, sql`DELETE FROM redeliveries WHERE user_id = ${userId} AND finished_at < ${now - LIFETIME}`)
    const selection: Selection =
      filter !== undefined ? { filter, except } : { ids: [...new Set(ids)].sort((a, b) => a - b) }
    const last = one<{ id: number | null }>(db, sql`SELECT max(id) AS id FROM deliveries`)!.id ?? 0
    const total = 'ids' in selection ? selection.ids.length : countOf(db, userId, selection)
    const id = insert(
      db,
      sql`INSERT INTO redeliveries (user_id, selection, last_delivery, total, created_at)
        VALUES (${userId}, ${JSON.stringify(selection)}, ${last}, ${total}, ${now})`,
    )
    goOn(context, get(db, userId, id))
    return get(db, userId, id)
  })
}

const countOf = (db: ReadDb, userId: number, { filter, except }: Extract<Selection, { filter: Chosen }>) =>
  one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM deliveries WHERE ${fits(userId, filter)}
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(except)}))`,
  )!.n

/** Sends no more. The few that are due already are still sent. Throws `not_found`, or `conflict` when it is not running. */
export const cancel = (context: Context, userId: number, id: number): Redelivery =>
  transact(context, () => {
    const redelivery = get(context.db, userId, id)
    if (!next(redeliveryMoves, redelivery.status, 'cancel')) throw conflict(`It is ${redelivery.status} already.`)
    goOn(context, { ...redelivery, status: 'cancelled' })
    return get(context.db, userId, id)
  })

/**
 * Counts the try of a delivery that was made due by many being sent again, and makes the next ones due. Every try is told to it.
 * Call in the transaction that has recorded the try.
 */
export function settle(context: Context, { id }: Delivery, isDelivered: boolean) {
  const { db } = context
  const found = one<Delivery>(db, sql`SELECT * FROM deliveries WHERE id = ${id}`)
  if (found?.redelivery_id == null) return
  // The commit of its claim failed, so nothing was sent, and it is due still.
  if (found.status === 'pending' && found.tries === 0) return
  run(db, sql`UPDATE deliveries SET redelivery_id = NULL WHERE id = ${id}`)
  const redelivery = get(db, found.user_id, found.redelivery_id)
  goOn(context, isDelivered ? count(redelivery, 'accepted') : count(redelivery, 'failed'))
}

const count = (redelivery: Redelivery, what: 'accepted' | 'failed'): Redelivery => ({
  ...redelivery,
  [what]: redelivery[what] + 1,
})

/** Makes the next deliveries due while it is running, and ends it when none is left and none is on its way. */
function goOn(context: Context, redelivery: Redelivery) {
  const { db } = context
  const { id } = redelivery
  let onTheirWay = one<{ n: number }>(db, sql`SELECT count(*) AS n FROM deliveries WHERE redelivery_id = ${id}`)!.n
  const skipped = { ...redelivery.skipped }
  let { cursor, status } = redelivery
  let isLast = status === 'cancelled'
  while (!isLast && onTheirWay < AT_ONCE) {
    const found = nextDeliveries(db, { ...redelivery, cursor }, AT_ONCE - onTheirWay)
    for (const [deliveryId, delivery] of found) {
      const why = whyNot(delivery)
      if (why) skipped[why] = (skipped[why] ?? 0) + 1
      else {
        redeliver(context, redelivery.userId, deliveryId)
        run(db, sql`UPDATE deliveries SET redelivery_id = ${id} WHERE id = ${deliveryId}`)
        onTheirWay++
      }
      cursor = deliveryId
    }
    isLast = found.length === 0
  }
  const isOver = isLast && onTheirWay === 0
  if (isOver && status === 'running') status = 'done'
  save(context, {
    ...redelivery,
    status,
    cursor,
    skipped,
    // Some may have been sent by themselves, or deleted, since it was counted.
    total: status === 'done' ? doneOf({ ...redelivery, skipped }) : redelivery.total,
    finishedAt: isOver ? context.clock.now() : null,
  })
}

function whyNot(delivery: Delivery | undefined): RedeliverySkip | null {
  if (!delivery) return 'gone'
  if (delivery.status === 'delivered') return 'accepted'
  const isDue = delivery.status === 'pending' && (delivery.tries === 0 || delivery.redelivery_id !== null)
  return isDue || delivery.status === 'delivering' ? 'on_its_way' : null
}

/** The next `most` ids with their deliveries; undefined for an id without a delivery of this user's. */
function nextDeliveries(db: ReadDb, { userId, selection, cursor, lastDelivery }: Redelivery, most: number) {
  if ('ids' in selection)
    return selection.ids
      .filter(id => id > cursor)
      .slice(0, most)
      .map((id): [number, Delivery | undefined] => [
        id,
        one<Delivery>(db, sql`SELECT * FROM deliveries WHERE id = ${id} AND user_id = ${userId}`),
      ])
  return all<Delivery>(
    db,
    sql`SELECT * FROM deliveries WHERE ${fits(userId, selection.filter)} AND id > ${cursor} AND id <= ${lastDelivery}
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(selection.except)})) ORDER BY id LIMIT ${most}`,
  ).map((delivery): [number, Delivery | undefined] => [delivery.id, delivery])
}

function save(context: Context, redelivery: Redelivery) {
  const { id, status, cursor, total, accepted, failed, skipped, finishedAt } = redelivery
  run(
    context.db,
    sql`UPDATE redeliveries SET status = ${status}, cursor = ${cursor}, total = ${total}, accepted = ${accepted},
      failed = ${failed}, skipped = ${JSON.stringify(skipped)}, finished_at = ${finishedAt} WHERE id = ${id}`,
  )
  const progress = { done: doneOf(redelivery), total }
  context.bus.publish(redelivery.userId, { type: 'redelivery.changed', id, status, progress })
}

/** Deletes the deliveries about calls and conversations, also those that are not sent yet. Call inside a transaction. */
export function removeAbout(
  context: Context,
  { calls = [], conversations = [] }: { calls?: readonly number[]; conversations?: readonly number[] },
) {
  const { db } = context
  run(db, sql`DELETE FROM deliveries WHERE call_id IN (SELECT value FROM json_each(${JSON.stringify(calls)}))`)
  run(
    db,
    sql`DELETE FROM deliveries WHERE conversation_id IN (SELECT value FROM json_each(${JSON.stringify(conversations)}))`,
  )
  // What was on its way may be gone now.
  for (const row of all<Row>(db, sql`SELECT * FROM redeliveries WHERE finished_at IS NULL`))
    goOn(context, toRedelivery(row))
}

/** Ends what was being sent again in a database that was restored from a backup: it may have been sent since. */
export function cancelRestored(db: WriteDb) {
  // A file from before has no such table.
  if (!one(db, sql`SELECT 1 FROM sqlite_master WHERE name = 'redeliveries'`)) return
  run(db, sql`UPDATE redeliveries SET status = 'cancelled' WHERE status = 'running'`)
  run(db, sql`UPDATE redeliveries SET finished_at = created_at WHERE finished_at IS NULL`)
  run(db, sql`UPDATE deliveries SET redelivery_id = NULL WHERE redelivery_id IS NOT NULL`)
}
