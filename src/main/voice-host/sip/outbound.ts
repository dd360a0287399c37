import { randomBytes } from 'node:crypto'
import type { CarrierCommand, EndCause } from '../../ports/carrier'
import { causeOf } from './causes'
import { ALLOW, acknowledge, type Dialog, dialogOfAnswer, requestIn } from './dialog'
import type { Exchange, Sent } from './exchange'
import type { Leg } from './leg'
import { AGENT, retryAfter } from './line'
import { contactOf, type Draft, header, lists, type Response } from './message'
import { targetUri, toTrunk } from './numbers'
import { makeOffer } from './sdp'
import { followSession } from './session'
import { newTag } from './transactions'
import { escapedUser } from './uri'
import type { Flow } from './wire'

/** How long the end of a call that we have taken back is waited for before it is reported, ms. */
const CANCEL_WAITS = 4000

export type Dial = Extract<CarrierCommand, { type: 'dial' }>

/** The tag and the id by which requests of the other side find a leg that we dial. */
export interface Ids {
  callId: string
  tag: string
}

export const newIds = (): Ids => ({ callId: randomBytes(16).toString('hex'), tag: newTag() })

/** Places a call and follows it until it is answered or has ended. */
export class OutboundCall {
  private exchange: Exchange | null = null
  private readonly sequence = { last: 0 }
  /** Why we have taken the call back; null: we have not. */
  private gaveUp: EndCause | null = null
  private hasRung = false
  private wasRedirected = false
  /** The dialogs that answers have begun, one for each fork, by the tag of the other side. */
  private readonly forks = new Map<string, Dialog>()
  private readonly acks = new Map<string, Promise<() => void>>()
  private readonly reliable = new Set<string>()

  constructor(
    private readonly leg: Leg,
    private readonly dial: Dial,
    private readonly ids: Ids,
  ) {
    leg.giveUp = cause => this.giveUp(cause)
    leg.openSound().then(
      port => leg.state === 'new' && this.invite(targetUri(dial.to, leg.line.trunk, leg.line.host), port),
      error => {
        leg.shared.log.warn({ err: error, legId: leg.id }, 'no port is free for the sound of a call')
        leg.endWithoutCapacity()
      },
    )
  }

  private invite(uri: string, port: number) {
    const { leg } = this
    this.exchange = leg.line.exchange({
      sequence: this.sequence,
      build: (flow, number) => this.draft(uri, flow, number, port),
      onAnswer: response => leg.shared.onAnswer(leg.id, response.code, response.phrase),
      onProvisional: (response, sent) => this.onProvisional(response, sent),
      onFinal: (response, sent) => this.onFinal(response, sent, port),
      onFailed: why => {
        if (this.gaveUp === null) leg.shared.onAnswer(leg.id, 0, why)
        leg.end(this.gaveUp ?? 'carrier_failed')
      },
    })
  }

  private draft(uri: string, flow: Flow, number: number, port: number): Draft {
    const { leg, dial, ids } = this
    const { line } = leg
    const { trunk } = line
    // It counts from the first INVITE: nobody hears anything before.
    if (leg.description === '') leg.timers.set('ring', dial.ringMs, () => this.giveUp('no_answer'))
    leg.description = makeOffer(leg.describeSound(port, flow))
    const us = `<sip:${escapedUser(toTrunk(dial.from ?? trunk.number, trunk))}@${line.domain}>`
    return {
      method: 'INVITE',
      uri,
      headers: [
        ...line.route,
        ['from', `${us};tag=${ids.tag}`],
        ['to', `<${uri}>`],
        ['call-id', ids.callId],
        ['cseq', `${number} INVITE`],
        ['max-forwards', '70'],
        ['contact', line.contact(flow)],
        ['p-asserted-identity', us],
        ['allow', ALLOW],
        ['supported', '100rel, timer'],
        ['user-agent', AGENT],
        ['content-type', 'application/sdp'],
      ],
      body: leg.description,
    }
  }

