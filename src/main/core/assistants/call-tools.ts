import type { AssistantSettings } from '../../../contract/assistant-fields'
import type { BuiltInToolType, carriedOut } from '../../../contract/built-in-tools'
import type { Brief, ToolSpec } from '../../ports/brief'

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})

/** The tools that every assistant has on a call. */
const ownTools: ToolSpec[] = [
  {
    name: 'do_not_call',
    description: 'The person asks not to be called again. Their number is put on the blacklist.',
    parameters: object({}),
  },
  {
    name: 'promise_callback',
    description: 'The person asks to be called back at a certain time.',
    parameters: object(
      { at: { type: 'string', description: 'Day and time in your time zone, like 2026-01-05T15:00' } },
      ['at'],
    ),
  },
]

/** The descriptions of the built-in tools that work on a call, for a model. `data`: the tool's settings. */
const specs: Record<(typeof carriedOut)[number], (data: Record<string, unknown>) => ToolSpec> = {
  end_call: data => ({
    name: 'end_call',
    description: String(data.description ?? 'Ends the call once everything is said.'),
    parameters: object({}),
  }),
  call_transfer: data => ({
    name: 'call_transfer',
    description: String(data.description ?? 'Puts the person through to a colleague.'),
    parameters: data.phone_number
      ? object({})
      : object(
          {
            to: { type: 'string', description: 'A phone number in international form, a SIP address or an extension' },
          },
          ['to'],
        ),
  }),
  dtmf_input: data => ({
    name: 'dtmf_input',
    description: String(data.description ?? 'Presses keys, to get through a menu.'),
    parameters: object({ digits: { type: 'string', pattern: '^[0-9*#]+$' } }, ['digits']),
  }),
}

/** The tools that an assistant has on a call, each with a name of its own: `call_transfer`, `call_transfer_2` and so on. */
export function toolsFor({ tools }: Pick<AssistantSettings, 'tools'>): {
  specs: ToolSpec[]
  transfers: Brief['transfers']
} {
  const found: ToolSpec[] = []
  const transfers: Brief['transfers'] = []
  for (const { type, data } of tools) {
    const spec = (specs as Partial<Record<BuiltInToolType, (typeof specs)['end_call']>>)[type]?.(data)
    if (!spec) continue
    if (type === 'call_transfer') {
      if (transfers.length > 0) spec.name = `${spec.name}_${transfers.length + 1}`
      transfers.push({ name: spec.name, to: data.phone_number ? String(data.phone_number) : null })
    }
    // An assistant of before may have a tool twice.
    if (!found.some(({ name }) => name === spec.name)) found.push(spec)
  }
  return { specs: [...found, ...ownTools], transfers }
}
