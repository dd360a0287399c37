import type { EndReason } from '../calls'
import type { Fields, Reference } from './meaning'

const endReasons: Record<EndReason, string> = {
  end_call: 'the assistant ended the call with its tool.',
  transferred: 'the assistant put the caller through to somebody else.',
  max_duration: 'the call was as long as `max_duration` of the assistant allows.',
  silence: 'nobody said anything for as long as the assistant allows.',
  voicemail: 'a machine answered, and the assistant hung up, with or without a message.',
  engine_failed: 'the language model or the voice did not work.',
  customer_hung_up: 'the person hung up.',
  hung_up: 'the service hung up, and no other reason is known.',
  operator: 'the operator hung up.',
  halt: 'dialing was halted, which hangs up every call.',
  busy: 'the line was busy.',
  no_answer: 'nobody answered within `ringing_time` of the assistant.',
  declined: 'the person declined the call.',
  remote_hang_up: 'the other side hung up or refused before the call was answered.',
  unreachable: 'the number does not exist or cannot be reached.',
  carrier_failed: 'the carrier did not answer, refused our credentials or had a technical error.',
  line_error: 'the line broke during the call.',
  interrupted: 'the end was never reported: the program stopped, or the deadline of the call passed.',
  no_line: 'no line was free: for a minute, or for a call that came in.',
  not_dialing: 'dialing was paused or halted for a minute while the call waited.',
  blacklisted: 'the number was put on the blacklist before it was dialed.',
  no_assistant: 'a call came in and no active assistant was there to answer.',
  no_balance: 'a call came in and the balance did not cover it.',
}

export const callStatus: Fields[string] = [
  'The state of the call.',
  'completed',
  {
    initiated: 'it is about to be dialed, or waits for a line.',
    ringing: 'it rings.',
    'in-progress': 'somebody has answered and it goes on.',
    ended: 'it is over and is being evaluated.',
    completed: 'it ran to its end: the assistant ended it, put it through, or its longest duration was over.',
    busy: 'the line was busy.',
    'no-answer': 'nobody answered.',
    failed: 'it could not be made, or it was cut off.',
    ended_by_customer: 'the person hung up.',
    ended_by_assistant: 'the service hung up: after a silence, at a voicemail, or for the operator.',
  },
]

const callType: Fields[string] = [
  'How the call came about.',
  'outbound',
  { inbound: 'somebody called a number of the account.', outbound: 'the service dialed.', web: 'in a browser.' },
]

