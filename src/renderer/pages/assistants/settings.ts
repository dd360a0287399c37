import {
  type AssistantFieldName,
  type AssistantSettings,
  assistantFieldNames,
  assistantFields,
  type Field,
  isOfMode,
  type Mode,
  modelFieldOf,
  resetByMode,
} from '../../../contract/assistant-fields'
import type { Assistant } from '../../../contract/assistants'
import type { BuiltInToolType } from '../../../contract/built-in-tools'
import { t } from '../../words/words'

/** The settings as the form holds them. What a new assistant must still choose is null. */
export type Values = Omit<AssistantSettings, 'voice_id' | 'language_id'> & {
  voice_id: number | null
  language_id: number | null
}

/** What each setting is called. */
export const words: Record<AssistantFieldName, string> = {
  name: t('Name'),
  voice_id: t('Voice'),
  language_id: t('Language'),
  type: t('Direction'),
  mode: t('Mode'),
  timezone: t('Time zone'),
  initial_message: t('First sentence'),
  system_prompt: t('System prompt'),
  llm_model_id: t('Model'),
  multimodal_model_id: t('Model'),
  chat_llm_fallback_id: t('Model for text and tools'),
  turn_detection_threshold: t('Turn detection'),
  secondary_language_ids: t('Other languages'),
  knowledgebase_id: t('Knowledge base'),
  knowledgebase_mode: t('How it is used'),
  phone_number_id: t('Number'),
  tool_ids: t('Tools'),
  tools: t('Tools of the call'),
  voice_stability: t('Stability'),
  voice_similarity: t('Similarity'),
  speech_speed: t('Speed'),
  llm_temperature: t('Temperature'),
  tts_emotion_enabled: t('Speak with feeling'),
  synthesizer_provider_id: t('Who makes the voice'),
  transcriber_provider_id: t('Who listens'),
  allow_interruptions: t('Stops when it is interrupted'),
  fillers: t('Says short words while it thinks'),
  filler_config: t('The short words'),
  record: t('Record calls'),
  enable_noise_cancellation: t('Filter out noise'),
  wait_for_customer: t('Waits until the person has spoken'),
  max_duration: t('Longest call'),
  max_silence_duration: t('Hang up after silence'),
  max_initial_silence_duration: t('At the beginning after'),
  ringing_time: t('Lets it ring'),
  reengagement_interval: t('Asks whether somebody is there after'),
  reengagement_prompt: t('What it then says'),
  end_call_on_voicemail: t('Hangs up when a voicemail answers'),
  voice_mail_message: t('What it says to a voicemail first'),
  endpoint_type: t('Knows the end of a sentence by'),
  endpoint_sensitivity: t('How soon it answers'),
  interrupt_sensitivity: t('How easily it is interrupted'),
  min_interrupt_words: t('Words that interrupt it'),
  ambient_sound: t('Sound in the background'),
  ambient_sound_volume: t('How loud'),
  is_webhook_active: t('Send a webhook after each call'),
  webhook_url: t('To this address'),
  send_webhook_only_on_completed: t('Only for calls that were answered and ran to an end'),
  include_recording_in_webhook: t('With a link to the recording'),
  post_call_evaluation: t('Evaluate calls'),
  post_call_schema: t('What is evaluated besides'),
  variables: t('Variables'),
  conversation_inactivity_timeout: t('A chat ends after'),
  conversation_ended_retrigger: t('Send it again when the chat goes on and ends once more'),
  conversation_ended_webhook_url: t('Webhook when a chat has ended'),
  inbound_webhook_url: t('Asked for variables before it answers'),
}

export const modeWords: Record<Mode, string> = {
  pipeline: t('Pipeline'),
  multimodal: t('Multimodal'),
  dualplex: t('Dualplex'),
}
export const typeWords = { outbound: t('Outbound'), inbound: t('Inbound') }

