import { type AssistantFieldName, assistantFieldNames, assistantFields, type Field } from '../assistant-fields'
import { campaignStatus } from './campaigns'
import type { Fields, Meaning, Reference } from './meaning'

/** A simulated line carries text, and its recordings have voices of their own. The scripted model has no temperature. */
const limits = {
  sound: 'It has no effect on a simulated line.',
  model: 'It has no effect on the scripted model.',
} as const

const assistantType: Meaning = [
  'Who calls.',
  'outbound',
  { inbound: 'it answers calls to its number.', outbound: 'it makes calls.' },
]
const mode: Meaning = [
  'How it listens and speaks.',
  'pipeline',
  {
    pipeline: 'speech to text, then a language model, then text to speech.',
    multimodal: 'a model that hears and speaks by itself.',
    dualplex: 'a model that hears by itself, with a voice of your choice.',
  },
]
const status: Meaning = [
  'Whether it is ready.',
  'active',
  { inactive: 'it answers no calls and SMS.', active: 'it answers calls to its number.' },
]

const meanings: Record<AssistantFieldName, Meaning> = {
  name: ['The name of the assistant, up to 255 characters.', 'Anna'],
  voice_id: ['The id of the voice, from `GET /user/assistants/voices`. It must serve the mode.', 1],
  language_id: ['The id of the language that it speaks first, from `GET /user/assistants/languages`.', 1],
  type: assistantType,
  mode,
  timezone: ['The time zone in which it tells and understands times: `UTC` or a Region/City name.', 'Europe/Rome'],
  initial_message: [
    'What it says first, up to 200 characters. `{{name}}` and `{name}` are replaced by a variable.',
    'Hello {{name}}, this is Anna.',
  ],
  system_prompt: [
    'How it behaves and what it is to do, up to 100,000 characters. `{{name}}` and `{name}` are replaced by a variable.',
    'You are Anna and ask {{name}} about the offer.',
  ],
  llm_model_id: [
    'The id of the language model, from `GET /user/assistants/models`. It is required in pipeline mode, and only for it.',
    2,
  ],
  multimodal_model_id: [
    'The id of the model that hears, from `GET /user/assistants/models?type=multimodal` or `dualplex`. It is required in these modes, and only for them.',
    null,
  ],
  chat_llm_fallback_id: [
    'The id of the language model for text in multimodal and dualplex mode: chats, tools and simulated calls. Null: none.',
    null,
  ],
  turn_detection_threshold: [
    'From 0 to 1: how sure it must be that somebody speaks, in multimodal and dualplex mode. Null: automatic.',
    null,
  ],
  secondary_language_ids: ['The ids of further languages. It changes to the one in which it is spoken to.', [3]],
  knowledgebase_id: ['The id of the knowledge base that it uses; null for none.', 1],
  knowledgebase_mode: [
    'How it uses the knowledge base. Only pipeline mode has `prompt`.',
    'function_call',
    {
      function_call: 'it searches when it needs to know something.',
      prompt: 'its documents go with the instructions.',
    },
  ],
  phone_number_id: [
    'The id of a number of the account. An inbound assistant answers on it, and shares it with no other one; an outbound one shows it. Null for none.',
    3,
  ],
  tool_ids: ['The ids of the custom tools that it may call.', [2]],
  tools: 'The built-in tools that it may use.',
  voice_stability: ['From 0 to 1: how even the voice is.', 0.7],
  voice_similarity: ['From 0 to 1: how close the voice stays to its original.', 0.5],
  speech_speed: ['From 0.7 to 1.2: how fast it speaks; 1 is the speed of the voice.', 1],
  llm_temperature: ['From 0 to 1: how much the answers of the model vary.', 0.1],
  tts_emotion_enabled: 'Whether the voice shows feelings.',
  synthesizer_provider_id: [
    'The id of the provider of text to speech, from `GET /user/assistants/synthesizer-providers`. Null: the one of the language.',
    null,
  ],
  transcriber_provider_id: [
    'The id of the provider of speech to text, from `GET /user/assistants/transcriber-providers`. Only in pipeline mode. Null: the one of the language.',
    null,
  ],
  allow_interruptions: ['Whether it stops speaking when the person does. It can be false only in pipeline mode.', true],
  fillers: ['Whether it says short words while it thinks. Only in pipeline mode.', false],
  filler_config: [
    'The words for `fillers` by kind of answer: up to 20 texts of up to 100 characters each.',
    { positive: ['Great.'], neutral: ['One moment.'] },
  ],
  record: 'Whether its calls are recorded.',
  enable_noise_cancellation: 'Whether noise behind the person is filtered out.',
  wait_for_customer: 'Whether it waits until the person has spoken before it says `initial_message`.',
  max_duration: ['The longest duration of a call, in seconds. Then it ends the call.', 600],
  max_silence_duration: ['After so many seconds in which nobody speaks it ends the call.', 40],
  max_initial_silence_duration: [
    'After so many seconds in which nobody speaks at the beginning it ends the call. Null: `max_silence_duration` holds.',
    15,
  ],
  ringing_time: ['How many seconds it lets the phone ring.', 30],
  reengagement_interval: ['After so many seconds of silence it asks whether the person is still there.', 30],
  reengagement_prompt: [
    'What it then says, up to 1,000 characters. Null: it asks in its own words whether the person is still there.',
    'Can you still hear me?',
  ],
  end_call_on_voicemail: 'Whether it hangs up when a voicemail answers, after `voice_mail_message`.',
  voice_mail_message: [
    'What it says to a voicemail, up to 1,000 characters. `{{name}}` and `{name}` are replaced by a variable. Null: nothing.',
    'Hello {{name}}, I will call again.',
  ],
  endpoint_type: [
    'How it finds out that the person has finished.',
    'vad',
    { vad: 'by a pause.', ai: 'by what was said.' },
  ],
  endpoint_sensitivity: ['From 0 to 5: how soon it takes the person to have finished.', 0.5],
  interrupt_sensitivity: ['From 0 to 5: how easily the person interrupts it.', 0.5],
  min_interrupt_words: ['How many words interrupt it, from 0 to 10. Null: any sound.', 2],
  ambient_sound: ['The sound behind its voice.', 'off'],
  ambient_sound_volume: ['From 0 to 1: how loud that sound is.', 0.5],
  is_webhook_active: 'Whether a webhook is sent after each call. It needs `webhook_url`.',
  webhook_url: ['Where the webhook after a call is sent, http or https. Null for none.', 'http://127.0.0.1:4700/calls'],
  send_webhook_only_on_completed:
    'Whether that webhook is sent only for calls that were answered and ran to an end. Otherwise also for busy, unanswered and failed ones.',
  include_recording_in_webhook: 'Whether that webhook has a link to the recording.',
  post_call_evaluation: 'Whether a conversation is evaluated when it has ended.',
  post_call_schema: 'What is evaluated besides `status` (whether the goal was reached) and `summary`.',
  variables: [
    'The variables of its texts by name, with the values that hold when a call gives none.',
    { offer: 'the spring offer' },
  ],
  conversation_inactivity_timeout: ['After so many minutes without a message a chat ends. Null: 30.', 30],
  conversation_ended_retrigger: 'Whether the webhook of a chat is sent again when the chat goes on and ends once more.',
  conversation_ended_webhook_url: [
    'Where a webhook is sent when a chat ends by inactivity, http or https. Null: none is sent.',
    'http://127.0.0.1:4700/chats',
  ],
  inbound_webhook_url: [
    'Where variables are asked for before an inbound call is answered, http or https. Null: nobody is asked.',
    'http://127.0.0.1:4700/incoming',
  ],
}

