import * as z from 'zod'
import { PromisedCallback } from './attention'
import { BlacklistEntry } from './blacklist'
import { Call, CallStatus, CallSummary } from './calls'
import { Conversation, ConversationWithMessages } from './conversations'
import { Explanation } from './explain'
import { Lead, LeadResult, LeadStatus } from './leads'
import { changed, operation } from './operation'
import { readSearch, searchText } from './search'
import { Sms } from './sms'
import { filled, IsoTime, moment, page, paging, pathId, phoneNumberInUrl, queryInt } from './wire'

/** The most entries in each list of a person. The newest come first. */
export const NAMED = 100
/** The same in an export. */
export const EXPORTED = 2000
/** The longest note, in characters. */
export const LONGEST_NOTE = 4000

const Attempt = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    started_at: IsoTime,
    ended_at: IsoTime.nullable(),
    outcome: z.string().nullable(),
    call_ids: z.array(z.int()),
  })
  .meta({ id: 'Attempt' })

const Note = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    text: z.string(),
    written_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'Note' })
export type Note = z.output<typeof Note>

/** How many there are in all: the lists of a person are no longer than `NAMED`. */
const totals = z.object({ calls: z.int(), sms: z.int(), conversations: z.int(), notes: z.int() })

const Person = z
  .object({
    phone_number: z.string(),
    name: z.string().nullable(),
    time_zone: z.string().nullable(),
    blacklist: BlacklistEntry.nullable(),
    leads: z.array(Lead.extend({ explanation: Explanation.nullable() })),
    attempts: z.array(Attempt),
    promised_callbacks: z.array(PromisedCallback),
    calls: z.array(CallSummary.extend({ allowed_because: Call.shape.allowed_because })),
    sms: z.array(Sms),
    conversations: z.array(Conversation),
    notes: z.array(Note),
    totals,
    spent: z.object({ calls: z.number(), sms: z.number(), conversations: z.number() }),
  })
  .meta({ id: 'Person' })
export type Person = z.output<typeof Person>

const PersonExport = Person.extend({
  exported_at: IsoTime,
  calls: z.array(Call),
  conversations: z.array(ConversationWithMessages),
}).meta({ id: 'PersonExport' })
export type PersonExport = z.output<typeof PersonExport>

/** By what a person is found. */
export const foundBy = ['number', 'name', 'words'] as const

const KnownPerson = z
  .object({
    phone_number: z.string(),
    name: z.string().nullable(),
    last_contact_at: IsoTime.nullable(),
    on_blacklist: z.boolean(),
    last_call: z.object({ id: z.int(), status: CallStatus, created_at: IsoTime }).nullable(),
    lead: z
      .object({
        id: z.int(),
        status: LeadStatus,
        result: LeadResult.nullable(),
        campaign: z.object({ id: z.int(), name: z.string() }),
      })
      .nullable(),
  })
  .meta({ id: 'KnownPerson' })
export type KnownPerson = z.output<typeof KnownPerson>

const FoundPerson = KnownPerson.extend({
  found: z.enum(foundBy),
  excerpt: z.string().nullable(),
  call_id: z.int().nullable(),
  sms_id: z.int().nullable(),
  conversation_id: z.uuid().nullable(),
  note_id: z.int().nullable(),
}).meta({ id: 'FoundPerson' })
export type FoundPerson = z.output<typeof FoundPerson>

const tag = 'People'
const note = filled(LONGEST_NOTE)

export const people = {
  find: operation({
    method: 'GET',
    path: '/user/people',
    tag,
    summary: 'Find people by a number, a name, or words that were said, with what is last known of each',
    input: z.object({
      search: searchText.refine(typed => readSearch(typed) !== undefined, 'must contain a letter or a digit.'),
      limit: queryInt(1, 50).default(8),
    }),
    output: z.object({ data: z.array(FoundPerson) }),
  }),
  list: operation({
    method: 'GET',
    path: '/user/people/recent',
    tag,
    summary: 'Everybody who was called, has called or has written, the last contact first',
    input: z.object({ ...paging(15) }),
    output: page(KnownPerson),
  }),
  get: operation({
    method: 'GET',
    path: '/user/people/{phone_number}',
    tag,
    summary:
      'Everything that is known about a number: leads, attempts, promised callbacks, calls, SMS, chats, notes, the blacklist, what was spent',
    input: z.object({ phone_number: phoneNumberInUrl }),
    output: Person,
  }),
  export: operation({
    method: 'GET',
    path: '/user/people/{phone_number}/export',
    tag,
    summary: 'The data of a person with every transcript and message, to be handed over to them',
    input: z.object({ phone_number: phoneNumberInUrl }),
    output: PersonExport,
  }),
  forget: operation({
    method: 'DELETE',
    path: '/user/people/{phone_number}',
    tag,
    summary:
      'Delete the data of a person: leads, calls with recordings, SMS, chats and notes; the ledger and the blacklist entry stay',
    input: z.object({ phone_number: phoneNumberInUrl }),
    output: z.object({ message: z.string(), data: totals.extend({ leads: z.int() }) }),
    refuses: ['conflict'],
  }),
  addNote: operation({
    method: 'POST',
    path: '/user/people/{phone_number}/notes',
    tag,
    status: 201,
    summary: 'Write down a note about a person',
    input: z.object({ phone_number: phoneNumberInUrl, text: note, written_at: moment.optional() }),
    output: changed(Note),
  }),
  changeNote: operation({
    method: 'PUT',
    path: '/user/notes/{id}',
    tag,
    summary: 'Change the text of a note',
    input: z.object({ id: pathId, text: note }),
    output: changed(Note),
    refuses: ['not_found'],
  }),
  removeNote: operation({
    method: 'DELETE',
    path: '/user/notes/{id}',
    tag,
    summary: 'Delete a note',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
}
