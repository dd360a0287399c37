import * as z from 'zod'
import { campaignChanges } from './campaigns'
import { operation } from './operation'
import { id } from './wire'

/** What a campaign needs before it starts. The order is that of the answer. */
export const readinessChecks = [
  'leads',
  'assistant',
  'hours',
  'number',
  'model',
  'speech',
  'webhook',
  'balance',
  'dialing',
] as const
export type ReadinessCheck = (typeof readinessChecks)[number]

/** `missing`: nothing is dialed until it is put right. `warning`: it dials, and somebody should look. */
export const readinessStates = ['ok', 'warning', 'missing'] as const

const Check = z
  .object({
    code: z.enum(readinessChecks),
    state: z.enum(readinessStates),
    text: z.string(),
    about: z.string().nullable(),
    count: z.int().nullable(),
  })
  .meta({ id: 'ReadinessCheck' })
export type Check = z.output<typeof Check>

export const readiness = {
  check: operation({
    method: 'POST',
    path: '/user/campaigns/check',
    tag: 'Campaigns',
    summary: 'What a campaign still lacks before it can start, with settings that need not be saved',
    description: 'Nothing is changed and nobody is asked: a webhook is judged by its last delivery.',
    input: z.object({ campaign_id: id.optional(), ...campaignChanges }),
    output: z.object({ ready: z.boolean(), checks: z.array(Check) }),
    refuses: ['not_found'],
  }),
}
