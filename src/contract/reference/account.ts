import type { Fields, Reference } from './meaning'

const ledgerType: Fields[string] = [
  'What the money was for.',
  'call',
  {
    simulated_credit: 'the credit of a new workspace, which is not real money.',
    top_up: 'money that the operator put on the account.',
    call: 'a call.',
    sms: 'an SMS.',
    rental: 'a month of a number.',
    message: 'a message of a widget chat.',
    refund: 'money back for an SMS or a number that was not delivered.',
  },
]

const apiKey: Fields = {
  id: ['The id of the key.', 2],
  name: ['What the key is for.', 'n8n'],
  hint: ['The first characters of the key, by which a person knows it.', 'cw_8fJ2k'],
  last_used_at: ['When a request last came with it; null for never.', '2026-02-23T11:20:00.000000Z'],
}

export const ofAccount: Reference = {
  schemas: {
    PaymentMethod: {
      id: ['The id of the payment method.', 1],
      label: ['The name that the operator gave it.', 'Company card'],
      last4: ['The last four digits.', '4242'],
    },
    ApiKey: apiKey,
    LedgerEntry: {
      id: ['The id of the entry.', 90],
      type: ledgerType,
      amount: ['The amount in USD; negative when it was spent.', -0.121667],
      what: ['What it was for, as a text without phone numbers.', 'Call 34: 73 s of talking at $0.10 a minute'],
      call_id: ['The id of the call that it paid for; null for anything else.', 34],
      sms_id: ['The id of the SMS that it paid for; null for anything else.', null],
      phone_number_id: ['The id of the number that it paid for; null for anything else.', null],
      conversation_id: ['The uuid of the chat that it paid for; null for anything else.', null],
    },
  },
  requests: {
    account: {
      id: ['The id of the record.', 1],
      amount: ['How much to add, in USD, with at most six decimals.', 50],
      name: ['What the key is for.', 'n8n'],
      label: ['A name for the payment method.', 'Company card'],
      last4: ['The last four digits. The number itself is never asked for.', '4242'],
      type: ['Only movements of this kind.', 'call', (ledgerType as [string, unknown, Record<string, string>])[2]],
      call_id: ['Only what was paid for this call, by its id.', 34],
    },
    'account.revokeKey': { id: ['The id of the key.', 2] },
    'account.removePaymentMethod': { id: ['The id of the payment method.', 1] },
  },
  answers: {
    'account.me': {
      name: ['The name of the user to whom the key belongs.', 'Operator'],
      email: ['The e-mail address of the user.', 'operator@localhost'],
      total_balance: ['The balance in USD.', 24.88],
    },
    'account.topUp': { data: 'The account as it is now.', 'data.total_balance': ['The balance in USD.', 74.88] },
    'account.createKey': {
      ...Object.fromEntries(Object.entries(apiKey).map(([name, meaning]) => [`data.${name}`, meaning])),
      'data.key': ['The key. It is shown only now: keep it.', 'cw_8fJ2kQmT4rY7wZ1xN5vB3cD6gH9jL0pS'],
    },
  },
}
