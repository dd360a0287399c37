import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { searchText } from './search'
import { dayOrMoment, IsoTime, id, page, paging, pathId, queryInt, text, url } from './wire'

export const deliveryStatuses = ['pending', 'delivering', 'delivered', 'dead'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryEvents = ['call.ended', 'conversation.ended', 'test'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

const DeliverySummary = z
  .object({
    id: z.int(),
    event: z.enum(deliveryEvents),
    webhook_id: z.string(),
    url: z.string(),
    status: z.enum(deliveryStatuses),
    tries: z.int(),
    call_id: z.int().nullable(),
    conversation_id: z.uuid().nullable(),
    name: z.string().nullable(),
    phone_number: z.string().nullable(),
    assistant_id: z.int().nullable(),
    assistant_name: z.string().nullable(),
    next_try_at: IsoTime.nullable(),
    last_error: z.string().nullable(),
    created_at: IsoTime,
    delivered_at: IsoTime.nullable(),
  })
  .meta({ id: 'DeliverySummary' })
export type DeliverySummary = z.output<typeof DeliverySummary>
const headers = z.record(z.string(), z.string()).nullable()
const Delivery = DeliverySummary.extend({
  request_body: z.string(),
  attempts: z.array(
    z.object({
      at: IsoTime,
      url: z.string().nullable(),
      request_headers: headers,
      status_code: z.int().nullable(),
      response_headers: headers,
      response_body: z.string().nullable(),
      note: z.string().nullable(),
      error: z.string().nullable(),
      duration_ms: z.int(),
    }),
  ),
}).meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

const tag = 'Webhooks'

/** What chooses deliveries, besides their state. */
export const deliveryFilters = {
  event: z.enum(deliveryEvents).optional(),
  host: text(300).optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
  search: searchText.optional(),
}

export const webhooks = {
  listDeliveries: operation({
    method: 'GET',
    path: '/user/webhook-deliveries',
    tag,
    summary: 'Webhook deliveries, newest first',
    input: z.object({
      status: z.enum(deliveryStatuses).optional(),
      call_id: queryInt(1).optional(),
      ...deliveryFilters,
      ...paging(15),
    }),
    output: page(DeliverySummary),
  }),
  getDelivery: operation({
    method: 'GET',
    path: '/user/webhook-deliveries/{id}',
    tag,
    summary: 'One delivery, with the request and the answers',
    input: z.object({ id: pathId }),
    output: Delivery,
    refuses: ['not_found'],
  }),
  redeliver: operation({
    method: 'POST',
    path: '/user/webhook-deliveries/{id}/redeliver',
    tag,
    summary: 'Send a delivery again, now, to the URL that the assistant has now',
    input: z.object({ id: pathId }),
    output: changed(DeliverySummary),
    refuses: ['not_found', 'conflict'],
  }),
  receivers: operation({
    method: 'GET',
    path: '/user/webhook-receivers',
    tag,
    summary: 'The hosts that webhooks were sent to, those with the most deliveries first; 200 at most',
    input: nothing,
    output: z.array(z.object({ host: z.string(), deliveries: z.int(), dead: z.int() })),
  }),
  gaveUp: operation({
    method: 'GET',
    path: '/user/webhook-deliveries/gave-up',
    tag,
    summary: 'How many deliveries were given up, and whether an operator has put them away',
    input: nothing,
    output: z.object({ dead: z.int(), to_see: z.int(), key: z.string().nullable() }),
  }),
  secret: operation({
    method: 'GET',
    path: '/user/webhook-secret',
    tag,
    summary: 'Which signing secret is in use, without the secret itself',
    input: nothing,
    output: z.object({ hint: z.string(), rotated_at: IsoTime.nullable(), old_valid_until: IsoTime.nullable() }),
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/user/webhook-secret/rotate',
    tag,
    summary: 'Make a new signing secret; for one day, webhooks are signed with the old one too',
    input: nothing,
    output: changed(
      z.object({
        secret: z.string(),
        old_valid_until: IsoTime,
      }),
    ),
  }),
  test: operation({
    method: 'POST',
    path: '/user/webhooks/test',
    tag,
    summary: 'Send a signed test webhook to a URL, in the same way as any other',
    input: z.object({ url }),
    output: changed(DeliverySummary),
  }),
  redeliverDead: operation({
    method: 'POST',
    path: '/user/webhook-deliveries/redeliver-dead',
    tag,
    summary: 'Send all deliveries again that were given up, or those of one call',
    description:
      'It takes the filters of the list of deliveries. The `total` of that list with `status=dead` says how many there are.',
    input: z.object({ status: z.literal('dead').optional(), call_id: id.optional(), ...deliveryFilters }),
    output: changed(z.object({ redelivered: z.int() })),
  }),
}
