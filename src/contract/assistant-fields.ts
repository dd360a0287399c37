import * as z from 'zod'
import { type BuiltInTool, builtInTool } from './built-in-tools'
import type { FieldErrors } from './validation'
import { between, filled, flag, id, orNumericText, text, timeZone, url, variables, wholeBetween } from './wire'

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
  /** Without this the setting has no effect: a line that carries sound, or a model with credentials. */
  needs?: 'sound' | 'model'
  /** Only assistants of this type use it. */
  only?: 'inbound' | 'outbound'
}
export interface Field<T extends z.ZodType = z.ZodType> extends Rule {
  schema: T
}

const required = <T extends z.ZodType>(schema: T, rule: Partial<Rule> = {}): Field<T> => ({
  schema,
  required: true,
  default: undefined,
  ...rule,
})
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

/** The sounds behind a voice. */
export const ambientSounds = ['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'] as const

export const postCallTypes = ['bool', 'string', 'number', 'integer'] as const
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
  voice_id: required(id, { needs: 'sound' }),
  language_id: required(id),
  type: required(z.enum(['inbound', 'outbound'])),
  mode: required(z.enum(modes)),
  timezone: required(timeZone),
  initial_message: required(filled(200)),
  system_prompt: required(filled(100_000)),
  llm_model_id: nullable(id, { modes: pipeline, ofMode: true }),
  multimodal_model_id: nullable(id, { modes: speech, ofMode: true, needs: 'sound' }),
  chat_llm_fallback_id: nullable(id, { modes: speech, ofMode: true }),
  turn_detection_threshold: nullable(number(between(0, 1)), { modes: speech, ofMode: true, needs: 'sound' }),
  secondary_language_ids: optional(z.array(id).max(50), []),
  knowledgebase_id: nullable(id),
  knowledgebase_mode: ofModes(z.enum(['function_call', 'prompt']), 'function_call', pipeline),
  phone_number_id: nullable(id),
  tool_ids: optional(z.array(id).max(100), []),
  tools: optional(z.array(builtInTool).max(50), []),
  voice_stability: optional(number(between(0, 1)), 0.7, { needs: 'sound' }),
  voice_similarity: optional(number(between(0, 1)), 0.5, { needs: 'sound' }),
  speech_speed: optional(number(between(0.7, 1.2)), 1, { needs: 'sound' }),
  llm_temperature: optional(number(between(0, 1)), 0.1, { needs: 'model' }),
  tts_emotion_enabled: optional(flag, true, { needs: 'sound' }),
  synthesizer_provider_id: nullable(id, { ofMode: true, needs: 'sound' }),
  transcriber_provider_id: nullable(id, { modes: pipeline, ofMode: true, needs: 'sound' }),
  allow_interruptions: ofModes(flag, true, pipeline),
  fillers: ofModes(flag, false, pipeline, { ofMode: true, needs: 'sound' }),
  filler_config: optional(
    z.preprocess(
      value => (Array.isArray(value) && value.length === 0 ? {} : value),
      z.strictObject(
        { positive: phrases, negative: phrases, question: phrases, neutral: phrases },
        'must be an object with the keys positive, negative, question and neutral only.',
      ),
    ),
    {},
    { needs: 'sound' },
  ),
  record: optional(flag, false),
  enable_noise_cancellation: optional(flag, true, { needs: 'sound' }),
  wait_for_customer: optional(flag, false),
  max_duration: optional(number(wholeBetween(20, 1200)), 600),
  max_silence_duration: optional(number(wholeBetween(1, 360)), 40),
  max_initial_silence_duration: nullable(number(wholeBetween(1, 120))),
  ringing_time: optional(number(wholeBetween(1, 60)), 30, { only: 'outbound' }),
  reengagement_interval: optional(number(wholeBetween(7, 600)), 30),
  reengagement_prompt: nullable(text(1000)),
  end_call_on_voicemail: optional(flag, true, { only: 'outbound' }),
  voice_mail_message: nullable(text(1000), { only: 'outbound' }),
  endpoint_type: optional(z.enum(['vad', 'ai']), 'vad', { needs: 'sound' }),
  endpoint_sensitivity: optional(number(between(0, 5)), 0.5, { needs: 'sound' }),
  interrupt_sensitivity: optional(number(between(0, 5)), 0.5, { needs: 'sound' }),
  min_interrupt_words: nullable(number(wholeBetween(0, 10)), { needs: 'sound' }),
  ambient_sound: optional(z.enum(ambientSounds), 'off', { needs: 'sound' }),
  ambient_sound_volume: optional(number(between(0, 1)), 0.5, { needs: 'sound' }),
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
  inbound_webhook_url: nullable(url, { only: 'inbound' }),
} satisfies Record<string, Field>

export type Fields = typeof assistantFields
export type AssistantFieldName = keyof Fields
type Output<F> = F extends Field<infer S> ? z.output<S> : never

/** The complete settings of an assistant, as they are after create or update. */
export type AssistantSettings = { [K in AssistantFieldName]: Output<Fields[K]> } & { tools: BuiltInTool[] }

export const assistantFieldNames = Object.keys(assistantFields) as AssistantFieldName[]

/** Whether the assistants of a mode have a field. */
export function isOfMode(name: AssistantFieldName, mode: Mode): boolean {
  const { modes }: Field = assistantFields[name]
  return modes?.includes(mode) ?? true
}

/** Whether assistants of a type use a field. */
export function isOfType(name: AssistantFieldName, type: AssistantSettings['type']): boolean {
  const { only }: Field = assistantFields[name]
  return only === undefined || only === type
}

/** What a change to this mode resets, before what else is changed: fields of the mode, and those that it does not have. */
export const resetByMode = (mode: Mode): Partial<AssistantSettings> =>
  Object.fromEntries(
    assistantFieldNames
      .filter(name => (assistantFields[name] as Field).ofMode || !isOfMode(name, mode))
      .map(name => [name, assistantFields[name].default]),
  )

/** The field that names the model which holds the conversation on the phone. */
export const modelFieldOf = (mode: Mode) => (mode === 'pipeline' ? 'llm_model_id' : 'multimodal_model_id')

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
    const model = modelFieldOf(mode)
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
