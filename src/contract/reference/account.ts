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
    Funds: {
      total_balance: ['The balance in USD.', 24.88],
      held: ['What running calls need of it: a minute of each that is not charged yet, in USD.', 0.3],
      held_for_calls: ['How many calls that are.', 3],
      low_balance: ['Below this balance, in USD, the operator is warned.', 5],
      rent_a_month: ['The rent of all numbers for a month, in USD, without those that are being released.', 3.45],
      rent_due: ['The rent that is charged until `rent_due_until`, in USD.', 2.3],
      rent_due_until: ['The end of this month in the time zone of the workspace.', '2026-02-28T23:00:00.000000Z'],
      rents: 'The numbers whose rent that is, the next one first.',
      'rents.phone_number_id': ['The id of the number.', 3],
      'rents.phone_number': ['The number, in E.164.', '+12125550190'],
      'rents.nickname': ['The name that the operator gave it; null for none.', 'Front desk'],
      'rents.status': ['The state of its subscription.', 'active'],
      'rents.price': ['USD a month.', 1.15],
      'rents.at': ['When it is charged. One that was not paid is charged again then.', '2026-02-26T10:00:00.000000Z'],
    },
    LedgerEntry: {
      id: ['The id of the entry.', 90],
      type: ledgerType,
      amount: ['The amount in USD; negative when it was spent.', -0.121667],
      balance: ['The balance after it, in USD. Before it, it was this less the amount.', 24.878333],
      what: ['What it was for, as a text without phone numbers.', 'Call 34: 73 s of talking at $0.10 a minute'],
      call_id: ['The id of the call that it paid for; null for anything else.', 34],
      sms_id: ['The id of the SMS that it paid for; null for anything else.', null],
      phone_number_id: ['The id of the number that it paid for; null for anything else.', null],
      conversation_id: ['The uuid of the chat that it paid for; null for anything else.', null],
      campaign: 'The campaign of the call; null for anything else.',
      'campaign.id': ['The id of the campaign.', 1],
      'campaign.name': ['Its name; null when it was deleted, and the call too.', 'Spring offer'],
      phone_number: [
        'The number of the person, or the number that was rented, in E.164; null when it is not known any more.',
        '+12025550124',
      ],
      name: ['The name of the person; null when it is not known.', 'Priya Nair'],
      units: ['How many seconds of talking, or segments of an SMS, it paid for; null for anything else.', 73],
      unit_price: ['The price of a minute of talking, or of a segment, in USD; null for anything else.', 0.1],
      paid_month: 'The month of a number that it paid for; null for anything else.',
      'paid_month.from': ['When the month begins.', '2026-02-23T10:00:00.000000Z'],
      'paid_month.to': ['When it ends, and the next is due.', '2026-03-23T10:00:00.000000Z'],
    },
  },
  requests: {
    account: {
      campaign_id: ['Only what was paid for calls of this campaign, by its id.', 1],
      phone_number_id: ['Only the rent of this number, by its id.', 3],
      from: ['Where to begin: a day in the time zone of the workspace, or a moment with its offset.', '2026-02-16'],
      to: ['Where to end: a day, included, or a moment with its offset, not included.', '2026-02-22'],
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
    'account.ledgerTotals': {
      entries: ['How many movements there are.', 212],
      added: ['The sum of all that was added, in USD.', 50],
      spent: ['The sum of all that was spent, in USD; negative.', -18.42],
      by_type: 'The sums by what the money was for, the largest spending first.',
      'by_type.type': ledgerType,
      'by_type.entries': ['How many movements there are of this kind.', 180],
      'by_type.amount': ['Their sum, in USD.', -17.27],
    },
    'account.createKey': {
      ...Object.fromEntries(Object.entries(apiKey).map(([name, meaning]) => [`data.${name}`, meaning])),
      'data.key': ['The key. It is shown only now: keep it.', 'cw_8fJ2kQmT4rY7wZ1xN5vB3cD6gH9jL0pS'],
    },
  },
}
