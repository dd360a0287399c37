import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CallSummary } from '../../contract/calls'
import type { Lead } from '../../contract/leads'
import type { Client } from '../api/client'
import { nameOf } from '../parts/values'

/** Fewer digits would match nearly every number. */
const MIN_DIGITS = 3
const PER_LIST = 20
const MAX_PEOPLE = 6

/**
 * The digits of a typed number or part of one. A first `0` or `00` is removed, because it is dialed but is no part of the
 * international number. Null when the text is no number.
 */
export function digitsIn(query: string): string | null {
  if (!/^\+?[\d\s().\-/]+$/.test(query.trim())) return null
  const digits = query
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '')
  return digits.length >= MIN_DIGITS ? digits : null
}

/** The typed number in E.164. Null while it is not a whole number. */
export function wholeNumber(query: string): string | null {
  const number = parsePhoneNumberFromString(query.trim().replace(/^00/, '+'))
  return number?.isPossible() ? number.number : null
}

export interface Person {
  number: string
  name: string | null
  /** The last call with this person. */
  call?: CallSummary
  lead?: Lead
}

/** People whose number has these digits, from calls and leads. Those with the latest calls come first. */
export async function findPeople(client: Client, digits: string): Promise<Person[]> {
  const [calls, leads] = await Promise.all([
    client.calls.list({ phone_number: digits, per_page: PER_LIST }),
    client.leads.list({ phone_number: digits, per_page: PER_LIST }),
  ])
  const people = new Map<string, Person>()
  for (const call of calls.data) {
    const known = people.get(call.client_phone_number)
    if (known) known.name ??= nameOf(call.variables)
    else
      people.set(call.client_phone_number, {
        number: call.client_phone_number,
        name: nameOf(call.variables),
        call,
      })
  }
  for (const lead of leads.data) {
    const person = people.get(lead.phone_number) ?? { number: lead.phone_number, name: null }
    people.set(lead.phone_number, { ...person, name: person.name ?? nameOf(lead.variables), lead: person.lead ?? lead })
  }
  return [...people.values()].slice(0, MAX_PEOPLE)
}
