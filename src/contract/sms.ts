import * as z from 'zod'
import { changed, type InputOf, operation } from './operation'
import { searchText } from './search'
import { day, e164, filled, id, PlainTime, page, paging, phoneNumber, queryInt } from './wire'

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
      body: filled(300),
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
      phone_number_id: queryInt(1).optional(),
      date_from: day.optional(),
      date_to: day.optional(),
      search: searchText.optional(),
      ...paging(15),
    }),
    output: page(Sms),
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
