import type { NewLeadsChange } from '../../../contract/lead-changes'
import type { LeadAction, LeadChangeStatus, SkipReason } from '../../../contract/statuses'
import type { Input } from '../../../contract/validation'
import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid, notFound } from '../kernel/errors'
import { type Moves, next } from '../kernel/state-machine'
import { DAY } from '../kernel/time'
import * as campaigns from './campaigns'
import { type Before, type Change, changeLead, undoLead } from './lead-change-steps'
import * as leads from './leads'

type ChangeEvent = 'finish' | 'cancel' | 'undo' | 'finishUndo'

export const leadChangeMoves: Moves<LeadChangeStatus, ChangeEvent> = {
  running: { finish: 'done', cancel: 'cancelled' },
  done: { undo: 'undoing' },
  cancelled: { undo: 'undoing' },
  undoing: { finishUndo: 'undone' },
  undone: {},
}

/** The leads that are changed: those with the ids, in order, or all that fit the filter except some. */
export type Selection = { ids: number[] } | { filter: leads.LeadFilter; except: number[] }

/** A change of many leads. */
export interface LeadsChange extends Change {
  userId: number
  status: LeadChangeStatus
  selection: Selection
  /** Leads with higher ids were added later and are not changed. */
  lastLead: number
  /** The lead up to which it has come. */
  cursor: number
  total: number
  done: number
  changed: number
  skipped: Partial<Record<SkipReason, number>>
  createdAt: number
  finishedAt: number | null
}

interface Row {
  id: number
  user_id: number
  action: LeadAction
  status: LeadChangeStatus
  selection: string
  campaign_id: number | null
  reason: string | null
  last_lead: number
  cursor: number
  total: number
  done: number
  changed: number
  skipped: string
  created_at: number
  finished_at: number | null
}

