import { randomUUID } from 'node:crypto'
import type { Carrier, CarrierCommand, CarrierReport } from '../../ports/carrier'
import type { Clock, Log, Random } from '../../ports/system'
import type { SipSettings, Trunk, TrunkState } from '../../ports/voice-host'
import type { Media, SoundEvent } from '../media/media'
import { ALLOW } from './dialog'
import { Gate } from './gate'
import { receiveCall } from './inbound'
import { Leg } from './leg'
import { Line, type Office } from './line'
import { newIds, OutboundCall } from './outbound'
import { type Dns, systemDns } from './resolve'
import { type ServerTransaction, Timers, Transactions } from './transactions'
import { transfer } from './transfer'
import { parseUri } from './uri'
import { Wire } from './wire'
import { onRequestWithin } from './within'

export interface SipOptions {
  media: Media
  log: Log
  /** Wall time. */
  clock: Clock
  random: Random
  onReport: (report: CarrierReport) => void
  onTrunk: (trunkId: number, state: TrunkState) => void
  /**
   * Each answer to an INVITE of a leg, those before the last one too. Code 0: there was none, or it could not be used;
   * `phrase` then says why, in words.
   */
  onAnswer?: (legId: string, code: number, phrase: string) => void
  dns?: Dns
  /** T1 of RFC 3261, ms: the first repeat over UDP; what is not answered in 64 times of it has failed. */
  t1?: number
  /** Something that changes when the network of this machine changes; it is looked at every few seconds. */
  network: () => string
}

export interface Sip extends Pick<Carrier, 'send' | 'legs'> {
  /** Sets all trunks and settings as they are now. What did not change keeps running, calls under way too. */
  configure(settings: SipSettings, trunks: readonly Trunk[]): Promise<void>
  /** What is heard of the sound of a leg. */
  onSound(event: SoundEvent): void
  /** Ends every leg and registration, within three seconds. Nothing is reported afterwards. */
  stop(): Promise<void>
}

const STOP_WITHIN = 3000
const LOOK_EVERY = 5000
const OPEN_AGAIN = 10_000

