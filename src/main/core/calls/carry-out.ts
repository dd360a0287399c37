import { Temporal } from 'temporal-polyfill'
import { transferAddress } from '../../../contract/built-in-tools'
import type { CarrierCommand } from '../../ports/carrier'
import type { FinishReason } from '../../ports/engine'
import { run, sql } from '../../store/sql'
import { callSharedTool } from '../assistants/shared-tools'
import type { Context, Outside } from '../kernel/context'
import { DAY } from '../kernel/time'
import { briefOf, type Call } from './calls'

export interface ToolOutcome {
  /** The text that the model gets. */
  result: string | Promise<string>
  /** Set when the call ends; the assistant finishes its sentence first. */
  finish?: FinishReason
  /** For the carrier. */
  command?: CarrierCommand
}

/** Calls a tool for a model. An error does not end the call: it is a result, which the model reads as text. */
export function carryOut(
  context: Context,
  outside: Pick<Outside, 'send'>,
  call: Call,
  name: string,
  args: Record<string, unknown>,
): ToolOutcome {
  switch (name) {
    case 'end_call':
      return { result: 'The call ends.', finish: 'end_call' }
    case 'do_not_call':
      if (call.answeredBy === 'machine') return refuseOfMachine(context, call, 'Not to be called again')
      run(context.db, sql`UPDATE calls SET do_not_call = 1 WHERE id = ${call.id}`)
      return { result: 'The number will not be called again.' }
    case 'promise_callback': {
      if (call.answeredBy === 'machine') return refuseOfMachine(context, call, 'A callback')
      const { timeZone } = briefOf(context.db, call.id)
      const at = momentOf(String(args.at), timeZone)
      if (at === null || !(at > context.clock.now() && at < context.clock.now() + 366 * DAY))
        return { result: 'Error: at must be a day and a time within the next year, like 2026-01-05T15:00.' }
      run(context.db, sql`UPDATE calls SET callback_at = ${at} WHERE id = ${call.id}`)
      const when = `${inZone(at, timeZone)} (${timeZone})`
      // Without a lead it is not dialed by itself.
      if (call.leadId === null) return { result: `It is noted that somebody is to call them at ${when}.` }
      return { result: `They will be called at ${when}.` }
    }
    case 'dtmf_input': {
      const digits = String(args.digits)
      if (!/^[0-9*#]{1,50}$/.test(digits)) return { result: 'Error: digits must be 0 to 9, * and #.' }
      return { result: 'The keys were pressed.', command: { type: 'send_digits', legId: call.legId, digits } }
    }
    default: {
      // What the model read about at the beginning of the call counts, not the assistant as it is now.
      const brief = briefOf(context.db, call.id)
      const transfer = brief.transfers.find(one => one.name === name)
      if (transfer) {
        const to = transfer.to ?? transferAddress(String(args.to ?? ''), true)
        if (to === null)
          return { result: 'Error: to must be a phone number in international form, a SIP address or an extension.' }
        return transferTo(context, call, to)
      }
      return {
        result: callSharedTool(context, outside, brief.shared, name, args) ?? `Error: there is no tool ${name}.`,
      }
    }
  }
}

/** The moment (epoch ms) of a day and time as a model writes it: with its offset, else in the zone. Null: it is none. */
function momentOf(text: string, timeZone: string): number | null {
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return Temporal.Instant.from(text).epochMilliseconds
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return null
  }
}

const inZone = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

function transferTo(context: Context, call: Call, to: string): ToolOutcome {
  run(context.db, sql`UPDATE calls SET transferred_to = ${to} WHERE id = ${call.id}`)
  return {
    result: 'The call is being transferred.',
    finish: 'transferred',
    command: { type: 'transfer', legId: call.legId, to },
  }
}

/** Only a person can ask for something. A mailbox that reads out such words does not mean the person. */
function refuseOfMachine(context: Context, call: Call, what: string): ToolOutcome {
  const warnings = [...call.warnings, `${what} was asked for while a machine spoke; nothing was done.`]
  run(context.db, sql`UPDATE calls SET warnings = ${JSON.stringify(warnings)} WHERE id = ${call.id}`)
  return { result: 'Error: a machine has answered, not a person. This means nothing here.' }
}
