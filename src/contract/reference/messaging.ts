import { plainTimes } from './anywhere'
import type { Fields, Reference } from './meaning'

// SMS and chats.

const sms: Fields = {
  id: ['The id of the SMS.', 21],
  phone_number_id: ['The id of the number of the account that sent or got it.', 3],
  from: ['Who sent it, in E.164.', '+12125550190'],
  to: ['Who gets it, in E.164.', '+12025550124'],
  name: [
    'The name of the person: of the newest lead with their number when the SMS was sent or came in. Null when none tells it.',
    'Bob',
  ],
  body: ['The text.', 'Your table is booked for tonight at eight.'],
  segments: ['How many segments of 160 characters it takes.', 1],
  segment_price: ['USD for a segment.', 0.01],
  total_cost: ['What it cost in USD. It is given back when the SMS fails.', 0.01],
  status: [
    'The state of the SMS.',
    'delivered',
    {
      queued: 'it waits to be sent.',
      sent: 'the carrier has taken it.',
      delivered: 'it has arrived.',
      failed: 'it could not be sent.',
      received: 'it came in.',
    },
  ],
  sms_sid: ['The id that the carrier gave it; empty until it was sent.', 'SM5f0c2a'],
  error: ['Why it failed, as a sentence; null when it did not.', null],
  ...plainTimes,
}

const chatType: Fields[string] = [
  'Where the chat takes place.',
  'widget',
  {
    widget: 'on a website; each message is paid for.',
    test: 'somebody tries the assistant out.',
    api: 'in a program.',
    sms: 'by SMS.',
  },
]
const chatStatus: Fields[string] = [
  'The state of the chat.',
  'active',
  { active: 'it goes on.', ended: 'nobody wrote for a while; a message opens it again.' },
]

const chat: Fields = {
  id: ['The uuid of the chat.', '3d4f6c1a-8f4e-4c0e-9d2b-1f0a5b7c9e11'],
  conversation_id: ['The same as `id`.', '3d4f6c1a-8f4e-4c0e-9d2b-1f0a5b7c9e11'],
  number: ['The number of the chat in this workspace.', 6],
  assistant_id: ['The uuid of the assistant.', '0b8c9f0e-2a7d-4f4e-8a57-6f0d3c1b2a99'],
  assistant_number: ['The id of the assistant; null after it was deleted.', 1],
  assistant_name: ['The name of the assistant.', 'Anna'],
  type: chatType,
  status: chatStatus,
  customer: [
    'The customer, if known: a phone number, or the identifier that a client has sent. Null otherwise.',
    '+12025550124',
  ],
  customer_phone: ['The customer, when it is a phone number; null otherwise.', '+12025550124'],
  external_identifier: ['The identifier that a client has sent; null for none.', null],
  name: [
    'The name of the customer: of the variables of the chat, else of the newest lead with their number when the chat began. Null when none tells it.',
    'Bob',
  ],
  variables: ['The variables of the chat by name.', { name: 'Bob' }],
  ai_enabled: ['Whether the assistant answers; false: a person has taken over.', true],
  ai_disabled: 'The opposite of `ai_enabled`.',
  total_cost: ['What its messages cost, in USD.', 0.02],
  message_count: ['How many messages there are, of both sides.', 4],
  unread: ['How many messages of the customer the operator has not read. Always 0 for a chat of type `test`.', 1],
  last_message: ['The text of the last message; null when there is none.', 'See you tonight!'],
  spoken_by: ['The name of the model that answered last; null before any did.', 'GPT-4.1 mini'],
  updated_at: ['When the last message was written.', '2026-02-23T10:04:12.000000Z'],
  ended_at: ['When the chat ended; null while it goes on.', null],
}

const message: Fields = {
  position: ['Its place in the chat, counted from 0.', 3],
  role: [
    'Who wrote it.',
    'user',
    { user: 'the customer.', assistant: 'the assistant.', operator: 'a person in place of the assistant.' },
  ],
  content: ['The text.', 'Are you open on Sunday?'],
  function_calls: 'The tools that the assistant called for it.',
  created_at: ['When it was written.', '2026-02-23T10:04:12.000000Z'],
}

const history: Fields = {
  history: 'What was said, the earliest first.',
  'history.role': [
    'Who said it.',
    'assistant',
    { user: 'the customer.', assistant: 'the assistant, or a person in its place.' },
  ],
  'history.content': ['The text.', 'Hello, this is Anna.'],
}