/** The meanings, with what the settings need in order to have an effect. */
export const settings = Object.fromEntries(
  assistantFieldNames.map((name): [AssistantFieldName, Meaning] => {
    const { needs }: Field = assistantFields[name]
    const [text, ...more] = typeof meanings[name] === 'string' ? [meanings[name]] : meanings[name]
    const whole = needs ? `${text} ${limits[needs]}` : text
    return [name, more.length > 0 ? [whole, ...more] : whole]
  }),
) as Record<AssistantFieldName, Meaning>

export const fillers: Fields = {
  'filler_config.positive': ['What it says before a good answer.', ['Great.']],
  'filler_config.negative': ['What it says before a bad answer.', ['I see.']],
  'filler_config.question': ['What it says before a question.', ['Let me ask you.']],
  'filler_config.neutral': ['What it says before any other answer.', ['One moment.']],
}

export const evaluated: Fields = {
  'post_call_schema.name': [
    'The name of the field: letters, digits and underscores. `status` and `summary` replace what is asked by itself.',
    'wants_offer',
  ],
  'post_call_schema.type': ['The type of the value.', 'bool'],
  'post_call_schema.description': [
    'What is asked, for the model that evaluates.',
    'Whether the person wants the offer',
  ],
}

const assistant: Fields = {
  id: ['The id of the assistant.', 1],
  uuid: ['The uuid of the assistant, by which chats name it.', '0b8c9f0e-2a7d-4f4e-8a57-6f0d3c1b2a99'],
  status,
  ...settings,
  ...evaluated,
  'tools.type': ['The type of the tool.', 'end_call'],
  'tools.data': ['The settings of the tool.', { description: 'When all is said' }],
}

