import { inside, rowProblems } from './anywhere'
import { lead } from './leads'
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
