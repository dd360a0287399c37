import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { FoundPerson } from '../../contract/people'
import { useDesk } from './use-desk'

/** People are asked for when nothing was typed for so long, ms. */
const PAUSE = 90
const MAX_PEOPLE = 6
/** The service takes no longer search. */
const LONGEST = 200
/** Fewer digits would match nearly every number. */
const FEWEST_DIGITS = 3

/** Whether a text is a number, or a part of one, in any form. */
export const isNumber = (typed: string) => !/\p{L}/u.test(typed) && digitsOf(typed) > 0
const digitsOf = (typed: string) => typed.match(/\d/g)?.length ?? 0

/** What is asked for. Null: nothing that can be found was typed. */
function searchOf(query: string): string | null {
  const typed = query.trim().slice(0, LONGEST)
  return isNumber(typed) ? (digitsOf(typed) >= FEWEST_DIGITS ? typed : null) : /\p{L}/u.test(typed) ? typed : null
}

interface Found {
  people: readonly FoundPerson[]
  /** What they were found by. */
  search: string
  /** Whether the answer to what was typed is still to come. */
  isAsking: boolean
  failed: string | null
}

/** People whom the service finds by a number, a name, or words that were said, while somebody types. */
export function useFoundPeople(query: string): Found {
  const { ask } = useDesk()
  const search = searchOf(query)
  const [asked] = useDebouncedValue(search, PAUSE)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...ask.people.find.queryOptions({ input: asked === null ? skipToken : { search: asked, limit: MAX_PEOPLE } }),
    placeholderData: keepPreviousData,
  })
  const isKnown = search === asked && data !== undefined && !isPlaceholderData
  return {
    people: search === null ? [] : (data?.data ?? []),
    search: asked ?? '',
    isAsking: search !== null && !isKnown && (search !== asked || isFetching || error === null),
    failed: search !== null && error ? error.message : null,
  }
}
