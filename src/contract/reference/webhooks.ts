import { inside, plainTimes } from './anywhere'
import { callStatus } from './calls'
import { campaign } from './campaigns'
import { lead } from './leads'
import type { Fields, Reference } from './meaning'

const delivery: Fields = {
  id: ['The id of the delivery.', 8],
  event: [
    'What it is about.',
    'call.ended',
    { 'call.ended': 'a call has ended.', 'conversation.ended': 'a chat has ended by inactivity.', test: 'a test.' },
  ],
  webhook_id: ['The header `webhook-id`; it is the same for every try.', 'msg_2f6b1c8e-6c1e-4d0a-9a53-5d1c5a1f0b77'],
  url: ['Where it is sent.', 'http://127.0.0.1:4700/calls'],
  status: [
    'The state of the delivery.',
    'delivered',
    {
      pending: 'it is sent when `next_try_at` comes.',
      delivering: 'it is being sent.',
      delivered: 'the receiver has taken it.',
      dead: 'it was given up.',
    },
  ],
  tries: ['How many times it was sent in all, as in `attempts`.', 1],
  call_id: ['The id of the call that it is about; null for anything else.', 34],
  conversation_id: ['The uuid of the chat that it is about; null for anything else.', null],
  name: ['The name of the person of the call or the chat; null when it is not known.', 'Bob'],
  phone_number: ['The number of that person, in E.164; null when it is not known.', '+12025550124'],
  assistant_id: ['The id of the assistant; null for a test.', 1],
  assistant_name: ['The name of the assistant; null for a test, and after the assistant was deleted.', 'Anna'],
  next_try_at: ['When it is sent next; null when it is not.', null],
  last_error: ['Why the last try failed, as a sentence; null when it did not.', null],
  delivered_at: ['When the receiver took it; null when it has not.', '2026-02-23T10:01:33.000000Z'],
}

const pick = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(names.map(name => [name, fields[name]!]))

const formatted: Fields[string] = [
  'What was said as one text, a line for each side in turn.',
  'AI: Hello Bob, this is Anna.\nCustomer: Hello.',
]
const extracted: Fields[string] = [
  'What was found in the conversation, by the names of `post_call_schema` and `status` and `summary`.',
  { status: true, summary: 'Bob wants the offer.' },
]

/** What chooses deliveries, besides their state. */
const filters: Fields = {
  event: [
    'Only deliveries about this.',
    'call.ended',
    { 'call.ended': 'a call has ended.', 'conversation.ended': 'a chat has ended by inactivity.', test: 'a test.' },
  ],
  host: ['Only deliveries to this host, with its port if it is not the usual one.', '127.0.0.1:4700'],
  from: [
    'Only deliveries made from here on: a day in the time zone of the workspace, or a moment with its offset.',
    '2026-02-01',
  ],
  to: [
    'Only deliveries made until here: a day in the time zone of the workspace, included, or a moment with its offset, not included.',
    '2026-02-28',
  ],
  search: ['A part of the URL, the `webhook-id`, or the name or number of the person of the call or the chat.', 'bob'],
}

const unsentStatus: Fields[string] = [
  'Only those in this state.',
  'pending',
  { pending: 'they wait for another try.', dead: 'they gave up.' },
]