  private onProvisional(response: Response, sent: Sent) {
    const { leg } = this
    if (response.code === 100 || this.gaveUp !== null || leg.state !== 'new') return
    const dialog = this.fork(response, sent)
    if (lists(response, 'require', '100rel')) this.acknowledgeProvisional(response, dialog)
    if (!this.hasRung) {
      this.hasRung = true
      leg.shared.report({ type: 'ringing', legId: leg.id })
    }
    if (response.body && leg.ours) leg.takeAnswer(response.body)
  }

  /** RFC 3262, 4: each reliable answer is acknowledged once; when it comes again, our PRACK is on its way. */
  private acknowledgeProvisional(response: Response, dialog: Dialog) {
    const number = header(response, 'rseq') ?? ''
    const key = `${dialog.remoteTag} ${number}`
    if (!/^\d{1,10}$/.test(number) || this.reliable.has(key)) return
    this.reliable.add(key)
    requestIn(this.leg.line, dialog, 'PRACK', {
      headers: [['rack', `${number} ${response.cseq.number} ${response.cseq.method}`]],
      onFinal: () => {},
      onFailed: () => {},
    })
  }

  private fork(response: Response, sent: Sent): Dialog {
    const tag = response.to.params.get('tag') ?? ''
    const known = this.forks.get(tag)
    const dialog = known ?? dialogOfAnswer(response, sent, this.sequence)
    dialog.target = contactOf(response)?.text ?? dialog.target
    this.forks.set(tag, dialog)
    return dialog
  }

  private onFinal(response: Response, sent: Sent, port: number) {
    const { leg } = this
    const { code } = response
    if (code < 300) return this.onAccepted(response, sent)
    if (this.gaveUp !== null) return leg.end(this.gaveUp)
    if (code < 400 && this.redirect(response, port)) return
    if (code === 503 && !this.hasRung) {
      leg.line.pause(retryAfter(response) ?? 0)
      return leg.endWithoutCapacity()
    }
    leg.end(causeOf(code))
  }

  private onAccepted(response: Response, sent: Sent) {
    const { leg } = this
    const tag = response.to.params.get('tag') ?? ''
    const known = this.acks.get(tag)
    if (known)
      return void known.then(
        again => again(),
        () => {},
      )
    // A route is fixed by the 2xx, whatever the answers before have said (RFC 3261, 13.2.2.4).
    const dialog = dialogOfAnswer(response, sent, this.sequence)
    this.forks.set(tag, dialog)
    const acked = acknowledge(leg.line, leg.shared.transactions, dialog, response.cseq.number)
    acked.catch(error =>
      leg.shared.log.warn({ err: error, legId: leg.id }, 'the answer of a call could not be acknowledged'),
    )
    this.acks.set(tag, acked)
    // Another phone has answered too, or we have hung up at the same moment.
    if (this.gaveUp !== null || leg.state !== 'new') {
      void acked.then(
        () => leg.bye(dialog),
        () => {},
      )
      if (this.gaveUp !== null) leg.end(this.gaveUp)
      return
    }
    leg.dialog = dialog
    leg.note(response)
    const why = response.body ? leg.takeAnswer(response.body) : leg.agreed ? null : 'Its answer describes no sound.'
    if (why !== null) {
      leg.shared.onAnswer(leg.id, 0, why)
      void acked.then(
        () => leg.bye(dialog),
        () => {},
      )
      return leg.end('carrier_failed')
    }
    leg.up(this.dial.recordTo)
    followSession(leg, response, 'uac')
  }

  /** Follows a redirection to the same trunk, once. */
  private redirect(response: Response, port: number): boolean {
    const target = contactOf(response)
    const { line } = this.leg
    if (this.wasRedirected || !target?.uri || !line.isOurs(target.uri.host)) return false
    this.wasRedirected = true
    this.invite(target.text, port)
    return true
  }

  private giveUp(cause: EndCause) {
    if (this.gaveUp !== null) return
    // Somebody who has said nothing at all has not been rung.
    this.gaveUp = cause === 'no_answer' && !this.exchange?.wasHeard ? 'carrier_failed' : cause
    const { leg, exchange, gaveUp } = this
    exchange?.cancel()
    if (!exchange?.wasHeard) return leg.end(gaveUp)
    leg.timers.clear('ring')
    leg.timers.set('cancel', CANCEL_WAITS, () => leg.end(gaveUp))
  }
}
