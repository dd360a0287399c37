import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIP, type Server, type Socket, connect as tcpConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { Log } from '../../ports/system'
import type { SipSettings } from '../../ports/voice-host'
import { Framer } from './framer'
import { LONGEST, type Message, parseMessage } from './message'
import { plainAddress, type Target, type Transport } from './resolve'

/** A way to the other side: a UDP address, or an open connection. */
export interface Flow {
  readonly transport: Transport
  readonly remote: { address: string; port: number }
  /** Our end as this machine sees it. */
  readonly local: { address: string; port: number }
  /** The trunk that opened the connection; null for UDP, and for connections that others opened. */
  readonly trunkId: number | null
  isOpen(): boolean
  /** `failed` is called when this machine could not send it. */
  send(bytes: Buffer, failed?: (why: string) => void): void
}

/** Why a flow could not be opened, in words for the operator. */
export class FlowError extends Error {}

interface WireOptions {
  log: Log
  /** Whether a message from this address is heard. It counts against what the address may send. */
  lets: (address: string) => boolean
  /** Whether a connection from this address is accepted. */
  knows: (address: string) => boolean
  onMessage: (message: Message, flow: Flow) => void
  /** A connection that a trunk had opened is gone. */
  onLost: (trunkId: number, why: string) => void
}

const CONNECT_WITHIN = 10_000
const MOST_GUESTS = 100

/** The sockets: one of UDP for each IP family, a connection for each trunk over TCP and TLS, and a listener. */
export class Wire {
  private readonly udp = new Map<4 | 6, UdpSocket>()
  private listener: Server | null = null
  private readonly connections = new Map<string, Promise<Flow>>()
  private readonly sockets = new Set<Socket>()
  private listenAddress: string | null = null
  /** Our own address as seen from others, by theirs. */
  private readonly locals = new Map<string, Flow['local']>()

  constructor(private readonly options: WireOptions) {}

  /** Opens the sockets that others send to. Rejects with words when an address or a port is not to be had. */
  async listen({ listenAddress, listenPort }: SipSettings): Promise<void> {
    this.listenAddress = listenAddress
    const families = listenAddress ? ([isIP(listenAddress) === 6 ? 6 : 4] as const) : ([4, 6] as const)
    try {
      for (const family of families) await this.bind(family, listenAddress, this.udpPort ?? listenPort)
      if (listenPort !== 0) await this.accept(listenAddress, listenPort)
    } catch (error) {
      await this.close()
      throw new FlowError(bindTrouble(error as NodeJS.ErrnoException, listenAddress, listenPort))
    }
  }

  /** The port of UDP; null while nothing is listened to. */
  get udpPort(): number | null {
    return this.udp.get(4)?.address().port ?? this.udp.get(6)?.address().port ?? null
  }

  private async bind(family: 4 | 6, address: string | null, port: number) {
    const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', ipv6Only: family === 6 })
    socket.on('message', (bytes, from) => this.onDatagram(bytes, plainAddress(from.address), from.port))
    try {
      socket.bind(port, address ?? undefined)
      await once(socket, 'listening')
    } catch (error) {
      socket.close()
      // A machine without IPv6 does without it.
      if (family === 6 && address === null && this.udp.has(4)) return
      throw error
    }
    socket.on('error', error => this.options.log.warn({ err: error }, 'the UDP socket of SIP had an error'))
    this.udp.set(family, socket)
  }

  private async accept(address: string | null, port: number) {
    const server = createServer({ noDelay: true }, socket => {
      const from = plainAddress(socket.remoteAddress ?? '')
      if (!this.options.knows(from) || this.sockets.size > MOST_GUESTS + this.connections.size) return socket.destroy()
      this.hear(socket, this.streamFlow(socket, 'tcp', null))
    })
    server.listen(port, address ?? undefined)
    await once(server, 'listening')
    server.on('error', error => this.options.log.warn({ err: error }, 'the TCP listener of SIP had an error'))
    this.listener = server
  }

  private onDatagram(bytes: Buffer, address: string, port: number) {
    if (bytes.length > LONGEST || !this.options.lets(address)) return
    const message = parseMessage(bytes)
    if (!message) return
    const deliver = (local: Flow['local']) => this.options.onMessage(message, this.udpFlow(address, port, local))
    const known = this.locals.get(address)
    if (known) return deliver(known)
    this.localTowards(address, port).then(deliver, error =>
      this.options.log.warn({ err: error, address }, 'there is no way back to an address'),
    )
  }

  /** A way to the target. A trunk keeps its connection. Rejects with a `FlowError`. */
  async flowTo(target: Target, trunkId: number): Promise<Flow> {
    const { transport, address, port } = target
    if (transport === 'udp') return this.udpFlow(address, port, await this.localTowards(address, port))
    const key = `${trunkId} ${transport} ${address} ${port}`
    const open = this.connections.get(key)
    if (open) return open
    const opening = this.connect(target, trunkId, key)
    this.connections.set(key, opening)
    opening.catch(() => this.connections.delete(key))
    return opening
  }

