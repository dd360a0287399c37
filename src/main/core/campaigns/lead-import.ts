import { type LeadImport, NewLead } from '../../../contract/leads'
import { FieldErrors, type Input, read } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import { type Context, transact } from '../kernel/context'
import { invalid } from '../kernel/errors'
import * as campaigns from './campaigns'
import * as leads from './leads'

export interface Imported {
  created: number
  skipped: number
  /** `row` counts from 0. */
  problems: { row: number; field: string; message: string }[]
}

/**
 * Adds many leads to a campaign in one transaction. Rows with errors are skipped and reported. Throws `invalid` when the
 * request itself is wrong; nothing has changed then.
 */
export function importLeads(context: Context, userId: number, { values, errors }: Input<LeadImport>): Imported {
  return transact(context, () => {
    const campaign =
      values.campaign_id === undefined ? undefined : campaigns.find(context.db, userId, values.campaign_id)
    if (values.campaign_id !== undefined && !campaign)
      errors.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    if (errors.any || !campaign || !values.leads) throw invalid(errors)
    const defined = leads.variablesOf(context, campaign)
    const result: Imported = { created: 0, skipped: 0, problems: [] }
    values.leads.forEach((given, row) => {
      const rowErrors = addOne(context, campaign, defined, given, values.allow_dupplicate ?? false)
      if (!rowErrors) {
        result.created++
        return
      }
      result.skipped++
      for (const [field, texts] of Object.entries(rowErrors.byField))
        for (const message of texts) result.problems.push({ row, field, message })
    })
    if (result.created > 0)
      context.bus.publish(userId, { type: 'leads.imported', campaign_id: campaign.id, created: result.created })
    return result
  })
}

/** Adds a lead, or returns its errors. */
function addOne(
  context: Context,
  campaign: campaigns.Campaign,
  defined: Variables | null,
  given: unknown,
  allowDuplicate: boolean,
): FieldErrors | null {
  const { values, errors } = readRow(given)
  const { phone_number: phoneNumber } = values
  leads.checkVariables(defined, values, errors)
  if (phoneNumber && !(values.allow_dupplicate ?? allowDuplicate) && isDuplicate(context, campaign, phoneNumber))
    errors.add('phone_number', `The number ${phoneNumber} is in this campaign already.`)
  if (errors.any || !phoneNumber) return errors
  leads.add(context, campaign, { ...values, phone_number: phoneNumber })
  return null
}

function readRow(given: unknown): Input<NewLead> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return read(NewLead, given)
  const errors = new FieldErrors()
  errors.add('', 'The row must be an object with a phone_number.')
  return { values: {}, errors }
}

const isDuplicate = (context: Context, campaign: campaigns.Campaign, phoneNumber: string) =>
  leads.isInCampaign(context.db, campaign.userId, campaign.id, phoneNumber)
