import { setImmediate } from 'node:timers/promises'
import type { CampaignStatus } from '../../../contract/campaigns'
import { all, one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { textModelOf } from '../assistants/brief'
import { trySoon } from '../assistants/model-health'
import { type Context, transact } from '../kernel/context'
import { badRequest, conflict, ServiceError } from '../kernel/errors'
import { type Moves, next } from '../kernel/state-machine'
import { missingInWords, shortage } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import * as dialing from '../workspace/dialing-state'
import {
  assistantOf,
  byId,
  type Campaign,
  campaigns,
  find,
  get,
  hasCallerId,
  minutePriceOf,
  type Row,
  running,
  toCampaign,
} from './campaigns'
import * as leads from './lead-states'
import { nextOpening } from './windows'

export type CampaignEvent = 'start' | 'stop' | 'complete'

/** The states of a campaign. To start a running one, or to stop a stopped one, changes nothing. */
export const campaignMoves: Moves<CampaignStatus, CampaignEvent> = {
  draft: { start: 'in-progress', stop: 'stopped' },
  'in-progress': { stop: 'stopped', complete: 'completed' },
  stopped: { start: 'in-progress' },
  completed: { start: 'in-progress', stop: 'stopped' },
}

/** How many leads are deleted at once. Other work can run between two batches. */
const DELETE_BATCH = 2000

/**
 * Stops a campaign and deletes it with its leads, in batches. Its calls stay, and running calls go on. A crash in between
 * leaves a stopped campaign with fewer leads. Throws `not_found`.
 */
export async function remove(context: Context, userId: number, id: number) {
  const { status } = transact(context, () => {
    stopCampaign(context, get(context.db, userId, id))
    return get(context.db, userId, id)
  })
  const batch = () =>
    run(
      context.db,
      sql`DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE campaign_id = ${id} LIMIT ${DELETE_BATCH})`,
    )
  while (batch() === DELETE_BATCH) await setImmediate()
  transact(context, () => {
    run(context.db, sql`DELETE FROM campaigns WHERE id = ${id}`)
    context.bus.publish(userId, { type: 'campaign.changed', id, status })
  })
}

/** Starts a campaign. Throws `not_found`, or `bad_request` with what is missing. */
export function start(context: Context, userId: number, id: number): Campaign {
  return transact(context, () => {
    const campaign = getForAction(context.db, userId, id)
    if (campaign.status === 'in-progress') return campaign
    const why = obstacleToStart(context, campaign)
    if (why !== null) throw badRequest(why, { success: false, data: { campaign_id: id, status: campaign.status } })
    begin(context, campaign)
    return get(context.db, userId, id)
  })
}

/** Why a campaign cannot be started now, and what to do; null: it can. */
export function obstacleToStart(context: Context, campaign: Campaign): string | null {
  const { db } = context
  if (campaign.assistantId === null) return 'The campaign has no assistant. Give it one before it starts.'
  if (Object.keys(leads.countsOf(db, campaign.id)).length === 0)
    return 'The campaign has no leads. Add leads before it starts.'
  if (!hasCallerId(db, campaign, assistantOf(context, campaign)))
    return 'The campaign has no number of a SIP trunk to call from. Give it or its assistant one before it starts.'
  const price = minutePriceOf(db, campaign, assistantOf(context, campaign))
  const missing = shortage({ balance: balanceOf(db, campaign.userId), held: 0, price })
  if (missing) return `${missingInWords('A call', missing)} Top up the balance first.`
  return dialing.get(db).state === 'halted' ? 'Dialing is halted. Resume it first.' : null
}

/** Starts a campaign that can be started. Call inside a transaction. */
export function begin(context: Context, campaign: Campaign) {
  move(context, campaign, 'start')
  const assistant = assistantOf(context, campaign)
  if (assistant) trySoon(context, textModelOf(context.db, assistant))
}

/** What became of a campaign that a halt had stopped. */
export interface Restarted {
  campaign: Campaign
  started: boolean
  /** Why it was not started; else that it was. */
  message: string
}

/**
 * Starts the campaigns of a user that a halt has stopped, those that can be started. `resume`: dialing is resumed before.
 * Throws `conflict` while dialing is halted and not to be resumed.
 */
export function startHalted(context: Context, userId: number, resume: boolean): Restarted[] {
  return transact(context, () => {
    if (resume) dialing.set(context, 'dialing', null)
    else if (dialing.get(context.db).state === 'halted')
      throw conflict('Dialing is halted. Resume it first, or send resume: true to do both.')
    return halted(context.db, userId).map(campaign => {
      const why = obstacleToStart(context, campaign) ?? nothingToDo(context, campaign)
      if (why === null) begin(context, campaign)
      return {
        campaign: get(context.db, userId, campaign.id),
        started: why === null,
        message: why ?? 'The campaign was started.',
      }
    })
  })
}

/** Why a campaign would not dial anybody after a start, however long one waits; null: it would. */
export function nothingToDo({ db, clock }: Context, { id, settings }: Campaign): string | null {
  if (leads.countWaiting(leads.countsOf(db, id)) === 0) return 'No lead is left to be called.'
  return nextOpening(settings, settings.timezone, clock.now()) === null
    ? 'Its hours never open. Change them first.'
    : null
}

/** The campaigns of a user that a halt has stopped, and that nobody has started or stopped since, oldest first. */
export const halted = (db: ReadDb, userId: number): Campaign[] =>
  all<Row>(
    db,
    sql`${campaigns} WHERE campaigns.user_id = ${userId} AND halted_at IS NOT NULL ORDER BY campaigns.id`,
  ).map(toCampaign)

/**
 * Stops a campaign. Its running calls go on; its queued leads are no longer queued. One that a halt has stopped stays
 * stopped for good, and a planned start is withdrawn. Throws `not_found`.
 */
export function stop(context: Context, userId: number, id: number): Campaign {
  return transact(context, () => {
    const campaign = getForAction(context.db, userId, id)
    stopCampaign(context, campaign)
    if (campaign.haltedAt !== null || campaign.startAt !== null) {
      run(context.db, sql`UPDATE campaigns SET halted_at = NULL, start_at = NULL WHERE id = ${id}`)
      context.bus.publish(userId, { type: 'campaign.changed', id, status: get(context.db, userId, id).status })
    }
    return get(context.db, userId, id)
  })
}

/** Throws `not_found` in the form that the operation for starting and stopping documents. */
function getForAction(db: ReadDb, userId: number, id: number): Campaign {
  const campaign = find(db, userId, id)
  if (!campaign) throw new ServiceError('not_found', 'Campaign not found.', { extra: { success: false } })
  return campaign
}

/**
 * Deletes an assistant and stops its campaigns; they keep their leads and need another assistant. Running calls go on
 * with the brief that they have. Throws `not_found`.
 */
export function removeAssistant(context: Context, userId: number, id: number) {
  transact(context, () => {
    assistants.get(context, userId, id)
    const own = all<Row>(context.db, sql`${campaigns} WHERE campaigns.assistant_id = ${id}`).map(toCampaign)
    for (const campaign of own) stopCampaign(context, campaign)
    assistants.remove(context, userId, id)
    for (const { id: campaignId } of own) {
      const { status } = get(context.db, userId, campaignId)
      context.bus.publish(userId, { type: 'campaign.changed', id: campaignId, status })
    }
  })
}

/**
 * Stops every running campaign of the workspace, for a halt, and keeps that it was the halt. Returns how many. Call inside
 * a transaction.
 */
export const stopAll = (context: Context): number =>
  running(context.db).filter(campaign => stopCampaign(context, campaign, context.clock.now())).length

/** Stops a campaign that cannot go on, stores the reason, and notifies the operator. Call inside a transaction. */
export function stopWithReason(context: Context, campaign: Campaign, reason: string, callIds: number[]) {
  if (!stopCampaign(context, campaign)) return
  keepReason(context, campaign, reason, callIds)
  context.bus.publish(campaign.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `${campaign.name} stopped itself. ${reason}`,
    campaign_id: campaign.id,
    call_ids: callIds,
  })
}

