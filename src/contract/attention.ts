import * as z from 'zod'
import { Campaign } from './campaigns'
import { Lead } from './leads'
import { nothing, operation } from './operation'
import { IsoTime } from './wire'

/** How many of each kind are named. */
export const NAMED_AT_MOST = 20

const Promised = Lead.pick({ id: true, campaign_id: true, phone_number: true, variables: true, campaign: true }).extend(
  {
    at: IsoTime,
  },
)

/** What a person should look at; each list is empty when nothing is wrong. */
const Attention = z
  .object({
    callbacks: z
      .array(Promised)
      .meta({ description: 'Promised for today or earlier, and not yet made, soonest first' }),
    cut_off: z
      .array(Promised.extend({ call_id: z.int().nullable() }))
      .meta({ description: 'Leads cut off while talking in the last seven days, newest first' }),
    stopped_campaigns: z.array(Campaign.pick({ id: true, name: true, stopped_because: true })),
    missed_inbound: z.array(
      z.object({ call_id: z.int(), client_phone_number: z.string(), assistant_phone_number: z.string(), at: IsoTime }),
    ),
    dead_deliveries: z.int().meta({ description: 'Webhooks that were given up' }),
    unpaid_numbers: z
      .array(z.object({ id: z.int(), phone_number: z.string(), status: z.enum(['past_due', 'suspended']) }))
      .meta({ description: 'Numbers whose month the balance did not cover' }),
    failed_documents: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        knowledgebase: z.object({ id: z.int(), name: z.string() }),
        error: z.string(),
      }),
    ),
    low_balance: z
      .object({ total_balance: z.number(), below: z.number() })
      .nullable()
      .meta({ description: 'Set when the balance is below the level at which to warn' }),
  })
  .meta({ id: 'Attention' })
export type Attention = z.output<typeof Attention>

export const attention = {
  get: operation({
    method: 'GET',
    path: '/user/attention',
    tag: 'Statistics',
    summary: 'What needs a person now: promises, what was cut off, what was given up, what runs out',
    input: nothing,
    output: Attention,
  }),
}
