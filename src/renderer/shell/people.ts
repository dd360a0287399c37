import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CallSummary } from '../../contract/calls'
import type { Lead } from '../../contract/leads'
import type { Client } from '../api/client'
import { nameOf } from '../parts/values'

/** Fewer digits are in every number. */
const ENOUGH = 3
const ASKED = 20
const SHOWN = 6

/**
 * The part of a number that somebody means by what was typed, in any form: `0` before a national number and `00` before
 * an international one are how it is dialed and no part of it. Null when it is no number.
 */
export function digitsIn(query: string): string | null {
  if (!/^\+?[\d\s().\-/]+$/.test(query.trim())) return null
  const digits = query
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '')
  return digits.length >= ENOUGH ? digits : null
}

/** The whole number that was typed, in E.164; null while it is a part of one. */
export function wholeNumber(query: string): string | null {
  const number = parsePhoneNumberFromString(query.trim().replace(/^00/, '+'))
  return number?.isPossible() ? number.number : null
}

export interface Person {
  number: string
  name: string | null
  /** The last one with them. */
  call?: CallSummary
  lead?: Lead
}

/** Whose number it is, by calls and leads: those who were on the phone last come first. */
export async function findPeople(client: Client, digits: string): Promise<Person[]> {
  const [calls, leads] = await Promise.all([
    client.calls.list({ phone_number: digits, per_page: ASKED }),
    client.leads.list({ phone_number: digits, per_page: ASKED }),
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
  return [...people.values()].slice(0, SHOWN)
}
