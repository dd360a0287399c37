import type { CampaignSettings } from '../../contract/campaigns'
import type { Draft } from '../../contract/validation'
import * as campaignStates from '../core/campaigns/campaign-states'
import * as campaigns from '../core/campaigns/campaigns'
import { countsOf } from '../core/campaigns/lead-states'
import { explainCampaign, explainLead } from '../core/dialing/explain'
import type { Desk } from '../core/kernel/context'
import * as answers from './pages'
import { drafted, os, sound, soundSlow } from './wiring'

export function campaignsRoutes(desk: Desk) {
  const { db } = desk
  return os.campaigns.router({
    create: os.campaigns.create.handler(
      drafted(({ userId }, draft) => ({
        message: 'The campaign was created.',
        data: answers.campaign(campaigns.create(desk, userId, draft as Draft<CampaignSettings>)),
      })),
    ),
    list: os.campaigns.list.handler(
      sound(({ userId }) =>
        campaigns.list(db, userId).map(c => ({ ...answers.campaign(c), lead_counts: countsOf(db, c.id) })),
      ),
    ),
    get: os.campaigns.get.handler(
      sound(({ userId }, { id }) => ({
        ...answers.campaign(campaigns.get(db, userId, id)),
        lead_counts: countsOf(db, id),
      })),
    ),
    update: os.campaigns.update.handler(
      drafted(({ userId }, { values: { id, ...values }, faults }) => ({
        message: 'The campaign was changed.',
        data: answers.campaign(
          campaigns.update(desk, userId, id!, { values: values as Partial<CampaignSettings>, faults }),
        ),
      })),
    ),
    duplicate: os.campaigns.duplicate.handler(
      sound(({ userId }, { id }) => ({
        message: 'The campaign was copied as a draft, without its leads.',
        data: answers.campaign(campaigns.duplicate(desk, userId, id)),
      })),
    ),
    remove: os.campaigns.remove.handler(
      soundSlow(async ({ userId }, { id }) => {
        await campaignStates.remove(desk, userId, id)
        return { message: 'The campaign was deleted, with its leads. Its calls stay.' }
      }),
    ),
    updateStatus: os.campaigns.updateStatus.handler(
      sound(({ userId }, { campaign_id, action }) => {
        const { status } =
          action === 'start'
            ? campaignStates.start(desk, userId, campaign_id)
            : campaignStates.stop(desk, userId, campaign_id)
        return {
          message: action === 'start' ? 'The campaign was started.' : 'The campaign was stopped.',
          success: true,
          data: { campaign_id, status },
        }
      }),
    ),
  })
}

export const explainRoutes = (desk: Desk) =>
  os.explain.router({
    campaign: os.explain.campaign.handler(sound(({ userId }, { id }) => explainCampaign(desk, userId, id))),
    lead: os.explain.lead.handler(sound(({ userId }, { id }) => explainLead(desk, userId, id))),
  })