export const summary: Fields = {
  id: ['The id of the call.', 34],
  assistant_id: ['The id of the assistant; null after it was deleted.', 1],
  assistant_name: ['The name that the assistant had.', 'Anna'],
  campaign_id: ['The id of the campaign; null for a single call, and after the campaign was deleted.', 1],
  campaign_name: ['The name of the campaign; null for a single call.', 'Spring offer'],
  lead_id: ['The id of the lead; null for a call without one, and after the lead was deleted.', 12],
  type: callType,
  duration: ['Seconds from the answer to the end, rounded up; 0 when nobody answered.', 73],
  assistant_phone_number: [
    'The number of the account that was shown, or that was called; null for none.',
    '+12125550190',
  ],
  client_phone_number: ['The number of the person, in E.164 as far as the network tells it.', '+12025550124'],
  name: [
    'The name of the person: of the variables that were given for the call, else of the newest lead with this number when the call began. Null when neither tells one. A default of the assistant is no name.',
    'Bob',
  ],
  status: callStatus,
  end_reason: ['Why the call ended; null while it goes on.', 'end_call', endReasons],
  transcript: 'What was said and which tools were called, in order.',
  variables: [
    'The variables of the call by name: of the assistant, the lead and the contact, merged.',
    { name: 'Bob', offer: 'the spring offer' },
  ],
  given_variables: [
    'Those of the variables that were given for this call: by the request, the lead and the contact, or the inbound webhook. Without the defaults of the assistant.',
    { name: 'Bob' },
  ],
  evaluation:
    'What was found in the conversation, by `post_call_schema` of the assistant. Empty when nothing was evaluated.',
  evaluated_by: [
    'Who judged the conversation: the name of a model; `scripted` for the built-in rules, which only guess. Null when nothing was judged.',
    'GPT-4.1 mini',
  ],
  webhook_response: ['What the receiver of the post-call webhook answered, as JSON; null for none.', { stored: true }],
  carrier_cost: ['The same as `total_cost`, in USD with eight decimals.', '0.12166700'],
  total_cost: ['What the call cost, in USD with eight decimals; the sum of `cost_items`.', '0.12166700'],
  answered_by: [
    'Who answered; null when nobody did.',
    'human',
    { human: 'a person.', machine: 'a voicemail or another machine.', unknown: 'it was not found out.' },
  ],
  recording_url: [
    'A signed link to the recording, a WAV file with the person on the left channel. The link is valid for seven days and new in each answer. It leads to this machine, at the address of the service. Null when nothing was recorded.',
    'http://127.0.0.1:4620/api/recordings/6f1f7a52-3d1b-4f0e-9f0b-2a8c1d1c9a10.wav?expires=1772445600&sig=9f2c',
  ],
  answered_at: ['When the call was answered; null when it was not.', '2026-02-23T10:00:09.000000Z'],
  transferred_to: [
    'The number to which the assistant put the caller through; `end_reason` is then `transferred`. Null otherwise.',
    null,
  ],
  spoken_by: [
    'The name of the model that spoke; `scripted` is the built-in script, which needs no model. Null before anybody spoke.',
    'GPT-4.1 mini',
  ],
  next: 'What came after a call of a lead, or comes next. Null for a single call, while the call goes on, and when its lead is done.',
  'next.step': [
    'What it is.',
    'retry',
    {
      retry: 'the lead is tried again.',
      contact: 'the attempt goes on with the next contact of the lead.',
      callback: 'the person is called back.',
      none: 'the lead is not called again by itself.',
    },
  ],
  'next.at': [
    'When it is due, or was done. A campaign that does not dial is late. Null for `none`.',
    '2026-02-23T14:30:00.000000Z',
  ],
  'next.contact': ['Which contact, from 1 in the order of the lead; null for the other steps.', null],
  'next.call_id': ['The id of the call that came next; null while it is awaited.', null],
  warnings: ['What went otherwise than it should, as sentences. Empty when all was well.', []],
}

const filters: Fields = {
  status: ['Only calls in this state.', 'completed'],
  type: ['Only calls that came about in this way.', 'outbound'],
  phone_number: ['Only calls whose person’s number contains this: digits, with or without a leading +.', '555012'],
  search: [
    'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. Words are found in the name of the person, or all in one sentence that was said. Accents and case make no difference, and other characters only separate words.',
    'summer par',
  ],
  goal: [
    'Only calls of which this was found about the goal.',
    'goal',
    {
      goal: 'it was reached.',
      no_goal: 'it was not reached.',
      guessed_goal: 'the built-in rules guess that it was reached.',
      guessed_no_goal: 'the built-in rules guess that it was not reached.',
    },
  ],
  assistant_id: ['Only calls of this assistant, by its id.', 1],
  campaign_id: ['Only calls of this campaign, by its id.', 1],
  from: [
    'Only calls from here on: a day in the time zone of the workspace, or a moment with its offset.',
    '2026-02-01',
  ],
  to: [
    'Only calls until here: a day in the time zone of the workspace, included, or a moment with its offset, not included.',
    '2026-02-28',
  ],
}