const status: Fields = { status: 'True: it was done.' }

export const ofMessaging: Reference = {
  schemas: {
    PageLink: {
      url: ['The URL of the page; null when there is none.', 'http://127.0.0.1:4620/api/user/leads?page=1'],
      label: ['What to show: the number of the page, or a word.', '1'],
      active: ['Whether it is this page.', true],
    },
    RefusalOfConversationsGenerateReply: {
      error_code: 'Why, for programs; left out for any other reason.',
    },
    InvalidOfConversationsGenerateReply: {
      error_code: 'Why, for programs; left out for any other reason.',
    },
    Sms: sms,
    SmsThread: {
      phone_number: ['The number of the person, in E.164; or the name that a sender has instead.', '+12025550124'],
      name: ['The name of the person, as with the newest SMS. Null when none is known.', 'Bob'],
      unread: ['How many SMS from them the operator has not read.', 1],
      last: 'The newest SMS.',
    },
    FunctionCall: {
      name: ['The name of the tool.', 'find_table'],
      arguments: ['What the assistant gave to the tool, by name.', { guests: 2 }],
      result: ['What the assistant got back.', 'A table is free at eight.'],
    },
    Conversation: chat,
    ConversationWithMessages: {
      ...chat,
      messages: 'All messages, the earliest first.',
      ...Object.fromEntries(Object.entries(message).map(([name, meaning]) => [`messages.${name}`, meaning])),
    },
  },
  requests: {
    'sms.send': {
      from: ['The id of a number of the account that can send SMS.', 3],
      to: ['The number to send it to, in international form with a leading +.', '+12025550124'],
      body: [
        'The text, up to 300 characters. Each 160 characters are a segment and paid for.',
        'Your table is booked for tonight at eight.',
      ],
    },
    'sms.list': {
      status: ['Only SMS in this state.', 'delivered'],
      from: ['Only SMS from this number, in international form.', '+12125550190'],
      to: ['Only SMS to this number, in international form.', '+12025550124'],
      with: [
        'Only SMS from or to this person: a number in E.164, or the name that a sender has instead.',
        '+12025550124',
      ],
      phone_number_id: ['Only SMS of this number of the account, by its id.', 3],
      search: [
        'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. A number is that of the person. Words are found in the name of the person, or in the text. Accents and case make no difference, and other characters only separate words.',
        'summer par',
      ],
    },
    'sms.check': {
      from: ['The id of the number of the account that it would be sent from.', 3],
      to: ['The number that it would be sent to, in international form.', '+12025550124'],
      body: ['The text, up to 300 characters.', 'Your table is booked for tonight at eight.'],
    },
    'sms.threads': {
      status: ['Only people whose newest SMS is in this state.', 'received'],
      unread: ['Only people from whom there are SMS that were not read, or only the others.', true],
      search: [
        'A part of a number in any form; or words, of which the last may be only begun. Words are found in the name of the person, or in one of the texts.',
        'summer par',
      ],
      cursor: ['`next_cursor` of the page before. Without it, the first page.', 21],
    },
    'sms.readThread': {
      phone_number: [
        'Whom the SMS are with: a number in E.164, or the name that a sender has instead.',
        '+12025550124',
      ],
      id: ['The id of the last SMS that was read. Without it, all were read.', 21],
    },
    'sms.simulateInbound': {
      from: ['Who sends it, in international form with a leading +.', '+12025550124'],
      to: ['A number of the account that takes SMS.', '+12125550190'],
      body: ['The text, up to 1,600 characters.', 'Are you open on Sunday?'],
    },
    conversations: {
      uuid: ['The uuid of the chat.', '3d4f6c1a-8f4e-4c0e-9d2b-1f0a5b7c9e11'],
      message: ['The text, up to 2,000 characters.', 'Are you open on Sunday?'],
      variables: ['Values by name, used as `{{name}}` in the texts of the assistant.', { name: 'Bob' }],
    },
    'conversations.create': {
      assistant_id: ['The uuid of the assistant. Its id is accepted too.', '0b8c9f0e-2a7d-4f4e-8a57-6f0d3c1b2a99'],
      type: chatType,
    },
    'conversations.generateReply': {
      assistant_id: ['The id or the uuid of the assistant.', 1],
      customer_identifier: [
        'Who writes: any text that is the same each time, such as a phone number. One chat is kept for each.',
        '+12025550124',
      ],
      variables: ['Values by name, merged with those of the chat.', { name: 'Bob' }],
    },
    'conversations.read': {
      position: ['The position of the last message that was read. Without it, all were read.', 3],
    },
    'conversations.list': {
      type: ['Only chats of this type. `whatsapp` finds nothing: there is no WhatsApp.', 'widget'],
      status: ['Only chats in this state.', 'active'],
      ai_enabled: ['Only chats in which the assistant answers, or only those that a person has taken over.', true],
      unread: ['Only chats with messages that the operator has not read, or only the others.', true],
      assistant_id: ['Only chats of this assistant, by its id or its uuid.', 1],
      external_identifier: ['Only chats with this identifier, as a client has sent it.', 'customer-7341'],
      customer_phone: ['Only chats whose phone number contains this: digits, with or without a leading +.', '555012'],
      search: [
        'A part of a number in any form, such as `+44 20 7946 0123` or `020 7946`; or words, of which the last may be only begun. Words are found in the name of the customer, or all in one message. A part of the identifier of the customer or of the name of the assistant is found too. Accents and case make no difference, and other characters only separate words.',
        'Sunday',
      ],
      whatsapp_sender_phone: ['Finds nothing: there is no WhatsApp.', '+12025550124'],
      cursor: [
        '`next_cursor` or `prev_cursor` of another page. Without it, the first page.',
        'MTc3MTg0MDgwMDAwMC42LmVhcmxpZXI',
      ],
    },
  },
  answers: {
    'sms.send': { data: 'The SMS.' },
    'sms.sendAgain': { data: 'The new SMS.' },
    'sms.check': {
      to: ['The number in E.164; null when it is not a possible number.', '+12025550124'],
      name: ['The name of the person, when a lead tells it; null otherwise.', 'Bob'],
      segments: sms.segments!,
      segment_price: sms.segment_price!,
      total_cost: ['What it would cost, in USD.', 0.01],
      refusal: ['Why it cannot be sent, as a sentence; null when it can.', null],
    },
    'sms.threads': {
      data: 'People, the one with the newest SMS first.',
      next_cursor: ['What to send as `cursor` for the next page; null on the last one.', null],
    },
    'sms.readThread': { unread: ['How many SMS from them are still not read.', 0] },
    'conversations.read': { unread: ['How many messages of the customer are still not read.', 0] },
    'conversations.unread': {
      conversations: ['How many chats have messages that the operator has not read.', 2],
      sms: ['From how many people there are SMS that the operator has not read.', 1],
    },
    'conversations.suggest': {
      reply: ['What the assistant would answer.', 'Yes, from noon to ten.'],
      function_calls: 'What it looked up for that.',
      spoken_by: ['The name of the model that answered.', 'GPT-4.1 mini'],
    },
    'conversations.create': { ...status, ...history, conversation_id: chat.conversation_id! },
    'conversations.send': {
      ...status,
      message: ['What the assistant answers; empty while a person has taken over.', 'Yes, from noon to ten.'],
      function_calls: 'The tools that the assistant called for it.',
      ai_disabled: 'Whether a person answers in place of the assistant.',
    },
    'conversations.get': { ...status, ...history, variables: chat.variables! },
    'conversations.disableAi': { ...status, ai_enabled: 'Whether the assistant answers.' },
    'conversations.enableAi': { ...status, ai_enabled: ['Whether the assistant answers.', true] },
    'conversations.list': {
      data: 'The chats, the one with the latest message first.',
      next_cursor: [
        'What to send as `cursor` for the next page; null on the last one.',
        'MTc3MTg0MDgwMDAwMC42LmVhcmxpZXI',
      ],
      prev_cursor: ['What to send as `cursor` for the page before; null on the first one.', null],
    },
    'conversations.answer': {
      data: 'The message.',
      ...Object.fromEntries(Object.entries(message).map(([name, meaning]) => [`data.${name}`, meaning])),
    },
    'conversations.generateReply': {
      success: 'True: it was done.',
      conversation_id: chat.conversation_id!,
      customer_identifier: ['Who writes, as the request named them.', '+12025550124'],
      reply: ['What the assistant answers; empty while a person has taken over.', 'Yes, from noon to ten.'],
      function_calls: 'The tools that the assistant called for it.',
      ai_disabled: 'Whether a person answers in place of the assistant.',
    },
  },
}
