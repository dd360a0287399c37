import * as z from 'zod'
import { CampaignStatus } from './campaigns'
import { changed, nothing, operation } from './operation'
import { e164, filled, flag, IsoTime, id, pathId, phoneNumber, text } from './wire'

/** The countries in which numbers are offered. */
export const numberCountries = ['US', 'CA', 'GB', 'AU', 'IL', 'PL', 'FI', 'NL', 'DK', 'IT', 'DE'] as const

export const numberTypes = ['normal', 'sip', 'caller_id'] as const
export type NumberType = (typeof numberTypes)[number]

/** The status of a number's subscription. SIP and Caller ID numbers have no subscription and are always active. */
export const numberStatuses = ['active', 'past_due', 'suspended', 'cancelling'] as const
export const NumberStatus = z.enum(numberStatuses)
export type NumberStatus = z.output<typeof NumberStatus>

const AvailableNumber = z
  .object({
    phone_number: z.string(),
    phone_number_formatted: z.string(),
    country_code: z.string(),
    price: z.number(),
    stripe_price_id: z.string(),
    address_requirements: z.enum(['none', 'local', 'foreign', 'inventory']),
    sms_capable: z.boolean(),
    region: z.string(),
  })
  .meta({ id: 'AvailableNumber' })
export type AvailableNumber = z.output<typeof AvailableNumber>

const Named = z.object({ id: z.int(), name: z.string() })

export const PhoneNumber = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    country_code: z.string(),
    type: z.enum(numberTypes),
    type_label: z.string(),
    sms_capable: z.boolean(),
    region: z.string(),
    has_active_subscription: z.boolean(),
    created_at: IsoTime,
    nickname: z.string().nullable(),
    status: NumberStatus,
    price: z.number().nullable(),
    paid_until: IsoTime.nullable(),
    released_at: IsoTime.nullable(),
    next_charge_at: IsoTime.nullable(),
    answered_by: Named.nullable(),
    shown_by: z.array(Named),
    campaigns: z.array(Named.extend({ status: CampaignStatus })),
  })
  .meta({ id: 'PhoneNumber' })
export type PhoneNumber = z.output<typeof PhoneNumber>

const nickname = text(50).nullable()

const inCapitals = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a country like US.')
  .transform(value => value.toUpperCase())
  .meta({ json: { type: 'string', pattern: '^[A-Za-z]{2}$' } })

/** A host name or IP address, with or without a port, as in a SIP URI (RFC 3261, 19.1). */
const sipHost = filled(255)
  .transform(value => value.trim().replace(/^sips?:/i, ''))
  .refine(
    value => /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(value),
    'must be a host name or an address, with or without a port.',
  )
  .meta({ example: 'sip.example.com:5060' })

const allowedIp = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be an IP address or a network like 203.0.113.0/24.',
)

/** A number in international form, or an extension of a telephone system. */
const callable = filled(40)
  .transform((value, ctx) => {
    const target = e164(value) ?? extensionOf(value)
    if (target !== undefined) return target
    ctx.addIssue({
      code: 'custom',
      message: 'must be a phone number in international form, like +15550100001, or an extension.',
    })
    return z.NEVER
  })
  .meta({ json: { type: 'string' } })

/** An extension without the blanks around it; undefined when the text is none. */
export const extensionOf = (value: string): string | undefined => /^\s*([A-Za-z0-9._-]{1,15})\s*$/.exec(value)?.[1]

/** A text that may be left out: null or empty. */
const sipText = (min: number, max: number) =>
  text(max)
    .refine(value => value === '' || value.length >= min, `must be at least ${min} characters long.`)
    .nullable()

export const sipTransports = ['udp', 'tcp', 'tls'] as const
/** Whether the sound is encrypted. */
export const srtpModes = ['off', 'optional', 'required'] as const
export const trunkStatuses = ['registered', 'ready', 'connecting', 'refused', 'unreachable', 'off'] as const
export type TrunkStatus = (typeof trunkStatuses)[number]

/**
 * The settings of a SIP trunk. Defaults are applied after parsing, so that an update does not reset what is left out.
 */
