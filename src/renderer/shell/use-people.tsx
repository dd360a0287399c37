import { IconUser } from '@tabler/icons-react'
import type { FoundPerson } from '../../contract/people'
import { isOnLine, stateOfLead } from '../../contract/statuses'
import { formatPhone } from '../parts/format'
import { Dot } from '../parts/StatusBadge'
import { Time } from '../parts/values'
import { personPath } from '../phone'
import { go } from '../router'
import { useFoundPeople } from '../stores/use-found-people'
import { states } from '../theme/states'
import { t } from '../words/words'
import type { PaletteEntry } from './palette-entry'

/** People whom the service finds by a number, a name, or words that were said. */
export function usePeople(query: string) {
  const { people, search, isAsking, failed } = useFoundPeople(query)
  return { entries: people.map(person => personEntry(person, search)), isAsking, failed }
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
