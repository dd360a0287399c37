import type { Lead } from '../../../contract/leads'
import { stateOfLead } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { momentCell, valueCell, yesNo } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { states } from '../../theme/states'
import { t } from '../../words/words'
import { momentOfLead } from '../campaigns/campaign-text'
import { resultWords } from './lead-text'

/** The most that the service has on a page. */
const PER_PAGE = 100

/** Leads with their variables. `zone`: of the times. `only`: those of them that were chosen. */
export const leadsExport = (
  client: Client,
  input: NonNullable<Parameters<Client['leads']['list']>[0]>,
  zone: string,
  only?: ListExport<Lead>['only'],
): ListExport<Lead> => ({
  name: t('Leads'),
  read: (page, signal) => client.leads.list({ ...input, page, per_page: PER_PAGE }, { signal }),
  id: lead => lead.id,
  only,
  columns: [
    { title: t('Number'), cell: lead => lead.phone_number },
    { title: t('Name'), cell: lead => lead.name },
    { title: t('Campaign'), cell: lead => lead.campaign.name },
    { title: t('State'), cell: lead => states.lead[stateOfLead(lead)].word },
    { title: t('What came of it'), cell: lead => lead.result && resultWords[lead.result] },
    { title: t('Tries'), cell: lead => lead.attempts },
    { title: t('Next, {zone}', { zone }), cell: lead => at(lead.next_attempt_at, zone) },
    { title: t('Callback, {zone}', { zone }), cell: lead => at(lead.callback_at, zone) },
    { title: t('Cut off'), cell: lead => yesNo(lead.cut_off) },
    { title: t('Added, {zone}', { zone }), cell: lead => at(lead.created_at, zone) },
    { title: t('More numbers'), cell: lead => lead.secondary_contacts.map(one => one.phone_number).join(' ') },
  ],
  more: lead => Object.fromEntries(Object.entries(lead.variables).map(([name, value]) => [name, valueCell(value)])),
})

const at = (moment: string | null, zone: string) => momentCell(moment && momentOfLead(moment), zone)
