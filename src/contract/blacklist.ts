import * as z from 'zod'
import { changed, operation } from './operation'
import { IsoTime, moment, page, paging, partialNumber, phoneNumber, phoneNumberInUrl, text } from './wire'

export const blacklistSources = ['operator', 'call', 'sms', 'import'] as const

export const BlacklistEntry = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    reason: z.string(),
    source: z.enum(blacklistSources),
    created_at: IsoTime,
    expires_at: IsoTime.nullable(),
  })
  .meta({ id: 'BlacklistEntry' })
export type BlacklistEntry = z.output<typeof BlacklistEntry>

const tag = 'Blacklist'
const reason = text(255).optional()

export const blacklist = {
  list: operation({
    method: 'GET',
    path: '/user/blacklist',
    tag,
    summary: 'Numbers that are not called and get no SMS, newest first',
    input: z.object({ phone_number: partialNumber.optional(), ...paging(15) }),
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
        .max(5000),
      reason,
    }),
    output: changed(
      z.object({
        added: z.int(),
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
}
