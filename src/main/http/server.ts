import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { isGoodLink, recordingFile } from '../core/calls/recordings'
import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import { endSession, noteUse, openSession, sessionId, userOfSession } from '../core/workspace/sessions'
import { getSettings } from '../core/workspace/settings'
import type { Router } from '../router'
import { StartError } from '../store/start-error'
import { readJson } from './body'
import { docsPage } from './docs-page'
import { createEventStreams } from './event-streams'
import { fileBelow, sendFile } from './files'
import { createLimits, UNLIMITED } from './limits'
import { openApiDocument } from './openapi'
import { logFailure, refusalOf, sendJson } from './respond'
import { createRestDoor } from './rest'
import { asRpc, createRpcDoor, rpcOperation } from './rpc'

/** A port that the service listens on. Nothing is answered there until `openDoor` is called. */
export interface Listener {
  server: Server
  /** The address from the options. */
  host: string
  /** `http://127.0.0.1:4620` */
  origin: string
  close(): Promise<void>
}

/**
 * How many connections may wait until they are accepted. A key may make 1,000 requests at once; with Node's 511 Linux
 * resets some of that many connections when the service is busy.
 */
const BACKLOG = 4096

/** Listens on a port; 0 for any free one. Throws StartError when another program uses the port. */
export async function listen({ host, port }: { host: string; port: number }): Promise<Listener> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(cannotListen(error.code, host, port), { cause: error }))
    })
    server.listen({ port, host, backlog: BACKLOG }, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    server,
    host,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeIdleConnections()
        // A connection whose client does not read its answer does not end by itself.
        setTimeout(() => server.closeAllConnections(), 1000).unref()
      }),
  }
}

