// The smallest data of libphonenumber is enough for isPossible(), and the console loads this module too.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import * as z from 'zod'
import { counted } from './words'

/** A text of up to `max` code points. Most emoji count as one character, not as two UTF-16 units. */
export const text = (max: number) =>
  z
    .string()
    .refine(
      value => value.length <= max || [...value].length <= max,
      `must not be greater than ${counted(max, 'character')}.`,
    )
    .meta({ maxLength: max })

/** A text that must not be empty or white space. */
export const filled = (max: number) =>
  text(max)
    .refine(value => value.trim() !== '', 'is required.')
    .meta({ maxLength: max, minLength: 1 })

/** A number from `min` to `max`, both included. */
export const between = (min: number, max: number) => within(z.number(), min, max)
export const wholeBetween = (min: number, max: number) => within(z.int(), min, max)
const within = <T extends z.ZodNumber>(number: T, min: number, max: number) =>
  number.min(min, `must be between ${min} and ${max}.`).max(max, `must be between ${min} and ${max}.`)

/** Also takes a number as a plain text, such as "0.7". What a client sees of it is the schema of the number. */
export const orNumericText = <T extends z.ZodType>(number: T) =>
  z
    .preprocess(
      value => (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value),
      number,
    )
    .meta({ shownAs: number })

/** True or false; 1 and 0 are taken for them. */
export const flag = z
  .preprocess(value => (value === 1 ? true : value === 0 ? false : value), z.boolean())
  .meta({ json: { type: 'boolean' } })

const digits = z.string().regex(/^\d{1,15}$/, 'must be an integer.')

/** The id of a record in a body. Existing clients also send it as a text of digits. */
export const id = z
  .union([z.int().positive(), digits], 'must be an integer.')
  .transform(Number)
  .meta({
    json: {
      type: ['integer', 'string'],
      pattern: '^\\d{1,15}$',
      minimum: 1,
      description: 'An id; digits as text are accepted too',
    },
  })

/** A whole number in a query, where every value is a text. */
export const queryInt = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `must be at least ${min}.` : `must be between ${min} and ${max}.`
  return z
    .union([z.int(), digits], 'must be an integer.')
    .transform(Number)
    .refine(n => n >= min && n <= max, bounds)
    .meta({ json: { type: 'integer', minimum: min, ...(max !== Number.MAX_SAFE_INTEGER && { maximum: max }) } })
}

/** True or false in a query: `true`, `1`, `false` or `0`. */
export const queryFlag = z
  .union([z.boolean(), z.enum(['true', '1', 'false', '0'])], 'must be true or false.')
  .transform(value => value === true || value === 'true' || value === '1')
  .meta({ json: { type: 'boolean' } })

/** The id in a path. */
export const pathId = z.coerce
  .number<number | string>()
  .int()
  .positive()
  .meta({ json: { type: 'integer', minimum: 1 } })

/** The parameters `page` and `per_page` of a list. */
export const paging = (perPage: number) => ({
  per_page: queryInt(1, 100).default(perPage),
  page: queryInt(1).default(1),
})

