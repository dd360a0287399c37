import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { MakeCall } from '../../../contract/calls'
import type { Input } from '../../../contract/validation'
import { systemVariableNames } from '../../../contract/variables'
import { e164, type Variables } from '../../../contract/wire'
import { insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import * as blacklist from '../campaigns/blacklist'
import { nameFor } from '../campaigns/leads'
import { timeZoneOf } from '../campaigns/time-zones'
import { type Context, transact } from '../kernel/context'
import { badRequest, conflict, invalid, notFound, ServiceError } from '../kernel/errors'
import { MINUTE } from '../kernel/time'
import { inUsd, type Millionths, missingInWords, type Shortage, shortage } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import { warnOfUnknownRange } from '../numbers/ranges'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import { briefOf, byId, type Call, publishChange, queries } from './calls'

export interface NewCall {
  userId: number
  /** The leg of an incoming call. */
  incomingLeg?: string
  assistant: assistants.Assistant
  to: string
  from: string | null
  /** From the contact, the lead or the request; the assistant's own are their defaults. */
  variables: Variables
  warnings?: string[]
  allowedBecause: Call['allowedBecause']
  campaign?: { id: number; name: string }
  lead?: { id: number; attemptId: number; contact: number }
  /** Until when (desk time) it may wait for a line; without it, it takes a line now. */
  waitsUntil?: number
}

/**
 * A call is finalized without a report this long after its longest ringing and talking time, ms. With the five seconds of
 * silence that the switchboard then waits for, it is half a minute.
 */
const DEADLINE_SLACK = 25_000

/**
 * Inserts a call with its brief. Ask the carrier only after the commit, so that no call exists without its row. Call
 * inside a transaction.
 */
export function open(context: Context, given: NewCall): Call {
  const now = context.clock.now()
  const kind = given.incomingLeg === undefined ? 'outbound call' : 'inbound call'
  const situation = { now, kind, with: given.to, own: given.from } as const
  const { brief, variables, warnings } = makeBrief(context.db, given.assistant, given.variables, situation)
  const id = insert(
    context.db,
    sql`INSERT INTO calls (leg_id, user_id, type, assistant_id, assistant_name, campaign_id, campaign_name, lead_id,
        attempt_id, contact, carrier, assistant_phone_number, client_phone_number, name, variables, given,
        allowed_because, warnings, created_at, updated_at, ask_at, give_up_at, minute_price)
      VALUES (${given.incomingLeg ?? randomUUID()}, ${given.userId}, ${given.incomingLeg === undefined ? 'outbound' : 'inbound'}, ${given.assistant.id}, ${given.assistant.name},
        ${given.campaign?.id ?? null}, ${given.campaign?.name ?? null}, ${given.lead?.id ?? null},
        ${given.lead?.attemptId ?? null}, ${given.lead?.contact ?? 0}, ${getSettings(context.db).carrier}, ${given.from},
        ${given.to}, ${nameFor(context.db, given.userId, given.to, given.variables)}, ${JSON.stringify(variables)},
        ${JSON.stringify(given.variables)}, ${JSON.stringify(given.allowedBecause)},
        ${JSON.stringify([...(given.warnings ?? []), ...warnings])}, ${now}, ${now},
        ${given.waitsUntil === undefined ? null : now}, ${given.waitsUntil ?? null},
        ${numbers.minutePrice(context.db, given.userId, given.from)})`,
  )
  insert(context.db, sql`INSERT INTO call_briefs (call_id, brief) VALUES (${id}, ${JSON.stringify(brief)})`)
  const call = byId(context.db, id)!
  publishChange(context, call)
  return given.waitsUntil === undefined ? claim(context, call) : call
}

/** Takes a line for a call. After the commit, the carrier may be asked for it once. Call inside a transaction. */
export function claim(context: Context, call: Call): Call {
  const now = context.clock.now()
  const { ringMs, talkMs } = briefOf(context.db, call.id).limits
  run(
    context.db,
    sql`UPDATE calls SET asked_at = ${now}, ask_at = NULL, carrier = ${getSettings(context.db).carrier}, deadline_at = ${now + ringMs + talkMs + DEADLINE_SLACK},
      updated_at = ${now} WHERE id = ${call.id} AND asked_at IS NULL`,
  )
  return byId(context.db, call.id)!
}

/** How many lines are in use. It counts the calls each time; a separate counter could become wrong after a crash. */
export const linesInUse = (db: ReadDb) => one<{ n: number }>(db, queries.linesInUse)!.n

/** What running calls need of the balance: a minute of each call that is not charged yet. */
export const heldBalance = (db: ReadDb, userId: number): Millionths =>
  one<{ price: Millionths }>(db, queries.uncharged(userId))!.price

/** What one more call finds: the balance, what of it is held, and the price of its first minute. */
export const meansFor = (db: ReadDb, userId: number, price: Millionths): Shortage => ({
  balance: balanceOf(db, userId),
  held: heldBalance(db, userId),
  price,
})

/** The balance that allowed a call, as a text: it covers a minute of each running call and of this one. */
export const allowanceInWords = ({ balance, held, price }: Shortage) =>
  `${inUsd(balance)}, ${inUsd(price === 0 ? 0 : price + held)} needed`

/** What time it is where a number is. A single call keeps no hours, so this is told and not checked. */
function localTime(number: string, { db, clock }: Context): Call['allowedBecause'] {
  const zone = timeZoneOf(number, getSettings(db).timezone)
  if (zone === null) return []
  const time = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(zone).toPlainTime()
  return [{ rule: 'local time', value: `${time.toString({ smallestUnit: 'minute' })} ${zone}` }]
}

/** How long a single call waits for a line before it fails. */
const LINE_WAIT = MINUTE

/**
 * Makes a single call, which may wait for a line. Throws `not_found`, `invalid`, `bad_request`, `conflict` when dialing is
 * paused or halted, or `insufficient_balance`.
 */
export function make(context: Context, userId: number, { values, errors }: Input<MakeCall>): Call {
  return transact(context, () => {
    const asked = values.assistant_id
    const assistant = asked === undefined ? undefined : assistants.find(context, userId, asked)
    if (asked !== undefined && !assistant && !errors.any) throw notFound('Assistant')
    if (assistant && assistant.type !== 'outbound')
      errors.add('assistant_id', 'The assistant_id field must be an outbound assistant.')
    if (errors.any || !assistant || values.phone_number === undefined) throw invalid(errors)
    const to = e164(values.phone_number)
    if (!to) throw badRequest('The phone_number field must be a phone number in international form, like +15550100001.')
    if (blacklist.isListed(context.db, userId, to, context.clock.now())) {
      errors.add('phone_number', `The number ${to} is on the blacklist.`)
      throw invalid(errors)
    }
    const { state } = dialing.get(context.db)
    if (state !== 'dialing') throw conflict(`Dialing is ${state}. Resume it first.`)
    const clocks = dialing.clockTrouble(context)
    if (clocks !== null) throw conflict(clocks)
    const from = callerId(context.db, userId, assistant)
    if (!numbers.canCallFrom(context.db, from)) {
      errors.add('assistant_id', 'The assistant_id field is an assistant without a number of a SIP trunk to call from.')
      throw invalid(errors)
    }
    const means = meansFor(context.db, userId, numbers.minutePrice(context.db, userId, from))
    const missing = shortage(means)
    if (missing) throw new ServiceError('insufficient_balance', missingInWords('A call', missing))
    warnOfUnknownRange(context, to)
    const unknown = Object.keys(values.variables ?? {}).filter(
      name => !Object.hasOwn(assistant.variables, name) && !systemVariableNames.has(name),
    )
    return open(context, {
      userId,
      assistant,
      to,
      from,
      variables: values.variables ?? {},
      warnings: unknown.map(name => `The assistant does not define the variable ${name}.`),
      allowedBecause: [
        { rule: 'blacklist', value: 'not listed' },
        { rule: 'balance', value: allowanceInWords(means) },
        ...localTime(to, context),
      ],
      waitsUntil: context.clock.now() + LINE_WAIT,
    })
  })
}

/** The caller ID of an assistant: its own number; null when it has none that can be used. */
export const callerId = (db: ReadDb, userId: number, assistant: assistants.Assistant): string | null =>
  assistant.phone_number_id === null ? null : numbers.callerId(db, userId, assistant.phone_number_id)