export type TabName = 'identity' | 'mind' | 'speech' | 'call' | 'after' | 'chat'
export const tabs: { name: TabName; word: string; fields: AssistantFieldName[] }[] = [
  {
    name: 'identity',
    word: t('Identity'),
    fields: ['name', 'type', 'phone_number_id', 'language_id', 'secondary_language_ids', 'timezone', 'voice_id'],
  },
  {
    name: 'mind',
    word: t('Mind'),
    fields: [
      'mode',
      'llm_model_id',
      'multimodal_model_id',
      'chat_llm_fallback_id',
      'llm_temperature',
      'initial_message',
      'system_prompt',
      'variables',
      'knowledgebase_id',
      'knowledgebase_mode',
      'tool_ids',
    ],
  },
  {
    name: 'speech',
    word: t('Speech'),
    fields: [
      'speech_speed',
      'voice_stability',
      'voice_similarity',
      'tts_emotion_enabled',
      'synthesizer_provider_id',
      'transcriber_provider_id',
      'enable_noise_cancellation',
      'endpoint_type',
      'endpoint_sensitivity',
      'turn_detection_threshold',
      'allow_interruptions',
      'interrupt_sensitivity',
      'min_interrupt_words',
      'fillers',
      'filler_config',
      'ambient_sound',
      'ambient_sound_volume',
    ],
  },
  {
    name: 'call',
    word: t('Call'),
    fields: [
      'wait_for_customer',
      'inbound_webhook_url',
      'ringing_time',
      'max_duration',
      'max_silence_duration',
      'max_initial_silence_duration',
      'reengagement_interval',
      'reengagement_prompt',
      'end_call_on_voicemail',
      'voice_mail_message',
      'record',
      'tools',
    ],
  },
  {
    name: 'after',
    word: t('After the call'),
    fields: [
      'post_call_evaluation',
      'post_call_schema',
      'is_webhook_active',
      'webhook_url',
      'send_webhook_only_on_completed',
      'include_recording_in_webhook',
    ],
  },
  {
    name: 'chat',
    word: t('Chat'),
    fields: ['conversation_inactivity_timeout', 'conversation_ended_webhook_url', 'conversation_ended_retrigger'],
  },
]
export const fieldsInOrder = tabs.flatMap(tab => tab.fields)
export const tabOf = (field: string): TabName =>
  tabs.find(tab => tab.fields.some(name => field === name || field.startsWith(`${name}.`)))?.name ?? 'mind'

export const valuesOf = (assistant: Assistant): Values =>
  Object.fromEntries(assistantFieldNames.map(name => [name, assistant[name]])) as unknown as Values

/** Every field with its default. */
export const emptyValues = (): Values => ({
  ...(Object.fromEntries(
    assistantFieldNames.map(name => [name, (assistantFields[name] as Field).default ?? null]),
  ) as unknown as Values),
  name: '',
  type: 'outbound',
  mode: 'pipeline',
  initial_message: '',
  system_prompt: '',
  tools: [{ type: 'end_call', data: {} }],
})

/** What is sent: what is not chosen yet is left out, so that the error says that it is required. */
export const toSend = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== null || !('required' in fieldOf(name))),
  ) as unknown as Values
const fieldOf = (name: string) => assistantFields[name as AssistantFieldName]

/**
 * The fields that an update sends. A new mode resets what belongs to it, so then all of that is sent, also what is as it was
 * before.
 */
export const updateOf = (values: Values, changes: Partial<Values>): Partial<Values> =>
  changes.mode === undefined
    ? changes
    : {
        ...changes,
        ...Object.fromEntries(
          Object.keys(resetByMode(values.mode))
            .filter(name => isOfMode(name as AssistantFieldName, values.mode))
            .map(name => [name, values[name as AssistantFieldName]]),
        ),
      }

/** The first model that answers itself, else the first one: until its provider has a key, the script answers for it. */
export const firstOf = (models: readonly { id: number; scripted_because: string | null }[]) =>
  (models.find(model => model.scripted_because === null) ?? models[0])?.id ?? null

/** What changes with the mode. Back in the saved mode, it is as it was saved. */
export function changesByMode(
  mode: Mode,
  saved: Values | null,
  { model, voice }: { model: number | null; voice: number | null },
): Partial<Values> {
  const names = Object.keys(resetByMode(mode)) as AssistantFieldName[]
  if (saved && mode === saved.mode)
    return Object.fromEntries(['mode', 'voice_id', ...names].map(name => [name, saved[name as AssistantFieldName]]))
  return { ...resetByMode(mode), mode, [modelFieldOf(mode)]: model, voice_id: voice }
}

/** What each built-in tool is called, and what it does. */
export const toolWords: Record<BuiltInToolType, { word: string; does: string }> = {
  end_call: { word: t('Hang up'), does: t('Ends the call once everything is said.') },
  call_transfer: { word: t('Put through'), does: t('Connects the person with another number.') },
  warm_call_transfer: {
    word: t('Put through with a briefing'),
    does: t('Tells a colleague first what it is about, and then connects both.'),
  },
  assistant_transfer: { word: t('Hand over to an assistant'), does: t('Another assistant goes on with the call.') },
  dtmf_input: { word: t('Press keys'), does: t('Presses keys, to get through a menu.') },
  collect_keypad: { word: t('Take keys'), does: t('Takes a number that the person types on the phone.') },
  calendar_integration: { word: t('Book in a calendar'), does: t('Finds and books times at Cal.com.') },
}