export const ofCalls: Reference = {
  schemas: {
    TranscriptItem: {
      text: ['What was said; for a function call, the name of the tool and its arguments.', 'Hello Bob, this is Anna.'],
      type: [
        'What the item is.',
        'transcript',
        { transcript: 'somebody spoke.', function_call: 'the assistant called a tool.' },
      ],
      sender: ['Whose item it is.', 'bot', { bot: 'the assistant.', human: 'the person.' }],
      timestamp: ['When it began, in seconds since 1970 with decimals.', 1771840809.4],
      end_timestamp: [
        'When it ended, in seconds since 1970 with decimals; left out when it is not known.',
        1771840811.9,
      ],
      interrupted: 'Whether the other side interrupted it; left out when it is not known.',
      latency: 'How long the answer took; left out where it is not known.',
      'latency.heard_ms': ['How many milliseconds it took until what the person said was understood.', 180],
      'latency.thought_ms': ['How many milliseconds it took until the model began to answer.', 420],
      'latency.voiced_ms': ['How many milliseconds it took until the voice began to speak.', 150],
    },
    EvaluationItem: {
      name: ['The name of the field; `status` and `summary` are always there.', 'status'],
      type: ['The type of the value: `bool`, `string`, `number` or `integer`.', 'bool'],
      value: ['What was found; null when the conversation does not tell.', true],
      description: ['What the field asks, as in `post_call_schema`.', 'Whether the goal of the call was reached'],
    },
    CallSummary: summary,
    Call: {
      ...summary,
      cost_items: 'What the cost is made of. The amounts add up to `total_cost`.',
      'cost_items.what': ['What was paid for.', '73 s of talking at $0.10 a minute'],
      'cost_items.amount': ['The amount in USD.', 0.121667],
      allowed_because: 'The rules that were checked before the call was made, and what they found.',
      'allowed_because.rule': ['The rule.', 'attempt'],
      'allowed_because.value': ['What was found.', '1 of 4'],
      deliveries: 'The webhooks about the call.',
      'deliveries.id': ['The id of the delivery.', 8],
      'deliveries.status': ['The state of the delivery: `pending`, `delivering`, `delivered` or `dead`.', 'delivered'],
      'deliveries.tries': ['How many times it was sent.', 1],
    },
  },
  requests: {
    'calls.make': {
      phone_number: ['The number to call, in international form with a leading +.', '+12025550124'],
      assistant_id: ['The id or the uuid of the outbound assistant that speaks. An inactive one may be used.', 1],
      variables: [
        'Values by name, used as `{{name}}` in the texts of the assistant. A name that the assistant does not define is kept, with a warning on the call.',
        { name: 'Bob' },
      ],
    },
    'calls.list': {
      ...filters,
      order: [
        'Which calls come first; without it the newest.',
        'newest',
        {
          newest: 'those that began last.',
          oldest: 'those that began first.',
          longest: 'those that talked longest.',
          shortest: 'those that talked shortest, or not at all.',
          dearest: 'those that cost most.',
          cheapest: 'those that cost least, or nothing.',
        },
      ],
    },
    'calls.totals': filters,
    'calls.live': {
      limit: ['How many calls are listed at most; the counts are of all. 0: only the counts.', 100],
      words: ['Of the transcript of each call only so many items, the latest; all without it.', 4],
    },
    'calls.waveform': { points: ['How many peaks each side has.', 400] },
    calls: { id: ['The id of the call.', 34] },
  },
  answers: {
    'calls.make': {
      data: ['Empty. The id of the call is beside it.', {}],
      call_id: ['The id of the call; `GET /user/calls/{id}` shows how it goes.', 34],
      status: 'The call is about to be dialed. The answer does not wait for it.',
    },
    'calls.live': {
      on_line: ['How many calls are about to be dialed, ring or go on.', 3],
      evaluating: ['How many calls are over and being evaluated. They use no line.', 1],
      lines: ['How many calls the workspace may have at once.', 30],
      data: 'These calls, the oldest first, as many as `limit` says.',
    },
    'calls.totals': {
      calls: ['How many final calls fit.', 389],
      talked: ['In how many of those that we made a person was talked to.', 161],
      talk_seconds: ['How many seconds were talked in all.', 16872],
      goals: ['In how many the goal was reached, as a model judged.', 61],
      guessed_goals: ['In how many more the built-in rules guess that it was reached.', 4],
      cost: ['What they cost, in USD.', 31.84],
    },
    'calls.waveform': {
      duration_ms: ['How long the recording is, in milliseconds.', 73000],
      customer: ['Peaks of the person’s side from 0 to 1, at equal distances.', [0, 0.41, 0.38]],
      assistant: ['Peaks of the assistant’s side from 0 to 1, at equal distances.', [0.52, 0.1, 0]],
    },
    'calls.hangUp': {
      data: 'The call as it is now. It ends when the carrier reports it.',
      'data.id': ['The id of the call.', 34],
      'data.status': callStatus,
    },
  },
}
