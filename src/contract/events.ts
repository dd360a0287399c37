import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'
import { CallStatus, TranscriptItem } from './calls'
import { CampaignStatus } from './campaigns'
import { Dialing } from './dialing'
import { documentStatuses } from './knowledgebases'
import { LeadStatus } from './leads'
import { numberStatuses, TestStep, trunkStatuses } from './phone-numbers'
import { rehearsalStatuses } from './rehearsals'
import { SmsStatus } from './sms'
import { leadChangeStatuses, redeliveryStatuses } from './statuses'
import { TrialStep } from './trials'
import { deliveryStatuses } from './webhooks'

/** The events. They are published after the change is committed. An event carries what a list shows, not the record. */
export const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assistant.changed'), id: z.int() }),
  z.object({ type: z.literal('campaign.changed'), id: z.int(), status: CampaignStatus }),
  z.object({
    type: z.literal('campaign.waits'),
    id: z.int(),
    reason: z.string(),
  }),
  z.object({ type: z.literal('lead.changed'), id: z.int(), campaign_id: z.int(), status: LeadStatus }),
  z.object({ type: z.literal('leads.imported'), campaign_id: z.int(), created: z.int() }),
  z.object({
    type: z.literal('lead_change.changed'),
    id: z.int(),
    status: z.enum(leadChangeStatuses),
    progress: z.object({ done: z.int(), total: z.int() }),
  }),
  z.object({
    type: z.literal('call.changed'),
    id: z.int(),
    status: CallStatus,
    campaign_id: z.int().nullable(),
    lead_id: z.int().nullable(),
    client_phone_number: z.string(),
  }),
  z.object({
    type: z.literal('call.withdrawn'),
    id: z.int(),
  }),
  z.object({ type: z.literal('call.said'), id: z.int(), item: TranscriptItem }),
  z.object({ type: z.literal('attention.changed') }),
  z.object({ type: z.literal('promised_callback.changed'), id: z.int() }),
  z.object({ type: z.literal('note.changed'), id: z.int(), phone_number: z.string() }),
  z.object({ type: z.literal('person.forgotten'), phone_number: z.string() }),
  z.object({ type: z.literal('blacklist.changed'), phone_number: z.string().nullable() }),
  z.object({ type: z.literal('knowledgebase.changed'), id: z.int() }),
  z.object({
    type: z.literal('document.changed'),
    id: z.int(),
    knowledgebase_id: z.int(),
    status: z.enum(documentStatuses),
    progress: z.object({ done: z.int(), total: z.int() }).optional(),
  }),
  z.object({ type: z.literal('tool.changed'), id: z.int() }),
  z.object({
    type: z.literal('model.changed'),
    model: z.string(),
    works: z.boolean(),
  }),
  z.object({ type: z.literal('conversation.changed'), id: z.uuid(), status: z.enum(['active', 'ended']) }),
  z.object({ type: z.literal('delivery.changed'), id: z.int(), status: z.enum(deliveryStatuses) }),
  z.object({
    type: z.literal('redelivery.changed'),
    id: z.int(),
    status: z.enum(redeliveryStatuses),
    progress: z.object({ done: z.int(), total: z.int() }),
  }),
  z.object({ type: z.literal('data.changed') }),
  z.object({ type: z.literal('samples.changed') }),
  z.object({ type: z.literal('first_steps.changed') }),
  z.object({ type: z.literal('users.changed') }),
  z.object({ type: z.literal('webhook_secret.changed') }),
  z.object({ type: z.literal('sip_trunk.changed'), id: z.int(), status: z.enum(trunkStatuses) }),
  z.object({ type: z.literal('sip_trunk.test_step'), id: z.int(), test_id: z.string(), step: TestStep }),
  z.object({ type: z.literal('number.changed'), id: z.int(), status: z.enum([...numberStatuses, 'released']) }),
  z.object({ type: z.literal('sms.changed'), id: z.int(), phone_number_id: z.int(), status: SmsStatus }),
  z.object({ type: z.literal('sms_thread.changed'), phone_number: z.string() }),
  z.object({
    type: z.literal('rehearsal.changed'),
    id: z.int(),
    campaign_id: z.int(),
    status: z.enum(rehearsalStatuses),
    progress: z.object({ done: z.int(), expected: z.int() }).optional(),
  }),
  z.object({ type: z.literal('payment_methods.changed') }),
  z.object({ type: z.literal('trial.stepped'), trial_id: z.string(), step: TrialStep }),
  z.object({ type: z.literal('balance.changed'), total_balance: z.number() }),
  z.object({ type: z.literal('dialing.changed'), dialing: Dialing }),
  z.object({ type: z.literal('settings.changed') }),
  z.object({
    type: z.literal('operator.told'),
    level: z.enum(['info', 'warning']),
    text: z.string(),
    campaign_id: z.int().optional(),
    lead_id: z.int().optional(),
    call_ids: z.array(z.int()).optional(),
    phone_number_id: z.int().optional(),
    sms_from: z.string().optional(),
  }),
])
export type Event = z.output<typeof Event>

export const events = {
  stream: oc
    .route({
      method: 'GET',
      path: '/user/events',
      tags: ['Events'],
      summary:
        'Server-sent events of all changes; a client that reads too slowly is disconnected and has to read the lists again',
      description: 'A key may have 16 streams open; one more is 429.',
    })
    .input(z.object({}))
    .output(eventIterator(Event)),
}
