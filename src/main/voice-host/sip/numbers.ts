import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Trunk } from '../../ports/voice-host'
import { escapedUser } from './uri'

type Writing = Pick<Trunk, 'format' | 'country'>

const countryOf = ({ country }: Writing): CountryCode | undefined => (isSupportedCountry(country) ? country : undefined)

/** A number in E.164 as the trunk wants it; everything else, such as an extension, stays as it is. */
export function toTrunk(number: string, trunk: Writing): string {
  if (!/^\+\d+$/.test(number) || trunk.format === '+e164') return number
  if (trunk.format === 'e164') return number.slice(1)
  const phone = parsePhoneNumberFromString(number)
  const country = countryOf(trunk)
  if (!phone || !country) return number
  // A number of another country is written as one dials it from this country.
  const isOfCountry =
    phone.countryCallingCode === parsePhoneNumberFromString('2', country)?.countryCallingCode ||
    phone.country === country
  const text = isOfCountry ? phone.formatNational() : (phone.format('IDD', { fromCountry: country }) ?? number)
  return text.replaceAll(/\D/g, '')
}

/** A number as the trunk writes it, in E.164; what is no number of a person, such as an extension, stays as it is. */
export function fromTrunk(text: string, trunk: Writing): string {
  const bare = text.replaceAll(/[\s().-]/g, '')
  if (!/^\+?\d{4,20}$/.test(bare)) return text
  const country = countryOf(trunk)
  const international = bare.startsWith('+') ? bare : `+${bare}`
  const readings = trunk.format === 'e164' || bare.startsWith('+') ? [international, bare] : [bare, international]
  for (const reading of readings) {
    const phone = parsePhoneNumberFromString(reading, country)
    if (phone?.isValid()) return phone.number
  }
  return bare.startsWith('+') ? bare : text
}

/**
 * The address of whom a call or a transfer is for: a `sip:` URI or `user@host` as it is, a number (also `tel:`) in the
 * format of the trunk, an extension as it is, both at the host of the trunk.
 */
export function targetUri(target: string, trunk: Writing, host: string): string {
  const text = target.trim().replaceAll(/[\s<>"]/g, '')
  if (/^sips?:/i.test(text)) return text
  if (text.includes('@')) return `sip:${text}`
  return `sip:${escapedUser(toTrunk(text.replace(/^tel:/i, ''), trunk))}@${host}`
}