function cannotListen(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Stop it, or give --port another number.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Give --port a number from 1024.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Give --host another one.`
    default:
      return `The service cannot listen on port ${port} of ${host} (${code}).`
  }
}

/** Pages load and connect to this service only. Mantine and Swagger UI write styles inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const swaggerDir = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** How often it is looked whether the session of an answer that is still open has expired, ms. */
const SESSION_CHECK = 15_000

/** Begins to answer HTTP requests: the REST API, the API reference, the console and its RPC calls. */
export function openDoor(
  { server, host }: Listener,
  context: Context,
  router: Router,
  { consoleDir }: { consoleDir: string },
): { close(): void } {
  const limits = createLimits(context)
  const streams = createEventStreams(context)
  const rest = createRestDoor(context, router, limits, streams)
  const rpc = createRpcDoor(context, router)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { path, query } = partsOf(request)
    const isRecording = path.startsWith('/api/recordings/')
    if (!isOwnHost(request.headers.host, host) && !(isRecording && isPublicHost(context, request.headers.host))) {
      sendJson(response, 403, { message: 'This service does not answer to that Host.' })
      return
    }
    if (path.startsWith('/api/user/')) return rest.answer(request, response, path.slice('/api'.length), query)
    if (path === '/api/openapi.json') return sendJson(response, 200, openApiDocument(context.baseUrl))
    if (path === '/api/docs') return sendPage(response, docsPage)
    if (path.startsWith('/api/docs/')) return sendBelow(request, response, swaggerDir(), path.slice('/api/docs'.length))
    if (isRecording) return sendRecording(request, response, path, query)
    if (path === '/api' || path.startsWith('/api/'))
      return rest.answer(request, response, path.slice('/api'.length) || '/', query)
    if (path === '/session') return answerSession(request, response)
    if (path.startsWith('/rpc/')) return console(request, response)
    return sendBelow(request, response, consoleDir, path === '/' ? '/index.html' : path)
  }

  /** The answers that are open, by session: a stream of events must not outlive its session. */
  const open = new Map<string, Set<ServerResponse>>()

  /**
   * Signs the console in and out, and says whether it is signed in. The token of its link is exchanged for a session, which
   * the console then sends in a header. A cookie would be sent to every port of this host.
   */
  async function answerSession(request: IncomingMessage, response: ServerResponse) {
    switch (request.method) {
      case 'GET': {
        // A tab that has no session yet asks nothing that could be guessed.
        const asking = sessionOf(request) === undefined ? undefined : authenticateConsole(request)
        return sendJson(response, 200, { signed_in: asking !== undefined })
      }
      case 'POST': {
        const { token } = await readJson(request)
        const session =
          typeof token === 'string' ? openSession(context, token, request.headers['user-agent'] ?? null) : undefined
        await context.commits.settled()
        if (!session) {
          limits.spendFailure()
          throw new ServiceError('unauthenticated', 'This link was used already, or has expired.')
        }
        return sendJson(response, 200, { session })
      }
      case 'DELETE': {
        const asking = authenticateConsole(request)
        if (asking) {
          endSession(context, asking.session)
          await context.commits.settled()
          for (const stream of open.get(asking.session) ?? []) closeAnswer(stream)
        }
        return sendJson(response, 200, { signed_in: false })
      }
      default:
        response.setHeader('allow', 'GET, POST, DELETE')
        throw new ServiceError('method_not_allowed', 'This path answers GET, POST and DELETE only.')
    }
  }

  const sessionOf = ({ headers }: IncomingMessage) => {
    const session = headers['x-callwright-session']
    return typeof session === 'string' ? session : undefined
  }
  const isGood = (session: string) => userOfSession(context.db, session, context.wall.now()) !== undefined

  /** The session of a request and its user; undefined when it has none that is good. Throws `too_many_requests`. */
  function authenticateConsole(request: IncomingMessage): { session: string; userId: number } | undefined {
    const session = sessionOf(request)
    const userId = session === undefined ? undefined : userOfSession(context.db, session, context.wall.now())
    if (session === undefined || userId === undefined) {
      limits.spendFailure()
      return undefined
    }
    noteUse(context, session)
    if (!UNLIMITED.has(rpcOperation(partsOf(request).path))) limits.spend(`user ${userId}`)
    return { session, userId }
  }

  async function console(request: IncomingMessage, response: ServerResponse) {
    const asking = authenticateConsole(request)
    if (!asking) throw new ServiceError('unauthenticated', 'Unauthenticated.')
    const { session, userId } = asking
    if (partsOf(request).path === '/rpc/events/stream') {
      // The streams check their sessions themselves.
      remember(session, response)
      return streams.open(response, {
        userId,
        holder: `session ${session}`,
        isGood: () => isGood(session),
        form: 'rpc',
      })
    }
    endWith(session, response)
    return rpc.answer(request, response, { userId, session: sessionId(session) })
  }

  /** Closes an answer that is still open when its session ends. */
  function endWith(session: string, response: ServerResponse) {
    remember(session, response)
    const check = setInterval(() => {
      if (!isGood(session)) closeAnswer(response)
    }, SESSION_CHECK)
    response.on('close', () => clearInterval(check))
  }

  /** Remembers an answer that is open, so that signing out ends it. */
  function remember(session: string, response: ServerResponse) {
    const ofSession = open.get(session) ?? new Set()
    open.set(session, ofSession.add(response))
    response.on('close', () => {
      ofSession.delete(response)
      if (ofSession.size === 0) open.delete(session)
    })
  }

  async function sendRecording(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
    const name = path.slice('/api/recordings/'.length)
    const { expires, sig } = Object.fromEntries(new URLSearchParams(query))
    const good = /^[0-9a-f-]{36}\.(wav|mp3)$/.test(name) && isGoodLink(context, name, expires ?? '', sig ?? '')
    if (!good) limits.spendFailure()
    if (!good || !(await sendFile(request, response, recordingFile(context, name), { 'cache-control': 'private' })))
      throw new ServiceError('not_found', 'There is no such recording, or its link has expired.')
  }

  async function sendBelow(request: IncomingMessage, response: ServerResponse, root: string, path: string) {
    const file = fileBelow(root, path)
    const headers = { 'content-security-policy': POLICY, 'cache-control': 'no-cache' }
    if (!file || !(await sendFile(request, response, file, headers))) throw new ServiceError('not_found', 'Not found.')
  }

  function sendPage(response: ServerResponse, html: string) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
    response.end(html)
  }

  function refuse(request: IncomingMessage, response: ServerResponse, error: unknown) {
    const refusal = refusalOf(error)
    if (response.headersSent || response.destroyed) {
      response.destroy()
      if (!refusal && !isDisconnect(error))
        context.log.error({ err: error, ...whatWasAsked(request) }, 'an answer ended before it was complete')
      return
    }
    // The rest of the body is not read, so the connection cannot be used for another request.
    if (!request.complete) response.setHeader('connection', 'close')
    if (refusal) {
      const { retry_after } = refusal.body
      if (retry_after !== undefined) response.setHeader('retry-after', String(retry_after))
      const isRpc = partsOf(request).path.startsWith('/rpc/')
      return sendJson(response, refusal.status, isRpc ? { ...refusal.body, ...asRpc(refusal) } : refusal.body)
    }
    sendJson(response, 500, { message: logFailure(context, error, whatWasAsked(request)) })
  }

  /** For the log: the path without its query, which may contain a phone number or a signature. */
  function whatWasAsked(request: IncomingMessage) {
    const { method = '' } = request
    const { path } = partsOf(request)
    const operation = path.startsWith('/rpc/')
      ? rpcOperation(path)
      : rest.operationOf(method, path.replace(/^\/api/, ''))
    return { method, path, operation }
  }

  server.requestTimeout = 60_000
  // Clients keep connections for a minute at most. Were it the server that closes one first, as after Node's 5 s, a
  // request on its way on that connection would fail with ECONNRESET.
  server.keepAliveTimeout = 75_000
  server.on('request', (request, response) => {
    answer(request, response).catch(error => refuse(request, response, error))
  })
  return {
    close() {
      limits.close()
      streams.close()
    },
  }
}

/** Ends a stream of events as if all was said; another answer is broken off. */
const closeAnswer = (response: ServerResponse) => void (response.headersSent ? response.end() : response.destroy())

function partsOf({ url = '/' }: IncomingMessage) {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

/** Whether an error means that the client disconnected while it was answered. */
const isDisconnect = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE'].includes(
    (error as NodeJS.ErrnoException | null)?.code ?? '',
  )

/** Whether a request names the public address of the settings as its Host. Only recordings are answered to it. */
function isPublicHost({ db }: Pick<Context, 'db'>, header: string | undefined): boolean {
  const { public_base_url } = getSettings(db)
  return public_base_url !== null && new URL(public_base_url).host === header?.toLowerCase()
}

/** Whether a request names this service as its Host. A page that attacks by DNS rebinding names its own site there. */
function isOwnHost(header: string | undefined, host: string): boolean {
  const name = (header ?? '').replace(/:\d+$/, '').toLowerCase()
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(name)
  const own = host.includes(':') ? `[${host}]` : host
  return isLoopback || name === own.toLowerCase() || ((host === '0.0.0.0' || host === '::') && name !== '')
}
