import { randomUUID } from 'node:crypto'
import type { EndReason } from '../../../contract/calls'
import { isTooDeepText, MOST_LEVELS } from '../../../contract/json'
import type { SimulatedCall } from '../../../contract/simulator'
import type { Input } from '../../../contract/validation'
import type { InboundCallBody } from '../../../contract/webhook-bodies'
import { type Variables, variableName } from '../../../contract/wire'
import { insert, one, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import { nameFor } from '../campaigns/leads'
import { type Context, type Outside, transact } from '../kernel/context'
import { conflict, invalid } from '../kernel/errors'
import { SECOND } from '../kernel/time'
import { shortage } from '../money/amounts'
import * as numbers from '../numbers/numbers'
import { signedHeaders } from '../webhooks/signing'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import type { Call } from './calls'
import * as calls from './calls'
import * as place from './place'
import { linesInUse, meansFor } from './place'
import { enqueuePostCall } from './post-call-webhook'
import { recordingFile, recordingName } from './recordings'

export interface Incoming {
  legId: string
  /** The caller: E.164, or another text that the network sent. */
  from: string
  to: string
}

/**
 * Takes in a call to one of our numbers. Returns the call when it is to be answered; `known` when it was reported before;
 * `refused` when it cannot be answered. A refused call is stored as missed, with the reason; a call to an unknown or
 * unusable number is only logged.
 */
export function receiveCall(context: Context, incoming: Incoming): Call | 'refused' | 'known' {
  return transact(context, () => {
    if (calls.byLeg(context.db, incoming.legId)) return 'known'
    const number = numbers.byNumber(context.db, incoming.to)
    if (!number || numbers.unusable(context.db, number) !== null) {
      context.log.warn({ legId: incoming.legId }, 'a call came in for a number that takes no calls')
      return 'refused'
    }
    const { user_id: userId } = number
    const assistant = number.answered_by === null ? undefined : assistants.find(context, userId, number.answered_by)
    const refusal = refusalReason(context, userId, assistant, incoming.to)
    if (refusal || !assistant) {
      recordMissedCall(context, incoming, userId, assistant, refusal ?? 'no_assistant')
      return 'refused'
    }
    const call = place.open(context, {
      userId,
      assistant,
      incomingLeg: incoming.legId,
      to: incoming.from,
      from: incoming.to,
      variables: {},
      allowedBecause: [{ rule: 'number', value: `${assistant.name} answers on ${incoming.to}` }],
    })
    calls.move(context, call, 'ring')
    return call
  })
}

function refusalReason(
  context: Context,
  userId: number,
  assistant: assistants.Assistant | undefined,
  to: string,
): EndReason | null {
  if (dialing.get(context.db).state === 'halted') return 'halt'
  if (assistant?.status !== 'active') return 'no_assistant'
  if (linesInUse(context.db) >= getSettings(context.db).max_calls_in_parallel) return 'no_line'
  const price = numbers.minutePrice(context.db, userId, to)
  return shortage(meansFor(context.db, userId, price)) ? 'no_balance' : null
}

/** Stores a call that was not answered, so that the operator can call back. Call inside a transaction. */
function recordMissedCall(
  context: Context,
  { legId, from, to }: Incoming,
  userId: number,
  assistant: assistants.Assistant | undefined,
  reason: EndReason,
) {
  const now = context.clock.now()
  const status = reason === 'no_line' ? 'busy' : 'no-answer'
  const { id } = one<{ id: number }>(
    context.db,
    sql`INSERT INTO calls (leg_id, user_id, type, status, assistant_id, assistant_name, carrier, assistant_phone_number,
        client_phone_number, name, variables, created_at, updated_at, ended_at, end_reason)
      VALUES (${legId}, ${userId}, 'inbound', ${status}, ${assistant?.id ?? null}, ${assistant?.name ?? ''},
        ${getSettings(context.db).carrier}, ${to}, ${from},
        ${nameFor(context.db, userId, from, {})}, '{}', ${now}, ${now}, ${now}, ${reason}) RETURNING id`,
  )!
  const call = calls.byId(context.db, id)!
  calls.publishChange(context, call)
  if (assistant?.status !== 'active') return
  const { brief } = makeBrief(context.db, assistant, {}, { now, kind: 'inbound call', with: from, own: to })
  insert(context.db, sql`INSERT INTO call_briefs (call_id, brief) VALUES (${id}, ${JSON.stringify(brief)})`)
  enqueuePostCall(context, call)
}

/** How long the inbound webhook may take, and how much of its answer is read. */
const WEBHOOK_TIMEOUT = 3 * SECOND
const WEBHOOK_BYTES = 64 * 1024

/**
 * Prepares a ringing call to be answered. If the assistant has an inbound webhook, the variables that it answers are
 * added to the call; a failure becomes a warning. Returns the file to record into, or null for no recording; undefined
 * when the caller has hung up meanwhile.
 */
export async function prepareAnswer(
  context: Context,
  outside: Pick<Outside, 'send'>,
  { id, legId }: Call,
): Promise<{ recordTo: string | null } | undefined> {
  const asked = calls.byId(context.db, id)
  const assistant = asked?.assistantId == null ? undefined : assistants.find(context, asked.userId, asked.assistantId)
  if (asked && assistant?.inbound_webhook_url) {
    const { variables, problem } = await askWebhook(context, outside, asked, assistant, assistant.inbound_webhook_url)
    transact(context, () => {
      const call = calls.byId(context.db, id)
      if (call?.status !== 'ringing') return
      const situation = {
        now: context.clock.now(),
        kind: 'inbound call',
        with: call.clientPhoneNumber,
        own: call.assistantPhoneNumber,
      } as const
      const given = { ...call.given, ...variables }
      const made = makeBrief(context.db, assistant, given, situation)
      const warnings = [...made.warnings, ...(problem ? [problem] : [])]
      run(
        context.db,
        sql`UPDATE calls SET variables = ${JSON.stringify(made.variables)}, given = ${JSON.stringify(given)},
          name = ${nameFor(context.db, call.userId, call.clientPhoneNumber, given)}, warnings = ${JSON.stringify(warnings)}
          WHERE id = ${id}`,
      )
      run(context.db, sql`UPDATE call_briefs SET brief = ${JSON.stringify(made.brief)} WHERE call_id = ${id}`)
    })
  }
  if (calls.byId(context.db, id)?.status !== 'ringing') return undefined
  return { recordTo: calls.briefOf(context.db, id).record ? recordingFile(context, recordingName(legId)) : null }
}

async function askWebhook(
  context: Context,
  { send }: Pick<Outside, 'send'>,
  call: Call,
  assistant: assistants.Assistant,
  url: string,
): Promise<{ variables: Variables; problem?: string }> {
  const body = JSON.stringify({
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    assistant_id: assistant.id,
  } satisfies InboundCallBody)
  try {
    const answer = await send({
      method: 'POST',
      url,
      headers: signedHeaders(context, { webhook_id: `msg_${randomUUID()}`, body }),
      body,
      timeoutMs: WEBHOOK_TIMEOUT,
      maxBytes: WEBHOOK_BYTES,
    })
    if (answer.status < 200 || answer.status >= 300) throw new Error(`it answered ${answer.status}`)
    if (answer.truncated) throw new Error('its answer is too long')
    if (isTooDeepText(answer.body)) throw new Error(`its answer nests more than ${MOST_LEVELS} levels`)
    return { variables: variablesFrom(JSON.parse(answer.body)) }
  } catch (error) {
    context.log.warn({ err: error, callId: call.id }, 'the inbound webhook gave no variables')
    return { variables: {}, problem: `The inbound webhook gave no variables: ${(error as Error).message}.` }
  }
}

/** The values of an object that can be variables. Throws when it is not an object. */
function variablesFrom(answer: unknown): Variables {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new Error('its answer is not a JSON object')
  return Object.fromEntries(
    Object.entries(answer).filter(
      ([name, value]) =>
        variableName.test(name) && (value === null || ['string', 'number', 'boolean'].includes(typeof value)),
    ),
  ) as Variables
}

/**
 * Simulates a call to one of the user's numbers. Throws `invalid`, or `conflict` when the carrier is not the simulated
 * one or the number cannot be used.
 */
export function simulateCall(
  context: Context,
  { ringIn }: Pick<Outside, 'ringIn'>,
  userId: number,
  { values, errors }: Input<SimulatedCall>,
): Call {
  const { from, to } = values
  const number = to === undefined ? undefined : numbers.byNumber(context.db, to)
  if (to !== undefined && number?.user_id !== userId) errors.add('to', 'The to field is not a number of this account.')
  if (errors.any || !from || !to || !number) throw invalid(errors)
  if (getSettings(context.db).carrier !== 'simulated') throw conflict('Only the simulated carrier can be made to ring.')
  const why = numbers.unusable(context.db, number)
  if (why) throw conflict(`The number ${to} ${why}.`)
  return calls.byLeg(context.db, ringIn({ from, to }))!
}
