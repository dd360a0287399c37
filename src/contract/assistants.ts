import type { HTTPPath } from '@orpc/contract'
import * as z from 'zod'
import { type BuiltInTool, builtInTool } from './built-in-tools'
import { changed, nothing, operation } from './operation'
import type { FieldErrors } from './validation'
import {
  between,
  filled,
  flag,
  IsoTime,
  id,
  orNumericText,
  page,
  paging,
  pathId,
  text,
  timeZone,
  url,
  variables,
  wholeBetween,
} from './wire'

export const modes = ['pipeline', 'multimodal', 'dualplex'] as const
export type Mode = (typeof modes)[number]
const speech: readonly Mode[] = ['multimodal', 'dualplex']
const pipeline: readonly Mode[] = ['pipeline']

interface Rule {
  /** Must be given on create. */
  required?: true
  /** The value when none is given on create, and after null on update. */
  default: unknown
  /** Null is accepted. */
  nullable?: true
  /** The modes that have the field. The other modes accept only its default. */
  modes?: readonly Mode[]
  /** Reset to its default when the mode changes. */
  ofMode?: true
}
interface Field<T extends z.ZodType = z.ZodType> extends Rule {
  schema: T
}

const required = <T extends z.ZodType>(schema: T): Field<T> => ({ schema, required: true, default: undefined })
const optional = <T extends z.ZodType>(schema: T, value: z.output<T>, rule: Partial<Rule> = {}): Field<T> => ({
  schema,
  default: value,
  ...rule,
})
/**
 * A field that some modes do not have. In those modes, null is accepted and means its default. The value that is stored
 * is never null, so the type does not allow it.
 */
const ofModes = <T extends z.ZodType>(
  schema: T,
  value: z.output<T>,
  modes: readonly Mode[],
  rule: Partial<Rule> = {},
): Field<T> => ({ schema: schema.nullable() as unknown as T, default: value, modes, ...rule })
const nullable = <T extends z.ZodType>(schema: T, rule: Partial<Rule> = {}): Field<z.ZodNullable<T>> => ({
  schema: schema.nullable(),
  default: null,
  nullable: true,
  ...rule,
})

const phrases = z.array(text(100)).max(20).optional()

const postCallTypes = ['bool', 'string', 'number', 'integer'] as const
/** Other names of the types, as published clients send them. */
const typeNames: Record<string, (typeof postCallTypes)[number]> = { boolean: 'bool', int: 'integer', float: 'number' }

/** What is always evaluated, with its type. A field of this name in the schema gives its description. */
export const alwaysEvaluated = { status: 'bool', summary: 'string' } as const

const PostCallField = z.object({
  name: text(255).regex(/^[A-Za-z0-9_]+$/, 'may hold letters, digits and underscores.'),
  type: z
    .preprocess(value => (typeof value === 'string' ? (typeNames[value] ?? value) : value), z.enum(postCallTypes))
    .meta({ shownAs: z.enum(postCallTypes) }),
  description: text(1000),
})
export type PostCallField = z.output<typeof PostCallField>

/** Clients of the hosted service send its own listing back, which has numbers as texts. */
const number = orNumericText

