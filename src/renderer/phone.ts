import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { locale } from './words/language'

/**
 * A typed number in E.164: in international form, with 00, or as it is dialed within `country` (ISO 3166-1 alpha-2). A text
 * that is no possible number is returned as it is, so that the service says what is wrong.
 */
export const toE164 = (typed: string, country: string | null | undefined): string =>
  wholeNumber(typed, country) ?? typed.trim()

/** As `toE164`, but null for a text that is no possible number. */
export function wholeNumber(typed: string, country: string | null | undefined): string | null {
  const number = parsePhoneNumberFromString(typed.trim().replace(/^00/, '+'), (country ?? undefined) as CountryCode)
  return number?.isPossible() ? number.number : null
}

let regions: Intl.DisplayNames | undefined

/** The name of a country in the person's language. */
export function countryName(code: string): string {
  regions ??= new Intl.DisplayNames(locale, { type: 'region' })
  return regions.of(code) ?? code
}

/** Whether SMS can be sent from a number of the account. */
export const sendsSms = (number: { sms_capable: boolean; status: string }) =>
  number.sms_capable && number.status !== 'suspended'

/** The page of the person with a number in E.164. */
export const personPath = (number: string) => `/people/${encodeURIComponent(number)}`

/** The country of a number in E.164 in the person's language. Null when it is not known, or a number is of several. */
export function countryOf(number: string): string | null {
  const code = parsePhoneNumberFromString(number)?.country
  return code ? countryName(code) : null
}
