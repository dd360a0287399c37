import { inside, plainTimes, rowProblems } from './anywhere'
import type { Fields, Reference } from './meaning'

export const leadStatus: Fields[string] = [
  'The state of the lead.',
  'rescheduled',
  {
    created: 'it waits for its first call.',
    scheduled: 'the dialer has queued it.',
    processing: 'it is being called, or its call is being evaluated.',
    completed: 'a person or a voicemail was reached; it is not called again.',
    rescheduled: 'it was not reached and is called again.',
    'reached-max-retries': 'it was not reached, and no retry is left.',
    blacklisted: 'its number is on the blacklist.',
  },
]

const contacts: Fields = {
  secondary_contacts: 'More numbers of the person, which are dialed in this order when the ones before do not answer.',
  'secondary_contacts.phone_number': ['The number, in international form with a leading +.', '+12025550125'],
  'secondary_contacts.variables': [
    'Values by name for a call to this number. They go before those of the lead.',
    { name: 'Eve' },
  ],
}

const given: Fields = {
  phone_number: ['The number to call, in international form with a leading +.', '+12025550124'],
  variables: [
    'Values by name, used as `{{name}}` in the texts of the assistant. The assistant of the campaign must define each name.',
    { name: 'Bob' },
  ],
  allow_dupplicate: 'Whether to accept a number that the campaign has already.',
  ...contacts,
}

export const lead: Fields = {
  id: ['The id of the lead.', 12],
  campaign_id: ['The id of its campaign.', 1],
  phone_number: ['The number to call, in E.164.', '+12025550124'],
  name: [
    'The name of the person: the variable `name`, `full_name`, `first_name` with `last_name`, or `customer_name`, the first that the lead has. Null when it has none.',
    'Bob',
  ],
  variables: ['Values by name, used as `{{name}}` in the texts of the assistant.', { name: 'Bob' }],
  status: leadStatus,
  ...plainTimes,
  campaign: 'Its campaign.',
  'campaign.id': ['The id of the campaign.', 1],
  'campaign.name': ['The name of the campaign.', 'Spring offer'],
  ...contacts,
  'secondary_contacts.id': ['The id of the contact.', 5],
  'secondary_contacts.status': [
    'What has become of the contact.',
    'created',
    {
      created: 'it was not dialed yet.',
      called: 'it was dialed and nobody was reached.',
      answered: 'a person was reached.',
      skipped: 'it is on the blacklist.',
    },
  ],
  ...inside('secondary_contacts', plainTimes),
  attempts: ['How many attempts have ended. One attempt may dial several contacts.', 1],
  next_attempt_at: [
    'When it is due, in UTC; null while nothing is planned. Hours, lines and the balance may put the call off.',
    '2026-02-23 11:04:12',
  ],
  callback_at: ['When it was promised a call, in UTC; null when it was not.', null],
  cut_off: 'Whether its call was interrupted while talking: the lead is completed, and not called again by itself.',
}

export const ofLeads: Reference = {
  schemas: { Lead: lead, NewLead: given },
  requests: {
    leads: { ...given, id: ['The id of the lead.', 12], campaign_id: ['The id of the campaign.', 1] },
    'leads.addMany': {
      leads: 'The leads, as for one. A row that is wrong is skipped and reported; the others are added.',
      allow_dupplicate: 'Whether to accept numbers that the campaign has already, for all rows.',
    },
    'leads.update': {
      campaign_id: ['The id of the campaign to move the lead to. It begins anew there.', 2],
      phone_number: ['The new number, in international form with a leading +. The lead begins anew.', '+12025550124'],
      status: [
        'The state to put it in.',
        'created',
        {
          created: 'it begins anew, without the attempts so far.',
          completed: 'it is done and not called again.',
          'reached-max-retries': 'it is given up.',
        },
      ],
      variables: ['Values by name, merged with the variables that the lead has.', { name: 'Robert' }],
      secondary_contacts: 'The contacts that replace those of the lead.',
      callback_at: [
        'When the lead is called next, before other leads and within the allowed hours: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Null takes a promise back.',
        '2026-02-24T15:30:00Z',
      ],
    },
    'leads.list': {
      status: ['Only leads in this state.', 'rescheduled'],
      campaign_id: ['Only leads of this campaign, by its id.', 1],
      phone_number: ['Only numbers that contain this: digits, with or without a leading +.', '555012'],
      search: [
        'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. Words are found in the name of the lead. Accents and case make no difference, and other characters only separate words.',
        'bob',
      ],
    },
  },
  answers: {
    'leads.create': { data: 'The lead.' },
    'leads.addMany': {
      data: 'What was added.',
      'data.created': ['How many leads were added.', 1],
      'data.skipped': ['How many rows were skipped.', 1],
      ...rowProblems,
    },
  },
  bodies: { 'leads.update': { variables: { name: 'Robert' }, callback_at: '2026-02-24T15:30:00Z' } },
}
