import { randomUUID } from 'node:crypto'
import { readSearch } from '../../../contract/search'
import type { ConversationEndedBody, PostCallBody, TestBody } from '../../../contract/webhook-bodies'
import type { DeliveryStatus } from '../../../contract/webhooks'
import { isoTime } from '../../../contract/wire'
import type { Random } from '../../ports/system'
import { all, and, insert, one, type Query, type ReadDb, run, sql } from '../../store/sql'
import { allOf } from '../../store/word-search'
import * as assistants from '../assistants/assistants'
import { type Context, savepoint, transact } from '../kernel/context'
import { conflict, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { type Moves, next } from '../kernel/state-machine'
import { HOUR, MINUTE, SECOND } from '../kernel/time'

export interface Delivery {
  id: number
  webhook_id: string
  user_id: number
  event: 'call.ended' | 'conversation.ended' | 'test'
  call_id: number | null
  conversation_id: number | null
  assistant_id: number | null
  url: string
  host: string
  body: string
  status: DeliveryStatus
  /** Since it was made, or last sent again by hand. */
  tries: number
  next_try_at: number | null
  created_at: number
  delivered_at: number | null
  /** Of the many that are sent again, by which it was made due; null when it was tried since. */
  redelivery_id: number | null
}

export interface Try {
  at: number
  duration_ms: number
  /** Null, like the headers, for a try of before they were kept. */
  url: string | null
  request_headers: Record<string, string> | null
  status_code: number | null
  response_headers: Record<string, string> | null
  response_body: string | null
  error: string | null
  /** Why the answer is kept as text, or in part; null when it is kept as it came. */
  note: string | null
}

type DeliveryEvent = 'send' | 'interrupt' | 'deliver' | 'fail' | 'giveUp' | 'redeliver'

export const deliveryMoves: Moves<DeliveryStatus, DeliveryEvent> = {
  pending: { send: 'delivering', redeliver: 'pending' },
  delivering: { interrupt: 'pending', fail: 'pending', deliver: 'delivered', giveUp: 'dead' },
  delivered: { redeliver: 'pending' },
  dead: { redeliver: 'pending' },
}

const retryAfter = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR]

/** How long to wait after the n-th try (from 1), ms, varied by up to 10 %; null: no more tries. */
export function deliveryBackoff(tries: number, random: Random): number | null {
  const delay = retryAfter[tries - 1]
  return delay === undefined ? null : Math.round(delay * (0.9 + 0.2 * random()))
}

/** Enqueues a test webhook, which is sent and retried like any other. */
export function enqueueTest(context: Context, userId: number, url: string): Delivery {
  const body = { message: 'This is a test from Callwright.', created_at: isoTime(context.clock.now()) }
  return transact(context, () => get(context.db, userId, enqueue(context, { userId, event: 'test', url, body })))
}

interface NewDelivery {
  userId: number
  event: Delivery['event']
  callId?: number
  conversationId?: number
  assistantId?: number | null
  url: string
  body: PostCallBody | ConversationEndedBody | TestBody
}

/** Enqueues a webhook and returns the id of its delivery. Its body does not change afterwards. Call inside a transaction. */
export function enqueue(
  context: Context,
  { userId, event, callId, conversationId, assistantId, url, body }: NewDelivery,
): number {
  const id = insert(
    context.db,
    sql`INSERT INTO deliveries (webhook_id, user_id, event, call_id, conversation_id, assistant_id, url, host, body, next_try_at, created_at)
      VALUES (${`msg_${randomUUID()}`}, ${userId}, ${event}, ${callId ?? null}, ${conversationId ?? null}, ${assistantId ?? null}, ${url},
        ${new URL(url).host}, ${JSON.stringify(body)}, ${context.wall.now()}, ${context.clock.now()})`,
  )
  context.bus.publish(userId, { type: 'delivery.changed', id, status: 'pending' })
  return id
}

export const queries = {
  due: (now: number, fullHosts: readonly string[], limit: number) =>
    sql`SELECT * FROM deliveries WHERE status = 'pending' AND next_try_at <= ${now}
      AND host NOT IN (SELECT value FROM json_each(${JSON.stringify(fullHosts)})) ORDER BY next_try_at LIMIT ${limit}`,
  nextDue: (now: number) =>
    sql`SELECT min(next_try_at) AS at FROM deliveries WHERE status = 'pending' AND next_try_at > ${now}`,
  interrupted: sql`SELECT * FROM deliveries INDEXED BY deliveries_on_their_way WHERE status = 'delivering'`,
  page: (userId: number, filter: DeliveryFilter, { perPage, offset }: Paged) =>
    sql`SELECT * FROM deliveries WHERE ${conditions(userId, filter)} ORDER BY id DESC LIMIT ${perPage} OFFSET ${offset}`,
}

