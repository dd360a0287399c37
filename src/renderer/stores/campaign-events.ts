import type { Event } from '../../contract/events'

/** Whether an event is about a campaign or its leads; without an id, about any campaign. */
export function isAboutCampaign(event: Event, campaignId?: number): boolean {
  switch (event.type) {
    case 'campaign.changed':
    case 'campaign.waits':
      return campaignId === undefined || event.id === campaignId
    case 'lead.changed':
    case 'leads.imported':
      return campaignId === undefined || event.campaign_id === campaignId
    default:
      return false
  }
}
