import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { extensionOf, type SipTrunkSettings, sipTrunkDefaults } from '../../../contract/phone-numbers'
import { type FieldErrors, given, type Input } from '../../../contract/validation'
import { e164 } from '../../../contract/wire'
import type { Trunk } from '../../ports/voice-host'
import { all, insert, one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid, notFound } from '../kernel/errors'
import * as numbers from './numbers'

export interface SipTrunk extends Omit<SipTrunkSettings, 'sip_password'> {
  /** The id of its phone number. */
  id: number
  hasPassword: boolean
  createdAt: number
  updatedAt: number
}

interface Row {
  id: number
  phone_number: string
  country_code: string
  nickname: string | null
  settings: string
  password: string | null
  created_at: number
  updated_at: number
}

/** The settings that are stored as JSON. */
type StoredSettings = Omit<SipTrunkSettings, 'phone_number' | 'country_code' | 'nickname' | 'sip_password'>

const trunks = sql`SELECT id, phone_number, country_code, nickname, settings, password, created_at, updated_at
  FROM sip_trunks JOIN phone_numbers ON phone_numbers.id = phone_number_id`

const toTrunk = (row: Row): SipTrunk => ({
  ...(JSON.parse(row.settings) as StoredSettings),
  id: row.id,
  phone_number: row.phone_number,
  country_code: row.country_code,
  nickname: row.nickname,
  hasPassword: row.password !== null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const list = (db: ReadDb, userId: number): SipTrunk[] =>
  all<Row>(db, sql`${trunks} WHERE user_id = ${userId} ORDER BY id DESC`).map(toTrunk)

/** Throws `not_found`. */
export function get(db: ReadDb, userId: number, id: number): SipTrunk {
  const row = one<Row>(db, sql`${trunks} WHERE id = ${id} AND user_id = ${userId}`)
  if (!row) throw notFound('SIP trunk')
  return toTrunk(row)
}

/** The trunks of all users with their passwords in clear text, as the voice process needs them. */
export const inService = ({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Trunk[] =>
  all<Row>(db, trunks).map(row => {
    const { sip_address: address, outbound_proxy: proxy, ...trunk } = toTrunk(row)
    return {
      id: trunk.id,
      number: trunk.phone_number,
      country: trunk.country_code,
      username: trunk.sip_username,
      password: row.password === null ? null : secrets.open(row.password),
      address,
      outboundProxy: proxy === true ? address : proxy || null,
      transport: trunk.transport,
      srtp: trunk.srtp,
      register: trunk.register,
      format: trunk.sip_calling_format,
      allowedFrom: trunk.allowed_inbound_ips,
    }
  })

/** Adds a trunk and its phone number. Throws `invalid` with every error; nothing has changed then. */
export function create(context: Context, userId: number, { values, errors }: Input<SipTrunkSettings>): SipTrunk {
  return transact(context, () => {
    const hasPassword = values.sip_password != null
    const register = values.sip_trunk_type === 'extension' || (Boolean(values.sip_username) && hasPassword)
    const merged = checked(context.db, { ...sipTrunkDefaults, register, ...given(values) }, hasPassword, errors)
    const now = context.clock.now()
    const id = insert(
      context.db,
      sql`INSERT INTO phone_numbers (user_id, phone_number, country_code, type, carrier, sms_capable, nickname, created_at)
        VALUES (${userId}, ${merged.phone_number}, ${merged.country_code}, 'sip', 'sip', 0, ${merged.nickname || null}, ${now})`,
    )
    const { settings, password } = toStored(context, merged)
    insert(
      context.db,
      sql`INSERT INTO sip_trunks (phone_number_id, settings, password, updated_at)
        VALUES (${id}, ${settings}, ${password ?? null}, ${now})`,
    )
    numbers.publishChange(context, { id, user_id: userId, status: 'active' })
    return get(context.db, userId, id)
  })
}

/** Changes the settings that the input has. Throws `not_found`, or `invalid` with every error. */
export function update(
  context: Context,
  userId: number,
  id: number,
  { values, errors }: Input<SipTrunkSettings>,
): SipTrunk {
  return transact(context, () => {
    const { hasPassword, createdAt: _, updatedAt: __, ...before } = get(context.db, userId, id)
    // A password is sent only to the address that it was given for.
    const isMoved =
      isOther(values.sip_address, before.sip_address) || isOther(values.outbound_proxy, before.outbound_proxy)
    const sip_password = values.sip_password === undefined && isMoved ? null : values.sip_password
    const keepsPassword = sip_password === undefined ? hasPassword : sip_password !== null
    // A new number has its own country, unless the input has one.
    const country = values.phone_number !== undefined && { country_code: undefined }
    // Addresses belong to the type ip.
    const addresses = values.inbound_authorization_type === 'auth' &&
      before.inbound_authorization_type === 'ip' && { allowed_inbound_ips: [] }
    // Without a password a trunk that is known by its address can only be used without registering.
    const register = before.inbound_authorization_type === 'ip' && hasPassword && !keepsPassword && { register: false }
    const merged = checked(
      context.db,
      { ...before, ...country, ...register, ...given({ ...values, sip_password }), ...addresses },
      keepsPassword,
      errors,
      id,
    )
    const now = context.clock.now()
    run(
      context.db,
      sql`UPDATE phone_numbers SET phone_number = ${merged.phone_number}, country_code = ${merged.country_code},
        nickname = ${merged.nickname || null} WHERE id = ${id}`,
    )
    const { settings, password } = toStored(context, merged)
    run(
      context.db,
      sql`UPDATE sip_trunks SET settings = ${settings}, updated_at = ${now} WHERE phone_number_id = ${id}`,
    )
    if (password !== undefined)
      run(context.db, sql`UPDATE sip_trunks SET password = ${password} WHERE phone_number_id = ${id}`)
    numbers.publishChange(context, { id, user_id: userId, status: 'active' })
    return get(context.db, userId, id)
  })
}

/** Whether a host is given that is not the one of before. A proxy that is no host means the trunk's own address. */
const isOther = (host: unknown, before: unknown) => typeof host === 'string' && host !== before

/** Checks the whole trunk and returns it with its number in the form that is stored. Throws `invalid`. */
function checked(
  db: ReadDb,
  trunk: Partial<SipTrunkSettings>,
  hasPassword: boolean,
  errors: FieldErrors,
  self?: number,
): SipTrunkSettings {
  const number = numberOf(trunk, errors)
  const isTwin = number !== undefined && isKnown(db, { ...trunk, phone_number: number }, self)
  if (number?.startsWith('+') && !isTwin) {
    const other = numbers.byNumber(db, number)
    if (other && other.id !== self) errors.add('phone_number', `The number ${number} is in use already.`)
  }
  const country = trunk.country_code ?? (number && parsePhoneNumberFromString(number)?.country)
  const isCheckable = trunk.country_code !== undefined || number !== undefined
  if (isCheckable && !errors.has('country_code') && (!country || !isSupportedCountry(country)))
    errors.add(
      'country_code',
      trunk.country_code === undefined
        ? 'The country_code field is required: the number does not tell its country.'
        : 'The country_code field is not a country.',
    )
  checkAuthorization(trunk, hasPassword, errors)
  if (errors.any) throw invalid(errors)
  if (isTwin) throw conflict(`There is a SIP trunk with the number ${number}, this user and this address already.`)
  return { ...trunk, phone_number: number, country_code: country } as SipTrunkSettings
}

/** Whether there is another trunk with this number, user and address. */
const isKnown = (
  db: ReadDb,
  { phone_number, sip_username = null, sip_address = '' }: Partial<SipTrunkSettings>,
  self = 0,
) =>
  one(
    db,
    sql`SELECT 1 FROM sip_trunks JOIN phone_numbers ON phone_numbers.id = phone_number_id
      WHERE phone_number = ${phone_number} AND settings ->> '$.sip_username' IS ${sip_username}
        AND lower(settings ->> '$.sip_address') = ${sip_address.toLowerCase()} AND id <> ${self}`,
  ) !== undefined

/** The number as E.164, or an extension; undefined when it is missing or wrong. */
function numberOf({ sip_trunk_type: type, phone_number: asked }: Partial<SipTrunkSettings>, errors: FieldErrors) {
  if (type === undefined || asked === undefined) return undefined
  const number = type === 'number' ? e164(asked) : extensionOf(asked)
  if (number) return number
  errors.add(
    'phone_number',
    type === 'number'
      ? 'The phone_number field must be a phone number in international form, like +15550100001.'
      : 'The phone_number field must be an extension: 1 to 15 letters, digits, dots, underscores and hyphens.',
  )
  return undefined
}

/**
 * Checks that a trunk has what its authorization needs: username and password for one that registers, as an extension
 * does, and for the type `auth`; IP addresses for the type `ip`.
 */
function checkAuthorization(trunk: Partial<SipTrunkSettings>, hasPassword: boolean, errors: FieldErrors) {
  const authorization = trunk.inbound_authorization_type
  if (authorization === 'ip' && trunk.allowed_inbound_ips?.length === 0)
    errors.add('allowed_inbound_ips', 'The allowed_inbound_ips field must name an address that calls come from.')
  if (errors.has('inbound_authorization_type')) return
  const isExtension = trunk.sip_trunk_type === 'extension'
  if (isExtension && trunk.register === false && !errors.has('register'))
    errors.add('register', 'The register field must be true for an extension.')
  if (authorization !== 'auth' && !isExtension && !trunk.register) return
  const why = isExtension
    ? 'an extension registers with it.'
    : authorization === 'auth'
      ? 'calls are authorized by it.'
      : 'the trunk registers with it.'
  if (!trunk.sip_username && !errors.has('sip_username'))
    errors.add('sip_username', `The sip_username field is required: ${why}`)
  if (!hasPassword && !errors.has('sip_password'))
    errors.add('sip_password', `The sip_password field is required: ${why}`)
}

/** The columns of a trunk; the password is encrypted, undefined when it does not change. */
function toStored(context: Context, trunk: SipTrunkSettings) {
  const { phone_number: _, country_code: __, nickname: ___, sip_password: password, ...settings } = trunk
  return {
    settings: JSON.stringify(settings satisfies StoredSettings),
    password: password == null ? password : context.secrets.seal(password),
  }
}

/** Deletes the passwords of all trunks. Returns how many. Call inside a transaction. */
export const forgetPasswords = (db: WriteDb): number =>
  run(db, sql`UPDATE sip_trunks SET password = NULL WHERE password IS NOT NULL`)