/** Takes up to `limit` due deliveries, at most `freeFor(host)` of each host, and marks them as `delivering`. */
export function claimDue(context: Context, limit: number, freeFor: (host: string) => number): Delivery[] {
  return transact(context, () => {
    const claimed: Delivery[] = []
    const taken = new Map<string, number>()
    const fullHosts: string[] = []
    while (claimed.length < limit) {
      const due = all<Delivery>(context.db, queries.due(context.wall.now(), fullHosts, limit - claimed.length))
      if (due.length === 0) break
      for (const delivery of due) {
        const n = taken.get(delivery.host) ?? 0
        if (n >= freeFor(delivery.host)) {
          if (!fullHosts.includes(delivery.host)) fullHosts.push(delivery.host)
        } else if (move(context, delivery, 'send')) {
          taken.set(delivery.host, n + 1)
          claimed.push(delivery)
        }
      }
    }
    return claimed
  })
}

/** Wall time after `now` at which the next delivery is due; null: none is. Those that are due now wait until one ends. */
export const nextDueAt = (db: ReadDb, now: number) => one<{ at: number | null }>(db, queries.nextDue(now))!.at

/** Makes the deliveries pending again that were being sent when the service ended. */
export const recover = (context: Context) =>
  transact(context, () => {
    for (const delivery of all<Delivery>(context.db, queries.interrupted))
      move(context, delivery, 'interrupt', context.wall.now())
  })

/**
 * Records a try. The delivery is then delivered, pending until the next try, or dead. Returns whether it is delivered.
 * Call inside a transaction.
 */
export function recordResult(context: Context, { id }: Delivery, result: Try): boolean {
  const delivery = deliveryById(context.db, id)
  // It may have been deleted meanwhile, with the call or the person that it was about. It is not being delivered when the
  // commit of its claim failed: then nothing was sent.
  if (delivery?.status !== 'delivering') return false
  const { tries, inAll } = keepTry(context, delivery, result)
  const code = result.status_code
  if (code !== null && code >= 200 && code < 300) {
    run(context.db, sql`UPDATE deliveries SET delivered_at = ${context.wall.now()} WHERE id = ${delivery.id}`)
    move(context, delivery, 'deliver')
    return true
  }
  // 410 Gone: the receiver wants no more webhooks (standardwebhooks.com).
  const delay = code === 410 ? null : deliveryBackoff(tries, context.random)
  if (delay !== null) {
    move(context, delivery, 'fail', context.wall.now() + delay)
    return false
  }
  giveUp(context, delivery, `was given up after ${inAll} ${inAll === 1 ? 'try' : 'tries'}`)
  return false
}

/** Gives up a delivery whose result could not be stored, with what can be stored of it. Call inside a transaction. */
export function giveUpUnbooked(context: Context, { id }: Delivery, result: Try) {
  const delivery = deliveryById(context.db, id)
  if (delivery?.status !== 'delivering') return
  try {
    const error = 'The result of this try could not be stored.'
    const storable = { ...result, response_headers: null, response_body: null, note: null, error }
    savepoint(context, () => keepTry(context, delivery, storable))
  } catch (error) {
    context.log.error({ err: error, deliveryId: id }, 'a try of a webhook is not stored')
  }
  giveUp(context, delivery, 'was given up, because its result could not be stored')
}

const deliveryById = (db: ReadDb, id: number) => one<Delivery>(db, sql`SELECT * FROM deliveries WHERE id = ${id}`)

/** Stores a try. Returns how many there were since the delivery was made, or sent again by hand, and how many in all. */
function keepTry({ db }: Context, { id, tries }: Delivery, result: Try): { tries: number; inAll: number } {
  const position = one<{ n: number }>(db, sql`SELECT count(*) AS n FROM delivery_tries WHERE delivery_id = ${id}`)!.n
  insert(
    db,
    sql`INSERT INTO delivery_tries (delivery_id, position, at, duration_ms, url, request_headers, status_code,
        response_headers, response_body, error, note)
      VALUES (${id}, ${position}, ${result.at}, ${result.duration_ms}, ${result.url}, ${asJson(result.request_headers)},
        ${result.status_code}, ${asJson(result.response_headers)}, ${result.response_body}, ${result.error}, ${result.note})`,
  )
  run(db, sql`UPDATE deliveries SET tries = ${tries + 1} WHERE id = ${id}`)
  return { tries: tries + 1, inAll: position + 1 }
}

