import { useDebouncedValue } from '@mantine/hooks'
import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { FoundPerson } from '../../contract/people'
import { isOnLine, stateOfLead } from '../../contract/statuses'
import { formatPhone } from '../parts/format'
import { Dot } from '../parts/StatusBadge'
import { Time } from '../parts/values'
import { personPath } from '../phone'
import { go } from '../router'
import { useDesk } from '../stores/use-desk'
import { states } from '../theme/states'
import { t } from '../words/words'
import type { PaletteEntry } from './palette-entry'

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

/** People whom the service finds by a number, a name, or words that were said. */
export function usePeople(query: string) {
  const { ask } = useDesk()
  const search = searchOf(query)
  const [asked] = useDebouncedValue(search, PAUSE)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...ask.people.find.queryOptions({ input: asked === null ? skipToken : { search: asked, limit: MAX_PEOPLE } }),
    placeholderData: keepPreviousData,
  })
  const isKnown = search === asked && data !== undefined && !isPlaceholderData
  return {
    entries: search === null ? [] : (data?.data ?? []).map(person => personEntry(person, asked ?? '')),
    /** Whether the answer to what was typed is still to come. */
    isAsking: search !== null && !isKnown && (search !== asked || isFetching || error === null),
    failed: search !== null && error ? error.message : null,
  }
}

function personEntry(person: FoundPerson, search: string): PaletteEntry {
  const { phone_number: number, name, found, excerpt } = person
  return {
    id: number,
    group: 'people',
    word: formatPhone(number),
    who: name,
    note: found === 'words' ? <q>{excerpt}</q> : <PersonState of={person} />,
    icon: IconUser,
    act: () => open(person, search),
  }
}

/** Words lead to where they were said or written. Everything else leads to the person. */
function open({ phone_number: number, found, call_id, conversation_id, sms_id }: FoundPerson, search: string) {
  if (call_id !== null) go(`/calls/${call_id}`)
  else if (found === 'words' && conversation_id !== null) go(`/conversations/${conversation_id}`, { search })
  else if (found === 'words' && sms_id !== null) go(`/sms/${encodeURIComponent(number)}`, { search })
  else go(personPath(number))
}

/** The state of a person's last call, else of the lead. */
function PersonState({ of: { last_call: call, lead } }: { of: FoundPerson }) {
  if (call) {
    const { word, role } = states.call[call.status]
    return (
      <>
        {isOnLine(call.status) && <Dot role={role} />}
        {word} <Time at={call.created_at} />
      </>
    )
  }
  return lead && t('{state}, {campaign}', { state: states.lead[stateOfLead(lead)].word, campaign: lead.campaign.name })
}
