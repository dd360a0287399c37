import { NewLead } from '../../../contract/leads'
import { type Draft, Faults, read } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import { type Desk, transact } from '../kernel/context'
import { invalid } from '../kernel/errors'
import * as campaigns from './campaigns'
import * as leads from './leads'

export interface LeadImport {
  campaign_id: number
  /** As given; each is read by itself. */
  leads: unknown[]
  allow_dupplicate?: boolean
}

export interface Imported {
  created: number
  skipped: number
  /** Rows count from 0. */
  problems: { row: number; field: string; message: string }[]
}

/**
 * Adds many leads to a campaign in one transaction: the good ones are created, the others reported. Throws `invalid`
 * when the request itself is wrong, and then nothing has changed.
 */
export function importLeads(desk: Desk, userId: number, { values, faults }: Draft<LeadImport>): Imported {
  return transact(desk, () => {
    const campaign = values.campaign_id === undefined ? undefined : campaigns.find(desk.db, userId, values.campaign_id)
    if (values.campaign_id !== undefined && !campaign)
      faults.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    if (faults.any || !campaign || !values.leads) throw invalid(faults)
    const defined = leads.variablesOf(desk, campaign)
    const result: Imported = { created: 0, skipped: 0, problems: [] }
    values.leads.forEach((given, row) => {
      const wrong = addOne(desk, campaign, defined, given, values.allow_dupplicate ?? false)
      if (!wrong) {
        result.created++
        return
      }
      result.skipped++
      for (const [field, texts] of Object.entries(wrong.byField))
        for (const message of texts) result.problems.push({ row, field, message })
    })
    if (result.created > 0)
      desk.bus.publish(userId, { type: 'leads.imported', campaign_id: campaign.id, created: result.created })
    return result
  })
}

/** Adds a lead, or says what is wrong with it. */
function addOne(
  desk: Desk,
  campaign: campaigns.Campaign,
  defined: Variables | null,
  given: unknown,
  allowDuplicate: boolean,
): Faults | null {
  const { values, faults } = readRow(given)
  const { phone_number: phoneNumber } = values
  leads.checkVariables(defined, values, faults)
  if (phoneNumber && !(values.allow_dupplicate ?? allowDuplicate) && isTwin(desk, campaign, phoneNumber))
    faults.add('phone_number', `The number ${phoneNumber} is in this campaign already.`)
  if (faults.any || !phoneNumber) return faults
  leads.add(desk, campaign, { ...values, phone_number: phoneNumber })
  return null
}

function readRow(given: unknown): Draft<leads.NewLead> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return read(NewLead, given)
  const faults = new Faults()
  faults.add('', 'The row must be an object with a phone_number.')
  return { values: {}, faults }
}

const isTwin = (desk: Desk, campaign: campaigns.Campaign, phoneNumber: string) =>
  leads.isInCampaign(desk.db, campaign.userId, campaign.id, phoneNumber)
