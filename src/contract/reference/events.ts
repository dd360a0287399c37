import { callStatus } from './calls'
import { campaignStatus } from './campaigns'
import { leadStatus } from './leads'
import type { Fields, Reference } from './meaning'

const ids: Record<string, string> = {
  'assistant.changed': 'assistant',
  'campaign.changed': 'campaign',
  'campaign.waits': 'campaign',
  'lead.changed': 'lead',
  'call.changed': 'call',
  'call.withdrawn': 'call, which was deleted: by a client, or because the carrier had no free line',
  'call.said': 'call',
  'promised_callback.changed': 'promise',
  'note.changed': 'note',
  'knowledgebase.changed': 'knowledge base',
  'document.changed': 'document',
  'tool.changed': 'tool, which was changed, deleted, or used by an assistant',
  'conversation.changed': 'chat',
  'delivery.changed': 'delivery',
  'number.changed': 'number',
  'sip_trunk.changed': 'trunk',
  'sip_trunk.test_step': 'trunk',
  'sms.changed': 'SMS',
  'rehearsal.changed': 'rehearsal',
  'lead_change.changed': 'change of many leads',
  'redelivery.changed': 'sending many webhooks again',
}

const event: Fields = {
  type: 'What has happened.',
  ...Object.fromEntries(Object.entries(ids).map(([type, what]) => [`${type}: id`, [`The id of the ${what}.`, 1]])),
  status: ['The state that it has now.', 'active'],
  'campaign.changed: status': campaignStatus,
  'lead.changed: status': leadStatus,
  'call.changed: status': callStatus,
  'campaign.waits: reason': [
    'Why a lead that is due was not dialed, as a sentence: no free line, too many calls a second, or the balance.',
    'The carrier has no line free.',
  ],
  'leads.imported: created': ['How many leads were added.', 4998],
  'call.changed: campaign_id': ['The id of the campaign; null for a single call.', 1],
  'call.changed: lead_id': ['The id of the lead; null for a call without one.', 12],
  client_phone_number: ['The number of the person, in E.164.', '+12025550124'],
  'blacklist.changed: phone_number': ['The number that was added or removed; null: many.', '+12025550124'],
  'sms_thread.changed: phone_number': [
    'Of the person whose SMS were read, or deleted: in E.164, or the name that a sender has instead.',
    '+12025550124',
  ],
  item: 'What was just said, or the tool that was just called.',
  knowledgebase_id: ['The id of the knowledge base.', 1],
  progress: 'How far it is; left out when nothing is under way.',
  'document.changed: progress.done': ['How many pages were read.', 3],
  'document.changed: progress.total': ['How many pages there are to read, as far as known.', 10],
  'lead_change.changed: progress.done': ['How many leads are changed or skipped.', 300],
  'lead_change.changed: progress.total': ['How many leads are selected, as far as known.', 1200],
  'redelivery.changed: progress.done': ['How many webhooks were tried or skipped.', 120],
  'redelivery.changed: progress.total': ['How many webhooks are selected.', 280],
  'rehearsal.changed: progress.done': ['How many leads were simulated, in all runs.', 5000],
  'rehearsal.changed: progress.expected': ['How many there are to simulate, in all runs.', 20000],
  'trial.stepped: trial_id': ['The `trial_id` of the request that is being answered.', 'draft-3'],
  'trial.stepped: step': 'What was just done for the answer.',
  'sip_trunk.test_step: test_id': ['The `test_id` of the request that placed the call.', 'test-1'],
  'sip_trunk.test_step: step': 'What has just happened.',
  total_balance: ['The balance in USD.', 24.88],
  dialing: 'Whether calls are made.',
  'model.changed: model': ['The name of the model.', 'GPT-4.1 mini'],
  works: 'Whether it answers. While it does not, campaigns that use it wait.',
  'operator.told: level': [
    'How it is meant.',
    'warning',
    { info: 'good to know.', warning: 'somebody should look at it.' },
  ],
  'operator.told: text': [
    'What the operator is told, as a sentence.',
    'A webhook to 127.0.0.1:4700 was given up after 8 tries.',
  ],
  'operator.told: campaign_id': ['The id of the campaign that it is about; left out for anything else.', 1],
  'operator.told: lead_id': ['The id of the lead that it is about; left out for anything else.', 12],
  'operator.told: call_ids': ['The ids of the calls that it is about; left out for anything else.', [34]],
  'operator.told: sms_from': [
    'The number of the person whose SMS it is about; left out for anything else.',
    '+12025550124',
  ],
  'operator.told: phone_number_id': ['The id of the number that it is about; left out for anything else.', 3],
}

export const ofEvents: Reference = {
  schemas: { Event: event },
  requests: {
    simulator: {
      from: [
        'Who calls, in international form with a leading +. The last two digits choose what happens.',
        '+12025550124',
      ],
      to: ['A number of the account on which an active assistant answers.', '+12125550190'],
    },
  },
}
