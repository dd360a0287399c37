import type { QueryKey } from '@tanstack/react-query'
import type { Event } from '../../contract/events'
import type { Ask } from '../api/client'
import { EVERYTHING } from './stale'

/** The answers that an event makes old, by the beginnings of their keys. */
export function madeOldBy(ask: Ask, event: Event): QueryKey[] {
  switch (event.type) {
    case 'assistant.changed':
      // Knowledge bases and tools name the assistants that use them.
      return [
        ask.assistants.key(),
        ask.catalogues.key(),
        ask.campaigns.key(),
        ask.explain.key(),
        ask.readiness.key(),
        ask.phoneNumbers.key(),
        ask.knowledgebases.key(),
        ask.tools.key(),
        ask.firstSteps.key(),
      ]
    case 'campaign.changed':
    case 'campaign.waits':
      return [
        ...aboutCampaign(ask, event.id),
        // A number and an assistant name the campaigns that use them.
        ...(event.type === 'campaign.changed'
          ? [
              ask.rehearsals.key(),
              ask.attention.key(),
              ask.phoneNumbers.listAll.key(),
              ask.assistants.overview.key(),
              ask.firstSteps.key(),
            ]
          : []),
      ]
    case 'lead.changed':
    case 'leads.imported':
      return [
        ...aboutCampaign(ask, event.campaign_id),
        ask.firstSteps.key(),
        ask.leads.key(),
        ask.explain.lead.key(),
        ask.people.key(),
        ask.attention.key(),
      ]
    case 'lead_change.changed':
      return [ask.leadChanges.key()]
    case 'redelivery.changed':
      return [ask.redeliveries.key()]
    case 'call.changed':
    case 'call.withdrawn':
      return [
        ask.calls.list.key(),
        ask.calls.totals.key(),
        ask.calls.live.key(),
        ask.assistants.overview.key(),
        ask.calls.get.key({ input: { id: event.id } }),
        ask.calls.waveform.key({ input: { id: event.id } }),
        ask.stats.key(),
        ask.firstSteps.key(),
        ask.account.funds.key(),
        ask.people.key(),
        ask.attention.key(),
        ...(event.type === 'call.changed' && event.campaign_id !== null ? aboutCampaign(ask, event.campaign_id) : []),
      ]
    case 'call.said':
      return [ask.calls.get.key({ input: { id: event.id } })]
    case 'attention.changed':
      return [ask.attention.key(), ask.webhooks.gaveUp.key()]
    case 'promised_callback.changed':
      return [ask.attention.key(), ask.people.key()]
    case 'note.changed':
      return [ask.people.key()]
    case 'person.forgotten':
      return [
        ask.people.key(),
        ask.calls.key(),
        ask.stats.key(),
        ask.sms.key(),
        ask.conversations.key(),
        ask.leads.key(),
        ask.webhooks.key(),
        ask.attention.key(),
      ]
    case 'blacklist.changed':
      return [ask.blacklist.key(), ask.people.key(), ask.attention.key(), ask.explain.lead.key(), ask.sms.check.key()]
    case 'document.changed':
      // How far it is stands in no answer.
      if (event.progress) return []
      return [ask.knowledgebases.key(), ask.documents.key(), ask.attention.key()]
    case 'knowledgebase.changed':
      return [ask.knowledgebases.key(), ask.documents.key(), ask.attention.key()]
    case 'tool.changed':
      return [ask.tools.key()]
    case 'model.changed':
      return [ask.catalogues.key(), ask.campaigns.key(), ask.explain.key(), ask.readiness.key(), ask.attention.key()]
    case 'conversation.changed':
      return [ask.conversations.key(), ask.people.key()]
    case 'delivery.changed':
      // A call names its deliveries with their states.
      return [
        ask.webhooks.key(),
        ask.redeliveries.unsent.key(),
        ask.calls.get.key(),
        ask.readiness.key(),
        ask.attention.key(),
      ]
    case 'data.changed':
      return [ask.data.key()]
    case 'samples.changed':
      return [ask.samples.key(), ask.firstSteps.key()]
    case 'first_steps.changed':
      return [ask.firstSteps.key()]
    case 'users.changed':
      return [ask.users.key(), ask.account.me.key(), ask.account.listKeys.key(), ask.firstSteps.key()]
    case 'webhook_secret.changed':
      return [ask.webhooks.secret.key()]
    case 'sip_trunk.changed':
      return [ask.phoneNumbers.listSipTrunks.key(), ask.phoneNumbers.getSipTrunk.key(), ask.attention.key()]
    case 'number.changed':
      return [
        ask.phoneNumbers.key(),
        ask.firstSteps.key(),
        ask.catalogues.key(),
        ask.readiness.key(),
        ask.attention.key(),
        ask.account.funds.key(),
      ]
    case 'payment_methods.changed':
      return [ask.account.listPaymentMethods.key()]
    case 'sms.changed':
      return [ask.sms.key(), ask.conversations.unread.key(), ask.people.key()]
    case 'sms_thread.changed':
      return [ask.sms.key(), ask.conversations.unread.key()]
    case 'rehearsal.changed':
      return [ask.rehearsals.key()]
    case 'balance.changed':
      return [
        ask.account.ledger.key(),
        ask.account.ledgerTotals.key(),
        ask.account.funds.key(),
        ask.campaigns.key(),
        ask.explain.key(),
        ask.readiness.key(),
        ask.attention.key(),
      ]
    case 'dialing.changed':
      return [ask.dialing.key(), ask.campaigns.key(), ask.explain.key(), ask.readiness.key(), ask.attention.key()]
    case 'settings.changed':
      // Time zones, prices and limits are in every answer.
      return [EVERYTHING]
    case 'operator.told':
    // The page that has the trial listens itself.
    case 'trial.stepped':
    case 'sip_trunk.test_step':
      return []
  }
}

const aboutCampaign = (ask: Ask, id: number): QueryKey[] => [
  ask.campaigns.list.key(),
  ask.campaigns.get.key({ input: { id } }),
  ask.explain.campaign.key({ input: { id } }),
  ask.readiness.key(),
]