export const ofWebhooks: Reference = {
  schemas: {
    DeliverySummary: delivery,
    Delivery: {
      ...delivery,
      request_body: ['The body that is sent, as text.', '{"id":34,"status":"completed"}'],
      attempts: 'What happened at each try, the earliest first.',
      'attempts.at': ['When it was sent.', '2026-02-23T10:01:33.000000Z'],
      'attempts.url': ['Where it was sent; null for a try of before this was kept.', 'http://127.0.0.1:4700/calls'],
      'attempts.request_headers': [
        'The headers that were sent, with the signature; null for a try of before they were kept.',
        {
          'content-type': 'application/json',
          'webhook-id': 'msg_2f6b1c8e-6c1e-4d0a-9a53-5d1c5a1f0b77',
          'webhook-timestamp': '1771840893',
          'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        },
      ],
      'attempts.response_headers': [
        'The headers of the answer; null when none came.',
        { 'content-type': 'application/json' },
      ],
      'attempts.status_code': ['The status of the answer; null when none came.', 200],
      'attempts.response_body': ['The body of the answer, up to 64 KiB; null when none came.', '{"stored":true}'],
      'attempts.note': ['Why the answer is kept as text, or in part; null when it is kept as it came.', null],
      'attempts.error': ['Why no answer came, as a text; null when one did.', null],
      'attempts.duration_ms': ['How long it took, in milliseconds.', 41],
    },
    Redelivery: {
      id: ['The id of it.', 4],
      status: [
        'The state that it is in.',
        'running',
        { running: 'it goes on.', cancelled: 'it sends no more.', done: 'all were tried or skipped.' },
      ],
      total: ['How many deliveries are selected.', 280],
      done: ['How many of them were tried or skipped.', 120],
      accepted: ['How many the receiver has taken.', 117],
      failed: ['How many failed again. They are tried again later, as always.', 2],
      skipped: 'How many were not sent, by the reason.',
      'skipped.reason': [
        'Why.',
        'accepted',
        {
          accepted: 'the receiver has taken it already.',
          on_its_way: 'it is being sent, or due now.',
          gone: 'it was deleted, or there is none.',
        },
      ],
      'skipped.count': ['How many.', 1],
      finished_at: ['When the last one was tried; null while some are on their way.', null],
    },
    PostCallBody: {
      id: ['The id of the call.', 34],
      customer_phone: ['The number of the person, in E.164.', '+12025550124'],
      assistant_phone: ['The number of the account; null for none.', '+12125550190'],
      duration: ['Seconds from the answer to the end, rounded up.', 73],
      status: callStatus,
      extracted_variables: extracted,
      evaluated_by: [
        'Who judged the conversation: the name of a model; `scripted` for the built-in rules, which only guess. Null when nothing was judged.',
        'GPT-4.1 mini',
      ],
      input_variables: ['The variables of the call by name.', { name: 'Bob' }],
      transcript: formatted,
      formatted_transcript: ['The same text as `transcript`.', 'AI: Hello Bob, this is Anna.\nCustomer: Hello.'],
      transcript_items: 'What was said and which tools were called, in order.',
      recording_url: [
        'A signed link to the recording, valid for seven days from now. It leads to the machine of the service, unless the settings have a `public_base_url`. Null when nothing was recorded; left out when `include_recording_in_webhook` is false.',
        'http://127.0.0.1:4620/api/recordings/6f1f7a52-3d1b-4f0e-9f0b-2a8c1d1c9a10.wav?expires=1772445600&sig=9f2c',
      ],
      finished_at: ['When the call ended.', '2026-02-23T10:01:31.000000Z'],
      lead: 'The lead of a campaign call; null for any other call.',
      ...inside('lead', { ...pick(lead, 'id', 'phone_number', 'variables', 'status'), ...plainTimes }),
      campaign: 'The campaign of a campaign call; null for any other call.',
      ...inside(
        'campaign',
        pick(
          campaign,
          'id',
          'name',
          'status',
          'allowed_hours_start_time',
          'allowed_hours_end_time',
          'allowed_days',
          'max_calls_in_parallel',
          'max_retries',
          'retry_interval',
        ),
      ),
    },
    ConversationEndedBody: {
      id: ['The number of the chat.', 6],
      conversation_id: ['The uuid of the chat.', '3d4f6c1a-8f4e-4c0e-9d2b-1f0a5b7c9e11'],
      assistant_id: ['The uuid of the assistant; null after it was deleted.', '0b8c9f0e-2a7d-4f4e-8a57-6f0d3c1b2a99'],
      type: ['Where the chat took place: `widget`, `test`, `api` or `sms`.', 'widget'],
      message_count: ['How many messages there are, of both sides.', 1],
      status: 'The chat has ended.',
      extracted_variables: extracted,
      evaluated_by: [
        'Who judged the conversation: the name of a model; `scripted` for the built-in rules, which only guess. Null when nothing was judged.',
        'GPT-4.1 mini',
      ],
      input_variables: ['The variables of the chat by name.', { name: 'Bob' }],
      transcript: 'What was written, the earliest first.',
      'transcript.role': [
        'Who wrote it.',
        'user',
        { user: 'the customer.', assistant: 'the assistant, or a person in its place.' },
      ],
      'transcript.content': ['The text.', 'Are you open on Sunday?'],
      'transcript.timestamp': ['When it was written.', '2026-02-23T10:04:12.000000Z'],
      'transcript.timestamp_unix': ['The same in seconds since 1970.', 1771841052],
      formatted_transcript: [
        'What was written as one text, a line for each message.',
        'Customer: Are you open on Sunday?',
      ],
      attachments: 'Empty: a chat has no attachments.',
      customer_phone: ['The number of the customer, in E.164; null when it is not known.', '+12025550124'],
      customer_name: ['The name of the customer, from the variables; null when it is not known.', 'Bob'],
      sender: ['The customer, if known: a phone number, or the identifier that a client has sent.', '+12025550124'],
      ended_at: ['When the chat ended.', '2026-02-23T10:34:12.000000Z'],
    },
    InboundCallBody: {
      customer_phone: ['Who calls: in E.164, or another text that the network sent.', '+12025550124'],
      assistant_phone: ['The number of the account that is called, in E.164.', '+12125550190'],
      assistant_id: ['The id of the assistant that answers.', 1],
    },
    TestBody: {
      message: ['That it is a test.', 'This is a test from Callwright.'],
    },
  },
  requests: {
    webhooks: {
      id: ['The id of the delivery.', 8],
      url: ['Where to send it, http or https.', 'http://127.0.0.1:4700/'],
      status: ['Only deliveries in this state.', 'dead'],
      call_id: ['Only deliveries about this call, by its id.', 34],
      ...filters,
    },
    'webhooks.redeliverDead': { status: 'Nothing but `dead`; it may be left out.' },
    redeliveries: { id: ['The id of it.', 4], ...filters, status: unsentStatus },
    'redeliveries.create': {
      ids: ['The ids of the deliveries. Either this or `filter`.', [8, 9]],
      filter: 'Send all that fit it, those that there are when it begins. An empty one fits all.',
      ...inside('filter', { ...filters, status: unsentStatus }),
      except: ['The ids of deliveries that fit the filter and are not sent.', [10]],
    },
  },
  answers: {
    'webhooks.receivers': {
      host: ['The host, with its port if it is not the usual one.', '127.0.0.1:4700'],
      deliveries: ['How many deliveries there are to it.', 120],
      dead: ['How many of them were given up.', 2],
    },
    'webhooks.gaveUp': {
      dead: ['How many deliveries were given up and not sent again.', 2],
      to_see: ['The same, or 0 when an operator has put them away and none was given up since.', 2],
      key: [
        'The key to put them away with `POST /user/attention/put-away`; null when there is nothing to put away.',
        'dead_deliveries:1771840800000',
      ],
    },
    'webhooks.secret': {
      hint: ['The last characters of the secret.', '0a9qU='],
      rotated_at: [
        'When it was made by a rotation; null for the first secret of the workspace, which nobody was shown.',
        '2026-02-23T10:00:00.000000Z',
      ],
      old_valid_until: [
        'Until when webhooks are signed with the secret before too; null when they are not.',
        '2026-02-24T10:00:00.000000Z',
      ],
    },
    'webhooks.rotateSecret': {
      data: 'The new secret.',
      'data.secret': [
        'The secret, with which webhooks are signed. It is shown only now: keep it.',
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwm3VdGq0a9qU=',
      ],
      'data.old_valid_until': [
        'Until when webhooks are signed with the old secret too.',
        '2026-02-24T10:00:00.000000Z',
      ],
    },
    'redeliveries.unsent': {
      waiting: ['How many wait for another try.', 280],
      gave_up: ['How many gave up.', 2],
    },
    'webhooks.redeliverDead': {
      data: 'What was done.',
      'data.redelivered': ['How many deliveries are sent again.', 2],
    },
  },
  bodies: {
    'webhooks.redeliverDead': { status: 'dead' },
    'redeliveries.create': { filter: { host: '127.0.0.1:4700' } },
  },
}
