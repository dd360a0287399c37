import { inside, rowProblems } from './anywhere'
import { callStatus, summary } from './calls'
import { lead, leadResult, leadStatus } from './leads'
import type { Fields, Reference } from './meaning'

const number: Fields[string] = ['The number, in international form with a leading +.', '+12025550124']
const reason: Fields[string] = ['Why it is on the list, as a text.', 'Asked by e-mail']

const sources = {
  operator: 'by the operator, in the console or over the API.',
  call: 'somebody asked in a call not to be called again.',
  sms: 'somebody wrote STOP.',
  import: 'with many others.',
}

/** What a list shows of a person. */
const known: Fields = {
  phone_number: ['The number of the person, in E.164.', '+12025550124'],
  name: ['The name of the person; null when none is known.', 'Bob'],
  last_contact_at: [
    'When the last call, SMS or message of a chat was; null when there was none.',
    '2026-02-23T10:00:00.000000Z',
  ],
  on_blacklist: 'Whether the number is on the blacklist now.',
  last_call: 'The latest call with the person; null when there was none.',
  'last_call.id': ['The id of the call.', 34],
  'last_call.status': callStatus,
  lead: 'The newest lead with this number; null when there is none.',
  'lead.id': ['The id of the lead.', 12],
  'lead.status': leadStatus,
  'lead.result': leadResult,
  'lead.campaign': 'Its campaign.',
  'lead.campaign.id': ['The id of the campaign.', 1],
  'lead.campaign.name': ['The name of the campaign.', 'Spring offer'],
}

const counts: Fields = {
  calls: ['How many calls.', 2],
  sms: ['How many SMS.', 0],
  conversations: ['How many chats.', 1],
  notes: ['How many notes.', 1],
}

const person: Fields = {
  phone_number: ['The number, in E.164.', '+12025550124'],
  name: ['The name: of a lead with this number, else of a call, a chat or an SMS. Null when none tells it.', 'Bob'],
  time_zone: [
    'The time zone in which the number most likely is; null when its prefix does not say.',
    'America/New_York',
  ],
  blacklist: 'The entry of the blacklist; null when there is none.',
  leads: 'The leads with this number, newest first, 100 at most.',
  ...inside('leads', lead),
  'leads.explanation': 'Why the lead is not called now; null when that is not known.',
  attempts: 'The attempts of these leads, newest first, 100 at most.',
  promised_callbacks: 'The callbacks that were promised without a lead and that a person has to make, earliest first.',
  calls: 'The calls with this number, newest first, 100 at most.',
  sms: 'The SMS from and to this number, newest first, 100 at most.',
  conversations: 'The chats of this person, newest first, 100 at most.',
  notes: 'The notes about this person, newest first, 100 at most.',
  totals: 'How many there are in all.',
  ...inside('totals', counts),
  spent: 'What was spent on this person in USD, by the ledger. What was paid back is taken off.',
  'spent.calls': ['On calls, in USD.', 0.61],
  'spent.sms': ['On SMS, in USD.', 0.04],
  'spent.conversations': ['On chats, in USD.', 0],
}

