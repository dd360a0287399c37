import * as campaigns from '../core/campaigns'
import type { Desk } from '../core/desk'
import * as leadEdit from '../core/lead-edit'
import { importLeads } from '../core/lead-import'
import * as leads from '../core/leads'
import { paged } from '../core/paging'
import * as answers from './answers'
import { drafted, os, sound } from './wiring'

export function leadsRoutes(desk: Desk) {
  const { db } = desk
  const page = answers.pager(desk)
  return os.leads.router({
    create: os.leads.create.handler(
      drafted(({ userId }, draft) => {
        const lead = leads.create(desk, userId, draft)
        const campaign = campaigns.get(db, userId, lead.campaignId)
        return { message: answers.leadAdded(lead, campaign), data: answers.leads(db, [lead])[0]! }
      }),
    ),
    addMany: os.leads.addMany.handler(
      drafted(({ userId }, draft) => {
        const data = importLeads(desk, userId, draft)
        const skipped = data.skipped > 0 ? ` ${data.skipped} were not.` : ''
        return { message: `${data.created} leads were added.${skipped}`, data }
      }),
    ),
    update: os.leads.update.handler(
      drafted(({ userId }, { values: { id, ...values }, faults }) => {
        const lead = leadEdit.update(desk, userId, id!, { values, faults })
        return { message: 'The lead was changed.', data: answers.leads(db, [lead])[0]! }
      }),
    ),
    remove: os.leads.remove.handler(
      sound(({ userId }, { id }) => {
        leadEdit.remove(desk, userId, id)
        return { message: 'The lead was deleted.' }
      }),
    ),
    list: os.leads.list.handler(
      sound(({ userId }, input) => {
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
