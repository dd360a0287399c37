import { contract } from '../../contract'
import { NAMED_AT_MOST, type PromisedCallback } from '../../contract/attention'
import { isoTime } from '../../contract/wire'
import * as promises from '../core/calls/promised-callbacks'
import type { Lead } from '../core/campaigns/leads'
import type { Context, Outside } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { missingInWords, toUsd } from '../core/money/amounts'
import { attentionOf } from '../core/reporting/attention'
import { keyOf, putAway, restore } from '../core/reporting/put-away'
import { leadAnswers } from './leads'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function attentionRoutes(context: Context, outside: Outside) {
  const page = pager(context, contract.attention.listPromised)
  return os.attention.router({
    get: os.attention.get.handler(
      whenValid(({ userId }) => {
        const found = attentionOf(context, outside, userId)
        const leadAt = (key: string, lead: Lead, at: number) => {
          const { id, campaign_id, phone_number, name, variables, campaign } = leadAnswers(context.db, [lead])[0]!
          return { key, id, campaign_id, phone_number, name, variables, campaign, at: isoTime(at) }
        }
        return {
          callbacks: found.callbacks.map(({ key, lead }) => leadAt(key, lead, lead.callbackAt!)),
          promised_callbacks: promises
            .list(context, userId, paged({ page: 1, per_page: NAMED_AT_MOST }))
            .items.map(promise => ({ key: keyOf('promised_callback', 0, promise.id), ...promisedAnswer(promise) })),
          cut_off: found.cutOff.map(({ key, lead, at, callId }) => ({ ...leadAt(key, lead, at), call_id: callId })),
          cut_off_total: found.cutOffTotal,
          stopped_campaigns: found.stoppedCampaigns.map(({ key, campaign: { id, name, stoppedBecause } }) => ({
            key,
            id,
            name,
            stopped_because: stoppedBecause,
          })),
          halted_campaigns: found.haltedCampaigns.map(({ key, campaign: { id, name }, leadsLeft }) => ({
            key,
            id,
            name,
            leads_left: leadsLeft,
          })),
          doubtful_lists: found.doubtfulLists.map(({ key, campaign: { id, name } }) => ({ key, id, name })),
          missed_inbound: found.missedInbound.map(({ id, created_at, total: _, ...call }) => ({
            call_id: id,
            ...call,
            at: isoTime(created_at),
          })),
          missed_inbound_total: found.missedInboundTotal,
          dead_deliveries: found.deadDeliveries?.n ?? 0,
          dead_deliveries_key: found.deadDeliveries?.key ?? null,
          unpaid_numbers: found.unpaidNumbers.map(({ mark: _, ...number }) => number),
          trunks_down: found.trunksDown.map(trunk => ({ ...trunk, since: isoTime(trunk.since) })),
          failed_documents: found.failedDocuments.map(
            ({ key, id, name, error, knowledgebase_id, knowledgebase_name }) => ({
              key,
              id,
              name,
              error,
              knowledgebase: { id: knowledgebase_id, name: knowledgebase_name },
            }),
          ),
          models_out_of_order: found.models.map(({ key, code, reason, since }) => ({
            key,
            model: code,
            reason,
            since: isoTime(since),
          })),
          clocks_differ: found.clocksDiffer && {
            key: found.clocksDiffer.key,
            since: isoTime(found.clocksDiffer.since),
            reason: found.clocksDiffer.reason!,
          },
          disk_full: context.commits.isFull,
          no_balance: found.noBalance && {
            key: found.noBalance.key,
            missing: toUsd(found.noBalance.price + found.noBalance.held - found.noBalance.balance),
            needed: toUsd(found.noBalance.price + found.noBalance.held),
            balance: toUsd(found.noBalance.balance),
            text: missingInWords('A call', found.noBalance),
            campaigns: found.noBalance.campaigns.map(({ id, name }) => ({ id, name })),
          },
          low_balance: found.lowBalance && {
            key: found.lowBalance.key,
            total_balance: toUsd(found.lowBalance.balance),
            below: toUsd(found.lowBalance.below),
          },
        }
      }),
    ),
    putAway: os.attention.putAway.handler(
      whenValid(({ userId }, { keys }) => ({ message: putAway(context, userId, keys) })),
    ),
    restore: os.attention.restore.handler(
      whenValid(({ userId }, { keys }) => ({ message: restore(context, userId, keys) })),
    ),
    listPromised: os.attention.listPromised.handler(
      whenValid(({ userId }, input) => page(input, promises.list(context, userId, paged(input)), promisedAnswer)),
    ),
    addPromised: os.attention.addPromised.handler(
      whenValid(({ userId }, { phone_number, at, call_id }) => ({
        message: 'The callback is promised. A person has to make it.',
        data: promisedAnswer(promises.promise(context, userId, { number: phone_number, at, callId: call_id })),
      })),
    ),
    changePromised: os.attention.changePromised.handler(
      whenValid(({ userId }, { id, at }) => ({
        message: 'The promised callback was moved.',
        data: promisedAnswer(promises.movePromise(context, userId, id, at)),
      })),
    ),
    dismissPromised: os.attention.dismissPromised.handler(
      whenValid(({ userId }, { id }) => {
        promises.dismiss(context, userId, id)
        return { message: 'The promised callback was dismissed.' }
      }),
    ),
  })
}

export const promisedAnswer = ({
  id,
  phoneNumber,
  at,
  callId,
  name,
  variables,
}: promises.PromisedCallback): PromisedCallback => ({
  id,
  phone_number: phoneNumber,
  at: isoTime(at),
  call_id: callId,
  name,
  variables,
})
