import type { BuiltInToolType } from '../../../contract/built-in-tools'
import type { ToolSpec } from '../../ports/brief'
import type { Assistant } from './assistants'

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
    parameters: object({ at: { type: 'string', description: 'ISO 8601, with its offset' } }, ['at']),
  },
]

/** The descriptions of the built-in tools that work on a call, for a model. `data`: the tool's settings. */
const specs: Partial<Record<BuiltInToolType, (data: Record<string, unknown>) => ToolSpec>> = {
  end_call: data => ({
    name: 'end_call',
    description: String(data.description ?? 'Ends the call once everything is said.'),
    parameters: object({}),
  }),
  call_transfer: data => ({
    name: 'call_transfer',
    description: String(data.description ?? 'Puts the person through to a colleague.'),
    parameters: object({}),
  }),
  dtmf_input: data => ({
    name: 'dtmf_input',
    description: String(data.description ?? 'Presses keys, to get through a menu.'),
    parameters: object({ digits: { type: 'string', pattern: '^[0-9*#]+$' } }, ['digits']),
  }),
}

/** The tools that an assistant has on a call. */
export const toolsFor = (assistant: Assistant): ToolSpec[] => [
  ...assistant.tools.flatMap(tool => specs[tool.type]?.(tool.data) ?? []),
  ...ownTools,
]
