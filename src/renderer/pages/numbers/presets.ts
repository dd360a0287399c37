import type { SipTrunkSettings } from '../../../contract/phone-numbers'
import { t } from '../../words/words'

/** What a provider publishes about its trunks. Addresses of accounts hold a name in capitals that the person replaces. */
export interface Preset {
  name: string
  settings: Pick<SipTrunkSettings, 'sip_address' | 'sip_calling_format' | 'transport' | 'srtp' | 'register'> &
    Partial<Pick<SipTrunkSettings, 'inbound_authorization_type'>>
  /** What else is to be known, as a sentence. */
  note: string
}

const usual = { sip_calling_format: '+e164', transport: 'udp', srtp: 'off', register: true } as const

/** By name. docs/telephony.md has more of each. */
export const presets: readonly Preset[] = [
  {
    name: 'DIDLogic',
    settings: { ...usual, sip_address: 'sip.nl.didlogic.net' },
    note: t('Your user name is the number of the account. There are hosts for other regions.'),
  },
  {
    name: 'DIDWW',
    settings: { ...usual, sip_address: 'out.didww.com', sip_calling_format: 'e164', register: false },
    note: t('The provider must know your fixed address.'),
  },
  {
    name: 'easybell',
    settings: { ...usual, sip_address: 'voip.easybell.de' },
    note: t('The user name and password are those of the trunk, not of the customer page.'),
  },
  {
    name: 'fonial',
    settings: { ...usual, sip_address: 'sip.plusnet.de' },
    note: t('It needs a tariff with a SIP trunk.'),
  },
  {
    name: 'Plivo Zentrunk',
    settings: { ...usual, sip_address: 'ACCOUNT.zt.plivo.com', transport: 'tls', register: false },
    note: t('Write your own name in place of the capitals. Only your own numbers may be shown.'),
  },
  {
    name: 'Sinch',
    settings: { ...usual, sip_address: 'TRUNK.pstn.sinch.com', register: false },
    note: t('Write your own name in place of the capitals.'),
  },
  {
    name: 'sipcall',
    settings: { ...usual, sip_address: 'sip.sipcall.ch', transport: 'tls' },
    note: t('Only your own numbers may be shown.'),
  },
  {
    name: 'sipgate',
    settings: { ...usual, sip_address: 'sipconnect.sipgate.de' },
    note: t('The user name is the SIP id of the trunk.'),
  },
  {
    name: 'Telnyx',
    settings: { ...usual, sip_address: 'sip.telnyx.com' },
    note: t('Use a connection with credentials, and allow the countries that you call.'),
  },
  {
    name: 'Twilio Elastic SIP',
    settings: { ...usual, sip_address: 'NAME.pstn.twilio.com', register: false },
    note: t(
      'Write your own name in place of the capitals. Give the trunk a list of credentials, and allow the countries that you call.',
    ),
  },
  {
    name: 'Vonage',
    settings: { ...usual, sip_address: 'PREFIX.sip.vonage.com', register: false },
    note: t('Write your own name in place of the capitals. Calls cannot be passed on by REFER.'),
  },
  {
    name: 'Wavix',
    settings: { ...usual, sip_address: 'us.wavix.net' },
    note: t('Your user name is the number of the trunk, five digits.'),
  },
  {
    name: 'Zadarma',
    settings: { ...usual, sip_address: 'sip.zadarma.com' },
    note: t('For an extension of its telephone system the host is pbx.zadarma.com.'),
  },
]
