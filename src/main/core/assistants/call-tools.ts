import type { BuiltInToolType } from '../../../contract/built-in-tools'
import type { ToolSpec } from '../../ports/brief'
import type { Assistant } from './assistants'

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})

/** What every assistant can do on a call, whether it was given tools or not. */
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

/** How the built-in tools that a call can carry out are described to a model. */
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

export const toolsFor = (assistant: Assistant): ToolSpec[] => [
  ...assistant.tools.flatMap(tool => specs[tool.type]?.(tool.data) ?? []),
  ...ownTools,
]
