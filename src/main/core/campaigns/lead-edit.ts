import { isDeepStrictEqual } from 'node:util'
import type { LeadChange } from '../../../contract/leads'
import type { FieldErrors, Input } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import { run, sql } from '../../store/sql'
import { nameIn } from '../assistants/variables'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid } from '../kernel/errors'
import { warnOfUnknownRange } from '../numbers/ranges'
import { endAttempt, openAttempt } from './attempts'
import * as blacklist from './blacklist'
import { completeIfRunning } from './campaign-states'
import * as campaigns from './campaigns'
import { contactsOf, replaceContacts, resetContacts } from './contacts'
import * as leadStates from './lead-states'
import * as leads from './leads'
import { timeZoneOf } from './time-zones'
import { intoWindow } from './windows'

/**
 * Changes what the input has. With another campaign or number, the lead starts again. Throws `not_found`; `invalid` with
 * every error; `conflict` while the lead is on the phone, except for its variables and its callback. Nothing has changed
 * then.
 */
export function update(
  context: Context,
  userId: number,
  id: number,
  { values, errors }: Input<LeadChange>,
): leads.Lead {
  return transact(context, () => {
    const before = leads.get(context.db, userId, id)
    const campaignId = values.campaign_id ?? before.campaignId
    const phoneNumber = values.phone_number ?? before.phoneNumber
    const campaign = campaigns.find(context.db, userId, campaignId)
    if (!campaign) errors.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    const moved = campaignId !== before.campaignId || phoneNumber !== before.phoneNumber
    const variables = mergeVariables(context, before, campaign, values)
    if (campaign) checkChange(context, campaign, before, variables, values, errors)
    if (errors.any || !campaign) throw invalid(errors)
    if (before.status === 'processing' && (moved || values.status || values.secondary_contacts))
      throw conflict('The lead is on the phone. Only its variables and its callback can be changed meanwhile.')

    if (!isDeepStrictEqual(variables, before.variables))
      run(
        context.db,
        sql`UPDATE leads SET variables = ${JSON.stringify(variables)}, name = ${nameIn(variables)},
          updated_at = ${context.clock.now()} WHERE id = ${id}`,
      )
    if (moved) moveTo(context, before, campaign, phoneNumber)
    if (values.secondary_contacts) {
      replaceContacts(context, id, values.secondary_contacts)
      // An attempt that has come to the contacts tries all of the new ones.
      run(context.db, sql`UPDATE leads SET next_contact = 1 WHERE id = ${id} AND next_contact > 1`)
    }
    if (values.status) setStatus(context, id, values.status)
    if (values.callback_at !== undefined) setCallback(context, id, campaign, values.callback_at)
    const after = leads.find(context.db, id)!
    if (after.status === 'created' && blacklist.isListed(context.db, userId, phoneNumber, context.clock.now()))
      leadStates.move(context, id, 'blacklist')
    // This may have been the last waiting lead of a campaign.
    for (const changed of new Set([before.campaignId, campaign.id])) completeIfRunning(context, changed)
    publishChange(context, leads.find(context.db, id)!)
    return leads.find(context.db, id)!
  })
}

/** Deletes a lead; its calls stay. Throws `not_found`, or `conflict` while it is on the phone. */
export function remove(context: Context, userId: number, id: number) {
  transact(context, () => {
    const lead = leads.get(context.db, userId, id)
    if (lead.status === 'processing') throw conflict('The lead is on the phone. Delete it when the call has ended.')
    run(context.db, sql`DELETE FROM leads WHERE id = ${id}`)
    publishChange(context, lead)
    completeIfRunning(context, lead.campaignId)
  })
}

const publishChange = (context: Context, lead: leads.Lead) =>
  context.bus.publish(lead.userId, {
    type: 'lead.changed',
    id: lead.id,
    campaign_id: lead.campaignId,
    status: lead.status,
  })

/** The variables of a changed lead. A null takes one out that the campaign's assistant does not define. */
function mergeVariables(
  context: Context,
  before: leads.Lead,
  campaign: campaigns.Campaign | undefined,
  { variables: given = {}, remove_variables: removed = [] }: Partial<LeadChange>,
): Variables {
  const merged: Variables = { ...before.variables, ...given }
  for (const name of removed) delete merged[name]
  const defined = campaign && leads.variablesOf(context, campaign)
  if (!defined) return merged
  for (const name of Object.keys(before.variables))
    if (given[name] === null && !Object.hasOwn(defined, name)) delete merged[name]
  return merged
}

