import { getCountries } from 'libphonenumber-js/max'
import { canonicalTimeZone } from '../../../contract/wire'

/** `getTimeZones` of ECMA-402 (Intl Locale Info), which the types of the compiler do not have yet. */
type WithTimeZones = Intl.Locale & { getTimeZones(): string[] | undefined }

const known = new Map<string, string | null>()

/**
 * The country of a time zone, ISO 3166-1 alpha-2: the first that libphonenumber knows and in which the zone is used. Null
 * for a zone of no country, such as UTC.
 */
export function countryOfZone(timezone: string): string | null {
  const zone = canonicalTimeZone(timezone) ?? timezone
  // To look through all countries takes a tenth of a second.
  if (!known.has(zone)) known.set(zone, getCountries().find(country => zonesOf(country).includes(zone)) ?? null)
  return known.get(zone)!
}

const zonesOf = (country: string) => (new Intl.Locale(`und-${country}`) as WithTimeZones).getTimeZones() ?? []