export const ofPeople: Reference = {
  schemas: {
    BlacklistEntry: {
      id: ['The id of the entry.', 3],
      phone_number: ['The number that is not called and gets no SMS, in E.164.', '+12025550124'],
      name: ['The name of the person, of a lead with this number; null when none tells it.', 'Bob'],
      reason: ['Why it is on the list; empty when nobody said.', 'Asked by e-mail'],
      source: ['How it came onto the list.', 'operator', sources],
      call_id: [
        'The id of the call in which it was asked for; null for another source, or when that was deleted.',
        null,
      ],
      sms_id: ['The id of the SMS that asked for it; null for another source, or when that was deleted.', null],
      api_key: ['The name of the API key with which it was added; null when it was not over the API.', null],
      expires_at: ['Until when it holds; null: for ever.', null],
    },
    Attempt: {
      id: ['The id of the attempt.', 15],
      lead_id: ['The id of the lead.', 12],
      started_at: ['When it began.', '2026-02-23T10:00:00.000000Z'],
      ended_at: ['When it ended; null while it goes on.', '2026-02-23T10:01:31.000000Z'],
      outcome: [
        'How it ended: `talked`, `goal_missed`, `voicemail`, `busy`, `no_answer`, `failed` or `interrupted`; null while it goes on.',
        'talked',
      ],
      call_ids: ['The ids of its calls, in order: one for each contact that was dialed.', [34]],
    },
    Note: {
      id: ['The id of the note.', 4],
      phone_number: ['The number of the person that it is about, in E.164.', '+12025550124'],
      text: ['What was written down.', 'Prefers mornings.'],
      written_at: ['When it was written.', '2026-02-23T10:02:00.000000Z'],
      updated_at: ['When its text was last changed.', '2026-02-23T10:02:00.000000Z'],
    },
    KnownPerson: known,
    FoundPerson: {
      ...known,
      found: [
        'By what the person was found.',
        'words',
        {
          number: 'a part of the number.',
          name: 'the words of the name, which a lead, a call, an SMS or a chat has.',
          words: 'words that were said in a call, or written in an SMS, a chat or a note.',
        },
      ],
      excerpt: [
        'What was said around the words; null when found by number or name.',
        '… a table for the summer party …',
      ],
      call_id: ['The id of the call in which it was said; null when it was not in a call.', 34],
      sms_id: ['The id of the SMS in which it was written; null when it was not in an SMS.', null],
      conversation_id: ['The uuid of the chat in which it was written; null when it was not in a chat.', null],
      note_id: ['The id of the note in which it was written; null when it was not in a note.', null],
    },
    PersonExport: {
      ...person,
      exported_at: ['When these data were put together.', '2026-02-23T10:05:00.000000Z'],
      leads: 'The leads with this number, newest first, 2,000 at most. `totals` says whether anything is left out.',
      attempts: 'The attempts of these leads, newest first, 2,000 at most.',
      calls: 'The calls with this number with every transcript, newest first, 2,000 at most.',
      sms: 'The SMS from and to this number, newest first, 2,000 at most.',
      conversations: 'The chats of this person with every message, newest first, 2,000 at most.',
      notes: 'The notes about this person, newest first, 2,000 at most.',
    },
    Person: {
      ...person,
      ...inside('calls', summary),
      'calls.allowed_because': 'Why the call was allowed: each rule that was checked, with what it found.',
      'calls.allowed_because.rule': ['The rule.', 'window'],
      'calls.allowed_because.value': ['What was found.', '09:00 to 18:00 Europe/Rome'],
    },
  },
  requests: {
    people: { phone_number: number },
    'people.find': {
      search: [
        'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. A number needs three digits. Words are found in a name, or all in one sentence that was said or in a note; accents and case make no difference.',
        'summer par',
      ],
      limit: ['How many people, 1 to 50.', 8],
    },
    'people.addNote': {
      text: ['The text of the note.', 'Prefers mornings.'],
      written_at: [
        'When it was written, for a note from elsewhere: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Left out: now.',
        '2025-11-03T09:00:00Z',
      ],
    },
    'people.changeNote': { text: ['The new text of the note.', 'Prefers mornings.'] },
    blacklist: {
      phone_number: number,
      reason,
      search: [
        'Only numbers that contain these digits, in any form; or words, which are all in the reason or in the name of a lead with the number.',
        '020 7946',
      ],
      source: ['Only what came onto the list in this way.', 'sms', sources],
    },
    'blacklist.removeMany': {
      phone_numbers: [
        'The numbers to take off. What is not on the list is left out.',
        ['+12025550126', '+12025550127'],
      ],
      all: 'Takes off everything that fits these filters instead.',
      'all.search': ['As of the list.', '020 7946'],
      'all.source': ['As of the list.', 'sms', sources],
      'all.except': ['Numbers that stay on the list.', []],
    },
    'blacklist.putBack': {
      source: ['How it came onto the list. Left out: by the operator.', 'operator', sources],
      call_id: ['The id of the call in which it was asked for.', null],
      sms_id: ['The id of the SMS that asked for it.', null],
      api_key: ['The name of the API key with which it was added.', null],
      created_at: ['When it came onto the list. Left out: now.', '2026-02-23T10:00:00Z'],
      expires_at: ['Until when it holds. Null, or left out: for ever.', '2027-01-01T00:00:00Z'],
    },
    'blacklist.list': {
      phone_number: ['Only numbers that contain this: digits, with or without a leading +.', '555012'],
    },
    'blacklist.add': {
      expires_at: [
        'Until when it holds: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Null, or left out: for ever.',
        '2027-01-01T00:00:00Z',
      ],
    },
    'blacklist.addMany': {
      phone_numbers: ['The numbers. What is not a number is skipped and reported.', ['+12025550124', '+12025550125']],
    },
  },
  bodies: { 'blacklist.removeMany': { phone_numbers: ['+12025550126', '+12025550127'] } },
  answers: {
    'people.find': {
      data: 'The people. Those found by name stand before those found by what was said; in each group the newest contact first.',
    },
    'blacklist.addMany': {
      data: 'What was added.',
      'data.added': ['How many numbers were added.', 1],
      'data.duplicates': ['How many were on the list already, or were given twice. They stay as they are.', 0],
      'data.skipped': ['How many rows are no number.', 1],
      ...rowProblems,
      'data.problems.field': ['The field that is wrong.', 'phone_number'],
    },
    'people.forget': {
      data: 'What was deleted.',
      'data.leads': ['How many leads.', 1],
      ...inside('data', counts),
    },
    'blacklist.removeMany': { 'data.removed': ['How many numbers were taken off.', 2] },
  },
}
