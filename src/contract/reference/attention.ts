import { inside } from './anywhere'
import { campaignInside } from './campaigns'
import { lead } from './leads'
import type { Fields, Reference } from './meaning'

// What an operator should look at, and what was promised by hand.

const promisedAt: Fields[string] = [
  'When they are to be called: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC.',
  '2026-02-23T15:30:00Z',
]

const promise: Fields = {
  id: ['The id of the promise.', 1],
  phone_number: ['The number of the person, in E.164.', '+12025550124'],
  at: ['When they are to be called.', '2026-02-23T15:30:00.000000Z'],
  name: ['The name of the person, as in that call, else of a lead with the number; null when none is known.', 'Bob'],
  call_id: ['The id of the call in which it was promised; null when it was promised by hand, or that was deleted.', 34],
  variables: ['The variables of that call by name; empty without a call.', { name: 'Bob' }],
}

const entryKey = (example: string): Fields[string] => [
  'The key of the entry, to put it away. It stays the same until something new happens.',
  example,
]
const fixedKey = (example: string): Fields[string] => [
  'The key of the entry. It cannot be put away: it is there until it ends.',
  example,
]

export const ofAttention: Reference = {
  schemas: {
    PromisedCallback: promise,
    Attention: {
      callbacks: 'Callbacks that were promised for today or earlier and not made yet, the earliest first.',
      ...inside('callbacks', promised('When the callback was promised for.', 'callback:12:1771860600000')),
      promised_callbacks:
        'Callbacks that were promised in calls without a lead or by hand, the earliest first. Nobody is dialed by itself: each stands until a call to the number reaches the person, or it is dismissed.',
      'promised_callbacks.key': ['The key of the entry. It is dismissed, not put away.', 'promised_callback:1:0'],
      ...inside('promised_callbacks', promise),
      cut_off:
        'Leads whose call was interrupted while talking, of the last seven days, newest first. One leaves when the lead is called again, completed by hand or deleted, when its number is on the blacklist, or when the person was talked to since.',
      ...inside('cut_off', promised('When the call was interrupted.', 'cut_off:12:57')),
      'cut_off.call_id': ['The id of the interrupted call; null after it was deleted.', 34],
      cut_off_total: ['How many there are in all; the list has twenty at most.', 1],
      stopped_campaigns: 'Campaigns that stopped themselves.',
      ...campaignInside(
        'stopped_campaigns',
        'id',
        'name',
        'stopped_because',
        'stopped_because.reason',
        'stopped_because.call_ids',
      ),
      'stopped_campaigns.key': entryKey('stopped_campaign:1:1771836000000'),
      halted_campaigns:
        'Campaigns that a halt stopped and nobody started or stopped since, while they have leads to call. `POST /user/campaigns/start-halted` starts them again.',
      'halted_campaigns.key': [
        'The key of the entry. It cannot be put away: start the campaign, or stop it to leave it stopped.',
        'halted_campaign:1:1771837200000',
      ],
      ...campaignInside('halted_campaigns', 'id', 'name'),
      'halted_campaigns.leads_left': ['How many of its leads are still to be reached.', 118],
      doubtful_lists: 'Running campaigns whose numbers mostly do not exist.',
      ...campaignInside('doubtful_lists', 'id', 'name'),
      'doubtful_lists.key': entryKey('doubtful_list:1:1771836000000'),
      missed_inbound:
        'Calls that came in within the last seven days and were not answered, newest first. One leaves when the person was talked to since, whoever called, or when the number is on the blacklist.',
      'missed_inbound.key': entryKey('missed_inbound:40:0'),
      'missed_inbound.call_id': ['The id of the call.', 40],
      'missed_inbound.client_phone_number': ['Who called.', '+12025550124'],
      'missed_inbound.name': ['The name of the person; null when it is not known.', 'Bob'],
      'missed_inbound.assistant_phone_number': ['The number of the account that was called.', '+12125550190'],
      'missed_inbound.at': ['When the call came in.', '2026-02-23T10:00:00.000000Z'],
      missed_inbound_total: ['How many there are in all; the list has twenty at most.', 1],
      dead_deliveries: ['How many webhooks were given up and not sent again. They are one entry.', 0],
      dead_deliveries_key: [
        'The key of this entry, to put it away; null when there is none. Another webhook that is given up brings it back.',
        'dead_deliveries:1771840800000',
      ],
      unpaid_numbers: 'Numbers whose monthly price the balance did not cover.',
      'unpaid_numbers.key': entryKey('unpaid_number:3:4'),
      'unpaid_numbers.id': ['The id of the number.', 3],
      'unpaid_numbers.phone_number': ['The number.', '+12125550190'],
      'unpaid_numbers.status': [
        'The state of the number.',
        'past_due',
        {
          past_due: 'the price is charged again on the next days.',
          suspended: 'the number makes and takes no calls and SMS.',
        },
      ],
      trunks_down: 'SIP trunks whose server refuses us or does not answer.',
      'trunks_down.key': entryKey('trunk_down:4:1771840800000'),
      'trunks_down.id': ['The id of the trunk.', 4],
      'trunks_down.phone_number': ['Its number or extension.', '+12125550191'],
      'trunks_down.status': [
        'What is wrong.',
        'refused',
        {
          refused: 'the server refused the credentials or the registration.',
          unreachable: 'the server does not answer.',
        },
      ],
      'trunks_down.reason': ['Why, in words.', 'Wrong user name or password.'],
      'trunks_down.since': ['Since when.', '2026-02-23T10:00:00.000000Z'],
      failed_documents: 'Documents that could not be read.',
      'failed_documents.key': entryKey('failed_document:7:1771840800000'),
      'failed_documents.id': ['The id of the document.', 7],
      'failed_documents.name': ['The name of the document.', 'Price list'],
      'failed_documents.knowledgebase': 'The knowledge base that it belongs to.',
      'failed_documents.knowledgebase.id': ['The id of the knowledge base.', 1],
      'failed_documents.knowledgebase.name': ['The name of the knowledge base.', 'Shop'],
      'failed_documents.error': ['Why it could not be read, as a sentence.', 'The file is encrypted.'],
      models_out_of_order: 'Models that do not answer. Campaigns that use them wait.',
      'models_out_of_order.key': fixedKey('model_out_of_order:1:1771837200000'),
      'models_out_of_order.model': ['The name of the model.', 'GPT-4.1 mini'],
      'models_out_of_order.reason': ['Why, as a sentence.', 'Nothing answers at 127.0.0.1:11434.'],
      'models_out_of_order.since': ['Since when it is so.', '2026-02-23T09:00:00.000000Z'],
      clocks_differ:
        'Since when and why nothing is dialed, when the clock of the machine and the time of the desk differ; null otherwise.',
      'clocks_differ.key': fixedKey('clocks_differ:1771837200000'),
      'clocks_differ.since': ['Since when it is so.', '2026-02-23T09:00:00.000000Z'],
      'clocks_differ.reason': [
        'How the clocks differ, as a sentence.',
        'The clock of this machine is 2 h behind the time of the desk. Dialing waits until they agree.',
      ],
      disk_full: ['Whether there was no room on the disk for the last change.', false],
      no_balance: 'What is missing in USD for another call, while running campaigns wait for it; null otherwise.',
      'no_balance.key': fixedKey('no_balance:0'),
      'no_balance.missing': ['How much is missing, in USD.', 0.29],
      'no_balance.needed': ['What is needed, in USD: a minute of each running call and of one more.', 0.59],
      'no_balance.balance': ['The balance in USD.', 0.3],
      'no_balance.text': [
        'The same as a sentence.',
        'A call needs $0.30. $0.01 is free, because $0.29 of the balance of $0.30 is held for running calls: $0.29 is missing.',
      ],
      'no_balance.campaigns': 'The campaigns in progress that wait for it and have leads to call.',
      ...campaignInside('no_balance.campaigns', 'id', 'name'),
      low_balance: 'The balance, when it is below the level at which to warn; null otherwise.',
      'low_balance.key': entryKey('low_balance:1771801200000'),
      'low_balance.total_balance': ['The balance in USD.', 3.2],
      'low_balance.below': ['The level at which to warn, in USD.', 5],
    },
  },
  requests: {
    'attention.addPromised': {
      phone_number: ['The number of the person, in international form with a leading +.', '+12025550124'],
      at: promisedAt,
      call_id: ['The id of the call in which it was promised. Left out: in none.', 34],
    },
    'attention.changePromised': { at: promisedAt },
    'attention.putAway': { keys: ['The keys of the entries.', ['cut_off:12:57']] },
    'attention.restore': {
      keys: ['The keys of the entries. Left out: everything that was put away.', ['cut_off:12:57']],
    },
  },
  bodies: {
    // The call of the example is of no desk but that of the reader.
    'attention.addPromised': { phone_number: '+12025550124', at: '2026-02-23T15:30:00Z' },
  },
}

function promised(at: string, key: string): Fields {
  const { id, campaign_id, phone_number, name, variables, campaign } = lead as Record<string, Fields[string]>
  return {
    key: entryKey(key),
    id: id!,
    campaign_id: campaign_id!,
    phone_number: phone_number!,
    name: name!,
    variables: variables!,
    campaign: campaign!,
    'campaign.id': lead['campaign.id']!,
    'campaign.name': lead['campaign.name']!,
    at: [at, '2026-02-23T15:30:00.000000Z'],
  }
}
