import type { CampaignSettings } from '../../../contract/campaigns'
import type { Forecast, RehearsalStatus } from '../../../contract/rehearsals'
import type { Input } from '../../../contract/validation'
import { all, and, insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as campaigns from '../campaigns/campaigns'
import { countsOf, countWaiting } from '../campaigns/lead-states'
import { scheduleOf } from '../campaigns/rules'
import { type Context, transact } from '../kernel/context'
import { conflict, notFound } from '../kernel/errors'
import { type Paged, type PageOf, pageOf } from '../kernel/paging'
import { type Moves, next } from '../kernel/state-machine'
import { DAY } from '../kernel/time'
import { workFor } from './forecast'
import type { Setting } from './model'

type RehearsalEvent = 'finish' | 'fail' | 'cancel'

export const rehearsalMoves: Moves<RehearsalStatus, RehearsalEvent> = {
  running: { finish: 'done', fail: 'failed', cancel: 'cancelled' },
  done: {},
  failed: {},
  cancelled: {},
}

export interface Rehearsal {
  id: number
  userId: number
  campaignId: number
  status: RehearsalStatus
  setting: Setting
  changes: Record<string, unknown>
  /** The campaign has the simulated settings now. */
  isCurrent: boolean
  startAt: number | null
  done: number
  expected: number
  tries: number
  forecast: Forecast | null
  error: string | null
  createdAt: number
  finishedAt: number | null
}

interface Row {
  id: number
  user_id: number
  campaign_id: number
  status: RehearsalStatus
  settings: string
  changes: string
  campaign_settings: string
  campaign_assistant: number | null
  start_at: number | null
  done: number
  expected: number
  tries: number
  forecast: string | null
  error: string | null
  created_at: number
  finished_at: number | null
}

const rehearsals = sql`SELECT rehearsals.*, campaigns.settings AS campaign_settings,
    campaigns.assistant_id AS campaign_assistant
  FROM rehearsals JOIN campaigns ON campaigns.id = rehearsals.campaign_id`

function toRehearsal(row: Row): Rehearsal {
  const setting = JSON.parse(row.settings) as Setting
  return {
    isCurrent:
      setting.assistantId === row.campaign_assistant && isSame(setting.rules, JSON.parse(row.campaign_settings)),
    id: row.id,
    userId: row.user_id,
    campaignId: row.campaign_id,
    status: row.status,
    setting,
    changes: JSON.parse(row.changes) as Record<string, unknown>,
    startAt: row.start_at,
    done: row.done,
    expected: row.expected,
    tries: row.tries,
    forecast: row.forecast === null ? null : (JSON.parse(row.forecast) as Forecast),
    error: row.error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

/** Whether two records have the same values, in whatever order. One that is damaged has none. */
const isSame = (a: object | undefined, b: object) =>
  JSON.stringify(Object.entries(a ?? {}).toSorted()) === JSON.stringify(Object.entries(b).toSorted())

/** How far in the future a rehearsed campaign may start. */
const FURTHEST = 366 * DAY

/** How many rehearsals of a user may run or wait at once. */
const MOST_RUNNING = 5

/** Ended rehearsals are kept for this long, and at most this many of a user. */
const LIFETIME = 7 * DAY
const MOST_KEPT = 20

export function byId(db: ReadDb, id: number): Rehearsal | undefined {
  const row = one<Row>(db, sql`${rehearsals} WHERE rehearsals.id = ${id}`)
  return row && toRehearsal(row)
}

/** A user's rehearsals, newest first. */
export function list(db: ReadDb, userId: number, campaignId: number | undefined, asked: Paged): PageOf<Rehearsal> {
  const of = and([
    sql`rehearsals.user_id = ${userId}`,
    campaignId !== undefined && sql`rehearsals.campaign_id = ${campaignId}`,
  ])
  const items = all<Row>(
    db,
    sql`${rehearsals} WHERE ${of} ORDER BY rehearsals.id DESC LIMIT ${asked.perPage} OFFSET ${asked.offset}`,
  )
  const { n } = one<{ n: number }>(db, sql`SELECT count(*) AS n FROM rehearsals WHERE ${of}`)!
  return pageOf(items.map(toRehearsal), n, asked)
}

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): Rehearsal {
  const found = byId(db, id)
  if (!found || found.userId !== userId) throw notFound('Rehearsal')
  return found
}

/**
 * Starts a rehearsal of a campaign in the background, with changes that are not saved. Throws `not_found`, `invalid` with
 * every error, or `conflict` while too many run.
 */
export function create(
  context: Context,
  userId: number,
  campaignId: number,
  { values: { start_at: startAt = null, ...values }, errors }: Input<CampaignSettings & { start_at: number | null }>,
): Rehearsal {
  return transact(context, () => {
    const campaign = campaigns.get(context.db, userId, campaignId)
    const now = context.clock.now()
    if (startAt !== null && startAt < now) errors.add('start_at', 'The start_at field must not be in the past.')
    if (startAt !== null && startAt > now + FURTHEST)
      errors.add('start_at', 'The start_at field must not be more than a year ahead.')
    const { name: _, ...asked } = values
    const { assistantId, settings: rules } = campaigns.withChanges(context, campaign, { values, errors })
    const running = one<{ n: number }>(context.db, queries.runningOf(userId))!.n
    if (running >= MOST_RUNNING)
      throw conflict(`${running} rehearsals are running. Cancel one, or wait until one is done.`)
    const own = { ...campaign.settings, assistant_id: campaign.assistantId }
    const merged = { ...rules, assistant_id: assistantId }
    const setting: Setting = {
      userId,
      campaignId,
      assistantId,
      rules,
      ownAssistant: assistantId === campaign.assistantId,
      otherSchedule: scheduleOf(rules) !== scheduleOf(campaign.settings),
      startAt,
    }
    const counts = countsOf(context.db, campaignId)
    const leads = countWaiting(counts) + (counts.processing ?? 0)
    const id = insert(
      context.db,
      sql`INSERT INTO rehearsals (user_id, campaign_id, settings, changes, start_at, expected, created_at)
        VALUES (${userId}, ${campaignId}, ${JSON.stringify(setting)}, ${JSON.stringify(differing(asked, own, merged))},
          ${startAt}, ${workFor(leads)}, ${now})`,
    )
    context.bus.publish(userId, { type: 'rehearsal.changed', id, campaign_id: campaignId, status: 'running' })
    return get(context.db, userId, id)
  })
}

/** The settings of the input that differ from the campaign's own. */
const differing = (asked: object, own: Record<string, unknown>, merged: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys(asked)
      .filter(name => JSON.stringify(own[name]) !== JSON.stringify(merged[name]))
      .map(name => [name, merged[name]]),
  )

/** Cancels a running rehearsal, or deletes an ended one. Returns which. Throws `not_found`. */
export function remove(context: Context, userId: number, id: number): 'cancelled' | 'deleted' {
  return transact(context, () => {
    const rehearsal = get(context.db, userId, id)
    if (end(context, rehearsal, 'cancel')) return 'cancelled'
    run(context.db, sql`DELETE FROM rehearsals WHERE id = ${id}`)
    return 'deleted'
  })
}

export const queries = {
  next: sql`SELECT id FROM rehearsals WHERE status = 'running' ORDER BY id LIMIT 1`,
  runningOf: (userId: number) =>
    sql`SELECT count(*) AS n FROM rehearsals WHERE user_id = ${userId} AND finished_at IS NULL`,
  /** Ended rehearsals of a user beyond the number that is kept. */
  surplus: (userId: number) =>
    sql`SELECT id FROM rehearsals WHERE user_id = ${userId} AND finished_at > 0
      ORDER BY finished_at DESC LIMIT -1 OFFSET ${MOST_KEPT}`,
  old: (before: number) => sql`SELECT id FROM rehearsals WHERE finished_at <= ${before}`,
  oldest: sql`SELECT min(finished_at) AS at FROM rehearsals WHERE finished_at IS NOT NULL`,
}

export const isRunning = (db: ReadDb, id: number) =>
  one(db, sql`SELECT 1 FROM rehearsals WHERE id = ${id} AND status = 'running'`) !== undefined

/** Begins the oldest running rehearsal from its start, and counts the try; undefined when there is none. */
export function begin(context: Context): Rehearsal | undefined {
  return transact(context, () => {
    const id = one<{ id: number }>(context.db, queries.next)?.id
    if (id === undefined) return undefined
    run(context.db, sql`UPDATE rehearsals SET tries = tries + 1, done = 0 WHERE id = ${id}`)
    return byId(context.db, id)
  })
}

/** Takes a try back that was stopped because the service stops. */
export const uncountTry = (context: Context, id: number) =>
  run(context.db, sql`UPDATE rehearsals SET tries = tries - 1 WHERE id = ${id} AND status = 'running'`)

/** Stores and publishes the progress of a running rehearsal; `done`: leads simulated. */
export function progress(context: Context, { id, userId, campaignId, expected }: Rehearsal, done: number) {
  transact(context, () => {
    if (run(context.db, sql`UPDATE rehearsals SET done = ${done} WHERE id = ${id} AND status = 'running'`) === 0) return
    context.bus.publish(userId, {
      type: 'rehearsal.changed',
      id,
      campaign_id: campaignId,
      status: 'running',
      progress: { done: Math.min(done, expected), expected },
    })
  })
}

export const finish = (context: Context, rehearsal: Rehearsal, forecast: Forecast) =>
  transact(context, () => end(context, rehearsal, 'finish', { forecast: JSON.stringify(forecast) }))

export const fail = (context: Context, rehearsal: Rehearsal, error: string) =>
  transact(context, () => end(context, rehearsal, 'fail', { error }))

/** Ends a running rehearsal, and deletes the oldest of the user's ended ones beyond `MOST_KEPT`. */
function end(
  context: Context,
  { id, userId, campaignId, status, done, expected }: Rehearsal,
  event: RehearsalEvent,
  { forecast = null, error = null }: { forecast?: string | null; error?: string | null } = {},
): boolean {
  const to = next(rehearsalMoves, status, event)
  if (!to) return false
  const changed = run(
    context.db,
    sql`UPDATE rehearsals SET status = ${to}, forecast = ${forecast}, error = ${error},
      done = ${to === 'done' ? expected : done}, finished_at = ${context.clock.now()} WHERE id = ${id} AND status = 'running'`,
  )
  if (changed === 0) return false
  for (const old of all<{ id: number }>(context.db, queries.surplus(userId)))
    run(context.db, sql`DELETE FROM rehearsals WHERE id = ${old.id}`)
  context.bus.publish(userId, { type: 'rehearsal.changed', id, campaign_id: campaignId, status: to })
  return true
}

/** Deletes old rehearsals. Returns the desk time at which the next one is to be deleted; null: there is none. */
export function clearOld(context: Context): number | null {
  return transact(context, () => {
    for (const { id } of all<{ id: number }>(context.db, queries.old(context.clock.now() - LIFETIME)))
      run(context.db, sql`DELETE FROM rehearsals WHERE id = ${id}`)
    const oldest = one<{ at: number | null }>(context.db, queries.oldest)!.at
    return oldest === null ? null : oldest + LIFETIME
  })
}
