import { useQuery } from '@tanstack/react-query'
import type { Person } from '../../../contract/people'
import type { Assumptions } from '../../stores/assumed'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'

/** Everything that is known about a number. */
export function usePerson(number: string) {
  const { ask } = useDesk()
  const { data = null, error } = useQuery(ask.people.get.queryOptions({ input: { phone_number: number } }))
  return { data, error: failureOf({ data: data ?? undefined, error }) }
}

/** Shows a change of a person before the service has answered. */
export function useAssumed(number: string) {
  const { ask } = useDesk()
  return (shown: Pick<Assumptions, 'change'>, change: (person: Person) => Partial<Person>) =>
    shown.change<Person>(ask.people.get.key({ input: { phone_number: number } }), person => ({
      ...person,
      ...change(person),
    }))
}