const asJson = (headers: Record<string, string> | null) => headers && JSON.stringify(headers)

function giveUp(context: Context, delivery: Delivery, what: string) {
  if (!move(context, delivery, 'giveUp')) return
  // Each is later than all before it, also when two are given up at once or the clock of the machine is set back.
  run(
    context.db,
    sql`UPDATE deliveries SET died_at = max(${context.wall.now()}, 1 + coalesce((SELECT max(died_at) FROM deliveries
        INDEXED BY deliveries_dead WHERE user_id = ${delivery.user_id} AND status = 'dead'), 0)) WHERE id = ${delivery.id}`,
  )
  context.bus.publish(delivery.user_id, {
    type: 'operator.told',
    level: 'warning',
    text: `A webhook to ${delivery.host} ${what}.`,
    ...(delivery.call_id !== null && { call_ids: [delivery.call_id] }),
  })
}

function move(context: Context, delivery: Delivery, event: DeliveryEvent, nextTryAt: number | null = null): boolean {
  const to = next(deliveryMoves, delivery.status, event)
  if (!to) return false
  const changed = run(
    context.db,
    sql`UPDATE deliveries SET status = ${to}, next_try_at = ${to === 'pending' ? nextTryAt : null}
      WHERE id = ${delivery.id} AND status = ${delivery.status}`,
  )
  if (changed === 0) return false
  delivery.status = to
  context.bus.publish(delivery.user_id, { type: 'delivery.changed', id: delivery.id, status: to })
  return true
}

export interface DeliveryFilter {
  status?: DeliveryStatus
  callId?: number
  event?: Delivery['event']
  /** The host of the URL, with its port if that is not the usual one. */
  host?: string
  /** Epoch milliseconds, `to` not included. */
  from?: number
  to?: number
  /** As it was typed: a part of the URL or its id, or the person of the call or the conversation. */
  search?: string
}

export const conditions = (userId: number, f: DeliveryFilter) =>
  and([
    sql`user_id = ${userId}`,
    f.status !== undefined && sql`status = ${f.status}`,
    f.callId !== undefined && sql`call_id = ${f.callId}`,
    f.event !== undefined && sql`event = ${f.event}`,
    f.host !== undefined && sql`host = ${f.host}`,
    f.from !== undefined && sql`created_at >= ${f.from}`,
    f.to !== undefined && sql`created_at < ${f.to}`,
    f.search !== undefined && f.search.trim() !== '' && found(f.search.trim()),
  ])

/** A condition: what was typed is in the URL, is the id that the receiver sees, or is the number or the name of the person. */
function found(typed: string): Query {
  const byText = sql`instr(lower(url), ${typed.toLowerCase()}) > 0 OR webhook_id = ${typed}`
  const search = readSearch(typed)
  if (!search) return byText
  if ('words' in search) {
    const match = allOf(search.words)
    return sql`${byText}
      OR call_id IN (SELECT rowid FROM call_names WHERE call_names MATCH ${match})
      OR conversation_id IN (SELECT rowid FROM conversation_names WHERE conversation_names MATCH ${match})`
  }
  return sql`${byText}
    OR instr((SELECT client_phone_number FROM calls WHERE calls.id = call_id), ${search.number})
    OR instr((SELECT customer FROM conversations WHERE conversations.id = conversation_id), ${search.number})`
}

/** A user's deliveries, newest first. */
export const list = (db: ReadDb, userId: number, filter: DeliveryFilter, paged: Paged): PageOf<Delivery> =>
  pageOf(
    all<Delivery>(db, queries.page(userId, filter, paged)),
    one<{ n: number }>(db, sql`SELECT count(*) AS n FROM deliveries WHERE ${conditions(userId, filter)}`)!.n,
    paged,
  )

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Delivery {
  const found = one<Delivery>(db, sql`SELECT * FROM deliveries WHERE id = ${id} AND user_id = ${userId}`)
  if (!found) throw notFound('Webhook delivery')
  return found
}

/** The tries of a delivery, oldest first. */
export const triesOf = (db: ReadDb, id: number): Try[] =>
  all<
    Omit<Try, 'request_headers' | 'response_headers'> & Record<'request_headers' | 'response_headers', string | null>
  >(
    db,
    sql`SELECT at, duration_ms, url, request_headers, status_code, response_headers, response_body, error, note
      FROM delivery_tries WHERE delivery_id = ${id} ORDER BY position`,
  ).map(({ request_headers, response_headers, ...row }) => ({
    ...row,
    request_headers: request_headers && JSON.parse(request_headers),
    response_headers: response_headers && JSON.parse(response_headers),
  }))