export const sipTrunkFields = {
  sip_trunk_type: z.enum(['extension', 'number']),
  phone_number: filled(40).meta({
    description: 'In international form; for an extension, 1 to 15 letters, digits, dots, underscores and hyphens',
    example: '101',
  }),
  nickname,
  sip_username: sipText(3, 128),
  sip_password: sipText(3, 255),
  sip_address: sipHost,
  sip_calling_format: z.enum(['+e164', 'e164', 'national']),
  inbound_authorization_type: z.enum(['auth', 'ip']),
  allowed_inbound_ips: z.array(allowedIp).max(50),
  country_code: country,
  outbound_proxy: z.union([sipHost, flag], 'must be a host, or true for the sip_address itself.').nullable(),
  transport: z.enum(sipTransports),
  srtp: z.enum(srtpModes),
  register: flag,
} as const

export type SipTrunkSettings = { [K in keyof typeof sipTrunkFields]: z.output<(typeof sipTrunkFields)[K]> }

export const sipTrunkDefaults = {
  nickname: null,
  sip_username: null,
  sip_password: null,
  sip_calling_format: '+e164',
  inbound_authorization_type: 'auth',
  allowed_inbound_ips: [],
  outbound_proxy: null,
  transport: 'udp',
  srtp: 'off',
} satisfies Partial<SipTrunkSettings>

const SipTrunk = z
  .object({
    id: z.int(),
    sip_trunk_type: z.enum(['extension', 'number']),
    phone_number: z.string(),
    nickname: z.string().nullable(),
    sip_username: z.string().nullable(),
    has_password: z.boolean(),
    sip_address: z.string(),
    sip_calling_format: z.enum(['+e164', 'e164', 'national']),
    inbound_authorization_type: z.enum(['auth', 'ip']),
    allowed_inbound_ips: z.array(z.string()),
    country_code: z.string(),
    outbound_proxy: z.union([z.string(), z.boolean()]).nullable(),
    transport: z.enum(sipTransports),
    srtp: z.enum(srtpModes),
    register: z.boolean(),
    state: z.object({
      status: z.enum(trunkStatuses),
      since: IsoTime,
      reason: z.string().nullable(),
      local_address: z.string().nullable(),
    }),
    inbound_trunk_id: z.string(),
    outbound_trunk_id: z.string(),
    created_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'SipTrunk' })
export type SipTrunk = z.output<typeof SipTrunk>

type Optional<S extends Record<string, z.ZodType>> = { [K in keyof S]: z.ZodOptional<S[K]> }
const optional = Object.fromEntries(
  Object.entries(sipTrunkFields).map(([field, schema]) => {
    const value = (sipTrunkDefaults as Record<string, unknown>)[field]
    return [field, schema.optional().meta(value == null ? {} : { default: value })]
  }),
) as Optional<typeof sipTrunkFields>

/** A step of a test call, in words, with the seconds since its beginning. */
export const TestStep = z.object({ text: z.string(), after: z.number() }).meta({ id: 'TrunkTestStep' })
export type TestStep = z.output<typeof TestStep>

const tag = 'Phone numbers'