/** Every field of an assistant: its schema, its default and its rules. */
export const assistantFields = {
  name: required(filled(255)),
  voice_id: required(id),
  language_id: required(id),
  type: required(z.enum(['inbound', 'outbound'])),
  mode: required(z.enum(modes)),
  timezone: required(timeZone),
  initial_message: required(filled(200)),
  system_prompt: required(filled(100_000)),
  llm_model_id: nullable(id, { modes: pipeline, ofMode: true }),
  multimodal_model_id: nullable(id, { modes: speech, ofMode: true }),
  chat_llm_fallback_id: nullable(id, { modes: speech, ofMode: true }),
  turn_detection_threshold: nullable(number(between(0, 1)), { modes: speech, ofMode: true }),
  secondary_language_ids: optional(z.array(id).max(50), []),
  knowledgebase_id: nullable(id),
  knowledgebase_mode: ofModes(z.enum(['function_call', 'prompt']), 'function_call', pipeline),
  phone_number_id: nullable(id),
  tool_ids: optional(z.array(id).max(100), []),
  tools: optional(z.array(builtInTool).max(50), []),
  voice_stability: optional(number(between(0, 1)), 0.7),
  voice_similarity: optional(number(between(0, 1)), 0.5),
  speech_speed: optional(number(between(0.7, 1.2)), 1),
  llm_temperature: optional(number(between(0, 1)), 0.1),
  tts_emotion_enabled: optional(flag, true),
  synthesizer_provider_id: nullable(id, { ofMode: true }),
  transcriber_provider_id: nullable(id, { modes: pipeline, ofMode: true }),
  allow_interruptions: ofModes(flag, true, pipeline),
  fillers: ofModes(flag, false, pipeline, { ofMode: true }),
  filler_config: optional(
    z.preprocess(
      value => (Array.isArray(value) && value.length === 0 ? {} : value),
      z.strictObject(
        { positive: phrases, negative: phrases, question: phrases, neutral: phrases },
        'must be an object with the keys positive, negative, question and neutral only.',
      ),
    ),
    {},
  ),
  record: optional(flag, false),
  enable_noise_cancellation: optional(flag, true),
  wait_for_customer: optional(flag, false),
  max_duration: optional(number(wholeBetween(20, 1200)), 600),
  max_silence_duration: optional(number(wholeBetween(1, 360)), 40),
  max_initial_silence_duration: nullable(number(wholeBetween(1, 120))),
  ringing_time: optional(number(wholeBetween(1, 60)), 30),
  reengagement_interval: optional(number(wholeBetween(7, 600)), 30),
  reengagement_prompt: nullable(text(1000)),
  end_call_on_voicemail: optional(flag, true),
  voice_mail_message: nullable(text(1000)),
  endpoint_type: optional(z.enum(['vad', 'ai']), 'vad'),
  endpoint_sensitivity: optional(number(between(0, 5)), 0.5),
  interrupt_sensitivity: optional(number(between(0, 5)), 0.5),
  min_interrupt_words: nullable(number(wholeBetween(0, 10))),
  ambient_sound: optional(z.enum(['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature']), 'off'),
  ambient_sound_volume: optional(number(between(0, 1)), 0.5),
  is_webhook_active: optional(flag, false),
  webhook_url: nullable(url),
  send_webhook_only_on_completed: optional(flag, true),
  include_recording_in_webhook: optional(flag, true),
  post_call_evaluation: optional(flag, true),
  post_call_schema: optional(z.array(PostCallField).max(100), []),
  variables: optional(variables, {}),
  conversation_inactivity_timeout: { ...nullable(number(wholeBetween(1, 1440))), default: 30 },
  conversation_ended_retrigger: optional(flag, false),
  conversation_ended_webhook_url: nullable(url),
  inbound_webhook_url: nullable(url),
} satisfies Record<string, Field>

type Fields = typeof assistantFields
export type AssistantFieldName = keyof Fields
type Output<F> = F extends Field<infer S> ? z.output<S> : never

/** The complete settings of an assistant, as they are after create or update. */
export type AssistantSettings = { [K in AssistantFieldName]: Output<Fields[K]> } & { tools: BuiltInTool[] }

export const assistantFieldNames = Object.keys(assistantFields) as AssistantFieldName[]

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
const createShape = Object.fromEntries(
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

/** Checks the rules between fields, as far as they do not need the store. Adds to `errors`. */
export function checkAssistant(a: Partial<AssistantSettings>, errors: FieldErrors) {
  const { mode } = a
  if (mode) {
    for (const name of assistantFieldNames) {
      const field: Field = assistantFields[name]
      const isNeutral = a[name] === undefined || a[name] === null || a[name] === field.default
      if (!field.modes) continue
      if (!field.modes.includes(mode) && !isNeutral) errors.add(name, refusalByMode(name, mode))
      if (field.modes.includes(mode) && a[name] === null && !field.nullable)
        errors.add(name, `The ${name} field cannot be null in ${mode} mode.`)
    }
    const model = mode === 'pipeline' ? 'llm_model_id' : 'multimodal_model_id'
    if ((a[model] === null || a[model] === undefined) && !errors.has(model))
      errors.add(model, `The ${model} field is required in ${mode} mode.`)
  }
  if (a.is_webhook_active && a.webhook_url === null && !errors.has('webhook_url'))
    errors.add('webhook_url', 'The webhook_url field is required when is_webhook_active is true.')
  a.secondary_language_ids?.forEach((language, i, all) => {
    const field = `secondary_language_ids.${i}`
    if (language === a.language_id) errors.add(field, `The ${field} field is the primary language already.`)
    else if (all.indexOf(language) < i) errors.add(field, `The ${field} field repeats another one.`)
  })
  a.post_call_schema?.forEach(({ name, type }, i, all) => {
    if (all.findIndex(other => other.name === name) < i)
      errors.add(`post_call_schema.${i}.name`, `The post_call_schema.${i}.name field repeats another one.`)
    const expected = Object.hasOwn(alwaysEvaluated, name) && alwaysEvaluated[name as keyof typeof alwaysEvaluated]
    if (expected && type !== expected)
      errors.add(`post_call_schema.${i}.type`, `The post_call_schema.${i}.type field must be ${expected} for ${name}.`)
  })
}

function refusalByMode(name: AssistantFieldName, mode: Mode) {
  if (name === 'allow_interruptions') return `The allow_interruptions field cannot be false in ${mode} mode.`
  if (name === 'knowledgebase_mode') return `The knowledgebase_mode field must be function_call in ${mode} mode.`
  return `The ${name} field is not available in ${mode} mode.`
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
