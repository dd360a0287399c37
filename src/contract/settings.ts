import * as z from 'zod'
import { changed, type InputOf, nothing, operation } from './operation'
import { between, filled, IsoTime, id, pathId, text, timeZone, url, wholeBetween } from './wire'

const rates = z.object({
  call_minute: between(0, 100).optional().meta({ description: 'USD for a minute of talking, charged by the second' }),
  widget_message: between(0, 100).optional().meta({ description: 'USD for a message of a widget chat' }),
  sms: z
    .record(z.string().regex(/^([A-Z]{2}|other)$/, 'must be a country like US, or other.'), between(0, 100))
    .optional()
    .meta({
      description: 'USD for an SMS segment, by destination country; other for all other countries',
      json: { type: 'object', additionalProperties: { type: 'number', minimum: 0, maximum: 100 } },
    }),
})

const rateLimit = z.object({
  per_second: wholeBetween(1, 10_000).optional(),
  burst: wholeBetween(1, 100_000).optional(),
})

const providerChange = z.object({
  id: id.meta({ description: 'The id of any catalogue entry of the provider' }),
  api_key: text(1000)
    .refine(key => /^[\x21-\x7e]+$/.test(key), 'must be a key without spaces.')
    .nullable()
    .optional()
    .meta({ description: 'Stored encrypted and never returned; null deletes it' }),
  base_url: url.nullable().optional().meta({ description: 'Null for the provider’s own address' }),
})

/** The settings of the workspace that can be changed. */
const changes = {
  name: filled(255).optional(),
  timezone: timeZone.optional(),
  carrier: z.enum(['simulated']).optional(),
  max_calls_in_parallel: wholeBetween(1, 1000).optional(),
  calls_per_second: wholeBetween(1, 100).optional(),
  low_balance: between(0, 1_000_000).optional().meta({ description: 'USD: below this balance the operator is warned' }),
  rates: rates.optional(),
  rate_limit: rateLimit.optional().meta({ description: 'The number of requests that each API key may make' }),
  retention_days: wholeBetween(1, 3650)
    .nullable()
    .optional()
    .meta({ description: 'How long recordings and transcripts are kept; null: for ever' }),
  evaluation_model_id: id.nullable().optional().meta({ description: 'Evaluates calls; null: the built-in rules' }),
  public_base_url: url
    .refine(value => !/[?#]/.test(value), 'must be an address without a query.')
    .transform(value => value.replace(/\/+$/, ''))
    .nullable()
    .optional()
    .meta({
      json: {
        type: ['string', 'null'],
        format: 'uri',
        description:
          'The address that ends in /api under which this service is reached from elsewhere, such as through a tunnel. Links to recordings in webhooks begin with it; null: they are local',
        example: 'https://desk.example.com/api',
      },
    }),
  providers: z.array(providerChange).max(50).optional(),
}

const Provider = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    kinds: z.array(z.enum(['synthesizer', 'transcriber', 'model'])),
    has_key: z.boolean(),
    base_url: z.string().nullable(),
  })
  .meta({ id: 'SettingsProvider' })
export type Provider = z.output<typeof Provider>

const Settings = z
  .object({
    name: z.string(),
    timezone: z.string(),
    carrier: z.string().meta({ description: 'The carrier of all calls; simulated calls nobody' }),
    simulated: z
      .boolean()
      .meta({ description: 'Time was simulated in this data folder, so a real carrier must not dial from it' }),
    max_calls_in_parallel: z.int(),
    calls_per_second: z.int(),
    low_balance: z.number(),
    rates: z.object({
      call_minute: z.number(),
      widget_message: z.number(),
      sms: z.record(z.string(), z.number()),
    }),
    rate_limit: z.object({ per_second: z.int(), burst: z.int() }),
    retention_days: z.int().nullable(),
    evaluation_model_id: z.int().nullable(),
    public_base_url: z.string().nullable(),
    providers: z.array(Provider),
    now: IsoTime.meta({ description: 'Desk time, by which all due times and calling windows are decided' }),
    speed: z.number().meta({ description: 'The speed of desk time; 1 unless the simulator runs fast' }),
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof Settings>

const Model = z
  .object({ id: z.int(), name: z.string(), code: z.string(), type: z.enum(['llm', 'multimodal', 'dualplex']) })
  .extend({ provider_id: z.int() })
  .meta({ id: 'Model' })

const tag = 'Settings'

export const settings = {
  get: operation({
    method: 'GET',
    path: '/user/settings',
    tag,
    summary: 'The workspace: its name, time zone, carrier, caps, rates, limits and providers',
    input: nothing,
    output: Settings,
  }),
  update: operation({
    method: 'PUT',
    path: '/user/settings',
    tag,
    summary: 'Change the workspace; what is left out stays as it is',
    input: z.object(changes),
    output: changed(Settings),
  }),
  testProvider: operation({
    method: 'POST',
    path: '/user/settings/providers/{id}/test',
    tag,
    summary: 'Test a provider with the stored key, and return its answer',
    input: z.object({
      id: pathId,
      model: filled(255).optional().meta({ description: 'The code of the model to test' }),
    }),
    output: z.object({
      ok: z.boolean(),
      message: z.string(),
      model: z.string().optional(),
      latency_ms: z.int().optional(),
    }),
    refuses: ['not_found'],
  }),
  addModel: operation({
    method: 'POST',
    path: '/user/settings/models',
    tag,
    status: 201,
    summary: 'Add a model to the catalogue, such as one of a local server',
    input: z.object({
      provider_id: id,
      type: z.enum(['llm', 'multimodal', 'dualplex']).default('llm'),
      name: filled(255),
      code: filled(255).meta({ description: 'The name of the model at the provider' }),
    }),
    output: changed(Model),
  }),
  removeModel: operation({
    method: 'DELETE',
    path: '/user/settings/models/{id}',
    tag,
    summary: 'Take a model that was added out of the catalogue; assistants that use it must be given another first',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found', 'conflict'],
  }),
}

export type SettingsChange = InputOf<typeof settings.update>
export type ProviderChange = NonNullable<SettingsChange['providers']>[number]