/** Leaves a campaign stopped that could not be started by itself, as one that has stopped itself. Call inside a transaction. */
export function refuseStart(context: Context, campaign: Campaign, reason: string) {
  if (!stopCampaign(context, campaign)) {
    run(context.db, sql`UPDATE campaigns SET start_at = NULL, halted_at = NULL WHERE id = ${campaign.id}`)
    context.bus.publish(campaign.userId, { type: 'campaign.changed', id: campaign.id, status: campaign.status })
  }
  keepReason(context, campaign, reason, [])
  context.bus.publish(campaign.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `${campaign.name}: ${reason}`,
    campaign_id: campaign.id,
  })
}

const keepReason = (context: Context, { id }: Campaign, reason: string, callIds: number[]) =>
  run(
    context.db,
    sql`UPDATE campaigns SET stopped_because = ${JSON.stringify({ reason, call_ids: callIds })} WHERE id = ${id}`,
  )

/** Asks the operator, once after each start, whether the list of a campaign is right. Call inside a transaction. */
export function askAboutList(context: Context, campaign: Campaign, dialed: number) {
  if (
    run(context.db, sql`UPDATE campaigns SET list_doubtful = 1 WHERE id = ${campaign.id} AND list_doubtful = 0`) === 0
  )
    return
  context.bus.publish(campaign.userId, {
    type: 'operator.told',
    level: 'warning',
    text: `Most of the last ${dialed} numbers that ${campaign.name} dialed do not exist or cannot be reached. Is its list right?`,
    campaign_id: campaign.id,
  })
}