const toChange = (row: Row): LeadsChange => ({
  id: row.id,
  userId: row.user_id,
  action: row.action,
  status: row.status,
  selection: JSON.parse(row.selection) as Selection,
  campaignId: row.campaign_id,
  reason: row.reason,
  lastLead: row.last_lead,
  cursor: row.cursor,
  total: row.total,
  done: row.done,
  changed: row.changed,
  skipped: JSON.parse(row.skipped) as LeadsChange['skipped'],
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

/** How many leads are changed in one turn of the event loop, which takes some ten milliseconds. */
const SLICE = 100
/** How many ids are looked at in one turn. A filter may fit few leads among many. */
const WINDOW = 5000
/** How many steps of old changes are deleted in one turn. */
const DELETE_BATCH = 2000
/** For so long a change can be undone; then it is deleted. Desk time. */
const LIFETIME = DAY
/** How many changes of a user may be under way at once. */
const MOST_RUNNING = 5

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): LeadsChange {
  const row = one<Row>(db, sql`SELECT * FROM lead_changes WHERE id = ${id} AND user_id = ${userId}`)
  if (!row) throw notFound('Change')
  return toChange(row)
}

/** Those of the last day, newest first. */
export const list = (db: ReadDb, userId: number): LeadsChange[] =>
  all<Row>(db, sql`SELECT * FROM lead_changes WHERE user_id = ${userId} ORDER BY id DESC LIMIT 100`).map(toChange)

/** Whether it has changed anything that can be taken back now. */
export const isUndoable = ({ action, status, changed }: LeadsChange) =>
  action !== 'delete' && changed > 0 && next(leadChangeMoves, status, 'undo') !== undefined

/**
 * Begins a change of many leads. The first ones are changed at once, so that few leads are done with the answer; the worker
 * goes on with the others. `filter`: instead of ids. Throws `invalid` with every error, or `conflict` while
 * too many are under way.
 */
export function create(
  context: Context,
  userId: number,
  { values, errors }: Input<NewLeadsChange>,
  filter: leads.LeadFilter | undefined,
): LeadsChange {
  return transact(context, () => {
    const { action, ids, except = [], campaign_id: campaignId } = values
    const isFiltered = filter !== undefined
    if (!errors.any && (ids === undefined) !== isFiltered)
      errors.add('ids', 'The ids field or the filter field is required, and not both.')
    if (action === 'move' && campaignId === undefined && !errors.has('campaign_id'))
      errors.add('campaign_id', 'The campaign_id field is required to move leads.')
    if (campaignId !== undefined && !campaigns.find(context.db, userId, campaignId))
      errors.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    if (errors.any || !action) throw invalid(errors)
    const running = one<{ n: number }>(
      context.db,
      sql`SELECT count(*) AS n FROM lead_changes WHERE finished_at IS NULL AND user_id = ${userId}`,
    )!.n
    if (running >= MOST_RUNNING)
      throw conflict(`${running} changes of many leads are under way. Cancel one, or wait until one is done.`)
    const selection: Selection =
      filter !== undefined ? { filter, except } : { ids: [...new Set(ids)].sort((a, b) => a - b) }
    const total =
      'ids' in selection
        ? selection.ids.length
        : Math.max(0, leads.countOf(context.db, userId, selection.filter) - selection.except.length)
    const id = insert(
      context.db,
      sql`INSERT INTO lead_changes (user_id, action, selection, campaign_id, reason, last_lead, total, created_at)
        VALUES (${userId}, ${action}, ${JSON.stringify(selection)}, ${action === 'move' ? campaignId : null},
          ${action === 'blacklist' ? (values.reason ?? '') : null}, ${leads.newestId(context.db)}, ${total},
          ${context.clock.now()})`,
    )
    doSlice(context, get(context.db, userId, id))
    return get(context.db, userId, id)
  })
}

/** Stops a change; what is changed stays so. Throws `not_found`, or `conflict` when it is not running. */
export const cancel = (context: Context, userId: number, id: number): LeadsChange =>
  transact(context, () => {
    const change = get(context.db, userId, id)
    if (!next(leadChangeMoves, change.status, 'cancel')) throw conflict(`The change is ${change.status} already.`)
    save(context, { ...change, status: 'cancelled', finishedAt: context.clock.now() })
    return get(context.db, userId, id)
  })

/** Takes a change back. Throws `not_found`, or `conflict` when that is not possible. */
export const undo = (context: Context, userId: number, id: number): LeadsChange =>
  transact(context, () => {
    const change = get(context.db, userId, id)
    if (change.status === 'running') throw conflict('The change is under way. Cancel it first.')
    if (!isUndoable(change))
      throw conflict(
        change.action === 'delete' ? 'Leads that were deleted cannot be brought back.' : 'There is nothing to undo.',
      )
    save(context, {
      ...change,
      status: 'undoing',
      cursor: 0,
      total: change.changed,
      done: 0,
      changed: 0,
      skipped: {},
      finishedAt: null,
    })
    doSlice(context, get(context.db, userId, id))
    return get(context.db, userId, id)
  })

/**
 * Does the next slice of the oldest change that is under way, or deletes a part of those that are too old. Returns the
 * desk time at which to call it again; null: there is nothing to do.
 */
export function work(context: Context): number | null {
  return transact(context, () => {
    const now = context.clock.now()
    const row = one<Row>(context.db, sql`SELECT * FROM lead_changes WHERE finished_at IS NULL ORDER BY id LIMIT 1`)
    if (row) {
      doSlice(context, toChange(row))
      return now
    }
    return deleteOld(context)
  })
}

function deleteOld(context: Context): number | null {
  const oldest = one<{ id: number; finished_at: number }>(
    context.db,
    sql`SELECT id, finished_at FROM lead_changes WHERE finished_at IS NOT NULL ORDER BY finished_at LIMIT 1`,
  )
  if (!oldest) return null
  const now = context.clock.now()
  if (oldest.finished_at > now - LIFETIME) return oldest.finished_at + LIFETIME
  const deleted = run(
    context.db,
    sql`DELETE FROM lead_change_steps WHERE change_id = ${oldest.id} AND lead_id IN
      (SELECT lead_id FROM lead_change_steps WHERE change_id = ${oldest.id} LIMIT ${DELETE_BATCH})`,
  )
  if (deleted < DELETE_BATCH) run(context.db, sql`DELETE FROM lead_changes WHERE id = ${oldest.id}`)
  return now
}

function doSlice(context: Context, change: LeadsChange) {
  if (change.status === 'undoing') return undoSlice(context, change)
  const { found, cursor, isLast } = nextLeads(context.db, change)
  const counted = { changed: change.changed, skipped: { ...change.skipped } }
  for (const lead of found) count(counted, lead ? changeLead(context, change, lead) : 'gone')
  const done = change.done + found.length
  save(context, {
    ...change,
    cursor,
    done,
    // More or fewer leads may fit the filter by now than when it began.
    total: isLast ? done : Math.max(change.total, done),
    ...counted,
    ...(isLast && { status: 'done', finishedAt: context.clock.now() }),
  })
}

/** Counts a lead as changed, or as skipped for a reason. */
function count(counted: Pick<LeadsChange, 'changed' | 'skipped'>, skipped: SkipReason | null) {
  if (skipped === null) counted.changed++
  else counted.skipped[skipped] = (counted.skipped[skipped] ?? 0) + 1
}

interface Found {
  /** Undefined for an id without a lead of this user's. */
  found: (leads.Lead | undefined)[]
  cursor: number
  isLast: boolean
}

function nextLeads(db: ReadDb, { userId, selection, cursor, lastLead }: LeadsChange): Found {
  if ('ids' in selection) {
    const left = selection.ids.filter(id => id > cursor)
    const ids = left.slice(0, SLICE)
    const own = (id: number) => {
      const lead = leads.find(db, id)
      return lead?.userId === userId ? lead : undefined
    }
    return { found: ids.map(own), cursor: ids.at(-1) ?? cursor, isLast: left.length <= SLICE }
  }
  const until = Math.min(cursor + WINDOW, lastLead)
  const found = leads.stretch(db, userId, selection.filter, { after: cursor, last: until, most: SLICE })
  const reached = found.length === SLICE ? found.at(-1)!.id : until
  const except = new Set(selection.except)
  return {
    found: found.filter(lead => !except.has(lead.id)),
    cursor: reached,
    isLast: reached >= lastLead,
  }
}

function undoSlice(context: Context, change: LeadsChange) {
  const steps = all<{ lead_id: number; before: string }>(
    context.db,
    sql`SELECT lead_id, before FROM lead_change_steps WHERE change_id = ${change.id} AND lead_id > ${change.cursor}
      ORDER BY lead_id LIMIT ${SLICE}`,
  )
  const counted = { changed: change.changed, skipped: { ...change.skipped } }
  for (const { lead_id: leadId, before } of steps)
    count(counted, undoLead(context, change, leadId, JSON.parse(before) as Before))
  const isLast = steps.length < SLICE
  const done = change.done + steps.length
  save(context, {
    ...change,
    cursor: steps.at(-1)?.lead_id ?? change.cursor,
    done,
    total: isLast ? done : Math.max(change.total, done),
    ...counted,
    ...(isLast && { status: 'undone', finishedAt: context.clock.now() }),
  })
}

function save(context: Context, change: LeadsChange) {
  run(
    context.db,
    sql`UPDATE lead_changes SET status = ${change.status}, cursor = ${change.cursor}, total = ${change.total},
      done = ${change.done}, changed = ${change.changed}, skipped = ${JSON.stringify(change.skipped)},
      finished_at = ${change.finishedAt} WHERE id = ${change.id}`,
  )
  context.bus.publish(change.userId, {
    type: 'lead_change.changed',
    id: change.id,
    status: change.status,
    progress: { done: change.done, total: change.total },
  })
}
