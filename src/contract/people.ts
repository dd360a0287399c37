import * as z from 'zod'
import { BlacklistEntry } from './blacklist'
import { CallStatus, CallSummary } from './calls'
import { Conversation } from './conversations'
import { Explanation } from './explain'
import { Lead, LeadStatus } from './leads'
import { operation } from './operation'
import { readSearch, searchText } from './search'
import { Sms } from './sms'
import { IsoTime, phoneNumberInUrl, queryInt } from './wire'

/** The most entries in each list. The newest come first. */
export const NAMED = 100

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

const Person = z
  .object({
    phone_number: z.string(),
    name: z.string().nullable(),
    blacklist: BlacklistEntry.nullable(),
    leads: z.array(Lead.extend({ explanation: Explanation.nullable() })),
    attempts: z.array(Attempt),
    calls: z.array(CallSummary),
    sms: z.array(Sms),
    conversations: z.array(Conversation),
  })
  .meta({ id: 'Person' })
export type Person = z.output<typeof Person>

/** By what a person is found. */
export const foundBy = ['number', 'name', 'words'] as const

const FoundPerson = z
  .object({
    phone_number: z.string(),
    name: z.string().nullable(),
    found: z.enum(foundBy),
    excerpt: z.string().nullable(),
    call_id: z.int().nullable(),
    sms_id: z.int().nullable(),
    conversation_id: z.uuid().nullable(),
    last_call: z.object({ id: z.int(), status: CallStatus, created_at: IsoTime }).nullable(),
    lead: z
      .object({ id: z.int(), status: LeadStatus, campaign: z.object({ id: z.int(), name: z.string() }) })
      .nullable(),
  })
  .meta({ id: 'FoundPerson' })
export type FoundPerson = z.output<typeof FoundPerson>

const tag = 'People'

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
  get: operation({
    method: 'GET',
    path: '/user/people/{phone_number}',
    tag,
    summary: 'Everything that is known about a number: leads, attempts, calls, SMS, chats, the blacklist',
    input: z.object({ phone_number: phoneNumberInUrl }),
    output: Person,
  }),
  forget: operation({
    method: 'DELETE',
    path: '/user/people/{phone_number}',
    tag,
    summary:
      'Delete the data of a person: leads, calls with recordings, SMS and chats; the ledger and the blacklist entry stay',
    input: z.object({ phone_number: phoneNumberInUrl }),
    output: z.object({
      message: z.string(),
      data: z.object({ leads: z.int(), calls: z.int(), sms: z.int(), conversations: z.int() }),
    }),
    refuses: ['conflict'],
  }),
}