  private udpFlow(address: string, port: number, local: Flow['local']): Flow {
    const family = isIP(address) === 6 ? 6 : 4
    return {
      transport: 'udp',
      remote: { address, port },
      local,
      trunkId: null,
      isOpen: () => this.udp.has(family),
      send: (bytes, failed) => {
        const socket = this.udp.get(family)
        if (!socket) return failed?.('there is no network')
        socket.send(bytes, port, address, error => error && failed?.(netTrouble(error as NodeJS.ErrnoException)))
      },
    }
  }

  /** Our own address as seen from there: the system knows by which of its addresses it would send. */
  private async localTowards(address: string, port: number): Promise<Flow['local']> {
    const ourPort = this.udpPort
    if (ourPort === null) throw new FlowError('the SIP port is not open')
    if (this.listenAddress) return { address: this.listenAddress, port: ourPort }
    const known = this.locals.get(address)
    if (known) return known
    const probe = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    try {
      probe.connect(port, address)
      await once(probe, 'connect')
      const local = { address: plainAddress(probe.address().address), port: ourPort }
      this.locals.set(address, local)
      return local
    } catch (error) {
      throw new FlowError(netTrouble(error as NodeJS.ErrnoException))
    } finally {
      probe.close()
    }
  }

  private async connect(target: Target, trunkId: number, key: string): Promise<Flow> {
    const { address, port, transport, host } = target
    const localAddress = this.listenAddress ?? undefined
    const to = { host: address, port, localAddress, noDelay: true }
    const socket =
      transport === 'tls'
        ? tlsConnect({ ...to, servername: isIP(host) ? undefined : host, minVersion: 'TLSv1.2' })
        : tcpConnect(to)
    this.sockets.add(socket)
    try {
      await once(socket, transport === 'tls' ? 'secureConnect' : 'connect', {
        signal: AbortSignal.timeout(CONNECT_WITHIN),
      })
    } catch (error) {
      socket.on('error', () => {})
      socket.destroy()
      this.sockets.delete(socket)
      throw new FlowError(netTrouble(error as NodeJS.ErrnoException))
    }
    const flow = this.streamFlow(socket, transport, trunkId)
    socket.once('close', () => {
      this.connections.delete(key)
      this.options.onLost(trunkId, 'The connection was closed.')
    })
    this.hear(socket, flow)
    return flow
  }

  private streamFlow(socket: Socket, transport: Transport, trunkId: number | null): Flow {
    const remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 }
    const local = { address: plainAddress(socket.localAddress ?? ''), port: socket.localPort ?? 0 }
    return {
      transport,
      remote,
      local,
      trunkId,
      isOpen: () => socket.writable,
      send(bytes, failed) {
        if (!socket.writable) return failed?.('The connection was closed.')
        socket.write(bytes, error => error && failed?.(netTrouble(error as NodeJS.ErrnoException)))
      },
    }
  }

  private hear(socket: Socket, flow: Flow) {
    this.sockets.add(socket)
    const framer = new Framer(
      bytes => {
        if (flow.trunkId === null && !this.options.lets(flow.remote.address)) return
        const message = parseMessage(bytes)
        if (message) this.options.onMessage(message, flow)
      },
      () => flow.send(Buffer.from('\r\n')),
    )
    socket.setKeepAlive(true, 30_000)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      if (!framer.push(chunk)) socket.destroy()
    })
    socket.once('close', () => this.sockets.delete(socket))
  }

  /** The network of this machine has changed: its addresses are looked up anew. */
  forgetLocals() {
    this.locals.clear()
  }

  /** Closes the connections of a trunk. */
  async drop(trunkId: number): Promise<void> {
    for (const [key, opening] of this.connections) {
      if (!key.startsWith(`${trunkId} `)) continue
      this.connections.delete(key)
      const flow = await opening.catch(() => null)
      for (const socket of this.sockets)
        if (flow && socket.localPort === flow.local.port && socket.remotePort === flow.remote.port) socket.destroy()
    }
  }

  async close(): Promise<void> {
    const sockets = [...this.udp.values()]
    this.udp.clear()
    this.locals.clear()
    await Promise.all(sockets.map(socket => new Promise<void>(done => socket.close(done))))
    for (const socket of this.sockets) socket.destroy()
    const listener = this.listener
    this.listener = null
    if (listener) await new Promise(done => listener.close(done))
  }
}

const bindTrouble = (error: NodeJS.ErrnoException, address: string | null, port: number) =>
  error.code === 'EADDRINUSE'
    ? `The SIP port ${port} of this machine is in use.`
    : error.code === 'EADDRNOTAVAIL'
      ? `This machine does not have the address ${address}.`
      : error.code === 'EACCES'
        ? `The SIP port ${port} of this machine may not be used.`
        : `The SIP port ${port} cannot be opened (${error.message}).`

/** What went wrong with the network, in words for the operator. */
function netTrouble(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'Nobody listens on this port.'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was closed.'
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return 'There is no network to it.'
    case 'ABORT_ERR':
    case 'ETIMEDOUT':
      return 'No answer.'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'The certificate is not for this host.'
    case 'CERT_HAS_EXPIRED':
      return 'The certificate has expired.'
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'This machine does not trust the certificate.'
    default:
      return /^ERR_(SSL|TLS)|EPROTO/.test(error.code ?? '')
        ? 'There is no TLS on this port.'
        : `The network failed: ${error.message}.`
  }
}
