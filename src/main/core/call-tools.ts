import type { BuiltInToolType } from '../../contract/built-in-tools'
import { isoTime } from '../../contract/wire'
import { run, sql } from '../store/sql'
import type { Assistant } from './assistants'
import { briefOf, type Call } from './calls'
import { DAY, type Desk } from './desk'
import type { FinishReason, LineCommand, ToolSpec } from './ports'
import { callShared } from './shared-tools'

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

export interface ToolOutcome {
  /** What the model is told; it may take its time. */
  result: string | Promise<string>
  /** The call ends once what is being said is said. */
  finish?: FinishReason
  /** What the line is to do. */
  line?: LineCommand
}

/** Carries out what the model asked for. A fault goes back to the model as text; it never ends the call. */
export function carryOut(
  desk: Desk,
  call: Call,
  assistant: Assistant | undefined,
  name: string,
  args: Record<string, unknown>,
): ToolOutcome {
  switch (name) {
    case 'end_call':
      return { result: 'The call ends.', finish: 'end_call' }
    case 'do_not_call':
      run(desk.db, sql`UPDATE calls SET do_not_call = 1 WHERE id = ${call.id}`)
      return { result: 'The number will not be called again.' }
    case 'promise_callback': {
      const at = Date.parse(String(args.at))
      if (!(at > desk.clock.now() && at < desk.clock.now() + 366 * DAY))
        return { result: 'Error: at must be a moment within the next year, in ISO 8601.' }
      run(desk.db, sql`UPDATE calls SET callback_at = ${at} WHERE id = ${call.id}`)
      return { result: `They will be called at ${isoTime(at)}.` }
    }
    case 'call_transfer': {
      const to = assistant?.tools.find(tool => tool.type === 'call_transfer')?.data.phone_number
      if (typeof to !== 'string') return { result: 'Error: there is nobody to transfer to.' }
      return {
        result: 'The call is being transferred.',
        finish: 'transferred',
        line: { type: 'transfer', legId: call.legId, to },
      }
    }
    case 'dtmf_input': {
      const digits = String(args.digits)
      if (!/^[0-9*#]{1,50}$/.test(digits)) return { result: 'Error: digits must be 0 to 9, * and #.' }
      return { result: 'The keys were pressed.', line: { type: 'send_digits', legId: call.legId, digits } }
    }
    default:
      return {
        result: callShared(desk, briefOf(desk.db, call.id).shared, name, args) ?? `Error: there is no tool ${name}.`,
      }
  }
}
