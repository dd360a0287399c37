import * as z from 'zod'
import { Campaign } from './campaigns'
import { Lead } from './leads'
import { changed, nothing, operation } from './operation'
import { IsoTime, id, moment, page, paging, pathId, phoneNumber } from './wire'

/** The most entries in each list. */
export const NAMED_AT_MOST = 20

/** What an entry is put away with. Another event of the same thing has another key. */
const key = { key: z.string() }

const Promised = Lead.pick({
  id: true,
  campaign_id: true,
  phone_number: true,
  name: true,
  variables: true,
  campaign: true,
}).extend({ ...key, at: IsoTime })

export const PromisedCallback = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    at: IsoTime,
    call_id: z.int().nullable(),
    name: z.string().nullable(),
    variables: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'PromisedCallback' })
export type PromisedCallback = z.output<typeof PromisedCallback>

/** What an operator should look at. Each list is empty when nothing is wrong. */
const Attention = z
  .object({
    callbacks: z.array(Promised),
    promised_callbacks: z.array(PromisedCallback.extend(key)),
    cut_off: z.array(Promised.extend({ call_id: z.int().nullable() })),
    cut_off_total: z.int(),
    stopped_campaigns: z.array(Campaign.pick({ id: true, name: true, stopped_because: true }).extend(key)),
    halted_campaigns: z.array(Campaign.pick({ id: true, name: true }).extend({ ...key, leads_left: z.int() })),
    doubtful_lists: z.array(Campaign.pick({ id: true, name: true }).extend(key)),
    missed_inbound: z.array(
      z.object({
        ...key,
        call_id: z.int(),
        client_phone_number: z.string(),
        name: z.string().nullable(),
        assistant_phone_number: z.string(),
        at: IsoTime,
      }),
    ),
    missed_inbound_total: z.int(),
    dead_deliveries: z.int(),
    dead_deliveries_key: z.string().nullable(),
    unpaid_numbers: z.array(
      z.object({ ...key, id: z.int(), phone_number: z.string(), status: z.enum(['past_due', 'suspended']) }),
    ),
    trunks_down: z.array(
      z.object({
        ...key,
        id: z.int(),
        phone_number: z.string(),
        status: z.enum(['refused', 'unreachable']),
        reason: z.string(),
        since: IsoTime,
      }),
    ),
    failed_documents: z.array(
      z.object({
        ...key,
        id: z.int(),
        name: z.string(),
        knowledgebase: z.object({ id: z.int(), name: z.string() }),
        error: z.string(),
      }),
    ),
    models_out_of_order: z.array(z.object({ ...key, model: z.string(), reason: z.string(), since: IsoTime })),
    clocks_differ: z.object({ ...key, since: IsoTime, reason: z.string() }).nullable(),
    disk_full: z.boolean(),
    no_balance: z
      .object({
        ...key,
        missing: z.number(),
        needed: z.number(),
        balance: z.number(),
        text: z.string(),
        campaigns: z.array(Campaign.pick({ id: true, name: true })),
      })
      .nullable(),
    low_balance: z.object({ ...key, total_balance: z.number(), below: z.number() }).nullable(),
  })
  .meta({ id: 'Attention' })
export type Attention = z.output<typeof Attention>

const keys = z.array(z.string()).max(200)

export const attention = {
  get: operation({
    method: 'GET',
    path: '/user/attention',
    tag: 'Statistics',
    summary: 'What needs an operator now: promised callbacks, interrupted calls, failures, and what runs out',
    input: nothing,
    output: Attention,
  }),
  putAway: operation({
    method: 'POST',
    path: '/user/attention/put-away',
    tag: 'Statistics',
    summary: 'Put entries of the list away until something new happens',
    description:
      'What is new: another promise, cut-off call, missed call or dead webhook; another stop, start, unpaid month or failed reading; a trunk that fails once more; a low balance on the next day. Promised callbacks without a lead are dismissed instead. Models out of order, clocks that differ and a missing balance cannot be put away.',
    input: z.object({ keys: keys.min(1, 'must have at least 1 item.') }),
    output: z.object({ message: z.string() }),
  }),
  restore: operation({
    method: 'POST',
    path: '/user/attention/restore',
    tag: 'Statistics',
    summary: 'Show again what was put away, if it still stands',
    input: z.object({ keys: keys.optional() }),
    output: z.object({ message: z.string() }),
  }),
  listPromised: operation({
    method: 'GET',
    path: '/user/promised-callbacks',
    tag: 'Calls',
    summary: 'Callbacks that were promised in calls without a lead or by hand, earliest first; a person has to call',
    input: z.object({ ...paging(15) }),
    output: page(PromisedCallback),
  }),
  addPromised: operation({
    method: 'POST',
    path: '/user/promised-callbacks',
    tag: 'Calls',
    status: 201,
    summary: 'Promise somebody a callback, which a person makes; it replaces earlier promises to the number',
    input: z.object({ phone_number: phoneNumber, at: moment, call_id: id.optional() }),
    output: changed(PromisedCallback),
    refuses: ['conflict'],
  }),
  changePromised: operation({
    method: 'PUT',
    path: '/user/promised-callbacks/{id}',
    tag: 'Calls',
    summary: 'Move a promised callback to another time',
    input: z.object({ id: pathId, at: moment }),
    output: changed(PromisedCallback),
    refuses: ['not_found'],
  }),
  dismissPromised: operation({
    method: 'DELETE',
    path: '/user/promised-callbacks/{id}',
    tag: 'Calls',
    summary: 'Dismiss a promised callback, because it was made or is not needed any more',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
}
