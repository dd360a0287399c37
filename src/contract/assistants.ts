import type { HTTPPath } from '@orpc/contract'
import * as z from 'zod'
import {
  type AssistantFieldName,
  type AssistantSettings,
  assistantFieldNames,
  assistantFields,
  type Field,
  type Fields,
} from './assistant-fields'
import { changed, nothing, operation } from './operation'
import { campaignStatuses } from './statuses'
import { IsoTime, id, page, paging, pathId, url } from './wire'

type CreateShape = {
  [K in AssistantFieldName]: Fields[K] extends { required: true }
    ? Fields[K]['schema']
    : z.ZodOptional<Fields[K]['schema']>
}
type UpdateShape = { [K in AssistantFieldName]: z.ZodOptional<Fields[K]['schema']> }

/**
 * The input of create and of update. On update every field is optional. Defaults are applied after parsing, so that an
 * update does not reset a field that is left out.
 */
export const createShape = Object.fromEntries(
  Object.entries(assistantFields).map(([name, field]) => [
    name,
    'required' in field && field.required ? field.schema : documented(field),
  ]),
) as unknown as CreateShape
const updateShape = Object.fromEntries(
  Object.entries(assistantFields).map(([name, { schema }]) => [name, schema.optional()]),
) as unknown as UpdateShape

/** An optional field that tells its default. */
function documented({ schema, default: value }: Field) {
  return schema.optional().meta(value === null || value === undefined ? {} : { default: value })
}

const status = z.enum(['inactive', 'active'])
const outputOf = <K extends AssistantFieldName>(name: K) => outputs[name] as z.ZodType<AssistantSettings[K]>
const outputs: Record<string, z.ZodType> = Object.fromEntries(assistantFieldNames.map(name => [name, answer(name)]))

/** The schema of a field in answers, in which ids are numbers and defaults are applied. */
function answer(name: AssistantFieldName): z.ZodType {
  const isId = name.endsWith('_id')
  if (isId) return name === 'voice_id' || name === 'language_id' ? z.int() : z.int().nullable()
  if (name.endsWith('_ids')) return z.array(z.int())
  if (name === 'timezone') return z.string()
  if (name === 'variables' || name === 'filler_config') return z.record(z.string(), z.unknown())
  if (name === 'tools') return z.array(z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }))
  const { schema, modes, nullable }: Field = assistantFields[name]
  // The input accepts null for such a field; the stored value is never null.
  return modes && !nullable && schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema
}

export const Assistant = z
  .object({
    id: z.int(),
    user_id: z.int(),
    uuid: z.uuid(),
    status,
    ...(outputs as { [K in AssistantFieldName]: z.ZodType<AssistantSettings[K]> }),
    created_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'Assistant' })
export type Assistant = z.output<typeof Assistant>

const AssistantSummary = z
  .object({
    id: z.int(),
    name: z.string(),
    status,
    type: outputOf('type'),
    mode: outputOf('mode'),
  })
  .meta({ id: 'AssistantSummary' })

const AssistantOverview = z
  .object({
    id: z.int(),
    name: z.string(),
    type: outputOf('type'),
    mode: outputOf('mode'),
    status,
    language: z.string(),
    language_iso_2: z.string(),
    voice: z.string().nullable(),
    model: z.string().nullable(),
    phone_number: z.string().nullable(),
    campaigns: z.array(z.object({ id: z.int(), name: z.string(), status: z.enum(campaignStatuses) })),
    transferred_from: z.array(z.string()),
    last_call: z.object({ id: z.int(), created_at: IsoTime }).nullable(),
    created_at: IsoTime,
  })
  .meta({ id: 'AssistantOverview' })
export type AssistantOverview = z.output<typeof AssistantOverview>

const tag = 'Assistants'

/** Fields of the hosted service that Callwright does not have; the answer's message says that they were dropped. */
const dropped = z.unknown().optional()
const droppedFields = {
  folder_id: dropped.meta({ json: { description: 'Accepted and dropped: there are no folders' } }),
  label_ids: dropped.meta({ json: { description: 'Accepted and dropped: there are no labels' } }),
}

/** An operation that sets or removes one of the webhooks of an assistant. */
const webhookChange = <I extends z.ZodObject>(path: HTTPPath, summary: string, input: I) =>
  operation({
    method: 'POST',
    path,
    tag,
    summary,
    input,
    output: changed(z.array(z.never())),
    refuses: ['not_found'],
  })