/** A page of a list, with the links to the other pages. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    current_page: z.int(),
    data: z.array(item),
    per_page: z.int(),
    total: z.int(),
    last_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    path: z.string(),
    first_page_url: z.string(),
    last_page_url: z.string(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
    links: z.array(PageLink).meta({ description: 'The previous page, the pages around this one, and the next page' }),
  })

const PageLink = z
  .object({ url: z.string().nullable(), label: z.string(), active: z.boolean() })
  .meta({ id: 'PageLink' })

/** `2026-02-23T10:00:00.000000Z` */
export const isoTime = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}000Z`

/** `2026-02-23 10:00:00`, UTC: how leads and SMS show time. */
export function plainTime(ms: number) {
  // Times come in pairs, made and changed, that are often the same.
  if (ms !== lastPlain.ms) lastPlain = { ms, text: new Date(ms).toISOString().slice(0, 19).replace('T', ' ') }
  return lastPlain.text
}
let lastPlain = { ms: Number.NaN, text: '' }

export const IsoTime = z.string().meta({ example: '2026-02-23T10:00:00.000000Z' })
export const PlainTime = z.string().meta({ example: '2026-02-23 10:00:00' })

/** A day, `2026-02-23`. */
export const day = z
  .string()
  .refine(
    value => /^\d{4}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value),
    'must be a date like 2026-02-23.',
  )
  .meta({ example: '2026-02-23' })

/** A day (`2026-02-23`, in the workspace's time zone) or a moment with its offset. */
export const dayOrMoment = z
  .union(
    [day, z.iso.datetime({ offset: true })],
    'must be a day like 2026-02-23 or a moment like 2026-02-23T10:00:00Z.',
  )
  .meta({ example: '2026-02-23' })

/** A moment with its offset, or in the format of lead records (UTC). Parsed to epoch milliseconds. */
export const moment = z
  .string()
  .transform((value, ctx) => {
    const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(value)
    const iso = z.iso.datetime({ offset: true }).safeParse(value).success
    // Date supports milliseconds only; times in answers have microseconds.
    const ms = Date.parse(plain ? `${value.replace(' ', 'T')}Z` : value.replace(/(\.\d{3})\d+/, '$1'))
    if ((plain || iso) && !Number.isNaN(ms)) return ms
    ctx.addIssue('must be a moment like 2026-02-23T10:00:00Z or 2026-02-23 10:00:00.')
    return z.NEVER
  })
  .meta({ example: '2026-02-23T10:00:00Z' })

/**
 * `UTC` or a Region/City name in its canonical spelling; null for anything else, offsets included.
 * Time zones and their aliases are those of the runtime's Intl (ECMA-402).
 */
export function canonicalTimeZone(name: string): string | null {
  if (name.toUpperCase() === 'UTC') return 'UTC'
  if (!name.includes('/')) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

export const timeZone = z
  .string()
  .transform((name, ctx) => {
    const canonical = canonicalTimeZone(name)
    if (canonical) return canonical
    ctx.addIssue('must be a time zone such as Europe/Rome.')
    return z.NEVER
  })
  .meta({ example: 'Europe/Rome' })

/** A country that has phone numbers, ISO 3166-1 alpha-2; small letters are taken too. */
export const country = z
  .string()
  .transform(code => code.toUpperCase())
  .refine(isSupportedCountry, 'must be a country of two letters, such as GB.')
  .meta({ json: { type: 'string', pattern: '^[A-Za-z]{2}$', examples: ['GB'] } })

/** The number in E.164, or null when it is not a possible number by libphonenumber's data. */
export function e164(value: string): string | null {
  const trimmed = value.trim()
  if (!trimmed.startsWith('+') || trimmed.length > 40) return null
  const number = parsePhoneNumberFromString(trimmed, { extract: false })
  return number?.isPossible() ? number.number : null
}

export const phoneNumber = z
  .string()
  .transform((value, ctx) => {
    const number = e164(value)
    if (number) return number
    ctx.addIssue('must be a phone number in international form, like +15550100001.')
    return z.NEVER
  })
  .meta({ description: 'In international form with a leading +', example: '+15550100001' })

/** A filter by any part of a number. A + that was not encoded arrives as a space. */
export const partialNumber = z
  .string()
  .transform(value => value.replace(/^ /, '+').replace(/[\s().-]/g, ''))
  .refine(value => /^\+?\d{1,20}$/.test(value), 'must be digits, with or without a leading +.')
  .meta({ description: 'Any part of the number' })

/** A number in a query or a path, where a + that was not encoded arrives as a space. */
export const phoneNumberInUrl = z
  .string()
  .transform(value => value.replace(/^ (?=\d)/, '+'))
  .pipe(phoneNumber)
  .meta({ json: { type: 'string', description: 'In international form with a leading +', example: '+15550100001' } })

export const url = text(2048)
  .refine(
    value => {
      if (!URL.canParse(value)) return false
      const { protocol, username, password, host } = new URL(value)
      return (protocol === 'http:' || protocol === 'https:') && host !== '' && username === '' && password === ''
    },
    { error: issue => `The ${issue.path?.join('.')} field must be an absolute http or https URL.` },
  )
  .meta({ format: 'uri', maxLength: 2048 })

/** Names of variables: letters, digits, underscore, not starting with a digit. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

export type VariableValue = string | number | boolean | null
export type Variables = Record<string, VariableValue>
const isVariableValue = (value: unknown): value is VariableValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Joins a list of objects in its order, since some clients send variables so. PHP clients send an empty object as []. */
const joined = (value: unknown) =>
  Array.isArray(value) && value.every(item => typeof item === 'object' && item !== null && !Array.isArray(item))
    ? Object.assign({}, ...value)
    : value

/** Adds an issue for each variable whose name or value is wrong. */
const checkedBy = (isName: (name: string) => boolean, expectation: string) =>
  z.record(z.string(), z.custom<VariableValue>()).superRefine((pairs, ctx) => {
    for (const [name, value] of Object.entries(pairs)) {
      if (!isName(name)) ctx.addIssue({ code: 'custom', path: [name], message: expectation })
      else if (!isVariableValue(value))
        ctx.addIssue({ code: 'custom', path: [name], message: 'must be a text, a number, true, false or null.' })
    }
  })
const shown = {
  json: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
} as const

/** Variables by name. A list of objects is joined to one. */
export const variables = z
  .preprocess(
    joined,
    checkedBy(
      name => variableName.test(name),
      'is not a variable name: letters, digits and underscores, not starting with a digit.',
    ),
  )
  .meta(shown)

/** Variables by any name that is not empty, as published clients send them with a call. */
export const anyVariables = z
  .preprocess(
    joined,
    checkedBy(name => name.trim() !== '' && name.length <= 255, 'must be a name of up to 255 characters.'),
  )
  .meta(shown)
