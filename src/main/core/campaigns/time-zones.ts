// Google's map of prefixes, made when the dependencies are installed (scripts/time-zones.mjs).
import areas from '../../../../resources/time-zones.json'

let byPrefix: Map<string, string[]> | undefined

/**
 * The time zone in which a number (E.164) most likely is; null when the map does not have it. Several are possible for
 * a mobile number of a wide country: then `preferred` when it is among them, else the middle one.
 */
export function timeZoneOf(number: string, preferred: string): string | null {
  byPrefix ??= new Map(areas.flatMap(({ zones, prefixes }) => prefixes.map(prefix => [prefix, zones] as const)))
  for (let length = number.length; length > 1; length--) {
    const zones = byPrefix.get(number.slice(1, length))
    if (!zones) continue
    return zones.includes(preferred) ? preferred : zones[Math.floor(zones.length / 2)]!
  }
  return null
}
