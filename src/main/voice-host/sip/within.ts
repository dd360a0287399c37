import { ALLOW } from './dialog'
import type { Leg } from './leg'
import { contactOf, type Header, header, type Request } from './message'
import { makeAnswer } from './sdp'
import { followSession, isTooOften, LEAST_SESSION, sessionAnswer } from './session'
import type { ServerTransaction } from './transactions'
import { onNotify } from './transfer'

/** Handles a request of the other side within a call. */
export function onRequestWithin(leg: Leg, transaction: ServerTransaction) {
  const { request } = transaction
  const { dialog } = leg
  if (!dialog || request.from.params.get('tag') !== dialog.remoteTag)
    return transaction.respond(481, 'Call/Transaction Does Not Exist')
  // An old request that was overtaken (RFC 3261, 12.2.2).
  if (request.cseq.number < leg.remoteNumber) return transaction.respond(500, 'Server Internal Error')
  leg.remoteNumber = request.cseq.number
  dialog.flow = transaction.flow
  switch (request.method) {
    case 'BYE':
      transaction.respond(200, 'OK')
      // Many carriers hang up as soon as they have the target of a transfer.
      return leg.end(leg.isTransferred ? 'transferred' : leg.state === 'up' ? 'remote_hang_up' : 'carrier_failed')
    case 'INVITE':
    case 'UPDATE':
      return onOffer(leg, transaction)
    case 'INFO':
      return onInfo(leg, transaction)
    case 'NOTIFY':
      return onNotify(leg, transaction)
    case 'OPTIONS':
      return transaction.respond(200, 'OK', { headers: [['allow', ALLOW]] })
    case 'REFER':
      return transaction.respond(603, 'Decline')
    case 'PRACK':
      return transaction.respond(481, 'Call/Transaction Does Not Exist')
    default:
      return transaction.respond(405, 'Method Not Allowed', { headers: [['allow', ALLOW]] })
  }
}

/** The other side asks for the sound again: it holds the call, moves its sound, or only looks whether we are there. */
function onOffer(leg: Leg, transaction: ServerTransaction) {
  const { request, flow } = transaction
  const isInvite = request.method === 'INVITE'
  const isUnready = leg.state !== 'up' || !leg.ours
  if (isUnready && (isInvite || request.body)) return transaction.respond(491, 'Request Pending')
  if (leg.isRefreshing && (isInvite || request.body)) return transaction.respond(491, 'Request Pending')
  if (isTooOften(request)) return transaction.respond(422, 'Session Interval Too Small', { headers: [LEAST_SESSION] })
  const body = describe(leg, request)
  if (body === null) return transaction.respond(488, 'Not Acceptable Here')
  leg.dialog!.target = contactOf(request)?.text ?? leg.dialog!.target
  const headers: Header[] = [
    ['contact', leg.line.contact(flow)],
    ['allow', ALLOW],
    ['supported', 'timer'],
    ...sessionAnswer(request),
  ]
  if (isInvite) awaitAck(leg, transaction, request.body === '')
  transaction.respond(200, 'OK', { headers: body ? [...headers, ['content-type', 'application/sdp']] : headers, body })
  followSession(leg, request, 'uas')
}

/** Our description for a 2xx: an answer, our offer when there was none, nothing for UPDATE, when it has none; null: 488. */
function describe(leg: Leg, request: Request): string | null {
  if (!request.body) return request.method === 'INVITE' ? leg.newOffer() : ''
  const before = leg.ours!.session.version++
  const result = makeAnswer(leg.ours!, request.body)
  if (!result.agreed) {
    leg.ours!.session.version = before
    return null
  }
  leg.connect(result.agreed)
  leg.description = result.answer
  return result.answer
}

/** Waits for the ACK of a 2xx. `hasAnswer`: it carries the answer to our offer. */
export function awaitAck(leg: Leg, transaction: ServerTransaction, hasAnswer: boolean, then: () => void = () => {}) {
  leg.onAck = ack => {
    if (ack.cseq.number !== transaction.request.cseq.number) return
    leg.onAck = null
    transaction.acked()
    if (leg.state === 'ended') return
    const why = hasAnswer ? leg.takeAnswer(ack.body) : null
    if (why === null) return then()
    leg.shared.log.warn({ legId: leg.id, why }, 'the sound of a call was not agreed on')
    leg.bye()
    leg.end('line_error')
  }
  transaction.onNoAck = () => {
    if (leg.state === 'ended') return
    leg.bye()
    leg.end('line_error')
  }
}

/** Keys as text, which some carriers send instead of RFC 4733. */
function onInfo(leg: Leg, transaction: ServerTransaction) {
  const { request } = transaction
  const type = header(request, 'content-type') ?? ''
  transaction.respond(200, 'OK')
  if (leg.state !== 'up') return
  const signal = /^application\/dtmf-relay\b/i.test(type)
    ? /^\s*Signal\s*=\s*([0-9A-D*#])\s*$/im.exec(request.body)?.[1]
    : /^application\/dtmf\b/i.test(type)
      ? /^\s*([0-9A-D*#])\s*$/i.exec(request.body)?.[1]
      : undefined
  if (signal) leg.shared.report({ type: 'digit', legId: leg.id, digit: signal.toUpperCase() })
}
