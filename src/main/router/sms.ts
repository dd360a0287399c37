import { contract } from '../../contract'
import { readSearch } from '../../contract/search'
import type { Sms as SmsAnswer } from '../../contract/sms'
import { plainTime } from '../../contract/wire'
import type { Context, Outside } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { dayRange } from '../core/kernel/time'
import * as sms from '../core/messaging/sms'
import { simulateInbound } from '../core/messaging/sms-inbound'
import { toUsd } from '../core/money/amounts'
import { pager } from './pages'
import { os, whenValid, withErrors, withErrorsLater } from './wiring'

export function smsRoutes(context: Context, outside: Outside) {
  const page = pager(context, contract.sms.list)
  return os.sms.router({
    send: os.sms.send.handler(
      withErrorsLater(async ({ userId }, input) => {
        const sent = await sms.send(context, outside, userId, input)
        return { message: inWords(sent), data: smsAnswer(sent) }
      }),
    ),
    list: os.sms.list.handler(
      whenValid(({ userId }, input) => {
        const { status, from, to, phone_number_id: phoneNumberId } = input
        const search = readSearch(input.search)
        const filter = { status, from, to, phoneNumberId, search, ...dayRange(input) }
        return page(input, sms.list(context.db, userId, filter, paged(input)), smsAnswer)
      }),
    ),
    simulateInbound: os.sms.simulateInbound.handler(
      withErrors(({ userId }, input) => ({
        message: 'The message came in.',
        data: smsAnswer(simulateInbound(context, userId, input)),
      })),
    ),
  })
}

function inWords({ status, error }: sms.Sms): string {
  switch (status) {
    case 'failed':
      return `The message was not sent, and its cost was given back. ${error}`
    case 'queued':
      return 'The message is kept and sent as soon as the carrier can be reached.'
    default:
      return 'The message was sent.'
  }
}

export const smsAnswer = (s: sms.Sms): SmsAnswer => ({
  id: s.id,
  phone_number_id: s.phone_number_id,
  from: s.from_number,
  to: s.to_number,
  name: s.name,
  body: s.body,
  user_id: s.user_id,
  segments: s.segments,
  segment_price: toUsd(s.segment_price),
  total_cost: toUsd(s.total_cost),
  status: s.status,
  sms_sid: s.sid,
  error: s.error,
  created_at: plainTime(s.created_at),
  updated_at: plainTime(s.updated_at),
})
