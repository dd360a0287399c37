import { variableName } from '../../../contract/wire'

/** What a column of a file becomes: the number to call, one more number to try, a variable, or nothing. */
export type Target = 'phone' | 'contact' | 'none' | `variable ${string}`

/** How a target was found. */
export type Found = 'remembered' | 'name' | 'numbers' | 'chosen' | null

export interface Mapped {
  target: Target
  found: Found
}

export const variableOf = (target: Target) => (target.startsWith('variable ') ? target.slice('variable '.length) : null)
export const toVariable = (name: string): Target => `variable ${name}`

/** What is known of a column, from its first rows. */
export interface Sample {
  title: string
  /** How many of the first rows have something in it. */
  filled: number
  /** How many of those are phone numbers. */
  numbers: number
  /** How many may be phone numbers without their country, while none is chosen. */
  national: number
}

/** Letters and digits only, so that `First name`, `first_name` and `FIRST-NAME` are the same. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Words for the same thing, in the languages of the console. A variable named by one is filled from a column named by another. */
const same = [
  ['firstname', 'givenname', 'vorname'],
  ['lastname', 'surname', 'familyname', 'nachname', 'familienname'],
  ['name', 'fullname', 'customername', 'contactname', 'kunde', 'kundenname', 'kontakt', 'ansprechpartner'],
  ['company', 'companyname', 'organisation', 'organization', 'firma', 'unternehmen'],
  ['email', 'emailaddress', 'mail', 'emailadresse'],
  ['city', 'town', 'ort', 'stadt'],
  ['address', 'street', 'adresse', 'strasse', 'straße'],
  ['zip', 'zipcode', 'postcode', 'postalcode', 'plz', 'postleitzahl'],
].map(words => new Set(words))

const isSame = (a: string, b: string) => a === b || same.some(words => words.has(a) && words.has(b))

/** Titles of columns that hold phone numbers. */
const ofPhones = /phone|mobile|mobil|cell|handy|telefon|rufnummer|msisdn|^tel|tel$|^number$|^nummer$|e164/

/** At least so many of the filled cells are numbers, where the title does not say so. */
const MOST = 0.8
/** The same with a title of phone numbers. */
const SOME = 0.3

/**
 * What each column becomes, as far as can be told. The column with the number to call comes first among those that look like
 * it; the others are more numbers to try. `variables`: those of the campaign's assistant; null: any is allowed.
 */
export function guess(columns: readonly Sample[], variables: readonly string[] | null): Mapped[] {
  // Without a title that says so, digits without a country may be anything.
  const isPhone = ({ title, filled, numbers, national }: Sample) =>
    filled > 0 && (ofPhones.test(plain(title)) ? (numbers + national) / filled >= SOME : numbers / filled >= MOST)
  const first = columns
    .map((column, i) => ({ i, column }))
    .filter(({ column }) => isPhone(column))
    .sort(
      (a, b) =>
        Number(ofPhones.test(plain(b.column.title))) - Number(ofPhones.test(plain(a.column.title))) ||
        b.column.numbers + b.column.national - a.column.numbers - a.column.national ||
        a.i - b.i,
    )[0]?.i
  const taken = new Set<string>()
  return columns.map((column, i): Mapped => {
    if (i === first) return { target: 'phone', found: 'numbers' }
    const name = plain(column.title)
    const variable = (variables ?? [nameFor(column.title)]).find(
      one => one !== null && !taken.has(one) && name !== '' && isSame(plain(one), name),
    )
    if (variable && !(isPhone(column) && ofPhones.test(name))) {
      taken.add(variable)
      return { target: toVariable(variable), found: 'name' }
    }
    return isPhone(column) && ofPhones.test(name)
      ? { target: 'contact', found: 'numbers' }
      : { target: 'none', found: null }
  })
}

/** The name of a variable for a column: `Last visit` is `last_visit`. Null when nothing is left of it. */
export function nameFor(title: string): string | null {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, '_')
  return variableName.test(name) ? name : null
}

/** Changes what a column becomes. The number to call, and each variable, is in one column only. */
export function choose(mapped: readonly Mapped[], at: number, target: Target): Mapped[] {
  const isOnlyOne = target === 'phone' || variableOf(target) !== null
  return mapped.map((old, i) => {
    if (i === at) return { target, found: 'chosen' }
    return isOnlyOne && old.target === target ? { target: 'none', found: null } : old
  })
}

/** What was chosen by hand stays, as far as the variables allow it. */
export const keepChosen = (before: readonly Mapped[], mapped: Mapped[], variables: readonly string[] | null) =>
  before.reduce((all, { target, found }, at) => {
    const name = variableOf(target)
    const isPossible = at < all.length && (name === null || (variables?.includes(name) ?? true))
    return found === 'chosen' && isPossible ? choose(all, at, target) : all
  }, mapped)

/** Where mappings are remembered, by the titles of the columns. */
type Memory = Pick<Storage, 'getItem' | 'setItem'>
const KEY = 'callwright.import-columns'
/** How many are remembered. */
const MOST_REMEMBERED = 30

const keyOf = (titles: readonly string[]) => JSON.stringify(titles)

function remembered(memory: Memory): [string, Target[]][] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as [string, Target[]][]) : []
  } catch {
    return []
  }
}

export function remember(memory: Memory, titles: readonly string[], mapped: readonly Mapped[]) {
  const key = keyOf(titles)
  const others = remembered(memory).filter(([known]) => known !== key)
  const all = [[key, mapped.map(({ target }) => target)], ...others].slice(0, MOST_REMEMBERED)
  try {
    memory.setItem(KEY, JSON.stringify(all))
  } catch {
    // There is no room, or it is forbidden: the next time is guessed.
  }
}

/** As the same columns were mapped the last time, as far as that is possible now; null when they never were. */
export function recall(
  memory: Memory,
  titles: readonly string[],
  variables: readonly string[] | null,
): Mapped[] | null {
  const known = remembered(memory).find(([key]) => key === keyOf(titles))?.[1]
  if (!Array.isArray(known) || known.length !== titles.length) return null
  return known.map((target): Mapped => {
    const name = typeof target === 'string' ? variableOf(target) : null
    const isPossible =
      ['phone', 'contact', 'none'].includes(target) || (name !== null && (variables?.includes(name) ?? true))
    return isPossible ? { target, found: target === 'none' ? null : 'remembered' } : { target: 'none', found: null }
  })
}
