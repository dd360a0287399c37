import { contract } from '../../contract'
import { NAMED_AT_MOST, type PromisedCallback } from '../../contract/attention'
import { isoTime } from '../../contract/wire'
import * as promises from '../core/calls/promised-callbacks'
import type { Lead } from '../core/campaigns/leads'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { missingInWords, toUsd } from '../core/money/amounts'
import { attentionOf } from '../core/reporting/attention'
import { leadAnswers } from './leads'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function attentionRoutes(context: Context) {
  const page = pager(context, contract.attention.listPromised)
  return os.attention.router({
    get: os.attention.get.handler(
      whenValid(({ userId }) => {
        const found = attentionOf(context, userId)
        const leadAt = (lead: Lead, at: number) => {
          const { id, campaign_id, phone_number, variables, campaign } = leadAnswers(context.db, [lead])[0]!
          return { id, campaign_id, phone_number, variables, campaign, at: isoTime(at) }
        }
        return {
          callbacks: found.callbacks.map(lead => leadAt(lead, lead.callbackAt!)),
          promised_callbacks: promises
            .list(context, userId, paged({ page: 1, per_page: NAMED_AT_MOST }))
            .items.map(promisedAnswer),
          cut_off: found.cutOff.map(({ lead, callId }) => ({ ...leadAt(lead, lead.updatedAt), call_id: callId })),
          stopped_campaigns: found.stoppedCampaigns.map(({ id, name, stoppedBecause }) => ({
            id,
            name,
            stopped_because: stoppedBecause,
          })),
          doubtful_lists: found.doubtfulLists.map(({ id, name }) => ({ id, name })),
          missed_inbound: found.missedInbound.map(({ id, created_at, ...call }) => ({
            call_id: id,
            ...call,
            at: isoTime(created_at),
          })),
          dead_deliveries: found.deadDeliveries,
          unpaid_numbers: found.unpaidNumbers,
          failed_documents: found.failedDocuments.map(({ id, name, error, knowledgebase_id, knowledgebase_name }) => ({
            id,
            name,
            error,
            knowledgebase: { id: knowledgebase_id, name: knowledgebase_name },
          })),
          models_out_of_order: found.models.map(({ code, reason, since }) => ({
            model: code,
            reason,
            since: isoTime(since),
          })),
          clocks_differ: found.clocksDiffer && {
            since: isoTime(found.clocksDiffer.since),
            reason: found.clocksDiffer.reason!,
          },
          disk_full: context.commits.isFull,
          no_balance: found.noBalance && {
            missing: toUsd(found.noBalance.price + found.noBalance.held - found.noBalance.balance),
            needed: toUsd(found.noBalance.price + found.noBalance.held),
            balance: toUsd(found.noBalance.balance),
            text: missingInWords('A call', found.noBalance),
            campaigns: found.noBalance.campaigns.map(({ id, name }) => ({ id, name })),
          },
          low_balance: found.lowBalance && {
            total_balance: toUsd(found.lowBalance.balance),
            below: toUsd(found.lowBalance.below),
          },
        }
      }),
    ),
    listPromised: os.attention.listPromised.handler(
      whenValid(({ userId }, input) => page(input, promises.list(context, userId, paged(input)), promisedAnswer)),
    ),
    dismissPromised: os.attention.dismissPromised.handler(
      whenValid(({ userId }, { id }) => {
        promises.dismiss(context, userId, id)
        return { message: 'The promised callback was dismissed.' }
      }),
    ),
  })
}

const promisedAnswer = ({ id, phoneNumber, at, callId, variables }: promises.PromisedCallback): PromisedCallback => ({
  id,
  phone_number: phoneNumber,
  at: isoTime(at),
  call_id: callId,
  variables,
})
