import { useState } from 'react'
import type { KnownPerson } from '../../../contract/people'

interface List<R> {
  /** Which list it is: its search and its page. */
  of: string
  rows: R[]
  /** A newer answer is on its way, because this one was kept from an earlier visit. */
  isOld: boolean
}

/**
 * Keeps people where they are shown. While calls run, each contact would move somebody to the top, under the pointer. Who
 * is shown is updated; newer contacts are counted, and their order comes when the person asks for it.
 */
export function useHeldOrder<R extends KnownPerson>(list: List<R> | null) {
  const [held, setHeld] = useState<List<R> | null>(null)
  const isHeld = list !== null && held !== null && held.of === list.of && !held.isOld && held.rows.length > 0
  if (list && !isHeld && !(held?.of === list.of && held.isOld === list.isOld && held.rows === list.rows)) setHeld(list)
  if (!list || !isHeld) return { rows: list?.rows ?? null, newer: 0, showNewer() {} }
  const now = new Map(list.rows.map(person => [person.phone_number, person]))
  const latest = Math.max(...held.rows.map(contactOf))
  return {
    rows: held.rows.map(person => now.get(person.phone_number) ?? person),
    newer: list.rows.filter(person => contactOf(person) > latest).length,
    showNewer: () => setHeld(list),
  }
}

const contactOf = ({ last_contact_at: at }: KnownPerson) => (at === null ? 0 : Date.parse(at))
