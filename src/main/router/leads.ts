import { contract } from '../../contract'
import type { Lead as LeadAnswer, LeadAttempt, LeadFilters } from '../../contract/leads'
import { readSearch } from '../../contract/search'
import { isoTime, plainTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import { historyOf, type PastAttempt } from '../core/calls/lead-history'
import { isListed } from '../core/campaigns/blacklist'
import * as campaigns from '../core/campaigns/campaigns'
import { type Campaign, namesOf } from '../core/campaigns/campaigns'
import { type Contact, contactsOf } from '../core/campaigns/contacts'
import * as leadEdit from '../core/campaigns/lead-edit'
import { importLeads } from '../core/campaigns/lead-import'
import type { Lead } from '../core/campaigns/leads'
import * as leads from '../core/campaigns/leads'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { dayRange } from '../core/kernel/time'
import type { ReadDb } from '../store/sql'
import { pager } from './pages'
import { os, whenValid, withErrors } from './wiring'

export function leadsRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.leads.list)
  return os.leads.router({
    create: os.leads.create.handler(
      withErrors(({ userId }, input) => {
        const lead = leads.create(context, userId, input)
        const campaign = campaigns.get(db, userId, lead.campaignId)
        return { message: leadAdded(lead, campaign), data: leadAnswers(db, [lead])[0]! }
      }),
    ),
    addMany: os.leads.addMany.handler(
      withErrors(({ userId }, input) => {
        const data = importLeads(context, userId, input)
        const isTrial = input.values.dry_run ?? false
        const skipped =
          data.skipped > 0
            ? ` ${counted(data.skipped, isTrial ? 'would' : 'was', isTrial ? 'would' : 'were')} not.`
            : ''
        const added = isTrial
          ? counted(data.created, 'lead would be', 'leads would be')
          : counted(data.created, 'lead was', 'leads were')
        return { message: `${added} added.${skipped}`, data }
      }),
    ),
    update: os.leads.update.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => {
        const lead = leadEdit.update(context, userId, id!, { values, errors })
        return { message: 'The lead was changed.', data: leadAnswers(db, [lead])[0]! }
      }),
    ),
    remove: os.leads.remove.handler(
      whenValid(({ userId }, { id }) => {
        leadEdit.remove(context, userId, id)
        return { message: 'The lead was deleted.' }
      }),
    ),
    list: os.leads.list.handler(
      whenValid(({ userId }, input) => {
        const found = leads.list(db, userId, leadFilterOf(input), paged(input), input.sort)
        return page(input, { ...found, items: leadAnswers(db, found.items) }, lead => lead)
      }),
    ),
    get: os.leads.get.handler(
      whenValid(({ userId }, { id }) => {
        const lead = leads.get(db, userId, id)
        return {
          ...leadAnswers(db, [lead])[0]!,
          blacklisted: isListed(db, userId, lead.phoneNumber, context.clock.now()),
          history: historyOf(db, id).map(attemptAnswer),
        }
      }),
    ),
  })
}

const attemptAnswer = (attempt: PastAttempt): LeadAttempt => ({
  id: attempt.id,
  started_at: isoTime(attempt.startedAt),
  ended_at: attempt.endedAt === null ? null : isoTime(attempt.endedAt),
  outcome: attempt.outcome,
  result: attempt.result,
  calls: attempt.calls.map(call => ({
    id: call.id,
    status: call.status,
    answered_by: call.answeredBy,
    client_phone_number: call.clientPhoneNumber,
    duration: Math.ceil(call.talkedMs / 1000),
    created_at: isoTime(call.createdAt),
  })),
})

/** The filters of a list or of a change, as core takes them. */
export const leadFilterOf = (input: LeadFilters): leads.LeadFilter => ({
  status: input.status,
  state: input.state,
  result: input.result,
  campaignId: input.campaign_id,
  phoneNumber: input.phone_number,
  search: readSearch(input.search),
  dueTo: input.due_to,
  callback: input.callback,
  ...dayRange(input),
})

/** The message about a lead that was just added: whether it will be called. */
function leadAdded(added: Lead, of: Campaign): string {
  if (added.status === 'blacklisted') return 'The lead was added. Its number is on the blacklist: it is not called.'
  switch (of.status) {
    case 'in-progress':
      return 'The lead was added and waits to be called.'
    case 'completed':
      return 'The lead was added. The campaign is completed: start it again to have the lead called.'
    default:
      return 'The lead was added. It is called once the campaign is started.'
  }
}

/** Leads as the API shows them. Names of campaigns and contacts are read with one query each for all leads. */
export function leadAnswers(db: ReadDb, found: readonly Lead[]): LeadAnswer[] {
  const names = namesOf(db, [...new Set(found.map(l => l.campaignId))])
  const contacts = Map.groupBy(
    contactsOf(
      db,
      found.map(l => l.id),
    ),
    contact => contact.leadId,
  )
  return found.map(l => leadAnswer(l, names.get(l.campaignId) ?? '', contacts.get(l.id) ?? []))
}

function leadAnswer(l: Lead, campaignName: string, contacts: Contact[]): LeadAnswer {
  return {
    id: l.id,
    campaign_id: l.campaignId,
    phone_number: l.phoneNumber,
    name: l.name,
    variables: l.variables,
    status: l.status,
    created_at: plainTime(l.createdAt),
    updated_at: plainTime(l.updatedAt),
    campaign: { id: l.campaignId, name: campaignName },
    secondary_contacts: contacts.map(contact => ({
      id: contact.id,
      phone_number: contact.phoneNumber,
      variables: contact.variables,
      status: contact.status,
      created_at: plainTime(contact.createdAt),
      updated_at: plainTime(contact.updatedAt),
    })),
    attempts: l.attempts,
    next_attempt_at: l.dueAt === null ? null : plainTime(l.dueAt),
    callback_at: l.callbackAt === null ? null : plainTime(l.callbackAt),
    cut_off: l.cutOff,
    result: l.result,
  }
}
