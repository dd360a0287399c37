import { randomUUID } from 'node:crypto'
import type { MakeCall } from '../../../contract/calls'
import type { Input } from '../../../contract/validation'
import { e164, type Variables } from '../../../contract/wire'
import { insert, one, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import * as blacklist from '../campaigns/blacklist'
import { type Context, transact } from '../kernel/context'
import { badRequest, conflict, invalid, notFound, ServiceError } from '../kernel/errors'
import { MINUTE } from '../kernel/time'
import { type Millionths, toUsd } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import { warnOfUnknownRange } from '../numbers/ranges'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import { briefOf, byId, type Call, publishChange, queries } from './calls'

export interface NewCall {
  userId: number
  /** A leg that is there already: somebody calls us. */
  incomingLeg?: string
  assistant: assistants.Assistant
  to: string
  from: string | null
  /** Of the contact, the lead or the request; the assistant's own are the defaults. */
  variables: Variables
  warnings?: string[]
  allowedBecause: Call['allowedBecause']
  campaign?: { id: number; name: string }
  lead?: { id: number; attemptId: number; contact: number }
  /** Without it, the carrier is asked now. */
  waitsUntil?: number
}

/** How long after the last moment at which a report could come a call is settled without one. */
const DEADLINE_SLACK = 30_000

/** Writes the call. Once the transaction has committed, and only then, may the carrier be asked for it. */
export function open(context: Context, given: NewCall): Call {
  const { brief, variables, warnings } = makeBrief(context.db, given.assistant, given.variables)
  const now = context.clock.now()
  const id = insert(
    context.db,
    sql`INSERT INTO calls (leg_id, user_id, type, assistant_id, assistant_name, campaign_id, campaign_name, lead_id,
        attempt_id, contact, carrier, assistant_phone_number, client_phone_number, variables, allowed_because,
        warnings, created_at, updated_at, ask_at, give_up_at)
      VALUES (${given.incomingLeg ?? randomUUID()}, ${given.userId}, ${given.incomingLeg === undefined ? 'outbound' : 'inbound'}, ${given.assistant.id}, ${given.assistant.name},
        ${given.campaign?.id ?? null}, ${given.campaign?.name ?? null}, ${given.lead?.id ?? null},
        ${given.lead?.attemptId ?? null}, ${given.lead?.contact ?? 0}, ${getSettings(context.db).carrier}, ${given.from},
        ${given.to}, ${JSON.stringify(variables)}, ${JSON.stringify(given.allowedBecause)},
        ${JSON.stringify([...(given.warnings ?? []), ...warnings])}, ${now}, ${now},
        ${given.waitsUntil === undefined ? null : now}, ${given.waitsUntil ?? null})`,
  )
  insert(context.db, sql`INSERT INTO call_briefs (call_id, brief) VALUES (${id}, ${JSON.stringify(brief)})`)
  const call = byId(context.db, id)!
  publishChange(context, call)
  return given.waitsUntil === undefined ? claim(context, call) : call
}

/** Takes a line for the call: from here on the carrier may be asked, once. Call inside a transaction. */
export function claim(context: Context, call: Call): Call {
  const now = context.clock.now()
  const { ringMs, talkMs } = briefOf(context.db, call.id).limits
  run(
    context.db,
    sql`UPDATE calls SET asked_at = ${now}, ask_at = NULL, deadline_at = ${now + ringMs + talkMs + DEADLINE_SLACK},
      updated_at = ${now} WHERE id = ${call.id} AND asked_at IS NULL`,
  )
  return byId(context.db, call.id)!
}

/** How many lines are in use: open calls, beside which there is no counter that could leak. */
export const linesInUse = (db: ReadDb) => one<{ n: number }>(db, queries.linesInUse)!.n

/** Calls of a user that are not charged for yet. */
export const unchargedCalls = (db: ReadDb, userId: number) => one<{ n: number }>(db, queries.uncharged(userId))!.n

/** What the balance must cover before one more call is made: a minute for each open call and for the new one. */
export const neededBalance = (db: ReadDb, userId: number): Millionths => {
  const price = getSettings(db).rates.call_minute
  return price === 0 ? 0 : price * (unchargedCalls(db, userId) + 1)
}

/** How long a single call waits for a line before it is given up. */
const LINE_WAIT = MINUTE

/** Starts one call; it waits up to a minute for a line. */
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
    const balance = balanceOf(context.db, userId)
    const needed = neededBalance(context.db, userId)
    if (balance < needed)
      throw new ServiceError(
        'insufficient_balance',
        `The balance of ${toUsd(balance)} USD does not cover a call: it takes ${toUsd(needed)}.`,
      )
    warnOfUnknownRange(context, to)
    const unknown = Object.keys(values.variables ?? {}).filter(name => !Object.hasOwn(assistant.variables, name))
    return open(context, {
      userId,
      assistant,
      to,
      from: callerId(context.db, userId, assistant),
      variables: values.variables ?? {},
      warnings: unknown.map(name => `The assistant does not define the variable ${name}.`),
      allowedBecause: [
        { rule: 'blacklist', value: 'not listed' },
        { rule: 'balance', value: `${toUsd(balance)} USD, ${toUsd(needed)} needed` },
      ],
      waitsUntil: context.clock.now() + LINE_WAIT,
    })
  })
}

/** The number that a call shows: the assistant's own. */
export const callerId = (db: ReadDb, userId: number, assistant: assistants.Assistant): string | null =>
  assistant.phone_number_id === null ? null : numbers.callerId(db, userId, assistant.phone_number_id)
