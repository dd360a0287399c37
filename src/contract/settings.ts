import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { between, filled, timeZone, wholeBetween } from './wire'

const rates = z.object({
  call_minute: between(0, 100).optional().meta({ description: 'USD for a minute of talking, charged by the second' }),
})

/** What can be set of the workspace. */
const changes = {
  name: filled(255).optional(),
  timezone: timeZone.optional(),
  max_calls_in_parallel: wholeBetween(1, 1000).optional(),
  calls_per_second: wholeBetween(1, 100).optional(),
  low_balance: between(0, 1_000_000).optional().meta({ description: 'USD: below this balance the operator is warned' }),
  rates: rates.optional(),
}

const Settings = z
  .object({
    name: z.string(),
    timezone: z.string(),
    carrier: z.string().meta({ description: 'Who carries the calls; simulated calls nobody' }),
    simulated: z
      .boolean()
      .meta({ description: 'Time ran at another pace here: no real carrier dials from this folder' }),
    max_calls_in_parallel: z.int(),
    calls_per_second: z.int(),
    low_balance: z.number(),
    rates: z.object({ call_minute: z.number() }),
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof Settings>

const tag = 'Settings'

export const settings = {
  get: operation({
    method: 'GET',
    path: '/user/settings',
    tag,
    summary: 'The workspace: its name, time zone, carrier, caps and rates',
    input: nothing,
    output: Settings,
  }),
  update: operation({
    method: 'PUT',
    path: '/user/settings',
    tag,
    summary: 'Change the workspace; what is left out stays as it is',
    input: z.object(changes),
    output: changed(Settings),
  }),
}
