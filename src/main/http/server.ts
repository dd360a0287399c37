import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { ORPCError, onError } from '@orpc/server'
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node'
import { isGoodLink, recordingFile } from '../core/calls/recordings'
import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import { openSession, userOfSession } from '../core/workspace/sessions'
import { getSettings } from '../core/workspace/settings'
import type { Router } from '../router'
import { StartError } from '../store/open'
import { BODY_LIMIT, readJson, UPLOAD_LIMIT } from './body'
import { docsPage } from './docs-page'
import { createEventStreams } from './event-streams'
import { fileBelow, sendFile } from './files'
import { createLimits } from './limits'
import { openApiDocument } from './openapi'
import { operations } from './operations'
import { refusalOf, sendJson } from './respond'
import { createRestDoor } from './rest'

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
      const message = `Port ${port} on ${host} is taken by another program. Stop it, or give --port another number.`
      reject(error.code === 'EADDRINUSE' ? new StartError(message) : error)
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

/** Pages load and connect to this service only. Mantine and Swagger UI write styles inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const swaggerDir = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

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
  const rpcWithin = (maxBodySize: number) =>
    new RPCHandler(router, {
      plugins: [new BodyLimitPlugin({ maxBodySize })],
      clientInterceptors: [
        onError(error => {
          if (!(error instanceof ORPCError)) context.log.error({ err: error }, 'request of the console failed')
        }),
      ],
    })
  const rpc = rpcWithin(BODY_LIMIT)
  const uploads = rpcWithin(UPLOAD_LIMIT)
  const takesFile = new Set(
    operations().flatMap(({ name, files, largeBody }) =>
      files.length > 0 || largeBody ? `/rpc/${name.replaceAll('.', '/')}` : [],
    ),
  )

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { path, query } = partsOf(request)
    const isRecording = path.startsWith('/api/recordings/')
    if (!isOwnHost(request.headers.host, host) && !(isRecording && isPublicHost(context, request.headers.host))) {
      sendJson(response, 403, { message: 'This service does not answer to that Host.' })
      return
    }
    if (path.startsWith('/api/user/')) return rest(request, response, path.slice('/api'.length), query)
    if (path === '/api/openapi.json') return sendJson(response, 200, openApiDocument(context.baseUrl))
    if (path === '/api/docs') return sendPage(response, docsPage)
    if (path.startsWith('/api/docs/')) return sendBelow(request, response, swaggerDir(), path.slice('/api/docs'.length))
    if (isRecording) return sendRecording(request, response, path, query)
    if (path === '/api' || path.startsWith('/api/'))
      return rest(request, response, path.slice('/api'.length) || '/', query)
    if (path === '/session') return signIn(request, response)
    if (path.startsWith('/rpc/')) return console(request, response)
    return sendBelow(request, response, consoleDir, path === '/' ? '/index.html' : path)
  }

  /**
   * Signs the console in: the token of its link is exchanged for a session, which the console then sends in a header. A
   * cookie would be sent to every port of this host.
   */
  async function signIn(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') return sendJson(response, 200, { signed_in: userOfConsole(request) !== undefined })
    const { token } = await readJson(request)
    const session = typeof token === 'string' ? openSession(context, token) : undefined
    await context.commits.settled()
    if (!session) {
      limits.spendFailure()
      throw new ServiceError('unauthenticated', 'This link was used already, or has expired.')
    }
    sendJson(response, 200, { session })
  }

  function userOfConsole(request: IncomingMessage): number | undefined {
    const session = request.headers['x-callwright-session']
    return typeof session === 'string' ? userOfSession(context.db, session, context.wall.now()) : undefined
  }

  async function console(request: IncomingMessage, response: ServerResponse) {
    const userId = userOfConsole(request)
    if (userId === undefined) throw new ServiceError('unauthenticated', 'Unauthenticated.')
    const { path } = partsOf(request)
    if (path === '/rpc/events/stream') {
      const session = String(request.headers['x-callwright-session'])
      const isGood = () => userOfConsole(request) !== undefined
      return streams.open(response, { userId, holder: `session ${session}`, isGood, form: 'rpc' })
    }
    const door = takesFile.has(path) ? uploads : rpc
    const { matched } = await door.handle(request, response, { prefix: '/rpc', context: { userId } })
    if (!matched) throw new ServiceError('not_found', 'There is no such operation.')
  }

  async function sendRecording(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
    const name = path.slice('/api/recordings/'.length)
    const { expires, sig } = Object.fromEntries(new URLSearchParams(query))
    const good = /^[0-9a-f-]{36}\.wav$/.test(name) && isGoodLink(context, name, expires ?? '', sig ?? '')
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
      if (!refusal && !isDisconnect(error)) context.log.error({ err: error }, 'an answer ended before it was complete')
      return
    }
    // The rest of the body is not read, so the connection cannot be used for another request.
    if (!request.complete) response.setHeader('connection', 'close')
    if (refusal) {
      const { retry_after } = refusal.body
      if (retry_after !== undefined) response.setHeader('retry-after', String(retry_after))
      return sendJson(response, refusal.status, refusal.body)
    }
    const requestId = randomUUID()
    // The path without its query, which may contain a phone number or a signature.
    context.log.error({ err: error, requestId, method: request.method, path: partsOf(request).path }, 'request failed')
    sendJson(response, 500, { message: `Something went wrong here. Its number in the log is ${requestId}.` })
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
