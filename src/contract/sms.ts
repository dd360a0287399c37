import * as z from 'zod'
import { changed, type InputOf, operation } from './operation'
import { searchText } from './search'
import { LONGEST_SENT } from './sms-segments'
import { day, e164, filled, id, PlainTime, page, paging, pathId, phoneNumber, queryFlag, queryInt, text } from './wire'

export const smsStatuses = ['queued', 'sent', 'delivered', 'failed', 'received'] as const
export const SmsStatus = z.enum(smsStatuses)
export type SmsStatus = z.output<typeof SmsStatus>

export const Sms = z
  .object({
    id: z.int(),
    phone_number_id: z.int(),
    from: z.string(),
    to: z.string(),
    name: z.string().nullable(),
    body: z.string(),
    user_id: z.int(),
    segments: z.int(),
    segment_price: z.number(),
    total_cost: z.number(),
    status: SmsStatus,
    sms_sid: z.string(),
    error: z.string().nullable(),
    created_at: PlainTime,
    updated_at: PlainTime,
  })
  .meta({ id: 'Sms' })
export type Sms = z.output<typeof Sms>

/**
 * A complete phone number in a filter. A + that was not encoded arrives as a space, or is missing; both are accepted.
 */
const wholeNumber = z
  .string()
  .transform((value, ctx) => {
    const number = e164(`+${value.trim().replace(/^\+/, '')}`)
    if (number) return number
    ctx.addIssue('must be a phone number in international form, like +15550100001.')
    return z.NEVER
  })
  .meta({ example: '+15550100001' })

/** Whom SMS are with, in a path or a filter: a number in E.164, or the name that a sender has instead. */
const person = text(64)
  .transform(value => e164(value.replace(/^ (?=\d)/, '+')) ?? value)
  .meta({ example: '+12025550124' })

const SmsThread = z
  .object({ phone_number: z.string(), name: z.string().nullable(), unread: z.int(), last: Sms })
  .meta({ id: 'SmsThread' })
export type SmsThread = z.output<typeof SmsThread>

const tag = 'SMS'

export const sms = {
  send: operation({
    method: 'POST',
    path: '/user/sms',
    tag,
    status: 201,
    summary: 'Send an SMS from a number of the account; each 160 characters are a segment, and paid for',
    input: z.object({
      from: id,
      to: z.string(),
      body: filled(LONGEST_SENT),
    }),
    output: changed(Sms),
    refuses: ['bad_request'],
  }),
  list: operation({
    method: 'GET',
    path: '/user/sms',
    tag,
    summary: 'SMS that were sent and received, newest first',
    input: z.object({
      status: SmsStatus.optional(),
      from: wholeNumber.optional(),
      to: wholeNumber.optional(),
      with: person.optional(),
      phone_number_id: queryInt(1).optional(),
      date_from: day.optional(),
      date_to: day.optional(),
      search: searchText.optional(),
      ...paging(15),
    }),
    output: page(Sms),
  }),
  check: operation({
    method: 'GET',
    path: '/user/sms/check',
    tag,
    summary: 'What an SMS would cost, and why it cannot be sent; nothing is sent',
    input: z.object({ from: queryInt(1), to: text(64), body: text(LONGEST_SENT).default('') }),
    output: z.object({
      to: z.string().nullable(),
      name: z.string().nullable(),
      segments: z.int(),
      segment_price: z.number(),
      total_cost: z.number(),
      refusal: z.string().nullable(),
    }),
  }),
  sendAgain: operation({
    method: 'POST',
    path: '/user/sms/{id}/send-again',
    tag,
    status: 201,
    summary: 'Send an SMS that failed once more, as a new one',
    input: z.object({ id: pathId }),
    output: changed(Sms),
    refuses: ['not_found', 'conflict', 'bad_request'],
  }),
  threads: operation({
    method: 'GET',
    path: '/user/sms-threads',
    tag,
    summary: 'SMS by the person whom they are with, the one with the newest SMS first',
    input: z.object({
      status: SmsStatus.optional(),
      unread: queryFlag.optional(),
      search: searchText.optional(),
      cursor: queryInt(1).optional(),
      per_page: queryInt(1, 100).default(15),
    }),
    output: z.object({ data: z.array(SmsThread), next_cursor: z.int().nullable(), per_page: z.int() }),
  }),
  readThread: operation({
    method: 'POST',
    path: '/user/sms-threads/{phone_number}/read',
    tag,
    summary: 'The operator has read the SMS from a person',
    input: z.object({ phone_number: person, id: id.optional() }),
    output: z.object({ message: z.string(), unread: z.int() }),
    refuses: ['not_found'],
  }),
  simulateInbound: operation({
    method: 'POST',
    path: '/user/simulator/inbound-sms',
    tag: 'Simulator',
    status: 201,
    summary: 'Simulate an SMS to a number of the account',
    input: z.object({ from: phoneNumber, to: phoneNumber, body: filled(1600) }),
    output: changed(Sms),
    refuses: ['conflict'],
  }),
}

export type NewSms = InputOf<typeof sms.send>
export type SimulatedSms = InputOf<typeof sms.simulateInbound>
