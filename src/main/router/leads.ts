import type { Campaign } from '../core/campaigns/campaigns'
import * as campaigns from '../core/campaigns/campaigns'
import * as leadEdit from '../core/campaigns/lead-edit'
import { importLeads } from '../core/campaigns/lead-import'
import type { Lead } from '../core/campaigns/leads'
import * as leads from '../core/campaigns/leads'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import * as answers from './pages'
import { os, whenValid, withErrors } from './wiring'

export function leadsRoutes(context: Context) {
  const { db } = context
  const page = answers.pager(context)
  return os.leads.router({
    create: os.leads.create.handler(
      withErrors(({ userId }, input) => {
        const lead = leads.create(context, userId, input)
        const campaign = campaigns.get(db, userId, lead.campaignId)
        return { message: leadAdded(lead, campaign), data: answers.leads(db, [lead])[0]! }
      }),
    ),
    addMany: os.leads.addMany.handler(
      withErrors(({ userId }, input) => {
        const data = importLeads(context, userId, input)
        const skipped = data.skipped > 0 ? ` ${data.skipped} were not.` : ''
        return { message: `${data.created} leads were added.${skipped}`, data }
      }),
    ),
    update: os.leads.update.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => {
        const lead = leadEdit.update(context, userId, id!, { values, errors })
        return { message: 'The lead was changed.', data: answers.leads(db, [lead])[0]! }
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
          ...answers.dateRange(input),
        }
        const found = leads.list(db, userId, filter, paged(input))
        return page('/user/leads', input, { ...found, items: answers.leads(db, found.items) }, lead => lead)
      }),
    ),
  })
}

/** What happens to a lead that was just added, in words. */
export function leadAdded(added: Lead, of: Campaign): string {
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
