import { randomBytes, randomInt } from 'node:crypto'
import type { CarrierReport, EndCause } from '../../ports/carrier'
import type { Clock, Log } from '../../ports/system'
import type { SipSettings } from '../../ports/voice-host'
import type { Agreed, Media } from '../media/media'
import { type Dialog, requestIn, waysOf } from './dialog'
import type { Gate } from './gate'
import type { Line } from './line'
import { header, lists, type Message, type Request } from './message'
import { makeOffer, type OurSound, readAnswer } from './sdp'
import { type ServerTransaction, Timers, type Transactions } from './transactions'
import type { Flow } from './wire'

/** What all legs share. */
export interface Exchanges {
  media: Media
  clock: Clock
  log: Log
  gate: Gate
  transactions: Transactions
  settings: () => SipSettings
  report: (report: CarrierReport) => void
  onAnswer: (legId: string, code: number, phrase: string) => void
  /** A leg has ended. */
  onEnd: (leg: Leg) => void
  /** Work that the end of the process waits for, for a moment. */
  parting: (work: Promise<unknown>) => void
}

/** How long no sound may come before the line counts as broken, ms. */
const BROKEN_AFTER = 30_000

/** One call at the carrier, from its first message to its last report. It ends once. */
export class Leg {
  readonly timers: Timers
  state: 'new' | 'up' | 'ended' = 'new'
  dialog: Dialog | null = null
  /** Our side of the sound; null until its ports are taken. */
  ours: OurSound | null = null
  /** The last description of ours that was sent. */
  description = ''
  agreed: Agreed | null = null
  /** Ends a leg that is not up yet in the way of its direction. */
  giveUp: (cause: EndCause) => void = cause => this.end(cause)
  /** Answers an incoming leg. */
  accept: ((recordTo: string | null) => void) | null = null
  /** The other side has been asked to take over the call. */
  isTransferred = false
  /** A request of ours that asks for the sound again is on its way; one of the other side has to wait. */
  isRefreshing = false
  /** Whether the other side takes transfers; null: it has not said. */
  takesRefer: boolean | null = null
  /** What the other side says of a transfer. */
  onNews: ((transaction: ServerTransaction) => void) | null = null
  /** The ACK of a 2xx of ours. */
  onAck: ((ack: Request) => void) | null = null
  /** The highest CSeq of the other side. */
  remoteNumber = 0
  /** Whether core knows of the leg. */
  isReported = true
  private answeredAt = 0
  private recordTo: string | null = null
  /** Resolves when the recording has begun, or cannot begin. */
  private recording: Promise<void> | null = null
  private recordingTrouble: string | null = null
  private opening: Promise<number> | null = null
  private readonly onRelease: (() => void)[] = []

  constructor(
    readonly id: string,
    readonly line: Line,
    readonly shared: Exchanges,
  ) {
    this.timers = new Timers(shared.clock)
  }

  /** Takes the ports for the sound. Rejects when none is free. */
  async openSound(): Promise<number> {
    const { listenAddress, rtpPorts } = this.shared.settings()
    this.opening = this.shared.media.open(this.id, { address: listenAddress, ports: rtpPorts })
    return this.opening
  }

  /** Sets our side of the sound as it is seen by way of this flow. */
  describeSound(port: number, flow: Flow): OurSound {
    this.ours ??= {
      session: { id: randomInt(1, 2 ** 47), version: 1 },
      address: this.line.ourAddress(flow).address,
      port,
      srtp: this.line.trunk.srtp,
      key: new Uint8Array(randomBytes(30)),
    }
    return this.ours
  }

  /** A new offer of ours, in the middle of the call or to an INVITE without one. */
  newOffer(): string {
    this.ours!.session.version++
    this.description = makeOffer(this.ours!)
    return this.description
  }

  /** Takes the answer to our offer. Returns in words why it cannot be used, or null. */
  takeAnswer(body: string): string | null {
    const { agreed, why } = readAnswer(this.ours!, body)
    if (!agreed) return why
    this.connect(agreed)
    return null
  }

  /** Notes what the other side can, of a message that tells it. */
  note(message: Message) {
    if (header(message, 'allow') !== null) this.takesRefer = lists(message, 'allow', 'REFER')
  }

