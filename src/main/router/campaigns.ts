import type { CampaignSettings } from '../../contract/campaigns'
import type { Input } from '../../contract/validation'
import * as campaignStates from '../core/campaigns/campaign-states'
import * as campaigns from '../core/campaigns/campaigns'
import { countsOf } from '../core/campaigns/lead-states'
import { explainCampaign, explainLead } from '../core/dialing/explain'
import type { Context } from '../core/kernel/context'
import * as answers from './pages'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function campaignsRoutes(context: Context) {
  const { db } = context
  return os.campaigns.router({
    create: os.campaigns.create.handler(
      withErrors(({ userId }, input) => ({
        message: 'The campaign was created.',
        data: answers.campaign(campaigns.create(context, userId, input as Input<CampaignSettings>)),
      })),
    ),
    list: os.campaigns.list.handler(
      whenValid(({ userId }) =>
        campaigns.list(db, userId).map(c => ({ ...answers.campaign(c), lead_counts: countsOf(db, c.id) })),
      ),
    ),
    get: os.campaigns.get.handler(
      whenValid(({ userId }, { id }) => ({
        ...answers.campaign(campaigns.get(db, userId, id)),
        lead_counts: countsOf(db, id),
      })),
    ),
    update: os.campaigns.update.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => ({
        message: 'The campaign was changed.',
        data: answers.campaign(
          campaigns.update(context, userId, id!, { values: values as Partial<CampaignSettings>, errors }),
        ),
      })),
    ),
    duplicate: os.campaigns.duplicate.handler(
      whenValid(({ userId }, { id }) => ({
        message: 'The campaign was copied as a draft, without its leads.',
        data: answers.campaign(campaigns.duplicate(context, userId, id)),
      })),
    ),
    remove: os.campaigns.remove.handler(
      whenValidLater(async ({ userId }, { id }) => {
        await campaignStates.remove(context, userId, id)
        return { message: 'The campaign was deleted, with its leads. Its calls stay.' }
      }),
    ),
    updateStatus: os.campaigns.updateStatus.handler(
      whenValid(({ userId }, { campaign_id, action }) => {
        const { status } =
          action === 'start'
            ? campaignStates.start(context, userId, campaign_id)
            : campaignStates.stop(context, userId, campaign_id)
        return {
          message: action === 'start' ? 'The campaign was started.' : 'The campaign was stopped.',
          success: true,
          data: { campaign_id, status },
        }
      }),
    ),
  })
}

export const explainRoutes = (context: Context) =>
  os.explain.router({
    campaign: os.explain.campaign.handler(whenValid(({ userId }, { id }) => explainCampaign(context, userId, id))),
    lead: os.explain.lead.handler(whenValid(({ userId }, { id }) => explainLead(context, userId, id))),
  })
