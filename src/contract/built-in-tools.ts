import * as z from 'zod'
import { expectation } from './validation'
import { e164, filled, flag, id, orNumericText, text, timeZone, url, wholeBetween } from './wire'

const description = text(1000).nullish()

/**
 * Where a transfer may lead: a number in E.164; with `custom` also a `sip:`, `sips:` or `tel:` URI, `user@host`, or an
 * extension. Null for anything else.
 */
export function transferAddress(value: string, custom: boolean): string | null {
  const given = value.trim()
  const number = e164(custom ? given.replace(/^tel:/i, '') : given)
  if (number || !custom) return number
  const isKnown =
    /^sips?:[^\s@<>]+(@[^\s@<>]+)?$/i.test(given) ||
    /^tel:[\d*#+().-]{2,40}$/i.test(given) ||
    /^[^\s@<>:]+@[a-z0-9.-]+(:\d{1,5})?$/i.test(given) ||
    /^[a-z0-9._-]{1,15}$/i.test(given)
  return isKnown ? given : null
}

const transferTarget = filled(255)
  .transform(value => e164(value) ?? value.trim())
  .meta({
    description: 'A number in international form; with custom also a sip: or tel: address, user@host, or an extension',
    example: '+15550100001',
  })

/** Adds an issue when a transfer does not say where it leads. */
function checkTarget(field: string, target: string | null | undefined, custom: boolean, ctx: z.RefinementCtx) {
  const add = (message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
  if (target == null) {
    if (!custom) add('is required.')
  } else if (transferAddress(target, custom) === null)
    add(
      custom
        ? 'must be a phone number, a sip: or tel: address, user@host, or an extension.'
        : 'must be a phone number in international form, like +15550100001.',
    )
}

/** The built-in tools that an assistant can have, and the settings of each. */
export const builtInTools = {
  end_call: z.object({ description }),
  call_transfer: z
    .object({
      phone_number: transferTarget.nullish(),
      description,
      custom: flag.nullish().meta({
        description: 'Where it leads may be a SIP address or an extension; without phone_number the model says where',
      }),
      timezone: timeZone.nullish(),
      warm_transfer: flag.nullish(),
      warm_transfer_message: text(1000).nullish(),
    })
    .superRefine(({ phone_number, custom }, ctx) => checkTarget('phone_number', phone_number, custom === true, ctx)),
  warm_call_transfer: z
    .object({
      supervisor_phone: transferTarget,
      outbound_phone_id: id.nullish(),
      description,
      custom_sip: flag.nullish(),
      caller_id_mode: z.enum(['outbound_number', 'customer_number', 'custom']).nullish(),
      custom_caller_id: text(50).nullish(),
      hold_music: z.enum(['hold_music', 'none']).nullish(),
      hold_music_volume: orNumericText(wholeBetween(0, 100)).nullish(),
      hold_message: text(1000).nullish(),
      summary_instructions: text(1000).nullish(),
      briefing_initial_message: text(1000).nullish(),
      connected_message: text(1000).nullish(),
    })
    .superRefine(({ supervisor_phone, custom_sip }, ctx) =>
      checkTarget('supervisor_phone', supervisor_phone, custom_sip === true, ctx),
    ),
  dtmf_input: z.object({ description }),
  collect_keypad: z.object({
    timeout: orNumericText(wholeBetween(1, 30)).default(5),
    stop_key: z.enum(['#', '*']).nullish(),
    description,
  }),
  calendar_integration: z.object({
    calcom_api_key: text(255).min(1, 'is required.'),
    calcom_event_slug: text(255).min(1, 'is required.'),
    calcom_team_slug: text(255).nullish(),
    calcom_endpoint: z.enum(['us', 'eu', 'custom']).default('us'),
    calcom_custom_endpoint: url.nullish(),
    calcom_booking_fields: z.unknown().optional(),
    description,
  }),
  assistant_transfer: z.object({
    assistant_id: id,
    description,
    message_before_transfer: text(1000).nullish(),
    speak_transfer_greeting: flag.nullish(),
  }),
} as const

export type BuiltInToolType = keyof typeof builtInTools

/** The built-in tools that a call can carry out. The others are kept with the assistant, and no model sees them yet. */
export const carriedOut = ['end_call', 'call_transfer', 'dtmf_input'] as const satisfies BuiltInToolType[]

/** Tools that work without a setting of their own, so that a second one has no meaning. */
export const onceOnly: readonly BuiltInToolType[] = ['end_call', 'dtmf_input', 'collect_keypad', 'calendar_integration']

export const toolTypes = Object.keys(builtInTools) as BuiltInToolType[]

export interface BuiltInTool {
  type: BuiltInToolType
  data: Record<string, unknown>
}

/**
 * A built-in tool. Accepted as `{type, description}` or `{type, data: {description}}`; stored and returned as the
 * latter.
 */
export const builtInTool = z
  .looseObject({ type: z.string() })
  .transform((given, ctx): BuiltInTool => {
    const type = toolTypes.find(known => known === given.type)
    if (!type) {
      ctx.addIssue({ code: 'custom', path: ['type'], message: `must be one of: ${toolTypes.join(', ')}.` })
      return z.NEVER
    }
    const { type: _, data, ...flat } = given
    const settings = builtInTools[type].safeParse(typeof data === 'object' && data !== null ? data : flat, {
      error: expectation,
    })
    if (settings.success) return { type, data: settings.data }
    for (const { path, message } of settings.error.issues) ctx.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })
  .meta({
    json: {
      type: 'object',
      description: `A built-in tool, flat or as {type, data}. Types: ${toolTypes.join(', ')}`,
      properties: { type: { type: 'string', enum: toolTypes } },
      required: ['type'],
    },
    shownAs: z
      .union(toolTypes.map(type => z.object({ type: z.literal(type), ...builtInTools[type].shape })))
      .meta({ id: 'BuiltInTool', description: 'Flat as here, or as {type, data} with the rest in data' }),
  })
