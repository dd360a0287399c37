import { type LeadImport, NewLead } from '../../../contract/leads'
import type { RowProblemCode } from '../../../contract/statuses'
import { FieldErrors, type Input, read } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import { type Context, transact } from '../kernel/context'
import { invalid } from '../kernel/errors'
import { isListed } from './blacklist'
import * as campaigns from './campaigns'
import * as leads from './leads'

export interface Imported {
  created: number
  skipped: number
  /** `row` counts from 0. */
  problems: { row: number; field: string; message: string; code: RowProblemCode }[]
}

/**
 * Adds many leads to a campaign in one transaction. Rows with errors are skipped and reported. With
 * `dry_run` it only tells what would be added. Throws `invalid` when the
 * request itself is wrong; nothing has changed then.
 */
export function importLeads(context: Context, userId: number, { values, errors }: Input<LeadImport>): Imported {
  return transact(context, () => {
    const campaign =
      values.campaign_id === undefined ? undefined : campaigns.find(context.db, userId, values.campaign_id)
    if (values.campaign_id !== undefined && !campaign)
      errors.add('campaign_id', 'The campaign_id field is not a campaign of this account.')
    if (errors.any || !campaign || !values.leads) throw invalid(errors)
    const how: How = {
      campaign,
      defined: leads.variablesOf(context, campaign),
      allowDuplicates: values.allow_dupplicate ?? false,
      skipsBlacklisted: values.skip_blacklisted ?? false,
      isTrial: values.dry_run ?? false,
      tried: new Set(),
    }
    const result: Imported = { created: 0, skipped: 0, problems: [] }
    values.leads.forEach((given, row) => {
      const wrong = addOne(context, how, given)
      if (wrong.length === 0) result.created++
      else result.skipped++
      for (const problem of wrong) result.problems.push({ row, ...problem })
    })
    if (result.created > 0 && !how.isTrial)
      context.bus.publish(userId, { type: 'leads.imported', campaign_id: campaign.id, created: result.created })
    return result
  })
}

interface How {
  campaign: campaigns.Campaign
  /** The variables that leads may have; null: all. */
  defined: Variables | null
  allowDuplicates: boolean
  skipsBlacklisted: boolean
  /** Nothing is added. */
  isTrial: boolean
  /** The numbers that would have been added. */
  tried: Set<string>
}

/** Adds a lead, or returns why not. */
function addOne(context: Context, how: How, given: unknown): Omit<Imported['problems'][number], 'row'>[] {
  const { campaign } = how
  const { values, errors } = readRow(given)
  const { phone_number: number } = values
  leads.checkVariables(how.defined, values, errors)
  const wrong = Object.entries(errors.byField).flatMap(([field, texts]) =>
    texts.map(message => ({ field, message, code: 'invalid' as const })),
  )
  const isDuplicate = (number: string) =>
    how.tried.has(number) || leads.isInCampaign(context.db, campaign.userId, campaign.id, number)
  if (number && !(values.allow_dupplicate ?? how.allowDuplicates) && isDuplicate(number)) {
    const message = `The number ${number} is in this campaign already.`
    return [...wrong, { field: 'phone_number', message, code: 'duplicate' }]
  }
  if (number && how.skipsBlacklisted && isListed(context.db, campaign.userId, number, context.clock.now())) {
    const message = `The number ${number} is on the blacklist.`
    return [...wrong, { field: 'phone_number', message, code: 'blacklisted' }]
  }
  if (wrong.length > 0 || !number) return wrong
  if (how.isTrial) how.tried.add(number)
  else leads.add(context, campaign, { ...values, phone_number: number })
  return []
}

function readRow(given: unknown): Input<NewLead> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return read(NewLead, given)
  const errors = new FieldErrors()
  errors.add('', 'The row must be an object with a phone_number.')
  return { values: {}, errors }
}