/** How many tries there were in all, and why the last one failed, as a sentence; null when it did not fail. */
export function triedSoFar(db: ReadDb, id: number): { tries: number; lastError: string | null } {
  const last = one<Pick<Try, 'status_code' | 'error'> & { position: number }>(
    db,
    sql`SELECT position, status_code, error FROM delivery_tries WHERE delivery_id = ${id} ORDER BY position DESC LIMIT 1`,
  )
  if (!last) return { tries: 0, lastError: null }
  const refused = last.status_code !== null && (last.status_code < 200 || last.status_code >= 300)
  return {
    tries: last.position + 1,
    lastError: last.error ?? (refused ? `The receiver answered ${last.status_code}.` : null),
  }
}

/** What a delivery is about, in words: the person, the chat and the assistant; null for what it has not. */
export interface About {
  name: string | null
  phone_number: string | null
  /** The uuid of the chat. */
  conversation: string | null
  assistant_name: string | null
}

export const aboutOf = (db: ReadDb, { call_id, conversation_id, assistant_id }: Delivery): About =>
  one<About>(
    db,
    sql`SELECT coalesce(calls.name, conversations.name) AS name, uuid AS conversation,
        coalesce(client_phone_number, iif(customer GLOB '+[0-9]*', customer, NULL)) AS phone_number,
        (SELECT assistants.name FROM assistants WHERE id = ${assistant_id}) AS assistant_name
      FROM (SELECT 1) LEFT JOIN calls ON calls.id = ${call_id} LEFT JOIN conversations ON conversations.id = ${conversation_id}`,
  )!

/** How many deliveries of a user were given up. */
export const countDead = (db: ReadDb, userId: number): number =>
  one<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM deliveries INDEXED BY deliveries_dead WHERE user_id = ${userId} AND status = 'dead'`,
  )!.n

/** The hosts that a user's webhooks go to, those with the most deliveries first. */
export const receivers = (db: ReadDb, userId: number) =>
  all<{ host: string; deliveries: number; dead: number }>(
    db,
    sql`SELECT host, count(*) AS deliveries, count(*) FILTER (WHERE status = 'dead') AS dead
      FROM deliveries INDEXED BY deliveries_host WHERE user_id = ${userId} GROUP BY host ORDER BY deliveries DESC, host LIMIT 200`,
  )

/** The deliveries about a call, with the number of all their tries. */
export const ofCall = (db: ReadDb, callId: number) =>
  all<Pick<Delivery, 'id' | 'status' | 'tries'>>(
    db,
    sql`SELECT id, status, (SELECT count(*) FROM delivery_tries WHERE delivery_id = deliveries.id) AS tries
      FROM deliveries WHERE call_id = ${callId} ORDER BY id`,
  )

/**
 * Makes a delivery due at once, with all its retries: the same body and id, to the URL that the assistant has now.
 * Throws `not_found`, or `conflict` while it is being sent.
 */
export function redeliver(context: Context, userId: number, id: number): Delivery {
  return transact(context, () => {
    const delivery = get(context.db, userId, id)
    if (!next(deliveryMoves, delivery.status, 'redeliver')) throw conflict('The delivery is on its way already.')
    const url = urlOfNow(context, delivery) ?? delivery.url
    run(context.db, sql`UPDATE deliveries SET tries = 0, url = ${url}, host = ${new URL(url).host} WHERE id = ${id}`)
    move(context, delivery, 'redeliver', context.wall.now())
    return get(context.db, userId, id)
  })
}

/** The URL that the assistant has now for this kind of webhook; null when there is none. */
function urlOfNow(context: Context, { event, user_id, assistant_id }: Delivery): string | null {
  if (assistant_id === null || event === 'test') return null
  const assistant = assistants.find(context, user_id, assistant_id)
  return (event === 'call.ended' ? assistant?.webhook_url : assistant?.conversation_ended_webhook_url) ?? null
}

/** Makes the dead deliveries of a user due again, all or those that the filter finds. Returns how many. */
export const redeliverDead = (context: Context, userId: number, filter: Omit<DeliveryFilter, 'status'>): number =>
  transact(context, () => {
    const dead = all<{ id: number }>(
      context.db,
      sql`SELECT id FROM deliveries WHERE ${conditions(userId, { ...filter, status: 'dead' })} ORDER BY id`,
    )
    for (const { id } of dead) redeliver(context, userId, id)
    return dead.length
  })
