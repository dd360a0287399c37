import { contract } from '../../contract'
import {
  EXPORTED,
  type FoundPerson as FoundAnswer,
  type KnownPerson as KnownAnswer,
  type Note as NoteAnswer,
} from '../../contract/people'
import { readSearch } from '../../contract/search'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { toUsd } from '../core/money/amounts'
import { type FoundPerson, findPeople, type KnownPerson, listPeople } from '../core/privacy/find-people'
import { forget } from '../core/privacy/forget'
import { addNote, changeNote, type Note, removeNote } from '../core/privacy/notes'
import { personOf } from '../core/privacy/person'
import { promisedAnswer } from './attention'
import { blacklistEntry } from './blacklist'
import { callAnswer, callSummary } from './calls'
import { conversationAnswer, conversationWithMessages } from './conversations'
import { leadAnswers } from './leads'
import { pager } from './pages'
import { smsAnswer } from './sms'
import { os, whenValid } from './wiring'

export function peopleRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.people.list)
  return os.people.router({
    list: os.people.list.handler(
      whenValid(({ userId }, input) => page(input, listPeople(context, userId, paged(input)), knownAnswer)),
    ),
    get: os.people.get.handler(
      whenValid(({ userId }, { phone_number }) => {
        const person = personOf(context, userId, phone_number)
        return {
          ...personAnswer(context, userId, person),
          calls: person.calls.map(call => ({ ...callSummary(context, call), allowed_because: call.allowedBecause })),
          conversations: person.conversations.map(conversationAnswer),
        }
      }),
    ),
    export: os.people.export.handler(
      whenValid(({ userId }, { phone_number }) => {
        const person = personOf(context, userId, phone_number, EXPORTED)
        return {
          exported_at: isoTime(context.clock.now()),
          ...personAnswer(context, userId, person),
          calls: person.calls.map(call => callAnswer(context, call)),
          conversations: person.conversations.map(found => conversationWithMessages(db, found)),
        }
      }),
    ),
    find: os.people.find.handler(
      whenValid(({ userId }, { search, limit }) => ({
        data: findPeople(context, userId, readSearch(search)!, limit).map(foundAnswer),
      })),
    ),
    forget: os.people.forget.handler(
      whenValid(({ userId }, { phone_number }) => ({
        message: 'What was known about this number is gone.',
        data: forget(context, userId, phone_number),
      })),
    ),
    addNote: os.people.addNote.handler(
      whenValid(({ userId }, { phone_number: phoneNumber, text, written_at: writtenAt }) => ({
        message: 'The note was added.',
        data: noteAnswer(addNote(context, userId, { phoneNumber, text, writtenAt })),
      })),
    ),
    changeNote: os.people.changeNote.handler(
      whenValid(({ userId }, { id, text }) => ({
        message: 'The note was changed.',
        data: noteAnswer(changeNote(context, userId, id, text)),
      })),
    ),
    removeNote: os.people.removeNote.handler(
      whenValid(({ userId }, { id }) => {
        removeNote(context, userId, id)
        return { message: 'The note was deleted.' }
      }),
    ),
  })
}

/** What is known of a person, without calls and chats. */
const personAnswer = (context: Context, userId: number, person: ReturnType<typeof personOf>) => ({
  phone_number: person.phoneNumber,
  name: person.name,
  time_zone: person.timeZone,
  blacklist: person.blacklist && blacklistEntry(context.db, userId, person.blacklist),
  leads: leadAnswers(context.db, person.leads).map((lead, i) => ({
    ...lead,
    explanation: person.explanations[i] ?? null,
  })),
  attempts: person.attempts.map(attempt => ({
    id: attempt.id,
    lead_id: attempt.leadId,
    started_at: isoTime(attempt.startedAt),
    ended_at: attempt.endedAt === null ? null : isoTime(attempt.endedAt),
    outcome: attempt.outcome,
    call_ids: attempt.callIds,
  })),
  promised_callbacks: person.promises.map(promisedAnswer),
  sms: person.sms.map(smsAnswer),
  notes: person.notes.map(noteAnswer),
  totals: person.totals,
  spent: {
    calls: toUsd(person.spent.calls),
    sms: toUsd(person.spent.sms),
    conversations: toUsd(person.spent.conversations),
  },
})

const noteAnswer = ({ id, phoneNumber, text, writtenAt, updatedAt }: Note): NoteAnswer => ({
  id,
  phone_number: phoneNumber,
  text,
  written_at: isoTime(writtenAt),
  updated_at: isoTime(updatedAt),
})

const knownAnswer = ({ phoneNumber, name, contactAt, isListed, lastCall, lead }: KnownPerson): KnownAnswer => ({
  phone_number: phoneNumber,
  name,
  last_contact_at: contactAt === null ? null : isoTime(contactAt),
  on_blacklist: isListed,
  last_call: lastCall && { id: lastCall.id, status: lastCall.status, created_at: isoTime(lastCall.createdAt) },
  lead,
})

const foundAnswer = ({ found, said, ...person }: FoundPerson): FoundAnswer => ({
  ...knownAnswer(person),
  found,
  excerpt: said?.excerpt ?? null,
  call_id: said?.in === 'call' ? Number(said.id) : null,
  sms_id: said?.in === 'sms' ? Number(said.id) : null,
  conversation_id: said?.in === 'conversation' ? String(said.id) : null,
  note_id: said?.in === 'note' ? Number(said.id) : null,
})
