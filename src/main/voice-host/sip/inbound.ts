import { ALLOW, dialogOfRequest } from './dialog'
import type { Leg } from './leg'
import { type Header, type Request, values } from './message'
import { fromTrunk } from './numbers'
import { makeAnswer } from './sdp'
import { followSession, isTooOften, LEAST_SESSION, sessionAnswer } from './session'
import type { ServerTransaction } from './transactions'
import { parseAddress } from './uri'
import { awaitAck } from './within'

/** How long core may take to answer or refuse a call, ms. */
const ANSWER_WITHIN = 60_000

/** Takes in a call: rings until core answers, refuses, or the caller hangs up. */
export async function receiveCall(leg: Leg, transaction: ServerTransaction): Promise<void> {
  const { request, flow } = transaction
  const refuse = (code: number, phrase: string, headers: Header[] = []) =>
    transaction.respond(code, phrase, { headers })
  leg.dialog = dialogOfRequest(request, transaction.tag, flow)
  leg.remoteNumber = request.cseq.number
  leg.isReported = false
  leg.note(request)
  let isCancelled = false
  transaction.onCancel = () => {
    isCancelled = true
    refuse(487, 'Request Terminated')
  }
  const unknown = values(request, 'require').filter(name => name.toLowerCase() !== 'timer')
  if (unknown.length > 0) return leg.drop(() => refuse(420, 'Bad Extension', [['unsupported', unknown.join(', ')]]))
  if (isTooOften(request)) return leg.drop(() => refuse(422, 'Session Interval Too Small', [LEAST_SESSION]))
  let port: number
  try {
    port = await leg.openSound()
  } catch (error) {
    leg.shared.log.warn({ err: error, legId: leg.id }, 'no port is free for the sound of a call')
    return leg.drop(() => refuse(503, 'Service Unavailable', [['retry-after', '10']]))
  }
  const ours = leg.describeSound(port, flow)
  const result = request.body ? makeAnswer(ours, request.body) : null
  // The caller may have hung up, or the service may have stopped, meanwhile.
  if (isCancelled || leg.state === 'ended') return leg.drop(() => refuse(480, 'Temporarily Unavailable'))
  if (result && !result.agreed) {
    leg.shared.log.info({ legId: leg.id, why: result.why }, 'a call that came in was refused')
    return leg.drop(() => refuse(488, 'Not Acceptable Here'))
  }
  ring(leg, transaction, result)
}

function ring(leg: Leg, transaction: ServerTransaction, result: ReturnType<typeof makeAnswer> | null) {
  const { request, flow } = transaction
  const refuse = (code: number, phrase: string) => transaction.respond(code, phrase)
  const own: Header[] = [
    ['contact', leg.line.contact(flow)],
    ['allow', ALLOW],
  ]
  transaction.onCancel = () => {
    refuse(487, 'Request Terminated')
    leg.end('remote_hang_up')
  }
  leg.giveUp = cause => {
    // A caller who was answered already, but has not acknowledged it, is told so by BYE.
    if (transaction.isAnswered) leg.bye()
    else refuse(486, 'Busy Here')
    leg.end(cause)
  }
  leg.timers.set('unanswered', ANSWER_WITHIN, () => {
    refuse(480, 'Temporarily Unavailable')
    leg.end('no_answer')
  })
  leg.accept = recordTo => {
    leg.accept = null
    leg.timers.clear('unanswered')
    const body = result?.agreed ? result.answer : leg.newOffer()
    if (result?.agreed) {
      leg.connect(result.agreed)
      leg.description = result.answer
    }
    awaitAck(leg, transaction, result === null, () => leg.up(recordTo))
    transaction.respond(200, 'OK', {
      headers: [...own, ['supported', 'timer'], ...sessionAnswer(request), ['content-type', 'application/sdp']],
      body,
    })
    followSession(leg, request, 'uas')
  }
  transaction.respond(180, 'Ringing', { headers: own })
  leg.isReported = true
  leg.shared.report({ type: 'incoming', legId: leg.id, from: callerOf(request, leg), to: leg.line.trunk.number })
}

/** Who calls: the number that the carrier vouches for (RFC 3325), else the one of From. */
function callerOf(request: Request, leg: Leg): string {
  const asserted = values(request, 'p-asserted-identity').flatMap(text => parseAddress(text)?.user ?? [])
  const user = asserted[0] ?? request.from.user
  return user ? fromTrunk(user, leg.line.trunk) : 'anonymous'
}