/** `haltedAt`: when a halt stops it; null: something else does. Returns whether it was stopped. */
export function stopCampaign(context: Context, campaign: Campaign, haltedAt: number | null = null): boolean {
  if (!move(context, campaign, 'stop', haltedAt)) return false
  const queued = all<{ id: number }>(
    context.db,
    sql`SELECT id FROM leads WHERE campaign_id = ${campaign.id} AND status = 'scheduled'`,
  )
  for (const { id } of queued) leads.move(context, id, 'release')
  return true
}

/**
 * Completes a campaign that has no more leads to call, if its rules say so. Returns whether it has. Call inside a
 * transaction.
 */
export function completeIfDone(context: Context, campaign: Campaign): boolean {
  if (!campaign.settings.mark_complete_when_no_leads) return false
  const counts = leads.countsOf(context.db, campaign.id)
  return leads.countWaiting(counts) === 0 && !counts.processing && move(context, campaign, 'complete')
}

/**
 * Completes a campaign if it runs and the lead that has just ended was its last one. Call it wherever a lead ends or
 * goes away. Call inside a transaction.
 */
export function completeIfRunning(context: Context, id: number) {
  const campaign = byId(context.db, id)
  if (campaign?.status === 'in-progress') completeIfDone(context, campaign)
}

function move(context: Context, campaign: Campaign, event: CampaignEvent, haltedAt: number | null = null): boolean {
  const to = next(campaignMoves, campaign.status, event)
  if (!to) return false
  const now = context.clock.now()
  const changed = run(
    context.db,
    sql`UPDATE campaigns SET status = ${to}, updated_at = ${now},
      started_at = ${event === 'start' ? now : campaign.startedAt},
      start_at = NULL, halted_at = ${haltedAt}, list_doubtful = list_doubtful * ${Number(event !== 'start')},
      stopped_because = ${event === 'start' || !campaign.stoppedBecause ? null : JSON.stringify(campaign.stoppedBecause)}
      WHERE id = ${campaign.id} AND status = ${campaign.status}`,
  )
  if (changed === 0) return false
  context.bus.publish(campaign.userId, { type: 'campaign.changed', id: campaign.id, status: to })
  return true
}

/**
 * Stops the running campaigns of a database that was restored from a backup, because they would call leads again that
 * were called since the backup, and withdraws planned starts. Queued leads are no longer queued, and changes of many leads
 * do not go on. Returns how many campaigns were running.
 */
export function stopRestored(db: WriteDb): number {
  const stopped = run(db, sql`UPDATE campaigns SET status = 'stopped' WHERE status = 'in-progress'`)
  run(db, sql`UPDATE campaigns SET start_at = NULL WHERE start_at IS NOT NULL`)
  run(db, sql`UPDATE leads SET status = 'created', due_at = NULL, rank = 1 WHERE status = 'scheduled'`)
  // A file from before has no such table.
  if (one(db, sql`SELECT 1 FROM sqlite_master WHERE name = 'lead_changes'`))
    run(db, sql`UPDATE lead_changes SET status = 'cancelled', finished_at = created_at WHERE status = 'running'`)
  return stopped
}