/** SIP trunks: registrations, and the calls over them. */
export function createSip(options: SipOptions): Sip {
  const { media, log, random, onReport, onTrunk, onAnswer = () => {}, dns = systemDns(), t1 = 500 } = options
  // An error in a timer is a bug; it must not end the other calls.
  const clock: Clock = {
    now: () => options.clock.now(),
    setTimer: (at, fire) => options.clock.setTimer(at, guarded(fire)),
  }
  const timers = new Timers(clock)
  const gate = new Gate(() => clock.now())
  const lines = new Map<number, { line: Line; key: string }>()
  const legs = new Map<string, Leg>()
  /** Legs by what requests of the other side carry: Call-ID and our tag. */
  const byDialog = new Map<string, Leg>()
  const partings = new Set<Promise<unknown>>()
  let settings: SipSettings | null = null
  let listening: string | null = null
  let isStopped = false
  let onLastEnd = () => {}

  const parting = (work: Promise<unknown>) => {
    partings.add(work)
    work.then(
      () => partings.delete(work),
      () => partings.delete(work),
    )
  }
  const transactions = new Transactions({
    clock,
    t1,
    onRequest: guarded(onRequest),
    onAck: request => legOf(request)?.onAck?.(request),
  })
  const wire = new Wire({
    log,
    lets: address => gate.lets(address),
    knows: address => gate.knows(address),
    // An error here is a bug; it must not end the other calls.
    onMessage: guarded((message, flow) => transactions.receive(message, flow)),
    onLost: (trunkId, why) => lines.get(trunkId)?.line.onLost(why),
  })
  const office: Office = {
    clock,
    random,
    log,
    dns,
    wire,
    transactions,
    gate,
    t1,
    settings: () => settings!,
    onTrunk: (trunkId, state) => !isStopped && onTrunk(trunkId, state),
  }
  const shared: Leg['shared'] = {
    media,
    clock,
    log,
    gate,
    transactions,
    settings: () => settings!,
    report: report => !isStopped && onReport(report),
    onAnswer: (legId, code, phrase) => !isStopped && onAnswer(legId, code, phrase),
    onEnd: leg => {
      legs.delete(leg.id)
      if (legs.size === 0) onLastEnd()
      // Requests that were on their way still find it for a moment.
      const keys = [...byDialog].filter(([, other]) => other === leg).map(([key]) => key)
      for (const key of keys) clock.setTimer(clock.now() + 64 * t1, () => byDialog.delete(key))
    },
    parting,
  }

  function guarded<A extends unknown[]>(handle: (...args: A) => void) {
    return (...args: A) => {
      try {
        handle(...args)
      } catch (error) {
        log.error({ err: error }, 'a SIP message or timer could not be handled')
      }
    }
  }

  const legOf = ({ callId, to }: ServerTransaction['request']) => byDialog.get(`${callId} ${to.params.get('tag')}`)

  function onRequest(transaction: ServerTransaction) {
    const { request } = transaction
    if (request.to.params.get('tag')) {
      const leg = legOf(request)
      return leg ? onRequestWithin(leg, transaction) : transaction.respond(481, 'Call/Transaction Does Not Exist')
    }
    if (isStopped) return transaction.respond(503, 'Service Unavailable')
    if (request.method === 'OPTIONS')
      return transaction.respond(200, 'OK', {
        headers: [
          ['allow', ALLOW],
          ['accept', 'application/sdp'],
        ],
      })
    if (request.method !== 'INVITE')
      return transaction.respond(405, 'Method Not Allowed', { headers: [['allow', ALLOW]] })
    const line = lineFor(transaction)
    if (!line) return transaction.respond(404, 'Not Found')
    const leg = new Leg(randomUUID(), line, shared)
    legs.set(leg.id, leg)
    byDialog.set(`${request.callId} ${transaction.tag}`, leg)
    receiveCall(leg, transaction).catch(error => {
      log.error({ err: error, legId: leg.id }, 'a call that came in could not be taken')
      leg.drop(() => transaction.respond(500, 'Server Internal Error'))
    })
  }

  /** The trunk that a call comes by: of those at this address the one that it names, or the only one. */
  function lineFor({ request, flow }: ServerTransaction): Line | null {
    if (flow.trunkId !== null) return lines.get(flow.trunkId)?.line ?? null
    const found = gate.trunksAt(flow.remote.address).flatMap(id => lines.get(id)?.line ?? [])
    const digits = (text: string | null | undefined) => text?.replace(/^\+/, '')
    const users = [parseUri(request.uri)?.user, request.to.user].map(digits)
    const isNamed = (name: string | null) => name !== null && users.includes(digits(name))
    return (
      found.find(line => isNamed(line.trunk.number)) ??
      found.find(line => isNamed(line.trunk.username)) ??
      (found.length === 1 ? found[0]! : null)
    )
  }

  function dial(command: Extract<CarrierCommand, { type: 'dial' }>) {
    const { legId, trunkId } = command
    const line = trunkId === null ? undefined : lines.get(trunkId)?.line
    if (legs.has(legId)) return
    if (!line || listening === null) {
      onAnswer(legId, 0, line ? 'The SIP port of this machine is not open.' : 'There is no such trunk.')
      return onReport({ type: 'ended', legId, cause: 'carrier_failed', talkedMs: 0, recorded: false })
    }
    if (line.isPaused) return onReport({ type: 'no_capacity', legId })
    const ids = newIds()
    const leg = new Leg(legId, line, shared)
    legs.set(legId, leg)
    byDialog.set(`${ids.callId} ${ids.tag}`, leg)
    new OutboundCall(leg, command, ids)
  }

  /** Opens the sockets, or opens them anew. Without them every trunk is unreachable, and it is tried again. */
  async function listen(now: SipSettings): Promise<boolean> {
    const key = JSON.stringify([now.listenAddress, now.listenPort])
    if (listening === key) return true
    if (listening !== null) await wire.close()
    listening = null
    try {
      await wire.listen(now)
      listening = key
      return true
    } catch (error) {
      log.error({ err: error }, 'the sockets of SIP cannot be opened')
      const reason = (error as Error).message
      for (const { id } of configured)
        onTrunk(id, { status: 'unreachable', since: clock.now(), reason, localAddress: null })
      timers.set('open again', OPEN_AGAIN, () => void enqueue(apply))
      return false
    }
  }

  let configured: readonly Trunk[] = []
  let queue: Promise<unknown> = Promise.resolve()
  /** One change after the other. */
  const enqueue = (work: () => Promise<void>) => (queue = queue.then(work, work)) as Promise<void>

  async function apply() {
    if (isStopped || !settings) return
    const wasListening = listening
    const isOpen = await listen(settings)
    const keyOf = (trunk: Trunk) => JSON.stringify([trunk, settings!.publicAddress, listening])
    const keys = new Map(isOpen ? configured.map(trunk => [trunk.id, keyOf(trunk)]) : [])
    const gone = [...lines].filter(([id, { key }]) => keys.get(id) !== key)
    for (const [id] of gone) lines.delete(id)
    // With the socket the registration is gone too, and no answer would come.
    const stopping = gone.map(async ([id, { line }]) => {
      await line.stop()
      if (!lines.has(id)) gate.forget(id)
      if (configured.every(trunk => trunk.id !== id))
        office.onTrunk(id, { status: 'off', since: clock.now(), reason: null, localAddress: null })
    })
    if (wasListening === listening) await Promise.all(stopping)
    if (!isOpen || isStopped) return
    for (const trunk of configured) {
      if (lines.has(trunk.id)) continue
      const line = new Line(trunk, office)
      lines.set(trunk.id, { line, key: keyOf(trunk) })
      line.start()
    }
  }

  let network = options.network()
  const look = () =>
    timers.set('look', LOOK_EVERY, () => {
      const now = options.network()
      if (now !== network) {
        network = now
        wire.forgetLocals()
        for (const { line } of lines.values()) line.onNetworkChange()
      }
      look()
    })
  look()

  /** Resolves when every leg has ended and has said so. */
  async function quiet() {
    if (legs.size > 0) await new Promise<void>(done => (onLastEnd = done))
    while (partings.size > 0) await Promise.allSettled([...partings])
  }

  return {
    configure(newSettings, trunks) {
      return enqueue(async () => {
        settings = newSettings
        configured = trunks
        timers.clear('open again')
        await apply()
      })
    },
    send(command) {
      if (isStopped) return
      const leg = legs.get(command.legId)
      switch (command.type) {
        case 'dial':
          return dial(command)
        case 'answer':
          return leg?.accept?.(command.recordTo)
        case 'reject':
        case 'hang_up':
          return leg?.hangUp()
        case 'transfer':
          return leg && transfer(leg, command.to)
        case 'send_digits':
          return leg?.state === 'up' ? media.sendDigits(leg.id, command.digits) : undefined
      }
    },
    legs: async () => new Set(legs.keys()),
    onSound(event) {
      const leg = legs.get(event.legId)
      if (!leg) return
      if (event.type === 'digit') shared.report({ type: 'digit', legId: leg.id, digit: event.digit })
      else if (event.type === 'no_sound') leg.onNoSound(event.forMs)
      else if (event.type === 'recording_failed') leg.onRecordingFailed(event.why)
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      timers.clear()
      for (const leg of [...legs.values()]) leg.hangUp()
      await Promise.race([
        new Promise<void>(done => timers.set('stop', STOP_WITHIN, done)),
        Promise.all([quiet(), ...[...lines.values()].map(({ line }) => line.stop())]),
      ])
      timers.clear()
      transactions.close()
      await wire.close()
    },
  }
}
