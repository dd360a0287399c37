import type { Draft, Faults } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import { run, sql } from '../../store/sql'
import { type Desk, transact } from '../kernel/context'
import { conflict, invalid } from '../kernel/errors'
import { warnOfUnknownRange } from '../numbers/ranges'
import * as blacklist from './blacklist'
import { completeIfDone } from './campaign-states'
import * as campaigns from './campaigns'
import { type NewContact, replaceContacts, resetContacts } from './contacts'
import * as leadStates from './lead-states'
import * as leads from './leads'
import { timeZoneOf } from './time-zones'
import { intoWindow } from './windows'

export interface LeadChange {
  campaign_id?: number
  phone_number?: string
  status?: 'created' | 'completed' | 'reached-max-retries'
  variables?: Variables
  secondary_contacts?: NewContact[]
  /** Epoch milliseconds. */
  callback_at?: number | null
}

/**
 * Changes what the draft names. Another campaign or number begins anew. Throws `not_found`, `conflict` while the lead is
 * on the phone (but for its variables and its callback), or `invalid` with every fault; then nothing has changed.
 */
export function update(desk: Desk, userId: number, id: number, { values, faults }: Draft<LeadChange>): leads.Lead {
  return transact(desk, () => {
    const before = leads.get(desk.db, userId, id)
    const campaignId = values.campaign_id ?? before.campaignId
    const phoneNumber = values.phone_number ?? before.phoneNumber
    const campaign = campaigns.find(desk.db, userId, campaignId)
    if (!campaign) faults.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    const moved = campaignId !== before.campaignId || phoneNumber !== before.phoneNumber
    if (campaign) check(desk, campaign, values, moved ? phoneNumber : null, faults)
    if (faults.any || !campaign) throw invalid(faults)
    if (before.status === 'processing' && (moved || values.status || values.secondary_contacts))
      throw conflict('The lead is on the phone. Only its variables and its callback can be changed meanwhile.')

    if (values.variables)
      run(
        desk.db,
        sql`UPDATE leads SET variables = ${JSON.stringify({ ...before.variables, ...values.variables })},
          updated_at = ${desk.clock.now()} WHERE id = ${id}`,
      )
    if (moved) moveTo(desk, before, campaign, phoneNumber)
    if (values.secondary_contacts) replaceContacts(desk, id, values.secondary_contacts)
    if (values.status) setStatus(desk, id, values.status)
    if (values.callback_at !== undefined) promise(desk, id, campaign, values.callback_at)
    const after = leads.find(desk.db, id)!
    if (after.status === 'created' && blacklist.isListed(desk.db, userId, phoneNumber, desk.clock.now()))
      leadStates.move(desk, id, 'blacklist')
    // The last one that waited may be done now.
    for (const changed of new Set([before.campaignId, campaign.id])) completeIfRunning(desk, changed)
    announce(desk, leads.find(desk.db, id)!)
    return leads.find(desk.db, id)!
  })
}

/** Deletes a lead; its calls stay. Throws `not_found`, or `conflict` while it is on the phone. */
export function remove(desk: Desk, userId: number, id: number) {
  transact(desk, () => {
    const lead = leads.get(desk.db, userId, id)
    if (lead.status === 'processing') throw conflict('The lead is on the phone. Delete it when the call has ended.')
    run(desk.db, sql`DELETE FROM leads WHERE id = ${id}`)
    announce(desk, lead)
    completeIfRunning(desk, lead.campaignId)
  })
}

const announce = (desk: Desk, lead: leads.Lead) =>
  desk.bus.publish(lead.userId, {
    type: 'lead.changed',
    id: lead.id,
    campaign_id: lead.campaignId,
    status: lead.status,
  })

function completeIfRunning(desk: Desk, campaignId: number) {
  const campaign = campaigns.byId(desk.db, campaignId)
  if (campaign?.status === 'in-progress') completeIfDone(desk, campaign)
}

function check(
  desk: Desk,
  campaign: campaigns.Campaign,
  values: Partial<LeadChange>,
  newNumber: string | null,
  faults: Faults,
) {
  if (newNumber !== null && leads.isInCampaign(desk.db, campaign.userId, campaign.id, newNumber))
    faults.add('phone_number', `The number ${newNumber} is in this campaign already.`)
  leads.checkVariables(leads.variablesOf(desk, campaign), values, faults)
}

/** To another campaign, or under another number: what waits begins anew, what is done stays done. */
function moveTo(desk: Desk, lead: leads.Lead, campaign: campaigns.Campaign, phoneNumber: string) {
  leadStates.endAttempt(desk, lead.id, 'given_up')
  if (leadStates.move(desk, lead.id, 'reset', fresh)) resetContacts(desk, lead.id)
  if (phoneNumber !== lead.phoneNumber) warnOfUnknownRange(desk, phoneNumber)
  run(
    desk.db,
    sql`UPDATE leads SET campaign_id = ${campaign.id}, phone_number = ${phoneNumber},
      time_zone = ${timeZoneOf(phoneNumber, campaign.settings.timezone)}, updated_at = ${desk.clock.now()}
      WHERE id = ${lead.id}`,
  )
}

const fresh = { attempts: 0, nextContact: 0, lineMisses: 0, callbackAt: null, cutOff: false } as const

/** What the operator says of a lead. A lead that waits already is not begun anew by `created`. */
function setStatus(desk: Desk, id: number, status: NonNullable<LeadChange['status']>) {
  const lead = leads.find(desk.db, id)!
  const waits = lead.status === 'created' || lead.status === 'scheduled' || lead.status === 'rescheduled'
  if (status === lead.status || (status === 'created' && waits)) return
  if (status === 'created') {
    if (blacklist.isListed(desk.db, lead.userId, lead.phoneNumber, desk.clock.now()))
      throw conflict(`The number ${lead.phoneNumber} is on the blacklist. Take it off the list first.`)
    leadStates.move(desk, id, 'restart', fresh)
    resetContacts(desk, id)
    return
  }
  if (!waits) throw conflict(`The lead is ${lead.status}. Set its status to created first.`)
  leadStates.endAttempt(desk, id, 'given_up')
  leadStates.move(desk, id, status === 'completed' ? 'complete' : 'giveUp', { callbackAt: null })
}

/** Puts the next attempt at a moment, ahead of other leads, inside the windows; null takes a promise back. */
function promise(desk: Desk, id: number, campaign: campaigns.Campaign, callbackAt: number | null) {
  const lead = leads.find(desk.db, id)!
  const now = desk.clock.now()
  switch (lead.status) {
    case 'scheduled':
    case 'rescheduled':
      if (callbackAt === null && lead.callbackAt === null) return
      return leadStates.setDue(desk, id, {
        at: intoWindow(campaign.settings, lead.timeZone, Math.max(callbackAt ?? now, now)),
        rank: callbackAt === null ? 1 : 0,
        callbackAt,
      })
    case 'created':
    case 'processing':
      // The dialer, or the end of the call, finds it there.
      run(desk.db, sql`UPDATE leads SET callback_at = ${callbackAt}, updated_at = ${now} WHERE id = ${id}`)
      return
    default:
      if (callbackAt !== null)
        throw conflict(`The lead is ${lead.status}. Set its status to created to have it called again.`)
  }
}
