import { contract } from '../../contract'
import type { Lead as LeadAnswer } from '../../contract/leads'
import { readSearch } from '../../contract/search'
import { plainTime } from '../../contract/wire'
import { counted } from '../../contract/words'
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
        const skipped = data.skipped > 0 ? ` ${counted(data.skipped, 'was', 'were')} not.` : ''
        return { message: `${counted(data.created, 'lead was', 'leads were')} added.${skipped}`, data }
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
        const filter = {
          status: input.status,
          campaignId: input.campaign_id,
          phoneNumber: input.phone_number,
          search: readSearch(input.search),
          ...dayRange(input),
        }
        const found = leads.list(db, userId, filter, paged(input))
        return page(input, { ...found, items: leadAnswers(db, found.items) }, lead => lead)
      }),
    ),
  })
}

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
  }
}
