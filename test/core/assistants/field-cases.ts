import {
  DUALPLEX_MODEL,
  ITALIAN,
  inMode,
  LLM,
  MULTIMODAL_MODEL,
  SYNTHESIZER,
  TRANSCRIBER,
  UNKNOWN,
} from '../../support/api'
import { anAssistant } from '../../support/world'

/** One field of the interface with good and bad values. */
export interface FieldCase {
  field: string
  good: unknown[]
  bad: unknown[]
  /** Other fields that the body needs, so that the field is allowed. */
  base?: object
}

const chars = (n: number) => 'x'.repeat(n)
const notText = [null, 5, true, [], {}]
const notNumber = [null, '', ' 1', '1e1', 'one', true, [], {}]

const text = (field: string, max: number): FieldCase => ({
  field,
  good: ['x', chars(max)],
  bad: [chars(max + 1), '', ...notText],
})
const optionalText = (field: string, max: number): FieldCase => ({
  field,
  good: ['x', chars(max)],
  bad: [chars(max + 1), ...notText.filter(value => value !== null)],
})
const decimal = (field: string, min: number, max: number): FieldCase => ({
  field,
  good: [min, max, (min + max) / 2],
  bad: [min - 0.01, max + 0.01, -1e9, 1e9, ...notNumber],
})
const whole = (field: string, min: number, max: number): FieldCase => ({
  field,
  good: [min, max, min + 1],
  bad: [min - 1, max + 1, min + 0.5, 1e18, ...notNumber],
})
const flag = (field: string): FieldCase => ({ field, good: [true, false], bad: [null, 2, -1, 'true', '', []] })
const choice = (field: string, ...values: string[]): FieldCase => ({
  field,
  good: values,
  bad: [null, '', 'other', values[0]!.toUpperCase(), 1, [values[0]]],
})
const id = (field: string, known: number, other: number): FieldCase => ({
  field,
  good: [known, other],
  bad: [UNKNOWN, 0, -1, 1.5, 'one', '', ' 1', '1.0', true, [1], {}],
})
const nullable = ({ bad, ...row }: FieldCase): FieldCase => ({ ...row, bad: bad.filter(value => value !== null) })
const speech = (row: FieldCase): FieldCase => ({ ...row, base: inMode.multimodal })
const webhook = (field: string): FieldCase => ({
  field,
  good: [
    'http://127.0.0.1:9/hook',
    'https://example.com/a/b?c=d',
    'http://192.168.1.20/hook',
    `https://example.com/${chars(2048 - 'https://example.com/'.length)}`,
  ],
  bad: [
    'example.com/hook',
    '/hook',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://',
    '',
    `https://example.com/${chars(2049 - 'https://example.com/'.length)}`,
    5,
    true,
    ['http://127.0.0.1:9/hook'],
  ],
})

