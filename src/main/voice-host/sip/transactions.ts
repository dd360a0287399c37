import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports/system'
import {
  type Draft,
  type Header,
  header,
  type Message,
  type Request,
  type Response,
  values,
  writeRequest,
  writeResponse,
} from './message'
import { hostText } from './uri'
import type { Flow } from './wire'

export interface ClientHandlers {
  onProvisional?(response: Response): void
  /** Each final answer; of an INVITE also further 2xx, which may be the same again or of another fork. */
  onFinal(response: Response): void
  /** There was no answer, or the request could not be sent. */
  onFailed(why: string): void
}

export interface ClientTransaction {
  /** Sends CANCEL, or as soon as the other side has said that it got the INVITE (RFC 3261, 9.1). */
  cancel(): void
  /** Whether anything was answered. */
  readonly wasHeard: boolean
}

/** A request of the other side, and its answers. */
export interface ServerTransaction {
  readonly request: Request
  readonly flow: Flow
  /** Ours in the To of all answers. */
  readonly tag: string
  /** Whether a final answer was given. */
  readonly isAnswered: boolean
  respond(code: number, phrase: string, extra?: { headers?: readonly Header[]; body?: string }): void
  /** Called when an INVITE is cancelled before its final answer. CANCEL itself has been answered. */
  onCancel: () => void
  /** Called when nobody acknowledges our 2xx. */
  onNoAck: () => void
  /** The ACK of our 2xx has come. */
  acked(): void
}

interface Options {
  clock: Clock
  /** The estimate of the round trip, ms: T1 of RFC 3261, 17.1.1.1. */
  t1: number
  onRequest: (transaction: ServerTransaction) => void
  /** The ACK of a 2xx. */
  onAck: (request: Request) => void
}

const T2 = 4000
const T4 = 5000
/** Requests of others that are remembered at a time. */
const MOST = 20_000
const NO_ANSWER = 'No answer.'

export const newTag = () => randomBytes(8).toString('hex')

/**
 * Requests and their answers (RFC 3261, 17): repeats over UDP until there is an answer, and answers a repeated request
 * with what was answered before.
 */
export class Transactions {
  private readonly clients = new Map<string, { receive: (response: Response) => void; end: () => void }>()
  private readonly servers = new Map<string, Server>()
  private isClosed = false

  constructor(private readonly options: Options) {}

  receive(message: Message, flow: Flow) {
    if (this.isClosed) return
    if (message.kind === 'response') {
      this.clients.get(`${message.via.params.get('branch')} ${message.cseq.method}`)?.receive(message)
      return
    }
    const { method, via } = message
    const keyOf = (name: string) => `${via.params.get('branch')} ${via.host} ${via.port} ${name}`
    const known = this.servers.get(keyOf(method === 'ACK' ? 'INVITE' : method))
    if (known && method === 'ACK' && known.wasRefused) return known.end()
    if (method === 'ACK') return this.options.onAck(message)
    if (known) return known.repeat()
    if (this.servers.size >= MOST) return
    const key = keyOf(method)
    const server = new Server(message, flow, this.options, () => this.servers.delete(key))
    this.servers.set(key, server)
    if (method !== 'CANCEL') return this.options.onRequest(server)
    const invite = this.servers.get(keyOf('INVITE'))
    server.respond(invite ? 200 : 481, invite ? 'OK' : 'Call/Transaction Does Not Exist')
    if (invite && !invite.isAnswered) invite.onCancel()
  }

  /** The Via of a new request by this way (RFC 3261, 18.1.1; RFC 3581). */
  private via(flow: Flow, branch: string) {
    const { transport, local } = flow
    return `SIP/2.0/${transport.toUpperCase()} ${hostText(local.address)}:${local.port};branch=${branch};rport`
  }

  /** Sends a request and repeats it. `within`: how long an answer is waited for, ms. */
  request(draft: Draft, flow: Flow, handlers: ClientHandlers, within = 64 * this.options.t1): ClientTransaction {
    const { clock, t1 } = this.options
    const isInvite = draft.method === 'INVITE'
    const isUdp = flow.transport === 'udp'
    const branch = `z9hG4bK${randomBytes(9).toString('hex')}`
    const key = `${branch} ${draft.method}`
    const via = this.via(flow, branch)
    const bytes = writeRequest(draft, via)
    const timers = new Timers(clock)
    let state: 'calling' | 'proceeding' | 'done' = 'calling'
    let ack: Buffer | null = null
    let wantsCancel = false

    const end = () => {
      timers.clear()
      this.clients.delete(key)
    }
    const fail = (why: string) => {
      if (state === 'done') return
      state = 'done'
      end()
      handlers.onFailed(why)
    }
    const send = () => flow.send(bytes, fail)
    const repeat = (after: number) =>
      timers.set('repeat', after, () => {
        send()
        repeat(isInvite ? after * 2 : Math.min(after * 2, T2))
      })
    const sendCancel = () => {
      const headers: Header[] = draft.headers.filter(([name]) => /^(from|to|call-id|max-forwards|route)$/.test(name))
      const number = Number.parseInt(header(draft, 'cseq')!, 10)
      const cancel = {
        method: 'CANCEL',
        uri: draft.uri,
        headers: [...headers, ['cseq', `${number} CANCEL`] as Header],
        body: '',
      }
      this.requestBy(cancel, flow, branch)
      // Whoever says nothing more after CANCEL is gone (RFC 3261, 9.1).
      timers.set('give up', 64 * t1, () => fail(NO_ANSWER))
    }
    const acknowledge = (response: Response) => {
      const headers: Header[] = [
        ...draft.headers.filter(([name]) => /^(from|call-id|max-forwards|route)$/.test(name)),
        ['to', header(response, 'to')!],
        ['cseq', `${Number.parseInt(header(draft, 'cseq')!, 10)} ACK`],
      ]
      ack = writeRequest({ method: 'ACK', uri: draft.uri, headers, body: '' }, via)
      flow.send(ack)
    }
    const onAnswer = (response: Response) => {
      if (state === 'done') {
        if (!isInvite) return
        if (response.code >= 300 && ack) flow.send(ack)
        else if (response.code >= 200 && response.code < 300) handlers.onFinal(response)
        return
      }
      if (response.code < 200) {
        const isFirst = state === 'calling'
        state = 'proceeding'
        if (isInvite) timers.clear('repeat', 'give up')
        else if (isFirst && isUdp) repeat(T2)
        if (wantsCancel) {
          wantsCancel = false
          sendCancel()
        }
        handlers.onProvisional?.(response)
        return
      }
      state = 'done'
      timers.clear()
      if (isInvite && response.code >= 300) acknowledge(response)
      // Repeats of the answer are still expected: timers D and K, and timer M of RFC 6026.
      timers.set('end', isInvite ? 64 * t1 : isUdp ? T4 : 0, end)
      handlers.onFinal(response)
    }
    this.clients.set(key, { receive: onAnswer, end })
    timers.set('give up', within, () => fail(NO_ANSWER))
    if (isUdp) repeat(t1)
    send()
    return {
      cancel() {
        if (state === 'calling') wantsCancel = true
        else if (state === 'proceeding') sendCancel()
      },
      get wasHeard() {
        return state !== 'calling'
      },
    }
  }