/** Adds the errors of a change. What a new campaign's assistant does not define is an error of the whole lead. */
function checkChange(
  context: Context,
  campaign: campaigns.Campaign,
  before: leads.Lead,
  variables: Variables,
  {
    phone_number: number = before.phoneNumber,
    variables: given = {},
    secondary_contacts: contacts,
  }: Partial<LeadChange>,
  errors: FieldErrors,
) {
  const isNew = campaign.id !== before.campaignId
  const { db } = context
  if ((isNew || number !== before.phoneNumber) && leads.isInCampaign(db, campaign.userId, campaign.id, number))
    errors.add('phone_number', `The number ${number} is in this campaign already.`)
  const checked = isNew ? variables : Object.fromEntries(Object.entries(variables).filter(([name]) => name in given))
  const kept = isNew && !contacts ? contactsOf(db, [before.id]) : []
  leads.checkVariables(
    leads.variablesOf(context, campaign),
    {
      variables: checked,
      secondary_contacts:
        contacts ?? kept.map(({ phoneNumber, variables }) => ({ phone_number: phoneNumber, variables })),
    },
    errors,
  )
}

/**
 * Gives a lead another campaign or number. A waiting lead starts again; a finished one stays finished. Call inside a
 * transaction. What came of another number says nothing of the new one.
 */
export function moveTo(context: Context, lead: leads.Lead, campaign: campaigns.Campaign, phoneNumber: string) {
  endAttempt(context, lead.id, 'given_up')
  if (leadStates.move(context, lead.id, 'reset', startValues)) resetContacts(context, lead.id)
  if (phoneNumber !== lead.phoneNumber) warnOfUnknownRange(context, phoneNumber)
  run(
    context.db,
    sql`UPDATE leads SET campaign_id = ${campaign.id}, phone_number = ${phoneNumber},
      time_zone = ${timeZoneOf(phoneNumber, campaign.settings.timezone)},
      result = ${phoneNumber === lead.phoneNumber ? lead.result : null}, updated_at = ${context.clock.now()}
      WHERE id = ${lead.id}`,
  )
}

/** The values of a lead that starts again. */
const startValues = { attempts: 0, nextContact: 0, noCapacityCount: 0, callbackAt: null, cutOff: false } as const

/** Sets a lead's status by hand. `created` does not start a lead again that is waiting already. Throws `conflict`. */
function setStatus(context: Context, id: number, status: NonNullable<LeadChange['status']>) {
  const lead = leads.find(context.db, id)!
  const waits = leadStates.waits(lead.status)
  // To complete a lead that was cut off says that nothing more is to be done about it.
  if (status === 'completed' && lead.cutOff)
    run(context.db, sql`UPDATE leads SET cut_off = 0, updated_at = ${context.clock.now()} WHERE id = ${id}`)
  if (status === lead.status || (status === 'created' && waits)) return
  if (status === 'created') {
    if (blacklist.isListed(context.db, lead.userId, lead.phoneNumber, context.clock.now()))
      throw conflict(`The number ${lead.phoneNumber} is on the blacklist. Take it off the list first.`)
    leadStates.move(context, id, 'restart', startValues)
    resetContacts(context, id)
    return
  }
  if (!waits) throw conflict(`The lead is ${lead.status}. Set its status to created first.`)
  endAttempt(context, id, 'given_up')
  leadStates.move(context, id, status === 'completed' ? 'complete' : 'giveUp', { callbackAt: null })
}

/**
 * Sets the moment (desk time) of a callback. It is moved into the campaign's window and dialed before other leads; null
 * removes it. Throws `conflict` for a finished lead.
 */
function setCallback(context: Context, id: number, campaign: campaigns.Campaign, callbackAt: number | null) {
  const lead = leads.find(context.db, id)!
  const now = context.clock.now()
  switch (lead.status) {
    case 'scheduled':
    case 'rescheduled': {
      if (callbackAt === null && lead.callbackAt === null) return
      const dueAt = intoWindow(campaign.settings, lead.timeZone, Math.max(callbackAt ?? now, now))
      const rank = callbackAt === null ? 1 : 0
      if (callbackAt === null || openAttempt(context.db, id) === undefined)
        return leadStates.setDue(context, id, { at: dueAt, rank, callbackAt })
      // The attempt that is under way ends here. The callback begins a new one, at the lead's own number.
      endAttempt(context, id, 'given_up')
      const attempts = lead.attempts + 1
      leadStates.move(context, id, 'retry', { attempts, nextContact: 0, noCapacityCount: 0, dueAt, rank, callbackAt })
      return
    }
    case 'created':
    case 'processing':
      // The dialer reads it when it queues the lead, and `judgeLead` when the call ends.
      run(context.db, sql`UPDATE leads SET callback_at = ${callbackAt}, updated_at = ${now} WHERE id = ${id}`)
      return
    default:
      if (callbackAt !== null)
        throw conflict(`The lead is ${lead.status}. Set its status to created to have it called again.`)
  }
}
