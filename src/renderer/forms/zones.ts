const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The time zones that can be chosen, with this one, which may be one that the browser does not list. */
export const zonesWith = (zone: string) => (zone === '' || zones.includes(zone) ? zones : [zone, ...zones])
