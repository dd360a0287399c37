import type { LeadStatus } from '../../../contract/leads'
import type { LeadAction, SkipReason } from '../../../contract/statuses'
import { FieldErrors } from '../../../contract/validation'
import { all, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { openAttempt } from './attempts'
import * as blacklist from './blacklist'
import { completeIfRunning } from './campaign-states'
import * as campaigns from './campaigns'
import { contactsOf, setContactStatus } from './contacts'
import * as leadEdit from './lead-edit'
import * as leadStates from './lead-states'
import * as leads from './leads'

/** The change that a lead is changed by. */
export interface Change {
  id: number
  action: LeadAction
  /** Where leads are moved to. */
  campaignId: number | null
  /** For the blacklist. */
  reason: string | null
}

/** What a lead was before it was changed. */
export interface Before {
  status: LeadStatus
  campaignId: number
  attempts: number
  callbackAt: number | null
  cutOff: boolean
  dueAt: number | null
  /** Of its contacts, in their order. */
  contacts: ReturnType<typeof contactsOf>[number]['status'][]
  /** With the lead whose number was put on the blacklist: the entry that was there; null: none. */
  entry?: Pick<blacklist.Entry, 'reason' | 'source' | 'expires_at'> | null
}

/** Does a change to one lead. Returns why it was skipped; null: it is changed. Call inside a transaction. */
export function changeLead(context: Context, change: Change, lead: leads.Lead): SkipReason | null {
  switch (change.action) {
    case 'retry':
      return retry(context, change, lead)
    case 'move':
      return moveToCampaign(context, change, lead)
    case 'blacklist':
      return list(context, change, lead)
    case 'delete':
      if (lead.status === 'processing') return 'on_the_phone'
      leadEdit.remove(context, lead.userId, lead.id)
      return null
  }
}

const isListed = (context: Context, lead: leads.Lead) =>
  blacklist.isListed(context.db, lead.userId, lead.phoneNumber, context.clock.now())

function retry(context: Context, change: Change, lead: leads.Lead): SkipReason | null {
  if (lead.status === 'processing') return 'on_the_phone'
  if (leadStates.waits(lead.status)) return 'waiting'
  if (isListed(context, lead)) return 'blacklisted'
  keep(context, change, lead)
  leadEdit.update(context, lead.userId, lead.id, { values: { status: 'created' }, errors: new FieldErrors() })
  return null
}

function moveToCampaign(context: Context, change: Change, lead: leads.Lead): SkipReason | null {
  const campaign = campaigns.find(context.db, lead.userId, change.campaignId!)
  if (!campaign) return 'gone'
  if (lead.campaignId === campaign.id) return 'there_already'
  if (lead.status === 'processing') return 'on_the_phone'
  if (leads.isInCampaign(context.db, lead.userId, campaign.id, lead.phoneNumber)) return 'duplicate'
  const errors = new FieldErrors()
  const contacts = contactsOf(context.db, [lead.id])
  leads.checkVariables(
    leads.variablesOf(context, campaign),
    {
      variables: lead.variables,
      secondary_contacts: contacts.map(contact => ({
        phone_number: contact.phoneNumber,
        variables: contact.variables,
      })),
    },
    errors,
  )
  if (errors.any) return 'variables'
  keep(context, change, lead)
  leadEdit.update(context, lead.userId, lead.id, { values: { campaign_id: campaign.id }, errors })
  return null
}

/** Puts the number on the blacklist. All waiting leads with it become blacklisted, not only this one. */
function list(context: Context, change: Change, lead: leads.Lead): SkipReason | null {
  const { db } = context
  if (isListed(context, lead) && !leadStates.waits(lead.status)) return 'blacklisted'
  const entry = blacklist.find(db, lead.userId, lead.phoneNumber) ?? null
  keep(context, change, lead, entry && { reason: entry.reason, source: entry.source, expires_at: entry.expires_at })
  const others = all<{ id: number }>(
    db,
    sql`SELECT id FROM leads WHERE user_id = ${lead.userId} AND phone_number = ${lead.phoneNumber}
      AND ${leadStates.isWaiting} AND id <> ${lead.id}`,
  )
  for (const { id } of others) keep(context, change, leads.find(db, id)!)
  blacklist.add(context, lead.userId, { phoneNumber: lead.phoneNumber, reason: change.reason!, source: 'operator' })
  return null
}

/** Keeps what a lead is, so that its change can be taken back. What it was before the change of another stays. */
function keep(context: Context, { id }: Change, lead: leads.Lead, entry?: Before['entry']) {
  const before: Before = {
    status: lead.status,
    campaignId: lead.campaignId,
    attempts: lead.attempts,
    callbackAt: lead.callbackAt,
    cutOff: lead.cutOff,
    dueAt: lead.dueAt,
    contacts: contactsOf(context.db, [lead.id]).map(contact => contact.status),
    entry,
  }
  run(
    context.db,
    sql`INSERT INTO lead_change_steps (change_id, lead_id, before) VALUES (${id}, ${lead.id}, ${JSON.stringify(before)})
      ON CONFLICT DO NOTHING`,
  )
}

/** Takes the change of one lead back. Returns why it stays as it is; null: it is as before. Call inside a transaction. */
export function undoLead(context: Context, change: Change, leadId: number, before: Before): SkipReason | null {
  const lead = leads.find(context.db, leadId)
  if (!lead) return 'gone'
  if (lead.status === 'processing') return 'on_the_phone'
  switch (change.action) {
    case 'retry':
      return finishAgain(context, lead, before)
    case 'move':
      return moveBack(context, change, lead, before)
    case 'blacklist':
      return unlist(context, change, lead, before)
    default:
      return 'gone'
  }
}

/** Whether the lead waits as one that starts, and was not called since. */
const isFresh = (context: Context, lead: leads.Lead) =>
  leadStates.waits(lead.status) && lead.attempts === 0 && openAttempt(context.db, lead.id) === undefined

function finishAgain(context: Context, lead: leads.Lead, before: Before): SkipReason | null {
  if (!isFresh(context, lead) || lead.campaignId !== before.campaignId) return 'changed_since'
  const event = before.status === 'blacklisted' ? 'blacklist' : before.status === 'completed' ? 'complete' : 'giveUp'
  leadStates.move(context, lead.id, event, valuesOf(before))
  before.contacts.forEach((status, i) => {
    setContactStatus(context, lead.id, i + 1, status)
  })
  completeIfRunning(context, lead.campaignId)
  return null
}

function moveBack(context: Context, change: Change, lead: leads.Lead, before: Before): SkipReason | null {
  const { db } = context
  const isUntouched = leadStates.waits(before.status) ? isFresh(context, lead) : lead.status === before.status
  if (lead.campaignId !== change.campaignId || !isUntouched) return 'changed_since'
  const campaign = campaigns.find(db, lead.userId, before.campaignId)
  if (!campaign) return 'gone'
  if (leads.isInCampaign(db, lead.userId, campaign.id, lead.phoneNumber)) return 'duplicate'
  leadEdit.moveTo(context, lead, campaign, lead.phoneNumber)
  if (leadStates.waits(before.status)) waitAgain(context, lead.id, campaign, before)
  completeIfRunning(context, change.campaignId!)
  publish(context, lead.id)
  return null
}

function unlist(context: Context, change: Change, lead: leads.Lead, before: Before): SkipReason | null {
  const { db } = context
  const now = blacklist.find(db, lead.userId, lead.phoneNumber)
  // Without a value the number was listed with another lead.
  if (before.entry !== undefined && now?.source === 'operator' && now.reason === change.reason) {
    if (before.entry === null) blacklist.remove(context, lead.userId, lead.phoneNumber)
    else
      blacklist.add(context, lead.userId, {
        phoneNumber: lead.phoneNumber,
        reason: before.entry.reason,
        source: before.entry.source,
        expiresAt: before.entry.expires_at,
      })
  }
  if (!leadStates.waits(before.status)) return null
  const campaign = campaigns.find(db, lead.userId, lead.campaignId)
  if (lead.status !== 'blacklisted' || !campaign) return 'changed_since'
  leadStates.move(context, lead.id, 'restart', valuesOf(before))
  waitAgain(context, lead.id, campaign, before)
  return null
}

const valuesOf = ({ attempts, callbackAt, cutOff }: Before) => ({ attempts, callbackAt, cutOff, nextContact: 0 })

/**
 * A lead that starts waits as it did before: with its attempts, and not before the time that it waited for. An attempt that
 * was under way has ended; the next one begins with the lead's own number.
 */
function waitAgain(context: Context, id: number, campaign: campaigns.Campaign, before: Before) {
  run(
    context.db,
    sql`UPDATE leads SET attempts = ${before.attempts}, callback_at = ${before.callbackAt} WHERE id = ${id}`,
  )
  const { db } = context
  if (blacklist.isListed(db, campaign.userId, leads.find(db, id)!.phoneNumber, context.clock.now()))
    leadStates.move(context, id, 'blacklist')
  else if (before.dueAt !== null && before.status === 'rescheduled' && campaign.status === 'in-progress')
    leadStates.move(context, id, 'queue', { dueAt: before.dueAt, rank: before.callbackAt === null ? 1 : 0 })
}

function publish(context: Context, id: number) {
  const { userId, campaignId, status } = leads.find(context.db, id)!
  context.bus.publish(userId, { type: 'lead.changed', id, campaign_id: campaignId, status })
}