export const phoneNumbers = {
  search: operation({
    method: 'GET',
    path: '/user/phone-numbers/search',
    tag,
    summary: 'Numbers that can be bought, up to 20; what is shown can be bought for 24 hours',
    input: z.object({
      country_code: z
        .preprocess(inCapitals, z.enum(numberCountries))
        .meta({ shownAs: z.enum(numberCountries) })
        .default('US'),
      contains: z
        .string()
        .regex(/^\d{1,10}$/, 'must be up to 10 digits.')
        .optional(),
    }),
    output: z.object({ data: z.array(AvailableNumber) }),
    refuses: ['conflict'],
  }),
  purchase: operation({
    method: 'POST',
    path: '/user/phone-numbers/purchase',
    tag,
    status: 201,
    summary: 'Buy a number that a search has shown; it is rented by the month until it is released',
    input: z.object({ phone_number: phoneNumber }),
    output: changed(
      z.object({
        id: z.int(),
        phone_number: z.string(),
        country_code: z.string(),
        type: z.enum(numberTypes),
        sms_capable: z.boolean(),
      }),
    ),
    refuses: ['refused', 'payment_required'],
    refusalFields: {},
  }),
  listAll: operation({
    method: 'GET',
    path: '/user/phone-numbers/all',
    tag,
    summary: 'All numbers of the account, newest first',
    input: nothing,
    output: z.object({ data: z.array(PhoneNumber) }),
  }),
  list: operation({
    method: 'GET',
    path: '/user/phone-numbers',
    tag,
    summary: 'Numbers that can send SMS now, newest first',
    input: nothing,
    output: z.object({ data: z.array(PhoneNumber) }),
  }),
  update: operation({
    method: 'PUT',
    path: '/user/phone-numbers/{id}',
    tag,
    summary: 'Give a number a nickname, or choose which inbound assistant answers on it',
    description:
      'An inbound assistant that answered on it before has no number then, and is inactive. One that had no number becomes active.',
    input: z.object({ id: pathId, nickname: nickname.optional(), assistant_id: id.nullable().optional() }),
    output: changed(PhoneNumber),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  release: operation({
    method: 'DELETE',
    path: '/user/phone-numbers/{id}',
    tag,
    summary: 'Release a number: at the end of the month that is paid; SIP and Caller ID numbers at once',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found', 'refused'],
    alsoAsError: true,
  }),
  keep: operation({
    method: 'POST',
    path: '/user/phone-numbers/{id}/keep',
    tag,
    summary: 'Take the release of a number back, as long as its paid month has not ended',
    input: z.object({ id: pathId }),
    output: changed(PhoneNumber),
    refuses: ['not_found', 'conflict'],
    alsoAsError: true,
  }),
  listSipTrunks: operation({
    method: 'GET',
    path: '/user/phone-numbers/sip-trunks',
    tag,
    summary: 'SIP trunks, newest first',
    input: nothing,
    output: z.object({ data: z.array(SipTrunk) }),
  }),
  createSipTrunk: operation({
    method: 'POST',
    path: '/user/phone-numbers/sip-trunks',
    tag,
    status: 201,
    summary: 'Add a number or an extension that is reached by SIP; it is an account number too',
    input: z.object({
      ...optional,
      sip_trunk_type: sipTrunkFields.sip_trunk_type,
      phone_number: sipTrunkFields.phone_number,
      sip_address: sipTrunkFields.sip_address,
    }),
    output: changed(SipTrunk),
    refuses: ['conflict'],
    alsoAsError: true,
  }),
  getSipTrunk: operation({
    method: 'GET',
    path: '/user/phone-numbers/sip-trunks/{id}',
    tag,
    summary: 'One SIP trunk; its password is never shown',
    input: z.object({ id: pathId }),
    output: z.object({ data: SipTrunk }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
  updateSipTrunk: operation({
    method: 'PUT',
    path: '/user/phone-numbers/sip-trunks/{id}',
    tag,
    summary: 'Change a SIP trunk; what is left out stays as it is',
    input: z.object({ ...optional, id: pathId }),
    output: changed(SipTrunk),
    refuses: ['not_found', 'conflict'],
    alsoAsError: true,
  }),
  testSipTrunk: operation({
    method: 'POST',
    path: '/user/phone-numbers/sip-trunks/{id}/test',
    tag,
    summary: 'Place a real call by a SIP trunk that says a sentence, and tell what happened, step by step',
    description:
      'It answers when the call has ended, after a minute at most. The steps are events besides, `sip_trunk.test_step`, with the given `test_id`.',
    input: z.object({ id: pathId, to: callable, test_id: text(100).optional() }),
    output: z.object({ passed: z.boolean(), steps: z.array(TestStep) }),
    refuses: ['not_found', 'conflict'],
    alsoAsError: true,
  }),
  endSipTrunkTest: operation({
    method: 'DELETE',
    path: '/user/phone-numbers/sip-trunks/{id}/test',
    tag,
    summary: 'Hang up the test calls of a SIP trunk',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
    alsoAsError: true,
  }),
}
