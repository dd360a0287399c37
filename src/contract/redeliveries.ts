import * as z from 'zod'
import { changed, type InputOf, nothing, operation } from './operation'
import { redeliverySkips, redeliveryStatuses } from './statuses'
import { deliveryFilters } from './webhooks'
import { IsoTime, id, pathId } from './wire'

export const Redelivery = z
  .object({
    id: z.int(),
    status: z.enum(redeliveryStatuses),
    total: z.int(),
    done: z.int(),
    accepted: z.int(),
    failed: z.int(),
    skipped: z.array(z.object({ reason: z.enum(redeliverySkips), count: z.int() })),
    created_at: IsoTime,
    finished_at: IsoTime.nullable(),
  })
  .meta({ id: 'Redelivery' })
export type Redelivery = z.output<typeof Redelivery>

/** The most deliveries that can be named one by one. More are selected by a filter. */
const ids = z.array(id).max(5000)
const tag = 'Webhooks'
const input = z.object({ id: pathId })
const filters = { status: z.enum(['pending', 'dead']).optional(), ...deliveryFilters }

export const redeliveries = {
  create: operation({
    method: 'POST',
    path: '/user/webhook-redeliveries',
    tag,
    status: 202,
    summary: 'Send many deliveries again now: those named, or all that fit a filter',
    description:
      'It sends what waits for another try and what gave up, a few at a time, each once, and goes on after a restart. What was accepted or is on its way is skipped and counted.',
    input: z.object({
      ids: ids.min(1, 'must have at least 1 item.').optional(),
      filter: z.object(filters).optional(),
      except: ids.optional(),
    }),
    output: changed(Redelivery),
  }),
  unsent: operation({
    method: 'GET',
    path: '/user/webhook-redeliveries/unsent',
    tag,
    summary: 'How many deliveries can be sent again so: those that wait for another try, and those that gave up',
    input: z.object(filters),
    output: z.object({ waiting: z.int(), gave_up: z.int() }),
  }),
  list: operation({
    method: 'GET',
    path: '/user/webhook-redeliveries',
    tag,
    summary: 'What was sent again so in the last day, newest first',
    input: nothing,
    output: z.array(Redelivery),
  }),
  get: operation({
    method: 'GET',
    path: '/user/webhook-redeliveries/{id}',
    tag,
    summary: 'How far sending many deliveries again is',
    input,
    output: Redelivery,
    refuses: ['not_found'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/user/webhook-redeliveries/{id}/cancel',
    tag,
    summary: 'Send no more of them; the few that are on their way are still sent',
    input,
    output: changed(Redelivery),
    refuses: ['not_found', 'conflict'],
  }),
}

export type NewRedelivery = InputOf<typeof redeliveries.create>
