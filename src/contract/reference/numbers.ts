import { campaignStatus } from './campaigns'
import type { Fields, Reference } from './meaning'

const numberType: Fields[string] = [
  'What kind of number it is.',
  'normal',
  {
    normal: 'a number that is rented by the month.',
    sip: 'a number or extension of a SIP trunk.',
    caller_id: 'a number that is only shown to those who are called.',
  },
]
const country: Fields[string] = ['The country, two letters (ISO 3166-1).', 'US']

const trunk: Fields = {
  id: ['The id of the trunk, and of its number of the account.', 4],
  sip_trunk_type: [
    'What the trunk leads to.',
    'number',
    { extension: 'an extension of a telephone system.', number: 'a phone number.' },
  ],
  phone_number: [
    'The number in international form; for an extension, 1 to 15 letters, digits, dots, underscores and hyphens.',
    '+12125550191',
  ],
  nickname: ['A name for the number, up to 50 characters; null for none.', 'Front desk'],
  sip_username: ['The user name with which the service signs in, 3 to 128 characters; null for none.', 'desk'],
  sip_address: ['The server of the trunk: a host name or an address, with or without a port.', 'sip.example.com:5060'],
  sip_calling_format: [
    'How numbers are written to the server.',
    '+e164',
    { '+e164': 'like +12025550124.', e164: 'like 12025550124.', national: 'as within the country.' },
  ],
  inbound_authorization_type: [
    'How the server is known when it calls.',
    'auth',
    { auth: 'by user name and password.', ip: 'by its address.' },
  ],
  allowed_inbound_ips: ['The addresses and networks from which the server may call, for `ip`.', ['203.0.113.0/24']],
  country_code: ['The country of the trunk, two letters (ISO 3166-1), by which national numbers are read.', 'US'],
  outbound_proxy: [
    'A host name or an address that calls go by way of, with or without a port; true for `sip_address` itself. Null for none.',
    null,
  ],
  transport: ['How SIP is carried.', 'udp', { udp: 'by UDP.', tcp: 'by TCP.', tls: 'encrypted, by TLS.' }],
  srtp: [
    'Whether the sound is encrypted.',
    'off',
    { off: 'never.', optional: 'when the other side can.', required: 'always; a call without it does not come about.' },
  ],
  register: [
    'Whether the service signs in at the server, so that the server knows where to call. When it is left out: true with a user name and a password.',
    true,
  ],
}

