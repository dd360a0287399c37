import { randomUUID } from 'node:crypto'
import type { Draft } from '../../../contract/validation'
import { type Variables, variableName } from '../../../contract/wire'
import { one, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { makeBrief } from '../assistants/brief'
import { type Desk, transact } from '../kernel/context'
import { conflict, invalid } from '../kernel/errors'
import { SECOND } from '../kernel/time'
import { balanceOf } from '../money/ledger'
import * as numbers from '../numbers/numbers'
import { signedHeaders } from '../webhooks/signing'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import type { Call } from './calls'
import * as calls from './calls'
import type { EndReason } from './end-reason'
import * as place from './place'
import { linesInUse, neededBalance } from './place'
import { recordingFile } from './recordings'

export interface Incoming {
  legId: string
  /** E.164, or what else the network says of who calls. */
  from: string
  to: string
}

/**
 * Somebody calls one of our numbers: the call, when it is to be answered; a report that comes twice is known. What cannot be answered is kept as missed,
 * with the reason; a call to a number that is nobody's is only noted in the log.
 */
export function rings(desk: Desk, incoming: Incoming): Call | 'refused' | 'known' {
  return transact(desk, () => {
    if (calls.byLeg(desk.db, incoming.legId)) return 'known'
    const number = numbers.byNumber(desk.db, incoming.to)
    if (!number || numbers.unusable(desk.db, number) !== null) {
      desk.log.warn({ legId: incoming.legId }, 'a call came in for a number that takes none')
      return 'refused'
    }
    const { user_id: userId } = number
    const assistant = number.answered_by === null ? undefined : assistants.find(desk, userId, number.answered_by)
    const obstacle = obstacleTo(desk, userId, assistant)
    if (obstacle || !assistant) {
      miss(desk, incoming, userId, assistant, obstacle ?? 'no_assistant')
      return 'refused'
    }
    const call = place.open(desk, {
      userId,
      assistant,
      incomingLeg: incoming.legId,
      to: incoming.from,
      from: incoming.to,
      variables: {},
      allowedBecause: [{ rule: 'number', value: `${assistant.name} answers on ${incoming.to}` }],
    })
    calls.move(desk, call, 'ring')
    return call
  })
}

function obstacleTo(desk: Desk, userId: number, assistant: assistants.Assistant | undefined): EndReason | null {
  if (dialing.get(desk.db).state === 'halted') return 'halt'
  if (assistant?.status !== 'active') return 'no_assistant'
  if (linesInUse(desk.db) >= getSettings(desk.db).max_calls_in_parallel) return 'no_line'
  return balanceOf(desk.db, userId) < neededBalance(desk.db, userId) ? 'no_balance' : null
}

/** Keeps a call that nobody took, for the operator to call back. Call inside a transaction. */
function miss(
  desk: Desk,
  { legId, from, to }: Incoming,
  userId: number,
  assistant: assistants.Assistant | undefined,
  reason: EndReason,
) {
  const now = desk.clock.now()
  const status = reason === 'no_line' ? 'busy' : 'no-answer'
  const { id } = one<{ id: number }>(
    desk.db,
    sql`INSERT INTO calls (leg_id, user_id, type, status, assistant_id, assistant_name, carrier, assistant_phone_number,
        client_phone_number, variables, created_at, updated_at, ended_at, end_reason)
      VALUES (${legId}, ${userId}, 'inbound', ${status}, ${assistant?.id ?? null}, ${assistant?.name ?? ''},
        ${getSettings(desk.db).carrier}, ${to}, ${from}, '{}', ${now}, ${now}, ${now}, ${reason}) RETURNING id`,
  )!
  calls.announce(desk, calls.byId(desk.db, id)!)
}

/** How long the inbound webhook has, and so much of its answer is read. */
const WEBHOOK_TIMEOUT = 3 * SECOND
const WEBHOOK_BYTES = 64 * 1024

/**
 * Asks the assistant's inbound webhook for variables, where it has one: a JSON object that comes back in time is merged
 * into the call's; anything else is noted, and the call goes on. Undefined when the caller has hung up meanwhile.
 */
export async function prepare(desk: Desk, { id, legId }: Call): Promise<{ recordTo: string | null } | undefined> {
  const asked = calls.byId(desk.db, id)
  const assistant = asked?.assistantId == null ? undefined : assistants.find(desk, asked.userId, asked.assistantId)
  if (asked && assistant?.inbound_webhook_url) {
    const { variables, problem } = await ask(desk, asked, assistant, assistant.inbound_webhook_url)
    transact(desk, () => {
      const call = calls.byId(desk.db, id)
      if (call?.status !== 'ringing') return
      const made = makeBrief(desk.db, assistant, { ...call.variables, ...variables })
      const warnings = [...made.warnings, ...(problem ? [problem] : [])]
      run(
        desk.db,
        sql`UPDATE calls SET variables = ${JSON.stringify(made.variables)}, warnings = ${JSON.stringify(warnings)}
          WHERE id = ${id}`,
      )
      run(desk.db, sql`UPDATE call_briefs SET brief = ${JSON.stringify(made.brief)} WHERE call_id = ${id}`)
    })
  }
  if (calls.byId(desk.db, id)?.status !== 'ringing') return undefined
  return { recordTo: calls.briefOf(desk.db, id).record ? recordingFile(desk, `${legId}.wav`) : null }
}

async function ask(
  desk: Desk,
  call: Call,
  assistant: assistants.Assistant,
  url: string,
): Promise<{ variables: Variables; problem?: string }> {
  const body = JSON.stringify({
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    assistant_id: assistant.id,
  })
  try {
    const answer = await desk.send({
      method: 'POST',
      url,
      headers: signedHeaders(desk, { webhook_id: `msg_${randomUUID()}`, body }),
      body,
      timeoutMs: WEBHOOK_TIMEOUT,
      maxBytes: WEBHOOK_BYTES,
    })
    if (answer.status < 200 || answer.status >= 300) throw new Error(`it answered ${answer.status}`)
    if (answer.truncated) throw new Error('its answer is too long')
    return { variables: variablesIn(JSON.parse(answer.body)) }
  } catch (error) {
    desk.log.warn({ err: error, callId: call.id }, 'the inbound webhook gave no variables')
    return { variables: {}, problem: `The inbound webhook gave no variables: ${(error as Error).message}.` }
  }
}

/** What of an object can be a variable. Throws when it is none. */
function variablesIn(answer: unknown): Variables {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new Error('its answer is not a JSON object')
  return Object.fromEntries(
    Object.entries(answer).filter(
      ([name, value]) =>
        variableName.test(name) && (value === null || ['string', 'number', 'boolean'].includes(typeof value)),
    ),
  ) as Variables
}

/** Lets somebody call one of the user's numbers, on the simulated carrier. Throws `invalid`, or `conflict`. */
export function simulateCall(
  desk: Desk,
  userId: number,
  { values, faults }: Draft<{ from: string; to: string }>,
): Call {
  const { from, to } = values
  const number = to === undefined ? undefined : numbers.byNumber(desk.db, to)
  if (to !== undefined && number?.user_id !== userId) faults.add('to', 'The to field is not a number of this account.')
  if (faults.any || !from || !to || !number) throw invalid(faults)
  if (!desk.ringIn) throw conflict('Only the simulated carrier can be made to ring.')
  const why = numbers.unusable(desk.db, number)
  if (why) throw conflict(`The number ${to} ${why}.`)
  return calls.byLeg(desk.db, desk.ringIn({ from, to }))!
}
