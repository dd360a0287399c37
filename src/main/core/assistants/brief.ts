import { alwaysEvaluated, type PostCallField } from '../../../contract/assistant-fields'
import type { scriptedReasons } from '../../../contract/statuses'
import type { Variables } from '../../../contract/wire'
import type { Brief, ModelRef, SoundSettings } from '../../ports/brief'
import { instructionsOf } from '../../ports/knowledge-text'
import type { Models } from '../../ports/models'
import type { ReadDb } from '../../store/sql'
import type { Assistant } from './assistants'
import { toolsFor } from './call-tools'
import * as catalogues from './catalogue'
import { findProvider } from './providers'
import { sharedToolsOf } from './shared-tools'
import { type Situation, situationInWords, withSystemVariables } from './situation'
import { fill } from './variables'

/** Evaluated in addition to the assistant's own fields, unless those have them already. */
const standardFields: PostCallField[] = [
  { name: 'status', type: alwaysEvaluated.status, description: 'Whether the goal of the call was reached' },
  { name: 'summary', type: alwaysEvaluated.summary, description: 'What was said, in a sentence or two' },
]
const evaluated = (schema: readonly PostCallField[]): PostCallField[] => [
  ...standardFields.map(field => schema.find(({ name }) => name === field.name) ?? field),
  ...schema.filter(({ name }) => !Object.hasOwn(alwaysEvaluated, name)),
]

/**
 * Makes the brief of a conversation. `variables` come from the contact, the lead or the request; the assistant's own are
 * their defaults. A `{{name}}` without a value becomes an empty text, with a warning. The variables that are returned are
 * without those of the situation, which any conversation has.
 */
export function makeBrief(
  db: ReadDb,
  assistant: Assistant,
  variables: Variables,
  situation: Situation,
): { brief: Brief; variables: Variables; warnings: string[] } {
  const values = { ...assistant.variables, ...variables }
  const all = withSystemVariables(values, assistant, situation)
  const missing = new Set<string>()
  const filled = (text: string) => fill(text, all, name => missing.add(name))
  const modelId = assistant.mode === 'pipeline' ? assistant.llm_model_id : assistant.multimodal_model_id
  const voice = catalogues.getVoice(db, assistant.voice_id)
  const { specs: callSpecs, transfers } = toolsFor(assistant)
  const callTools = callSpecs.map(({ name }) => name)
  const shared = sharedToolsOf(db, assistant, callTools)
  const brief: Brief = {
    assistant: { id: assistant.id, name: assistant.name, mode: assistant.mode },
    language: catalogues.getLanguage(db, assistant.language_id)?.iso_2 ?? 'en',
    greeting: filled(assistant.initial_message),
    instructions: instructionsOf(
      filled(assistant.system_prompt),
      shared.knowledge,
      situationInWords(db, assistant, variables, situation),
    ),
    variables: values,
    timeZone: assistant.timezone,
    temperature: assistant.llm_temperature,
    model: refOf(db, modelId),
    textModel: textModelOf(db, assistant),
    voice: voice ? { id: voice.id, name: voice.name } : null,
    tools: [...callSpecs, ...shared.specs],
    callTools,
    transfers,
    shared: { ...shared.shared, variables: all },
    waitForCustomer: assistant.wait_for_customer,
    interruptible: assistant.allow_interruptions,
    limits: {
      ringMs: assistant.ringing_time * 1000,
      talkMs: assistant.max_duration * 1000,
      silenceMs: assistant.max_silence_duration * 1000,
      initialSilenceMs:
        assistant.max_initial_silence_duration === null ? null : assistant.max_initial_silence_duration * 1000,
      reengageAfterMs: assistant.reengagement_interval * 1000,
    },
    reengagementPrompt: assistant.reengagement_prompt === null ? null : filled(assistant.reengagement_prompt),
    voicemail: {
      hangUp: assistant.end_call_on_voicemail,
      message: assistant.voice_mail_message === null ? null : filled(assistant.voice_mail_message),
    },
    record: assistant.record,
    sound: soundOf(db, assistant, situation),
    evaluation: assistant.post_call_evaluation ? evaluated(assistant.post_call_schema) : null,
    webhook:
      assistant.is_webhook_active && assistant.webhook_url !== null
        ? {
            url: assistant.webhook_url,
            onlyCompleted: assistant.send_webhook_only_on_completed,
            withRecording: assistant.include_recording_in_webhook,
          }
        : null,
  }
  const warnings = [...missing].map(name => `The variable ${name} has no value; it is left empty.`)
  return { brief, variables: values, warnings }
}

function soundOf(db: ReadDb, a: Assistant, { kind }: Situation): SoundSettings {
  const voice = catalogues.getVoice(db, a.voice_id)
  const code = (id: number | null | undefined) => (id == null ? null : (findProvider(db, id)?.code ?? null))
  return {
    isIncoming: kind === 'inbound call',
    synthesizer: code(a.synthesizer_provider_id ?? voice?.synthesizer_provider_id),
    transcriber: code(a.transcriber_provider_id),
    otherLanguages: a.secondary_language_ids.flatMap(id => catalogues.getLanguage(db, id)?.iso_2 ?? []),
    speed: a.speech_speed,
    stability: a.voice_stability,
    similarity: a.voice_similarity,
    emotion: a.tts_emotion_enabled,
    fillers: a.fillers ? a.filler_config : null,
    noiseCancellation: a.enable_noise_cancellation,
    endpoint: { by: a.endpoint_type, sensitivity: a.endpoint_sensitivity },
    interrupt: { sensitivity: a.interrupt_sensitivity, words: a.min_interrupt_words },
    ambient: a.ambient_sound === 'off' ? null : { sound: a.ambient_sound, volume: a.ambient_sound_volume },
  }
}

/** The model that holds an assistant's conversations in text. */
export const textModelOf = (db: ReadDb, { mode, llm_model_id, chat_llm_fallback_id }: Assistant): ModelRef | null =>
  refOf(db, mode === 'pipeline' ? llm_model_id : chat_llm_fallback_id)

/** A model of the catalogue, as a reference for the port; null when it is not set or not known. */
export function refOf(db: ReadDb, modelId: number | null): ModelRef | null {
  const model = modelId === null ? undefined : catalogues.getModel(db, modelId)
  return model ? { provider: model.provider, code: model.code, name: model.name } : null
}

/** Why the scripted model answers in place of a model; null when the model itself does. */
export function whyScripted(
  models: Pick<Models, 'languageModel'>,
  ref: ModelRef | null,
): (typeof scriptedReasons)[number] | null {
  if (ref === null) return 'no_model'
  if (ref.provider === 'scripted') return 'chosen'
  return models.languageModel(ref, { temperature: 0 }).name === 'scripted' ? 'no_key' : null
}
