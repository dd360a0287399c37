import * as z from 'zod'
import { Campaign } from './campaigns'
import { Lead } from './leads'
import { nothing, operation } from './operation'
import { IsoTime, page, paging, pathId } from './wire'

/** The most entries in each list. */
export const NAMED_AT_MOST = 20

const Promised = Lead.pick({ id: true, campaign_id: true, phone_number: true, variables: true, campaign: true }).extend(
  {
    at: IsoTime,
  },
)

export const PromisedCallback = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    at: IsoTime,
    call_id: z.int().nullable(),
    variables: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'PromisedCallback' })
export type PromisedCallback = z.output<typeof PromisedCallback>

/** What an operator should look at. Each list is empty when nothing is wrong. */
const Attention = z
  .object({
    callbacks: z.array(Promised),
    promised_callbacks: z.array(PromisedCallback),
    cut_off: z.array(Promised.extend({ call_id: z.int().nullable() })),
    stopped_campaigns: z.array(Campaign.pick({ id: true, name: true, stopped_because: true })),
    doubtful_lists: z.array(Campaign.pick({ id: true, name: true })),
    missed_inbound: z.array(
      z.object({ call_id: z.int(), client_phone_number: z.string(), assistant_phone_number: z.string(), at: IsoTime }),
    ),
    dead_deliveries: z.int(),
    unpaid_numbers: z.array(
      z.object({ id: z.int(), phone_number: z.string(), status: z.enum(['past_due', 'suspended']) }),
    ),
    failed_documents: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        knowledgebase: z.object({ id: z.int(), name: z.string() }),
        error: z.string(),
      }),
    ),
    models_out_of_order: z.array(z.object({ model: z.string(), reason: z.string(), since: IsoTime })),
    clocks_differ: z.object({ since: IsoTime, reason: z.string() }).nullable(),
    disk_full: z.boolean(),
    no_balance: z
      .object({
        missing: z.number(),
        needed: z.number(),
        balance: z.number(),
        text: z.string(),
        campaigns: z.array(Campaign.pick({ id: true, name: true })),
      })
      .nullable(),
    low_balance: z.object({ total_balance: z.number(), below: z.number() }).nullable(),
  })
  .meta({ id: 'Attention' })
export type Attention = z.output<typeof Attention>

export const attention = {
  get: operation({
    method: 'GET',
    path: '/user/attention',
    tag: 'Statistics',
    summary: 'What needs an operator now: promised callbacks, interrupted calls, failures, and what runs out',
    input: nothing,
    output: Attention,
  }),
  listPromised: operation({
    method: 'GET',
    path: '/user/promised-callbacks',
    tag: 'Calls',
    summary: 'Callbacks that were promised in calls without a lead, earliest first; a person has to call',
    input: z.object({ ...paging(15) }),
    output: page(PromisedCallback),
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
