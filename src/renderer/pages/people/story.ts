import type { Person } from '../../../contract/people'
import { momentOfLead } from '../campaigns/campaign-text'
import type { PersonCall } from './person-text'

export const parts = ['calls', 'sms', 'chats', 'notes'] as const
export type Part = (typeof parts)[number]

/** Something that has happened with a person. */
export type Happened = { key: string; at: string } & (
  | { part: 'calls'; call: PersonCall }
  | { part: 'sms'; sms: Person['sms'][number] }
  | { part: 'chats'; chat: Person['conversations'][number] }
  | { part: 'notes'; note: Person['notes'][number] }
  | { part: null; entry: NonNullable<Person['blacklist']> }
)

/** What has happened with a person, newest first; only of one part, if given. */
export function storyOf(person: Person, part: Part | undefined): Happened[] {
  const { blacklist: entry } = person
  const all: Happened[] = [
    ...person.calls.map((call): Happened => ({ key: `call ${call.id}`, at: call.created_at, part: 'calls', call })),
    ...person.sms.map(
      (sms): Happened => ({ key: `sms ${sms.id}`, at: momentOfLead(sms.created_at), part: 'sms', sms }),
    ),
    ...person.conversations.map(
      (chat): Happened => ({ key: `chat ${chat.id}`, at: chat.updated_at, part: 'chats', chat }),
    ),
    ...person.notes.map((note): Happened => ({ key: `note ${note.id}`, at: note.written_at, part: 'notes', note })),
    ...(entry ? [{ key: 'blacklist', at: entry.created_at, part: null, entry } as const] : []),
  ]
  return all
    .filter(one => part === undefined || one.part === part)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** How many there are of a part in all, also of what is not listed. */
export const totalOf = ({ totals }: Person, part: Part) => totals[part === 'chats' ? 'conversations' : part]
const listed = (person: Person, part: Part) => person[part === 'chats' ? 'conversations' : part].length

/** The parts of which there are more than are listed. */
export const cutParts = (person: Person) => parts.filter(part => totalOf(person, part) > listed(person, part))