export const ofAssistants: Reference = {
  schemas: {
    Assistant: assistant,
    AssistantOverview: {
      id: assistant.id!,
      name: settings.name,
      type: assistantType,
      mode,
      status,
      language: ['The name of the language that it speaks first.', 'English'],
      language_iso_2: ['That language, ISO 639-1.', 'en'],
      voice: ['The name of its voice; null when it is no longer known.', 'Rachel'],
      model: ['The name of the model that holds its calls; null when it is no longer known.', 'GPT-4.1 mini'],
      phone_number: ['Its number in E.164; null when it has none.', '+12125550190'],
      campaigns: 'The campaigns that call with it.',
      'campaigns.id': ['The id of the campaign.', 1],
      'campaigns.name': ['The name of the campaign.', 'Spring offer'],
      'campaigns.status': campaignStatus,
      transferred_from: ['The names of the assistants that may transfer a call to it.', ['Bruno']],
      last_call: 'Its latest call; null when it had none.',
      'last_call.id': ['The id of the call.', 34],
      'last_call.created_at': ['When the call was made.', '2026-02-23T10:00:00.000000Z'],
    },
    AssistantSummary: { id: assistant.id!, name: settings.name, status, type: assistantType, mode },
    BuiltInTool: {
      type: 'What the tool does.',
      description: ['When to use the tool, for the model, up to 1,000 characters.', 'When all is said'],
      phone_number: [
        'Where to put the person through: a number in international form with a leading +; with `custom` also a `sip:` or `tel:` address, `user@host` or an extension.',
        '+12125550199',
      ],
      custom:
        'Whether the target may be something else than a phone number. Without `phone_number` the model then says where.',
      timezone: ['The time zone of the colleague: `UTC` or a Region/City name.', 'Europe/Rome'],
      warm_transfer: 'Whether the colleague is told first what it is about.',
      warm_transfer_message: [
        'What the colleague is told, up to 1,000 characters.',
        'A customer asks about the offer.',
      ],
      supervisor_phone: [
        'The number of the colleague, in international form with a leading +; with `custom_sip` also a `sip:` or `tel:` address, `user@host` or an extension.',
        '+12125550199',
      ],
      outbound_phone_id: ['The id of the number of the account from which the colleague is called.', 3],
      custom_sip: 'Whether `supervisor_phone` may be something else than a phone number.',
      caller_id_mode: [
        'Which number the colleague sees.',
        'outbound_number',
        {
          outbound_number: 'the one of the account.',
          customer_number: 'the one of the person.',
          custom: 'the one in `custom_caller_id`.',
        },
      ],
      custom_caller_id: ['The number that the colleague sees with `custom`.', '+12125550190'],
      hold_music: ['What the person hears while waiting.', 'hold_music', { hold_music: 'music.', none: 'nothing.' }],
      hold_music_volume: ['How loud the music is, in percent.', 50],
      hold_message: [
        'What the person is told before waiting, up to 1,000 characters.',
        'One moment, I am putting you through.',
      ],
      summary_instructions: [
        'How the call is summed up for the colleague, up to 1,000 characters.',
        'Say the name and the wish.',
      ],
      briefing_initial_message: [
        'What the colleague hears first, up to 1,000 characters.',
        'Hello, I have a customer on the line.',
      ],
      connected_message: ['What both hear when they are connected, up to 1,000 characters.', 'You are connected.'],
      timeout: ['After so many seconds without a key the input ends.', 5],
      stop_key: ['The key that ends the input.', '#'],
      calcom_api_key: ['The key for Cal.com.', 'cal_live_example'],
      calcom_event_slug: ['The event type at Cal.com that is booked.', 'first-talk'],
      calcom_team_slug: ['The team at Cal.com that the event type belongs to.', 'sales'],
      calcom_endpoint: [
        'Where Cal.com is.',
        'us',
        { us: 'in the USA.', eu: 'in Europe.', custom: 'at `calcom_custom_endpoint`.' },
      ],
      calcom_custom_endpoint: ['The URL of a Cal.com of your own.', 'https://cal.example.com'],
      calcom_booking_fields: ['Further fields of the booking, as Cal.com takes them.', []],
      assistant_id: ['The id of the assistant that goes on with the call.', 2],
      message_before_transfer: ['What is said before, up to 1,000 characters.', 'I will put you through to Bruno.'],
      speak_transfer_greeting: 'Whether the other assistant greets the person.',
    },
  },
  requests: {
    assistants: {
      ...settings,
      ...fillers,
      ...evaluated,
      id: ['The id of the assistant.', 1],
      status,
      assistant_id: ['The id of the assistant.', 1],
      assistant: ['The id or the uuid of the assistant.', '1'],
      folder_id: ['Accepted and dropped: there are no folders.', null],
      label_ids: ['Accepted and dropped: there are no labels.', null],
      webhook_url: ['Where it is sent, http or https.', 'http://127.0.0.1:4700/calls'],
    },
    'assistants.create': { webhook_url: settings.webhook_url },
    'assistants.update': { webhook_url: settings.webhook_url },
  },
  answers: {
    'assistants.earlierPrompts': {
      id: ['The id of it.', 4],
      prompt: ['The text.', 'You are Anna and ask {{name}} about {{offer}}.'],
      replaced_at: ['Until when the assistant had it.', '2026-02-23T10:00:00.000000Z'],
    },
    ...Object.fromEntries(
      [
        'enableWebhook',
        'disableWebhook',
        'enableInboundWebhook',
        'disableInboundWebhook',
        'enableConversationEndedWebhook',
        'disableConversationEndedWebhook',
        'setWebhook',
        'setConversationEndedWebhook',
      ].map(name => [`assistants.${name}`, { data: 'Empty.' }]),
    ),
  },
  bodies: {
    'assistants.create': {
      name: 'Anna',
      type: 'outbound',
      mode: 'pipeline',
      voice_id: 1,
      language_id: 1,
      llm_model_id: 2,
      timezone: 'Europe/Rome',
      initial_message: 'Hello {{name}}, this is Anna.',
      system_prompt: 'You are Anna and ask {{name}} about {{offer}}.',
      variables: { name: '', offer: 'the spring offer' },
      tools: [{ type: 'end_call', description: 'When all is said' }],
      max_duration: 600,
      record: true,
      post_call_schema: [{ name: 'wants_offer', type: 'bool', description: 'Whether the person wants the offer' }],
      is_webhook_active: true,
      webhook_url: 'http://127.0.0.1:4700/calls',
    },
    'assistants.update': { status: 'active', initial_message: 'Good day {{name}}, this is Anna.', max_duration: 300 },
  },
}
