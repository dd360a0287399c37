import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Clock, Log, Random } from '../../ports/system'
import type { SipSettings, Trunk, TrunkState, TrunkStatus } from '../../ports/voice-host'
import { type Ask, Exchange, type Sent } from './exchange'
import type { Gate } from './gate'
import { type Header, header, type Response, values } from './message'
import { type Dns, isPrivate, resolveTargets, type Target } from './resolve'
import { newTag, Timers, type Transactions } from './transactions'
import { escapedUser, hostText, parseAddress, parseHost, parseUri } from './uri'
import type { Flow, Wire } from './wire'

/** What all trunks share. */
export interface Office {
  clock: Clock
  random: Random
  log: Log
  dns: Dns
  wire: Wire
  transactions: Transactions
  gate: Gate
  t1: number
  settings: () => SipSettings
  onTrunk: (trunkId: number, state: TrunkState) => void
}

const SECOND = 1000
/** For how long we register, if the other side does not say otherwise, s. */
const EXPIRES = 600
const ASK_EVERY = 60 * SECOND
const LOOK_UP_EVERY = 300 * SECOND
const KEEP_ALIVE_EVERY = 25 * SECOND
const REFUSED_WAITS = 300 * SECOND
const LONGEST_WAIT = 120 * SECOND
export const AGENT = 'Callwright'

/** A trunk: where it is reached, whether it knows us, and how requests are sent to it. */
export class Line {
  private state: TrunkState
  private readonly timers: Timers
  /** Our address as the other side sees it (RFC 3581). */
  private seen: { address: string; port: number } | null = null
  private readonly registration = { callId: randomBytes(12).toString('hex'), tag: newTag(), sequence: { last: 0 } }
  private expires = EXPIRES
  /** The Contact that is registered now. */
  private registered: string | null = null
  private flow: Flow | null = null
  private failures = 0
  /** The registration was made anew at once with another address of ours; never twice in a row. */
  private wasCorrected = false
  private isAsking = false
  private isStopped = false
  private pausedUntil = 0

  constructor(
    readonly trunk: Trunk,
    private readonly office: Office,
  ) {
    this.timers = new Timers(office.clock)
    this.state = { status: 'connecting', since: office.clock.now(), reason: null, localAddress: null }
  }

  /** The host of the trunk as in a URI, with its port. */
  get host() {
    const { host, port } = parseHost(this.trunk.address)
    return hostText(host) + (port === null ? '' : `:${port}`)
  }

  /** The host of the trunk without a port: the domain of its users. */
  get domain() {
    return hostText(parseHost(this.trunk.address).host)
  }

  get registers() {
    return this.trunk.register && this.trunk.username !== null
  }

  start() {
    this.office.gate.setNetworks(this.trunk.id, this.trunk.allowedFrom)
    // An address needs no look-up: it is heard at once.
    const own = parseHost(this.trunk.address).host
    if (isIP(own)) this.office.gate.setAddresses(this.trunk.id, [own])
    this.office.onTrunk(this.trunk.id, this.state)
    this.check()
    this.keepAlive()
    this.lookUpAgain()
  }