const switchedOn = (path: HTTPPath, summary: string) =>
  webhookChange(path, summary, z.object({ assistant_id: id, webhook_url: url }))
const switchedOff = (path: HTTPPath, summary: string) => webhookChange(path, summary, z.object({ assistant_id: id }))

/** An assistant in a path, by its id or its uuid. */
const pathAssistant = z.union([pathId, z.uuid()]).meta({
  json: { type: 'string' },
})
const switchedOnFor = (path: HTTPPath, summary: string) =>
  webhookChange(path, summary, z.object({ assistant: pathAssistant, webhook_url: url }))

export const assistants = {
  create: operation({
    method: 'POST',
    path: '/user/assistant',
    tag,
    status: 201,
    summary: 'Create an assistant; it is inactive until it is activated',
    input: z.object({ ...createShape, ...droppedFields }),
    output: changed(AssistantSummary),
  }),
  update: operation({
    method: 'PUT',
    path: '/user/assistant/{id}',
    tag,
    summary: 'Change an assistant; fields left out keep their values',
    description:
      'Null resets a nullable field. Lists and objects replace what was there. A new mode resets what belongs to the mode.',
    input: z.object({ id: pathId, status: status.optional(), ...updateShape, ...droppedFields }),
    output: changed(AssistantSummary),
    refuses: ['not_found'],
  }),
  get: operation({
    method: 'GET',
    path: '/user/assistant/{id}',
    tag,
    summary: 'One assistant with all its settings',
    input: z.object({ id: pathId }),
    output: Assistant,
    refuses: ['not_found'],
  }),
  earlierPrompts: operation({
    method: 'GET',
    path: '/user/assistant/{id}/earlier-prompts',
    tag,
    summary: 'The system prompts that an assistant had before, the last one first; 20 at most',
    input: z.object({ id: pathId }),
    output: z.array(z.object({ id: z.int(), prompt: z.string(), replaced_at: IsoTime })),
    refuses: ['not_found'],
  }),
  list: operation({
    method: 'GET',
    path: '/user/assistants/get',
    tag,
    summary: 'List assistants, newest first',
    input: z.object(paging(10)),
    output: page(Assistant),
  }),
  listAll: operation({
    method: 'GET',
    path: '/user/assistants',
    tag,
    summary: 'All assistants, newest first, as a bare list for older clients',
    input: nothing,
    output: z.array(Assistant),
  }),
  listOutbound: operation({
    method: 'GET',
    path: '/user/assistants/outbound',
    tag,
    summary: 'All outbound assistants, newest first',
    input: nothing,
    output: z.array(Assistant),
  }),
  overview: operation({
    method: 'GET',
    path: '/user/assistants/overview',
    tag,
    summary: 'All assistants in short, newest first: who they are, what uses them, and their last call',
    input: nothing,
    output: z.array(AssistantOverview),
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/assistant/{id}',
    tag,
    summary: 'Delete an assistant for good; its campaigns stop, its live calls run to their end',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
  enableWebhook: switchedOn('/user/assistants/enable-webhook', 'Send a webhook after each call of an assistant'),
  disableWebhook: switchedOff('/user/assistants/disable-webhook', 'Send no webhook after calls of an assistant'),
  enableInboundWebhook: switchedOn(
    '/user/assistants/enable-inbound-webhook',
    'Ask a URL for variables before an inbound call is answered',
  ),
  disableInboundWebhook: switchedOff(
    '/user/assistants/disable-inbound-webhook',
    'Answer inbound calls without asking a URL',
  ),
  enableConversationEndedWebhook: switchedOn(
    '/user/assistants/enable-conversation-ended-webhook',
    'Send a webhook when a chat ends from inactivity',
  ),
  disableConversationEndedWebhook: switchedOff(
    '/user/assistants/disable-conversation-ended-webhook',
    'Send no webhook when a chat ends',
  ),
  setWebhook: switchedOnFor('/user/assistants/{assistant}/webhook', 'Send a webhook after each call of an assistant'),
  setConversationEndedWebhook: switchedOnFor(
    '/user/assistants/{assistant}/conversation-ended-webhook',
    'Send a webhook when a chat ends from inactivity',
  ),
}
