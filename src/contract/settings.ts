import * as z from 'zod'
import { changed, type InputOf, nothing, operation } from './operation'
import { between, country, filled, IsoTime, id, pathId, queryInt, text, timeZone, url, wholeBetween } from './wire'

const rates = z.object({
  call_minute: between(0, 100).optional(),
  widget_message: between(0, 100).optional(),
  sms: z
    .record(z.string().regex(/^([A-Z]{2}|other)$/, 'must be a country like US, or other.'), between(0, 100).nullable())
    .superRefine(({ other }, ctx) => {
      if (other !== null) return
      const message = 'must be a price: it counts for every country without a price of its own.'
      ctx.addIssue({ code: 'custom', path: ['other'], message })
    })
    .optional()
    .meta({
      json: {
        type: 'object',
        additionalProperties: { type: ['number', 'null'], minimum: 0, maximum: 100 },
      },
    }),
})

const rateLimit = z.object({
  per_second: wholeBetween(1, 10_000).optional(),
  burst: wholeBetween(1, 100_000).optional(),
})

/** How SIP reaches this machine. */
const sip = z.object({
  listen_address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address of this machine.').nullable().optional(),
  listen_port: wholeBetween(0, 65_535).optional(),
  public_address: filled(255)
    .transform(value => value.trim())
    .refine(
      value => /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+)$/i.test(value),
      'must be an address or a host name, without a port.',
    )
    .nullable()
    .optional(),
  rtp_ports: z
    .tuple([wholeBetween(1024, 65_535), wholeBetween(1024, 65_535)])
    .refine(([from, to]) => to - from >= 9, 'must be two ports, the first and the last of at least ten.')
    .optional(),
})

const providerChange = z.object({
  id: id,
  api_key: text(1000)
    .refine(key => /^[\x21-\x7e]+$/.test(key), 'must be a key without spaces.')
    .nullable()
    .optional(),
  base_url: url.nullable().optional(),
})

/** The settings of the workspace that can be changed. */
const changes = {
  name: filled(255).optional(),
  timezone: timeZone.optional(),
  country: country.nullable().optional(),
  carrier: z.enum(['simulated', 'sip']).optional(),
  max_calls_in_parallel: wholeBetween(1, 1000).optional(),
  calls_per_second: wholeBetween(1, 100).optional(),
  low_balance: between(0, 1_000_000).optional(),
  rates: rates.optional(),
  rate_limit: rateLimit.optional(),
  sip: sip.optional(),
  retention_days: wholeBetween(1, 3650).nullable().optional(),
  evaluation_model_id: id.nullable().optional(),
  public_base_url: url
    .refine(value => !/[?#]/.test(value), 'must be an address without a query.')
    .transform(value => value.replace(/\/+$/, ''))
    .nullable()
    .optional()
    .meta({ json: { type: ['string', 'null'], format: 'uri' } }),
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
    country: z.string().nullable(),
    carrier: z.string(),
    simulated: z.boolean(),
    max_calls_in_parallel: z.int(),
    calls_per_second: z.int(),
    low_balance: z.number(),
    rates: z.object({
      call_minute: z.number(),
      widget_message: z.number(),
      sms: z.record(z.string(), z.number()),
    }),
    rate_limit: z.object({ per_second: z.int(), burst: z.int() }),
    sip: z.object({
      listen_address: z.string().nullable(),
      listen_port: z.int(),
      public_address: z.string().nullable(),
      rtp_ports: z.tuple([z.int(), z.int()]),
    }),
    retention_days: z.int().nullable(),
    evaluation_model_id: z.int().nullable(),
    public_base_url: z.string().nullable(),
    providers: z.array(Provider),
    now: IsoTime,
    speed: z.number(),
    api_base_url: z.string(),
    version: z.string(),
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
      model: filled(255).optional(),
    }),
    output: z.object({
      ok: z.boolean(),
      message: z.string(),
      model: z.string().optional(),
      latency_ms: z.int().optional(),
    }),
    refuses: ['not_found'],
  }),
  retentionEffect: operation({
    method: 'GET',
    path: '/user/settings/retention-effect',
    tag,
    summary: 'What a shorter `retention_days` would delete at once. Nothing is changed',
    input: z.object({ days: queryInt(1, 3650) }),
    output: z.object({ calls: z.int(), recordings: z.int(), chats: z.int() }),
  }),
  models: operation({
    method: 'GET',
    path: '/user/settings/models',
    tag,
    summary: 'The models that were added to the catalogue, and how many assistants use each',
    input: nothing,
    output: z.array(Model.extend({ assistants: z.int() })),
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
      code: filled(255),
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
