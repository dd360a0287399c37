import { inside, rowProblems } from './anywhere'
import { callStatus } from './calls'
import { lead, leadStatus } from './leads'
import type { Fields, Reference } from './meaning'

const number: Fields[string] = ['The number, in international form with a leading +.', '+12025550124']
const reason: Fields[string] = ['Why it is on the list, as a text.', 'Asked by e-mail']

export const ofPeople: Reference = {
  schemas: {
    BlacklistEntry: {
      id: ['The id of the entry.', 3],
      phone_number: ['The number that is not called and gets no SMS, in E.164.', '+12025550124'],
      reason: ['Why it is on the list; empty when nobody said.', 'Asked by e-mail'],
      source: [
        'How it came onto the list.',
        'operator',
        {
          operator: 'by the operator.',
          call: 'somebody asked in a call not to be called again.',
          sms: 'somebody wrote STOP.',
          import: 'with many others.',
        },
      ],
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
    FoundPerson: {
      phone_number: ['The number of the person, in E.164.', '+12025550124'],
      name: ['The name of the person; null when none is known.', 'Bob'],
      found: [
        'By what the person was found.',
        'words',
        {
          number: 'a part of the number.',
          name: 'the words of the name, which a lead, a call, an SMS or a chat has.',
          words: 'words that were said in a call or written in an SMS or a chat.',
        },
      ],
      excerpt: [
        'What was said around the words; null when found by number or name.',
        '… a table for the summer party …',
      ],
      call_id: ['The id of the call in which it was said; null when it was not in a call.', 34],
      sms_id: ['The id of the SMS in which it was written; null when it was not in an SMS.', null],
      conversation_id: ['The uuid of the chat in which it was written; null when it was not in a chat.', null],
      last_call: 'The latest call with the person; null when there was none.',
      'last_call.id': ['The id of the call.', 34],
      'last_call.status': callStatus,
      lead: 'The newest lead with this number; null when there is none.',
      'lead.id': ['The id of the lead.', 12],
      'lead.status': leadStatus,
      'lead.campaign': 'Its campaign.',
      'lead.campaign.id': ['The id of the campaign.', 1],
      'lead.campaign.name': ['The name of the campaign.', 'Spring offer'],
    },
    Person: {
      phone_number: ['The number, in E.164.', '+12025550124'],
      name: ['The name: of a lead with this number, else of a call, a chat or an SMS. Null when none tells it.', 'Bob'],
      blacklist: 'The entry of the blacklist; null when there is none.',
      leads: 'The leads with this number, newest first, 100 at most.',
      ...inside('leads', lead),
      'leads.explanation': 'Why the lead is not called now; null when that is not known.',
      attempts: 'The attempts of these leads, newest first, 100 at most.',
      calls: 'The calls with this number, newest first, 100 at most.',
      sms: 'The SMS from and to this number, newest first, 100 at most.',
      conversations: 'The chats of this person, newest first, 100 at most.',
    },
  },
  requests: {
    people: { phone_number: number },
    'people.find': {
      search: [
        'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. A number needs three digits. Words are found in a name, or all in one sentence that was said; accents and case make no difference.',
        'summer par',
      ],
      limit: ['How many people, 1 to 50.', 8],
    },
    blacklist: { phone_number: number, reason },
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
  answers: {
    'people.find': {
      data: 'The people. Those found by name stand before those found by what was said; in each group the newest contact first.',
    },
    'blacklist.addMany': {
      data: 'What was added.',
      'data.added': ['How many numbers were added.', 1],
      'data.skipped': ['How many rows were skipped.', 1],
      ...rowProblems,
      'data.problems.field': ['The field that is wrong.', 'phone_number'],
    },
    'people.forget': {
      data: 'What was deleted.',
      'data.leads': ['How many leads.', 1],
      'data.calls': ['How many calls, with their recordings.', 2],
      'data.sms': ['How many SMS.', 0],
      'data.conversations': ['How many chats.', 1],
    },
  },
}
