import * as z from 'zod'
import { modes } from './assistant-fields'
import { nothing, operation } from './operation'
import { scriptedReasons } from './statuses'
import { queryInt } from './wire'

const Voice = z
  .object({
    id: z.int(),
    name: z.string(),
    language_id: z.int(),
    gender: z.string(),
    preview_url: z.string().nullable(),
    accent: z.string().nullable(),
    age: z.string().nullable(),
    synthesizer_provider_id: z.int(),
    modes: z.array(z.enum(modes)),
  })
  .meta({ id: 'Voice' })
export type Voice = z.output<typeof Voice>

export const modelTypes = ['llm', 'multimodal', 'dualplex'] as const
const Provider = z.object({ id: z.int(), name: z.string(), code: z.string() }).meta({ id: 'Provider' })
const tag = 'Catalogues'

export const catalogues = {
  voices: operation({
    method: 'GET',
    path: '/user/assistants/voices',
    tag,
    summary: 'Voices, by mode and language',
    input: z.object({ mode: z.enum(modes).optional(), language_id: queryInt(1).optional() }),
    output: z.array(Voice),
  }),
  languages: operation({
    method: 'GET',
    path: '/user/assistants/languages',
    tag,
    summary: 'Languages',
    input: nothing,
    output: z.array(z.object({ id: z.int(), name: z.string(), iso_2: z.string() })),
  }),
  models: operation({
    method: 'GET',
    path: '/user/assistants/models',
    tag,
    summary: 'Models: llm for pipeline mode, multimodal and dualplex for those modes',
    input: z.object({ type: z.enum(modelTypes).default('llm') }),
    output: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        code: z.string().optional(),
        scripted_because: z.enum(scriptedReasons).nullable(),
      }),
    ),
  }),
  synthesizerProviders: operation({
    method: 'GET',
    path: '/user/assistants/synthesizer-providers',
    tag,
    summary: 'Text-to-speech providers, by language',
    input: z.object({ language_id: queryInt(1).optional() }),
    output: z.array(Provider),
  }),
  transcriberProviders: operation({
    method: 'GET',
    path: '/user/assistants/transcriber-providers',
    tag,
    summary: 'Speech-to-text providers, by language',
    input: z.object({ language_id: queryInt(1).optional() }),
    output: z.array(Provider),
  }),
  phoneNumbers: operation({
    method: 'GET',
    path: '/user/assistants/phone-numbers',
    tag,
    summary: 'Own numbers that an assistant can use; for inbound, only those that are free to answer on',
    input: z.object({ type: z.enum(['inbound', 'outbound']).default('outbound') }),
    output: z.array(
      z.object({
        id: z.int(),
        phone_number: z.string(),
        country_code: z.string(),
        type_label: z.string(),
        is_available: z.boolean(),
      }),
    ),
  }),
}