  /** Tells the other side that we are no longer here, and stops. Resolves when it has answered, or was given up. */
  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    this.timers.clear()
    const contact = this.registered
    if (!contact || !this.flow?.isOpen()) return
    await new Promise<void>(done => {
      this.timers.set('stop', 2 * SECOND, done)
      const end = () => {
        this.timers.clear()
        done()
      }
      this.exchange({
        sequence: this.registration.sequence,
        build: (_, number) =>
          this.register(number, [
            ['contact', `${contact};expires=0`],
            ['expires', '0'],
          ]),
        onFinal: end,
        onFailed: end,
      })
    })
  }

  /** Asks the other side now, whatever was waited for. */
  check() {
    if (this.isStopped || this.isAsking) return
    this.isAsking = true
    this.timers.clear('check')
    if (this.registers) this.askToRegister()
    else this.askForOptions()
  }

  /** The network of this machine has changed. */
  onNetworkChange() {
    this.seen = null
    this.failures = 0
    // Refused credentials are not better in another network.
    if (this.state.status !== 'refused') this.check()
  }

  /** The connection to the other side is gone. */
  onLost(why: string) {
    if (this.isStopped || this.isAsking) return
    this.unreachable(why, null)
  }

  /** No calls are placed until then, as the other side has asked. `ms` from now. */
  pause(ms: number) {
    this.pausedUntil = this.office.clock.now() + Math.min(ms, 600 * SECOND)
  }

  get isPaused() {
    return this.office.clock.now() < this.pausedUntil
  }

  /** The address that others reach us by: in Contact, and for sound. */
  ourAddress(flow: Flow): { address: string; port: number } {
    const { publicAddress, listenPort } = this.office.settings()
    // Without a registration the other side opens connections of its own.
    const port = flow.transport === 'tcp' && !this.registers && listenPort !== 0 ? listenPort : null
    const seen = this.seen ?? flow.local
    return publicAddress
      ? { address: publicAddress, port: port ?? flow.local.port }
      : { address: seen.address, port: port ?? seen.port }
  }

  contact(flow: Flow): string {
    const { address, port } = this.ourAddress(flow)
    const transport = flow.transport === 'udp' ? '' : `;transport=${flow.transport}`
    return `<sip:${escapedUser(this.trunk.username ?? this.trunk.number)}@${hostText(address)}:${port}${transport}>`
  }

  /** Sends a request outside of a dialog: the host is looked up for it. */
  exchange(ask: Ask, ways: Promise<readonly (Target | Flow)[]> = this.targets()): Exchange {
    const { wire, transactions, t1 } = this.office
    const { id, username, password } = this.trunk
    const login = username !== null && password !== null ? { username, password } : null
    const learn = (response: Response, sent: Sent) => {
      this.learn(response, sent.flow)
      ask.onAnswer?.(response, sent)
    }
    return new Exchange({ wire, transactions, t1, trunkId: id, login }, { ...ask, onAnswer: learn }, ways)
  }

  /**
   * Where a URI of a dialog is reached. Behind a NAT the other side may name an address of its inner network; `source`,
   * where it really sends from, is then taken.
   */
  async hop(uri: string, source: Flow): Promise<readonly (Target | Flow)[]> {
    const { dns, random } = this.office
    const read = parseUri(uri)
    const found = read ? await resolveTargets(dns, random, { ...read, transport: this.trunk.transport }) : []
    const isInside = found.some(target => isPrivate(target.address)) && !isPrivate(source.remote.address)
    return found.length === 0 || isInside ? [source] : found
  }

  /** Whether a host is the one of this trunk, by its name or by its address. */
  isOurs(host: string): boolean {
    const bare = host.replace(/^\[|\]$/g, '')
    return hostText(bare) === this.domain || this.office.gate.trunksAt(bare).includes(this.trunk.id)
  }

  /** A way to a target of this trunk. Rejects with a `FlowError`. */
  open(target: Target): Promise<Flow> {
    return this.office.wire.flowTo(target, this.trunk.id)
  }

  /** A Route by way of the outbound proxy. */
  get route(): Header[] {
    const { outboundProxy, transport } = this.trunk
    if (outboundProxy === null) return []
    const { host, port } = parseHost(outboundProxy)
    const at = hostText(host) + (port === null ? '' : `:${port}`)
    return [['route', `<sip:${at};lr${transport === 'udp' ? '' : `;transport=${transport}`}>`]]
  }

  /** The addresses that requests go to. All addresses of the trunk are heard from now on. */
  private async targets(): Promise<Target[]> {
    const { dns, random, gate } = this.office
    const { transport, address, outboundProxy, id } = this.trunk
    const at = (text: string) => resolveTargets(dns, random, { ...parseHost(text), transport })
    const [own, proxy] = await Promise.all([at(address), outboundProxy === null ? [] : at(outboundProxy)])
    const all = [...own, ...proxy].map(target => target.address)
    // A name that cannot be found for a moment keeps its addresses.
    if (all.length > 0 && !this.isStopped) gate.setAddresses(id, all)
    const to = outboundProxy === null ? own : proxy
    // Where it has worked is asked first: there is a connection, or a way through a NAT.
    const used = to.filter(target => target.address === this.flow?.remote.address)
    return [...used, ...to.filter(target => !used.includes(target))]
  }

  private askToRegister() {
    let sentContact = ''
    this.exchange({
      sequence: this.registration.sequence,
      build: (flow, number) => {
        sentContact = this.contact(flow)
        const old = this.registered !== null && this.registered !== sentContact ? [this.registered] : []
        return this.register(number, [
          [
            'contact',
            [`${sentContact};expires=${this.expires}`, ...old.map(contact => `${contact};expires=0`)].join(', '),
          ],
          ['expires', String(this.expires)],
        ])
      },
      onFinal: (response, sent) => {
        this.isAsking = false
        if (!this.isStopped) this.onRegisterAnswer(response, sent, sentContact)
      },
      onFailed: why => this.onAskFailed(why),
    })
  }

  private register(number: number, extra: Header[]) {
    const user = `<sip:${escapedUser(this.trunk.username!)}@${this.domain}>`
    return {
      method: 'REGISTER',
      uri: `sip:${this.host}`,
      headers: [
        ...this.route,
        ['from', `${user};tag=${this.registration.tag}`],
        ['to', user],
        ['call-id', this.registration.callId],
        ['cseq', `${number} REGISTER`],
        ['max-forwards', '70'],
        ['user-agent', AGENT],
        ...extra,
      ] as Header[],
      body: '',
    }
  }

  private onRegisterAnswer(response: Response, sent: Sent, contact: string) {
    const { code, phrase } = response
    if (code >= 200 && code < 300) {
      this.registered = contact
      this.flow = sent.flow
      this.failures = 0
      // The other side sees another address of ours than we have told it: it is told that one.
      const isRight = this.wasCorrected || this.contact(sent.flow) === contact
      this.wasCorrected = !isRight
      const granted = grantedFor(response, contact) ?? this.expires
      const again = granted <= 40 ? granted / 2 : granted - Math.max(15, granted / 10)
      this.set('registered', null)
      this.timers.set('check', isRight ? Math.max(1, again) * SECOND : 0, () => this.check())
      return
    }
    const least = Number(header(response, 'min-expires'))
    if (code === 423 && least > this.expires && least < 1e6) {
      this.expires = least
      return this.check()
    }
    if (code >= 500 || code === 408 || code === 480)
      return this.unreachable(`It answers ${`${code} ${phrase}`.trim()}.`, retryAfter(response))
    this.refuse(refusal(response, sent, this.trunk))
  }

  private askForOptions() {
    this.exchange({
      sequence: { last: 0 },
      build: (flow, number) => ({
        method: 'OPTIONS',
        uri: `sip:${this.host}`,
        headers: [
          ...this.route,
          ['from', `<sip:${escapedUser(this.trunk.username ?? this.trunk.number)}@${this.domain}>;tag=${newTag()}`],
          ['to', `<sip:${this.host}>`],
          ['call-id', randomBytes(12).toString('hex')],
          ['cseq', `${number} OPTIONS`],
          ['max-forwards', '70'],
          ['contact', this.contact(flow)],
          ['user-agent', AGENT],
          ['accept', 'application/sdp'],
        ],
        body: '',
      }),
      onFinal: (response, sent) => {
        this.isAsking = false
        if (this.isStopped) return
        this.flow = sent.flow
        const { code, phrase } = response
        if (code === 503) return this.unreachable(`It answers ${`${code} ${phrase}`.trim()}.`, retryAfter(response))
        if ((code === 401 || code === 407) && sent.wasSigned) return this.refuse(refusal(response, sent, this.trunk))
        this.failures = 0
        this.set('ready', null)
        this.timers.set('check', ASK_EVERY, () => this.check())
      },
      onFailed: why => this.onAskFailed(why),
    })
  }

  private onAskFailed(why: string) {
    this.isAsking = false
    if (!this.isStopped) this.unreachable(why, null)
  }

  private refuse(reason: string) {
    this.registered = null
    this.set('refused', reason)
    this.timers.set('check', REFUSED_WAITS, () => this.check())
  }

  /** Tried again later and later, each trunk at a moment of its own. `asked`: how long the other side wants us to wait, ms. */
  private unreachable(reason: string, asked: number | null) {
    this.set('unreachable', reason)
    const wait = Math.min(LONGEST_WAIT, 2 * SECOND * 2 ** Math.min(this.failures++, 10))
    this.timers.set('check', Math.max(asked ?? 0, wait * (0.5 + this.office.random() / 2)), () => this.check())
  }

  private set(status: TrunkStatus, reason: string | null) {
    const at = this.flow && this.ourAddress(this.flow)
    const localAddress = at && this.flow ? `${hostText(at.address)}:${at.port} ${this.flow.transport}` : null
    const { state } = this
    if (state.status === status && state.reason === reason && state.localAddress === localAddress) return
    const since = state.status === status ? state.since : this.office.clock.now()
    this.state = { status, since, reason, localAddress }
    this.office.onTrunk(this.trunk.id, this.state)
  }

  /** Notes by which address the other side sees us. */
  private learn(response: Response, flow: Flow) {
    const address = response.via.params.get('received') ?? flow.local.address
    const port = Number(response.via.params.get('rport') ?? flow.local.port)
    const isOdd = !isIP(address) || !(port > 0 && port < 65_536)
    if (!isOdd) this.seen = { address, port }
  }

  /** Keeps the way through a NAT open (RFC 5626, 3.5.1). */
  private keepAlive() {
    this.timers.set('keep alive', KEEP_ALIVE_EVERY, () => {
      if (this.flow?.isOpen()) this.flow.send(Buffer.from('\r\n\r\n'))
      this.keepAlive()
    })
  }

  /** A name may get other addresses while we are registered; calls then come from those. */
  private lookUpAgain() {
    this.timers.set('look up', LOOK_UP_EVERY, () => {
      void this.targets().catch(() => {})
      this.lookUpAgain()
    })
  }
}

function refusal({ code, phrase }: Response, { wasSigned }: Sent, { password }: Trunk): string {
  const isLogin = code === 401 || code === 407
  if (wasSigned && (isLogin || code === 403)) return 'Wrong username or password.'
  if (isLogin && password !== null) return 'It asks for a login of a kind that is not supported.'
  if (isLogin) return 'It asks for a username and a password.'
  if (code === 404) return 'It does not know this username.'
  return `It answers ${`${code} ${phrase}`.trim()}.`
}

/** For how long we are registered, s; null: not said. */
function grantedFor(response: Response, contact: string): number | null {
  const ours = values(response, 'contact')
    .map(parseAddress)
    .find(found => found && `<${found.text}>` === contact)
  const text = ours?.params.get('expires') ?? header(response, 'expires')
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** How long the other side asks us to wait, ms; null: not said. */
export function retryAfter(response: Response): number | null {
  const text = /^\d{1,6}/.exec(header(response, 'retry-after') ?? '')?.[0]
  return text === undefined ? null : Number(text) * SECOND
}