export const fieldCases: FieldCase[] = [
  text('name', 255),
  text('initial_message', 200),
  { field: 'system_prompt', good: ['x', chars(5000)], bad: ['', ...notText] },
  { ...id('voice_id', 2, 3), bad: [null, ...id('voice_id', 1, 2).bad] },
  { ...id('language_id', 1, ITALIAN), bad: [null, ...id('language_id', 1, 2).bad] },
  { field: 'type', good: ['inbound', 'outbound'], bad: [null, '', 'both', 'Inbound', 1] },
  { field: 'mode', good: ['pipeline'], bad: [null, '', 'chat', 'Pipeline', 1] },
  {
    field: 'timezone',
    good: ['UTC', 'Europe/Rome', 'America/New_York'],
    bad: [null, '', 'EST', '+02:00', 'Mars/Olympus', 'Europe/', 'Europe', 5],
  },
  { ...id('llm_model_id', LLM, 2), bad: [null, ...id('llm_model_id', 1, 2).bad, MULTIMODAL_MODEL] },
  speech({
    ...id('multimodal_model_id', MULTIMODAL_MODEL, 22),
    bad: [null, ...id('multimodal_model_id', 1, 2).bad, LLM, DUALPLEX_MODEL],
  }),
  speech(id('chat_llm_fallback_id', LLM, 2)),
  speech(nullable(decimal('turn_detection_threshold', 0, 1))),
  {
    field: 'secondary_language_ids',
    good: [[], [ITALIAN], [ITALIAN, 2]],
    bad: [null, ITALIAN, 'it', [UNKNOWN], ['it'], [null], [1.5], [1], {}],
  },
  { field: 'knowledgebase_mode', good: ['function_call', 'prompt'], bad: [null, '', 'both', 1] },
  { field: 'tool_ids', good: [[]], bad: [null, 1, [UNKNOWN], ['weather'], [null], {}] },
  { field: 'tools', good: [[]], bad: [null, 'end_call', {}, ['end_call'], [null], [{}], [{ type: 5 }]] },
  decimal('voice_stability', 0, 1),
  decimal('voice_similarity', 0, 1),
  decimal('speech_speed', 0.7, 1.2),
  decimal('llm_temperature', 0, 1),
  flag('tts_emotion_enabled'),
  id('synthesizer_provider_id', SYNTHESIZER, 2),
  id('transcriber_provider_id', TRANSCRIBER, 22),
  flag('allow_interruptions'),
  flag('fillers'),
  {
    field: 'filler_config',
    good: [
      {},
      { positive: ['Sure'], negative: ['Hm'], question: ['Well'], neutral: ['So'] },
      { neutral: Array(20).fill(chars(100)) },
    ],
    bad: [
      null,
      'So',
      ['So'],
      { happy: ['Yay'] },
      { neutral: 'So' },
      { neutral: [5] },
      { neutral: [chars(101)] },
      { neutral: Array(21).fill('So') },
    ],
  },
  flag('record'),
  flag('enable_noise_cancellation'),
  flag('wait_for_customer'),
  whole('max_duration', 20, 1200),
  whole('max_silence_duration', 1, 360),
  nullable(whole('max_initial_silence_duration', 1, 120)),
  whole('ringing_time', 1, 60),
  whole('reengagement_interval', 7, 600),
  optionalText('reengagement_prompt', 1000),
  flag('end_call_on_voicemail'),
  optionalText('voice_mail_message', 1000),
  choice('endpoint_type', 'vad', 'ai'),
  decimal('endpoint_sensitivity', 0, 5),
  decimal('interrupt_sensitivity', 0, 5),
  nullable(whole('min_interrupt_words', 0, 10)),
  choice('ambient_sound', 'off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'),
  decimal('ambient_sound_volume', 0, 1),
  { ...flag('is_webhook_active'), base: { webhook_url: 'http://127.0.0.1:9/hook' } },
  webhook('webhook_url'),
  flag('send_webhook_only_on_completed'),
  flag('include_recording_in_webhook'),
  flag('post_call_evaluation'),
  {
    field: 'post_call_schema',
    good: [[], ['bool', 'string', 'number', 'integer'].map(type => ({ name: `a_${type}1`, type, description: 'Why' }))],
    bad: [null, {}, 'x', [null], ['name'], [{ type: 'bool', description: 'Why' }]],
  },
  {
    field: 'variables',
    good: [{}, { name: 'Bob', _n: 1.5, Yes1: true, none: null }],
    bad: [null, 'x', ['name'], { '1st': 'x' }, { 'a b': 'x' }, { 'a-b': 'x' }, { a: {} }, { a: [] }, [{ a: {} }], [[]]],
  },
  nullable(whole('conversation_inactivity_timeout', 1, 1440)),
  flag('conversation_ended_retrigger'),
  webhook('conversation_ended_webhook_url'),
]

/** The documented default of each field. */
export const defaults = {
  multimodal_model_id: null,
  chat_llm_fallback_id: null,
  turn_detection_threshold: null,
  secondary_language_ids: [],
  knowledgebase_id: null,
  knowledgebase_mode: 'function_call',
  phone_number_id: null,
  tool_ids: [],
  tools: [],
  voice_stability: 0.7,
  voice_similarity: 0.5,
  speech_speed: 1,
  llm_temperature: 0.1,
  tts_emotion_enabled: true,
  allow_interruptions: true,
  fillers: false,
  record: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  max_initial_silence_duration: null,
  ringing_time: 30,
  reengagement_interval: 30,
  end_call_on_voicemail: true,
  voice_mail_message: null,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  min_interrupt_words: null,
  ambient_sound_volume: 0.5,
  is_webhook_active: false,
  webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  post_call_schema: [],
  variables: {},
  conversation_inactivity_timeout: 30,
  conversation_ended_retrigger: false,
  conversation_ended_webhook_url: null,
}

export const required = [
  'name',
  'voice_id',
  'language_id',
  'type',
  'mode',
  'timezone',
  'initial_message',
  'system_prompt',
]

/** The fields that null resets, their value after that, and a value before it. */
export const nullables: { field: string; value: unknown; after: unknown; base?: object }[] = [
  { field: 'chat_llm_fallback_id', value: LLM, after: null, base: inMode.multimodal },
  { field: 'turn_detection_threshold', value: 0.5, after: null, base: inMode.multimodal },
  { field: 'knowledgebase_id', value: 1, after: null },
  { field: 'phone_number_id', value: 1, after: null },
  { field: 'synthesizer_provider_id', value: SYNTHESIZER, after: null },
  { field: 'transcriber_provider_id', value: TRANSCRIBER, after: null },
  { field: 'max_initial_silence_duration', value: 10, after: null },
  { field: 'reengagement_prompt', value: 'Are you there?', after: null },
  { field: 'voice_mail_message', value: 'Call us back.', after: null },
  { field: 'min_interrupt_words', value: 3, after: null },
  { field: 'webhook_url', value: 'http://127.0.0.1:9/hook', after: null },
  { field: 'conversation_inactivity_timeout', value: 60, after: 30 },
  { field: 'conversation_ended_webhook_url', value: 'http://127.0.0.1:9/hook', after: null },
]

/** A valid body with the required fields only. */
export const least = () => {
  const { tools: _, ...body } = anAssistant()
  return body
}
