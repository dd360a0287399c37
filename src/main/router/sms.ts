import { contract } from '../../contract'
import { readSearch } from '../../contract/search'
import type { Sms as SmsAnswer } from '../../contract/sms'
import { e164, plainTime } from '../../contract/wire'
import { nameFor } from '../core/campaigns/leads'
import type { Context, Outside } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { dayRange } from '../core/kernel/time'
import * as sms from '../core/messaging/sms'
import { simulateInbound } from '../core/messaging/sms-inbound'
import * as smsList from '../core/messaging/sms-list'
import { readThread } from '../core/messaging/unread'
import { toUsd } from '../core/money/amounts'
import { pager } from './pages'
import { os, whenValid, whenValidLater, withErrors, withErrorsLater } from './wiring'

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
        const { status, from, to, with: customer, phone_number_id: phoneNumberId } = input
        const search = readSearch(input.search)
        const filter = { status, from, to, customer, phoneNumberId, search, ...dayRange(input) }
        return page(input, smsList.list(context.db, userId, filter, paged(input)), smsAnswer)
      }),
    ),
    check: os.sms.check.handler(
      whenValid(({ userId }, asked) => {
        const { segments, price, refusal } = sms.checkSend(context, userId, asked)
        const to = e164(asked.to)
        return {
          to,
          name: nameFor(context.db, userId, to, {}),
          segments,
          segment_price: toUsd(price),
          total_cost: toUsd(segments * price),
          refusal,
        }
      }),
    ),
    sendAgain: os.sms.sendAgain.handler(
      whenValidLater(async ({ userId }, { id }) => {
        const sent = await sms.sendAgain(context, outside, userId, id)
        return { message: inWords(sent), data: smsAnswer(sent) }
      }),
    ),
    threads: os.sms.threads.handler(
      whenValid(({ userId }, { status, unread, search, cursor, per_page }) => {
        const filter = { status, hasUnread: unread, search: readSearch(search), before: cursor }
        const { items, next } = smsList.listThreads(context.db, userId, filter, per_page)
        return {
          data: items.map(({ last, unread }) => ({
            phone_number: last.customer,
            name: last.name,
            unread,
            last: smsAnswer(last),
          })),
          next_cursor: next,
          per_page,
        }
      }),
    ),
    readThread: os.sms.readThread.handler(
      whenValid(({ userId }, { phone_number, id }) => ({
        message: 'The SMS were read.',
        unread: readThread(context, userId, phone_number, id),
      })),
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