  /** CANCEL has the branch of its INVITE, and its answer says nothing that matters. */
  private requestBy(draft: Draft, flow: Flow, branch: string) {
    const timers = new Timers(this.options.clock)
    const key = `${branch} ${draft.method}`
    const bytes = writeRequest(draft, this.via(flow, branch))
    const repeat = (after: number) =>
      timers.set('repeat', after, () => {
        flow.send(bytes)
        repeat(Math.min(after * 2, T2))
      })
    const end = () => {
      timers.clear()
      this.clients.delete(key)
    }
    this.clients.set(key, { receive: response => response.code >= 200 && end(), end })
    timers.set('give up', 64 * this.options.t1, end)
    if (flow.transport === 'udp') repeat(this.options.t1)
    flow.send(bytes)
  }

  /** Sends what has no answer: the ACK of a 2xx. Returns a function that sends the same again. */
  sendAck(draft: Draft, flow: Flow): () => void {
    const bytes = writeRequest(draft, this.via(flow, `z9hG4bK${randomBytes(9).toString('hex')}`))
    flow.send(bytes)
    return () => flow.send(bytes)
  }

  /** Forgets everything; nothing is sent or called any more. */
  close() {
    this.isClosed = true
    for (const transaction of [...this.servers.values(), ...this.clients.values()]) transaction.end()
  }
}

class Server implements ServerTransaction {
  readonly tag = newTag()
  isAnswered = false
  wasRefused = false
  onCancel = () => {}
  onNoAck = () => {}
  private last: Buffer | null = null
  private readonly timers: Timers

  constructor(
    readonly request: Request,
    readonly flow: Flow,
    private readonly options: Options,
    private readonly onEnd: () => void,
  ) {
    this.timers = new Timers(options.clock)
    if (request.method === 'INVITE') this.respond(100, 'Trying')
  }

  respond(code: number, phrase: string, extra: { headers?: readonly Header[]; body?: string } = {}) {
    if (this.isAnswered) return
    const { t1 } = this.options
    this.last = writeResponse(this.request, this.source, code, phrase, { tag: this.tag, ...extra })
    this.flow.send(this.last)
    if (code < 200) return
    this.isAnswered = true
    const isInvite = this.request.method === 'INVITE'
    this.wasRefused = isInvite && code >= 300
    if (isInvite && (code < 300 || this.flow.transport === 'udp')) this.repeatAnswer(t1)
    this.timers.set('end', isInvite || this.flow.transport === 'udp' ? 64 * t1 : 0, () => {
      const isLost = isInvite && code < 300 && this.timers.has('repeat')
      this.end()
      if (isLost) this.onNoAck()
    })
  }

  /** Timer G; of a 2xx also over connections (RFC 3261, 13.3.1.4). */
  private repeatAnswer(after: number) {
    this.timers.set('repeat', after, () => {
      this.repeat()
      this.repeatAnswer(Math.min(after * 2, T2))
    })
  }

  repeat() {
    if (this.last) this.flow.send(this.last)
  }

  acked() {
    this.timers.clear('repeat')
  }

  end() {
    this.timers.clear()
    this.onEnd()
  }

  /** Where answers go: over UDP to the address that the request came from (RFC 3581). */
  private get source() {
    return this.flow.remote
  }
}

/** Timers by name; setting one replaces the one of this name. */
export class Timers {
  private readonly running = new Map<string, () => void>()

  constructor(private readonly clock: Clock) {}

  /** `after` in ms. */
  set(name: string, after: number, fire: () => void) {
    this.clear(name)
    const cancel = this.clock.setTimer(this.clock.now() + after, () => {
      this.running.delete(name)
      fire()
    })
    this.running.set(name, cancel)
  }

  has(name: string) {
    return this.running.has(name)
  }

  /** Without names: all of them. */
  clear(...names: string[]) {
    for (const name of names.length > 0 ? names : [...this.running.keys()]) {
      this.running.get(name)?.()
      this.running.delete(name)
    }
  }
}

/** The values of Record-Route as the route of a dialog: of answers from the far end back (RFC 3261, 12.1). */
export const routesOf = (message: Message) => {
  const routes = values(message, 'record-route')
  return message.kind === 'response' ? routes.reverse() : routes
}
