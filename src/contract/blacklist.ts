import * as z from 'zod'
import { changed, operation } from './operation'
import { searchText } from './search'
import { IsoTime, id, moment, page, paging, partialNumber, phoneNumber, phoneNumberInUrl, text } from './wire'

export const blacklistSources = ['operator', 'call', 'sms', 'import'] as const
const source = z.enum(blacklistSources)

export const BlacklistEntry = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    name: z.string().nullable(),
    reason: z.string(),
    source,
    call_id: z.int().nullable(),
    sms_id: z.int().nullable(),
    api_key: z.string().nullable(),
    created_at: IsoTime,
    expires_at: IsoTime.nullable(),
  })
  .meta({ id: 'BlacklistEntry' })
export type BlacklistEntry = z.output<typeof BlacklistEntry>

/** The most numbers of one request. */
export const MOST_NUMBERS = 5000

const tag = 'Blacklist'
const reason = text(255).optional()
const filters = { search: searchText.optional(), source: source.optional() }

export const blacklist = {
  list: operation({
    method: 'GET',
    path: '/user/blacklist',
    tag,
    summary: 'Numbers that are not called and get no SMS, newest first',
    input: z.object({ phone_number: partialNumber.optional(), ...filters, ...paging(15) }),
    output: page(BlacklistEntry),
  }),
  add: operation({
    method: 'POST',
    path: '/user/blacklist',
    tag,
    status: 201,
    summary: 'Put a number on the blacklist; leads with this number are not called any more',
    input: z.object({ phone_number: phoneNumber, reason, expires_at: moment.nullable().optional() }),
    output: changed(BlacklistEntry),
  }),
  addMany: operation({
    method: 'POST',
    path: '/user/blacklist/import',
    tag,
    summary: 'Put many numbers on the blacklist; rows that are not a number are reported',
    input: z.object({
      phone_numbers: z
        .array(z.unknown().meta({ shownAs: phoneNumber }))
        .min(1)
        .max(MOST_NUMBERS),
      reason,
    }),
    output: changed(
      z.object({
        added: z.int(),
        duplicates: z.int(),
        skipped: z.int(),
        problems: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
      }),
    ),
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/blacklist',
    tag,
    summary: 'Take a number off the blacklist; leads do not change',
    input: z.object({ phone_number: phoneNumberInUrl }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
  removeMany: operation({
    method: 'POST',
    path: '/user/blacklist/remove',
    tag,
    summary: 'Take many numbers off the blacklist: those that are named, or all that fit the filters',
    input: z.object({
      phone_numbers: z.array(phoneNumber).max(MOST_NUMBERS).optional(),
      all: z.object({ ...filters, except: z.array(phoneNumber).max(MOST_NUMBERS).optional() }).optional(),
    }),
    output: changed(z.object({ removed: z.int() })),
  }),
  putBack: operation({
    method: 'POST',
    path: '/user/blacklist/put-back',
    tag,
    status: 201,
    summary: 'Put an entry that was taken off back onto the blacklist, as it was',
    input: z.object({
      phone_number: phoneNumber,
      reason,
      source: source.optional(),
      call_id: id.nullable().optional(),
      sms_id: id.nullable().optional(),
      api_key: text(255).nullable().optional(),
      created_at: moment.optional(),
      expires_at: moment.nullable().optional(),
    }),
    output: changed(BlacklistEntry),
  }),
}