  connect(agreed: Agreed) {
    if (this.state === 'ended' || JSON.stringify(agreed) === JSON.stringify(this.agreed)) return
    this.agreed = agreed
    if (!agreed.hears) this.timers.clear('no sound')
    this.shared.media.connect(this.id, agreed)
  }

  /** The call is answered and both sides have agreed on the sound. */
  up(recordTo: string | null) {
    if (this.state !== 'new') return
    this.state = 'up'
    this.timers.clear('ring', 'cancel')
    this.answeredAt = this.shared.clock.now()
    this.recordTo = recordTo
    if (recordTo !== null)
      this.recording = this.shared.media
        .record(this.id, recordTo)
        .catch((error: Error) => this.onRecordingFailed(error.message))
    this.admitHop()
    this.shared.report({ type: 'answered', legId: this.id })
  }

  /** Requests of this call may come from the address that its next ones go to. */
  private admitHop() {
    const { dialog, line, shared } = this
    if (!dialog) return
    waysOf(line, dialog).then(
      ways => {
        if (this.state === 'ended') return
        for (const way of ways) this.onRelease.push(shared.gate.admit('send' in way ? way.remote.address : way.address))
      },
      error => shared.log.warn({ err: error, legId: this.id }, 'the other side of a call cannot be looked up'),
    )
  }

  hangUp(cause: EndCause = 'hung_up') {
    if (this.state === 'new') return this.giveUp(cause)
    if (this.state !== 'up') return
    this.bye()
    this.end(cause)
  }

  /** Tells the other side that the call is over. */
  bye(dialog = this.dialog) {
    if (!dialog) return
    const said = new Promise<void>(done => {
      requestIn(this.line, dialog, 'BYE', { onFinal: () => done(), onFailed: () => done() })
    })
    this.shared.parting(said)
  }

  /** No sound has come for so long. When none comes until the line counts as broken, it ends. */
  onNoSound(forMs: number) {
    if (this.state !== 'up' || !this.agreed?.hears) return
    const before = this.shared.media.stats(this.id)
    const look = async () => {
      const [then, now] = [await before, await this.shared.media.stats(this.id)]
      if (then.received === now.received && this.agreed?.hears) this.hangUp('line_error')
    }
    // A leg that has ended meanwhile has no counts any more.
    before.catch(() => {})
    this.timers.set('no sound', Math.max(0, BROKEN_AFTER - forMs), () => void look().catch(() => {}))
  }

  onRecordingFailed(why: string) {
    this.recordingTrouble ??= why
  }

  /** Reports the end, once, and frees everything. */
  end(cause: EndCause) {
    if (this.state === 'ended') return
    if (!this.isReported) return this.drop(() => {})
    const talkedMs = this.state === 'up' ? this.shared.clock.now() - this.answeredAt : 0
    const isRecorded = this.state === 'up' && this.recordTo !== null
    this.leave()
    this.shared.report({ type: 'ended', legId: this.id, cause, talkedMs, recorded: isRecorded ? 'later' : false })
    this.shared.parting(this.closeSound(isRecorded))
  }

  /** Ends a leg of which core does not know, with a last word to the other side. */
  drop(lastWord: () => void) {
    lastWord()
    if (this.state === 'ended') return
    this.leave()
    this.shared.parting(this.closeSound(false))
  }

  /** The carrier has no line for it: the call has not been placed. */
  endWithoutCapacity() {
    if (this.state === 'ended') return
    this.leave()
    this.shared.report({ type: 'no_capacity', legId: this.id })
    this.shared.parting(this.closeSound(false))
  }

  private leave() {
    this.state = 'ended'
    this.timers.clear()
    for (const release of this.onRelease) release()
    this.shared.onEnd(this)
  }

  private async closeSound(isRecorded: boolean) {
    const { media, report, log } = this.shared
    let failed: string | null = null
    try {
      const isOpen = await this.opening?.then(
        () => true,
        () => false,
      )
      await this.recording
      const { recorded } = isOpen ? await media.close(this.id) : { recorded: false }
      failed = recorded ? null : (this.recordingTrouble ?? 'nothing was recorded')
    } catch (error) {
      log.error({ err: error, legId: this.id }, 'the sound of a call could not be closed')
      failed = (error as Error).message
    }
    if (isRecorded) report({ type: 'recorded', legId: this.id, failed })
  }
}