export const ofNumbers: Reference = {
  schemas: {
    AvailableNumber: {
      phone_number: ['The number, in E.164.', '+12125550190'],
      phone_number_formatted: ['The number as people write it.', '(212) 555-0190'],
      country_code: country,
      price: ['USD a month.', 1.15],
      stripe_price_id: ['The id of the price.', 'price_us_local'],
      address_requirements: [
        'Which address the carrier asks for.',
        'none',
        {
          none: 'none.',
          local: 'one in the area of the number.',
          foreign: 'one in another country.',
          inventory: 'depends on the number.',
        },
      ],
      sms_capable: ['Whether it can send and get SMS.', true],
      region: ['Where the number is at home.', 'New York'],
    },
    PhoneNumber: {
      id: ['The id of the number.', 3],
      phone_number: ['The number, in E.164; for an extension, its digits.', '+12125550190'],
      country_code: country,
      type: numberType,
      type_label: ['The kind in words.', 'Dedicated Number'],
      sms_capable: ['Whether it can send and get SMS.', true],
      region: ['Where the number is at home.', 'New York'],
      has_active_subscription: ['Whether it can be used: it is not suspended.', true],
      nickname: ['The name that the operator gave it; null for none.', 'Front desk'],
      status: [
        'The state of its subscription. Numbers that are not rented are always active.',
        'active',
        {
          active: 'it is paid.',
          past_due: 'the balance did not cover the month; it is charged again on the next days.',
          suspended: 'it was not paid: it makes and takes no calls and SMS.',
          cancelling: 'it is released at the end of the paid month.',
        },
      ],
      price: ['USD a month; null when it is not rented.', 1.15],
      paid_until: [
        'The end of the last month that is paid; null when it is not rented.',
        '2026-03-23T10:00:00.000000Z',
      ],
      next_charge_at: [
        'When its rent is charged next; null when it is not rented, or is being released.',
        '2026-03-23T10:00:00.000000Z',
      ],
      answered_by: 'The inbound assistant that answers on it; null for none.',
      'answered_by.id': ['The id of the assistant.', 2],
      'answered_by.name': ['Its name.', 'Front desk'],
      shown_by: 'The outbound assistants that show it to those whom they call.',
      'shown_by.id': ['The id of the assistant.', 1],
      'shown_by.name': ['Its name.', 'Nora'],
      campaigns:
        'The campaigns that dial from it: it is one of their numbers, or they have none and it is that of their assistant.',
      'campaigns.id': ['The id of the campaign.', 1],
      'campaigns.name': ['Its name.', 'Spring offer'],
      'campaigns.status': campaignStatus,
      released_at: ['When it is released; null when it stays. A suspended number stays if it is paid before.', null],
    },
    SipTrunk: {
      ...trunk,
      has_password: 'Whether a password is stored.',
      inbound_trunk_id: ['The id of the trunk as a text.', '4'],
      outbound_trunk_id: ['The id of the trunk as a text.', '4'],
      state: 'Whether the trunk works now.',
      'state.status': [
        'What it does.',
        'registered',
        {
          registered: 'the server knows where to call us.',
          ready: 'it needs no registration, and the server answered when it was last asked.',
          connecting: 'the first answer of the server is still to come.',
          refused: 'the server refused the credentials or the registration.',
          unreachable: 'the server does not answer.',
          off: 'nothing is running for it.',
        },
      ],
      'state.since': ['Since when.', '2026-02-23T10:00:00.000000Z'],
      'state.reason': ['Why, in words; null when all is well.', null],
      'state.local_address': [
        'Host, port and transport by which the server reaches this desk; null when that is not known. A provider that knows callers by their address must be told it.',
        '198.51.100.7:5060 udp',
      ],
    },
    TrunkTestStep: {
      text: ['What happened.', 'It rings.'],
      after: ['How long after the beginning, in seconds.', 1.4],
    },
  },
  requests: {
    phoneNumbers: {
      ...trunk,
      sip_password: [
        'The password with which the service signs in, 3 to 255 characters. It is stored encrypted and never returned. A new `sip_address` or host in `outbound_proxy` forgets it, unless the same request gives one.',
        'a-long-password',
      ],
      nickname: ['A name for the number, up to 50 characters. Null takes it away.', 'Front desk'],
    },
    'phoneNumbers.search': {
      country_code: ['The country in which to search, two letters (ISO 3166-1).', 'US'],
      contains: ['Digits that follow each other in the number.', '212'],
    },
    'phoneNumbers.purchase': {
      phone_number: ['A number that a search has shown within 24 hours, in international form.', '+12125550190'],
    },
    'phoneNumbers.update': {
      id: ['The id of the number.', 3],
      assistant_id: ['The inbound assistant that answers on it. Null: nobody answers.', 2],
    },
    'phoneNumbers.testSipTrunk': {
      to: ['Whom to call: a number in international form, or an extension.', '+12025550124'],
      test_id: ['A name that the events `sip_trunk.test_step` carry while the call runs.', 'test-1'],
    },
    'phoneNumbers.keep': { id: ['The id of the number.', 3] },
    'phoneNumbers.release': { id: ['The id of the number.', 3] },
  },
  answers: {
    'phoneNumbers.purchase': {
      data: 'The number.',
      'data.id': ['The id of the number.', 3],
      'data.phone_number': ['The number, in E.164.', '+12125550190'],
      'data.country_code': country,
      'data.type': numberType,
      'data.sms_capable': ['Whether it can send and get SMS.', true],
    },
    'phoneNumbers.testSipTrunk': {
      passed: ['Whether the sentence was said to somebody.', true],
      steps: 'What happened, in order.',
    },
  },
  bodies: {
    'phoneNumbers.createSipTrunk': {
      sip_trunk_type: 'number',
      phone_number: '+12125550191',
      nickname: 'Front desk',
      sip_username: 'desk',
      sip_password: 'a-long-password',
      sip_address: 'sip.example.com:5060',
      country_code: 'US',
    },
    'phoneNumbers.testSipTrunk': { to: '+12025550124' },
    'phoneNumbers.updateSipTrunk': { inbound_authorization_type: 'ip', allowed_inbound_ips: ['203.0.113.0/24'] },
  },
}
