import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { language, locale } from '../words/language'
import { t } from '../words/words'

/** `make`, with its last `size` results kept. Making a formatter takes a hundred times as long as using it. */
export function kept<T>(size: number, make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return key => {
    const known = made.get(key)
    if (known !== undefined || made.has(key)) {
      // What is used moves to the end, so that the first one is the one that was not used for longest.
      made.delete(key)
      made.set(key, known as T)
      return known as T
    }
    const fresh = make(key)
    made.set(key, fresh)
    if (made.size > size) made.delete(made.keys().next().value!)
    return fresh
  }
}

/** More zones than a person has on one page. */
const ZONES = 64

/** Formatters with these options in the person's language, one for each time zone. Call it once for each form of a date, outside of components. */
export const inZones = (options: Intl.DateTimeFormatOptions, by = locale) =>
  kept(ZONES, timeZone => new Intl.DateTimeFormat(by, { ...options, timeZone }))

/** Writes a moment in a time zone with these options. Call it once for each form of a date, outside of components. */
export function dateFormat(options: Intl.DateTimeFormatOptions, by?: string) {
  const of = inZones(options, by)
  return (at: Date | number, zone: string): string => of(zone).format(at)
}

/** `14:05`. */
export const clockTime = dateFormat({ hour: '2-digit', minute: '2-digit' })
/** `14:05:09`. */
export const clockSeconds = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
/** `24 Nov`. */
export const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' })
/** `09`. */
export const hourOfDay = dateFormat({ hour: '2-digit', hour12: false }, 'en-GB')
/** `Tuesday`. */
export const weekdayName = dateFormat({ weekday: 'long' })
/** `Tue`. */
export const weekdayShort = dateFormat({ weekday: 'short' })
/** `Tuesday 24 November`. */
export const weekdayAndDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
/** `Tue 24`. */
export const weekdayAndNumber = dateFormat({ weekday: 'short', day: 'numeric' })
/** `2026-11-24`. */
export const isoDay = dateFormat({ dateStyle: 'short' }, 'en-CA')
const QUARTER = 15 * 60_000
const dayOfQuarter = kept(ZONES, key => {
  const [quarter, zone] = key.split(' ') as [string, string]
  return isoDay(Number(quarter) * QUARTER, zone)
})
/** The day of a moment, as `isoDay`. Quick for moments that are near each other: in every zone days begin at full quarters. */
export const dayAt = (ms: number, zone: string) => dayOfQuarter(`${Math.floor(ms / QUARTER)} ${zone}`)

const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const longTime = dateFormat({ timeStyle: 'medium' })

/** `Tuesday, 24 November 2026, 14:05:09 Europe/Rome`. */
export const fullTime = (at: Date, zone: string) => `${longDay(at, zone)}, ${longTime(at, zone)} ${zone}`

const whole = new Intl.NumberFormat(locale)
/** `1,615`, in German `1.615`. */
export const count = (n: number) => whole.format(n)

/** `40 %`. */
export const percent = (part: number, all: number) => (all > 0 ? `${Math.round((100 * part) / all)} %` : '–')

/** British English writes US$; the console writes what the service writes. */
const ofMoney = { en: 'en-US', de: 'de-DE' }[language]
const usd = (fewest: number, most = fewest) =>
  new Intl.NumberFormat(ofMoney, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: fewest,
    maximumFractionDigits: most,
  })
const [cents, belowACent, exactly] = [usd(2), usd(4), usd(2, 6)]

/**
 * US dollars as the person writes them: `$1,234.50`, in German `1.234,50 $`. The rules are those of `dollars` of the contract:
 * two decimals, below a cent four; `exact`: every decimal that it has, six at most; and a minus sign.
 */
export function money(amount: number, exact = false): string {
  const size = Math.abs(amount)
  const format = exact ? exactly : size !== 0 && size < 0.01 ? belowACent : cents
  return `${amount < 0 ? '−' : ''}${format.format(size)}`
}

/** Some pages of numbers. */
const PHONES = 2000

/** In international form. A text that is no number is not changed. */
export const formatPhone = kept(PHONES, value => parsePhoneNumberFromString(value)?.formatInternational() ?? value)

const sizesIn = (by: string) =>
  ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
    unit =>
      new Intl.NumberFormat(by, {
        style: 'unit',
        unit,
        // The short form of a byte has no plural in English.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: 1,
        maximumSignificantDigits: 3,
      }),
  )

/** Writes sizes of files in a language: `3 bytes`, `640 kB`, `1.2 MB`. */
export function sizeFormat(by: string) {
  const sizes = sizesIn(by)
  return (bytes: number): string => {
    const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
    return sizes[step]!.format(bytes / 1000 ** step)
  }
}

/** A size of a file in the person's language. */
export const formatSize = sizeFormat(locale)

/** `Nora, Ben and 3 more`; empty for nobody. */
export function namesInWords(of: readonly { name: string }[]): string {
  const names = of.slice(0, 3).map(({ name }) => name)
  const more = of.length - names.length
  if (more > 0) return t('{names} and {n} more', { names: names.join(', '), n: more })
  return names.length > 1
    ? t('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) })
    : (names[0] ?? '')
}

/** The model that spoke or wrote, by its name. */
export const modelInWords = (name: string) => (name === 'scripted' ? t('The built-in script') : name)
