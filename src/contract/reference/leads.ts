import { inside, plainTimes, rowProblems } from './anywhere'
import { callStatus } from './calls'
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

export const leadResult: Fields[string] = [
  'What came of the last attempt that has ended; null before one has.',
  'talked',
  {
    goal: 'a person was talked to, and the goal was reached.',
    guessed_goal: 'a person was talked to, and the built-in rules guess that the goal was reached.',
    talked: 'a person was talked to.',
    voicemail: 'a voicemail answered.',
    no_answer: 'nobody answered.',
    busy: 'the line was busy.',
    failed: 'the call failed.',
    interrupted: 'the call was interrupted while talking.',
    do_not_call: 'the person asked not to be called again.',
  },
]

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
  result: leadResult,
}

const filters: Fields = {
  status: ['Only leads in this state.', 'rescheduled'],
  state: [
    'Only leads in this state, where those who asked in the call not to be called again are `blacklisted` and not `completed`.',
    'blacklisted',
  ],
  result: ['Only leads of whom this came in the last attempt.', 'voicemail'],
  campaign_id: ['Only leads of this campaign, by its id.', 1],
  phone_number: ['Only numbers that contain this: digits, with or without a leading +.', '555012'],
  search: [
    'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. Words are found in the name of the lead. Accents and case make no difference, and other characters only separate words.',
    'bob',
  ],
  due_to: [
    'Only leads that are due until then: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Leads that the dialer has not queued yet have no time.',
    '2026-02-24T15:30:00Z',
  ],
  callback: 'With true, only leads that wait and were promised a call.',
}

const change: Fields = {
  id: ['The id of the change.', 3],
  action: [
    'What is done with each lead.',
    'retry',
    {
      retry: 'a finished lead begins anew, without the attempts so far.',
      move: 'the lead goes to another campaign and begins anew there.',
      blacklist: 'its number is put on the blacklist, and waiting leads with it become blacklisted.',
      delete: 'the lead is deleted; its calls stay.',
    },
  ],
  status: [
    'How far the change is.',
    'done',
    {
      running: 'leads are being changed.',
      done: 'all leads were changed or skipped.',
      cancelled: 'it was stopped; what is changed stays so.',
      undoing: 'it is being taken back.',
      undone: 'it was taken back.',
    },
  ],
  campaign_id: ['The id of the campaign to which leads are moved; null for other actions.', null],
  total: ['How many leads are selected, as far as known.', 1200],
  done: ['How many of them are changed or skipped. While it is being taken back, how many of the changed ones.', 1200],
  changed: ['How many leads were changed, or are as before.', 1187],
  skipped: 'How many leads were left as they are, and why.',
  'skipped.reason': [
    'Why they were left as they are.',
    'on_the_phone',
    {
      on_the_phone: 'they are being called.',
      waiting: 'they are waiting to be called already.',
      blacklisted: 'their number is on the blacklist.',
      duplicate: 'the campaign has their number already.',
      variables: 'the assistant of the campaign does not define one of their variables.',
      there_already: 'they are in this campaign.',
      gone: 'they, or their campaign, are deleted.',
      changed_since: 'they were called or changed since.',
    },
  ],
  'skipped.count': ['How many.', 13],
  undoable: 'Whether it can be taken back now.',
  finished_at: ['When it ended; null while it goes on.', '2026-02-23T10:00:04.000000Z'],
}

export const ofLeads: Reference = {
  schemas: {
    Lead: lead,
    NewLead: given,
    LeadsChange: change,
    LeadAttempt: {
      id: ['The id of the attempt.', 15],
      started_at: ['When it began.', '2026-02-23T10:00:00.000000Z'],
      ended_at: ['When it ended; null while it goes on.', '2026-02-23T10:01:31.000000Z'],
      outcome: [
        'How it ended: `talked`, `goal_missed`, `voicemail`, `busy`, `no_answer`, `failed`, `interrupted` or `given_up`; null while it goes on.',
        'talked',
      ],
      result: [
        'What came of it, as the lead shows it; null while it goes on, and when it was ended without a result.',
        'talked',
      ],
      calls: 'Its calls, in order: one for each contact that was dialed.',
      'calls.id': ['The id of the call.', 34],
      'calls.status': callStatus,
      'calls.answered_by': [
        'Who answered; null when nobody did.',
        'human',
        { human: 'a person.', machine: 'a voicemail.', unknown: 'it is not known who.' },
      ],
      'calls.client_phone_number': ['The number that was dialed, in E.164.', '+12025550124'],
      'calls.duration': ['Seconds from the answer to the end, rounded up; 0 when nobody answered.', 73],
    },
  },
  requests: {
    leads: { ...given, id: ['The id of the lead.', 12], campaign_id: ['The id of the campaign.', 1] },
    'leads.addMany': {
      leads: 'The leads, as for one. A row that is wrong is skipped and reported; the others are added.',
      allow_dupplicate: 'Whether to accept numbers that the campaign has already, for all rows.',
      skip_blacklisted:
        'Whether to skip and report numbers that are on the blacklist. Without it they are added as blacklisted leads.',
      dry_run: 'With true, nothing is added: the answer tells what would be.',
    },
    leadChanges: { id: ['The id of the change.', 3] },
    'leadChanges.create': {
      action: change.action!,
      ids: ['The ids of the leads to change. Either this or `filter`.', [12, 13]],
      filter: 'Change all leads that fit it, those that are there when the change begins. An empty one fits all leads.',
      ...inside('filter', filters),
      'filter.date_from': ['Only what was made on this day or later. A whole day in UTC.', '2026-02-01'],
      'filter.date_to': ['Only what was made on this day or earlier. A whole day in UTC, included.', '2026-02-28'],
      except: ['The ids of leads that fit the filter and are not changed.', [14]],
      campaign_id: ['The id of the campaign to which leads are moved. Only for `move`, which needs it.', 2],
      reason: ['Why the numbers are put on the blacklist, as a text. Only for `blacklist`.', 'Asked by e-mail'],
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
      remove_variables: [
        'Names of variables to take out of the lead, after `variables` were merged. The values of the assistant hold for them again.',
        ['offer'],
      ],
      secondary_contacts: 'The contacts that replace those of the lead.',
      callback_at: [
        'When the lead is called next, before other leads and within the allowed hours: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Null takes a promise back.',
        '2026-02-24T15:30:00Z',
      ],
    },
    'leads.list': {
      ...filters,
      sort: [
        'The order of the list.',
        'newest',
        {
          newest: 'the newest first.',
          oldest: 'the oldest first.',
          next_due: 'only leads that have a time, the one that is due next first.',
        },
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
      'data.problems.code': [
        'The same for programs.',
        'invalid',
        {
          invalid: 'a field is missing or wrong.',
          duplicate: 'the campaign has the number already.',
          blacklisted: 'the number is on the blacklist.',
        },
      ],
    },
    'leads.get': {
      ...lead,
      blacklisted: 'Whether its number is on the blacklist now.',
      history: 'Its attempts, the newest first, 100 at most.',
    },
  },
  bodies: {
    'leadChanges.create': { action: 'retry', filter: { campaign_id: 1, status: 'reached-max-retries' } },
    'leads.update': { variables: { name: 'Robert' }, callback_at: '2026-02-24T15:30:00Z' },
  },
}
