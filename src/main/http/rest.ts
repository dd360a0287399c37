import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyProcedure, createProcedureClient } from '@orpc/server'
import findMyWay from 'find-my-way'
import type { Desk } from '../core/desk'
import { notFound, ServiceError } from '../core/errors'
import { userOfKey } from '../core/users'
import type { Caller, Router } from '../router'
import { readJson } from './body'
import { type Operation, operations } from './openapi'
import { sendJson } from './respond'

type ProcedureClient<C> = (input: unknown, options: { context: C; signal?: AbortSignal }) => Promise<unknown>

interface Entry {
  operation: Operation
  call: ProcedureClient<Caller>
}

/** Ids in paths are whole numbers; anything else there is no such path. */
const ID = '(^[1-9]\\d{0,14}$)'

/** Paths that clients of the hosted service still call, and what stands for them. */
const olderPaths: readonly [RegExp, string][] = [[/^\/(leads\/[^/]+|ai\/generate-reply)$/, '/user/$1']]
const currentPath = (path: string) => olderPaths.reduce((at, [older, current]) => at.replace(older, current), path)

/**
 * The REST door: routes, keys and bodies for every operation of the contract. It throws what core refuses; the server
 * around it answers for that.
 */
export function createRestDoor(desk: Desk, router: Router) {
  const routes = findMyWay()
  const methods = new Set<string>()
  for (const operation of operations()) {
    const procedure = operation.name.split('.').reduce((node, key) => (node as never)[key], router as object)
    // Made once; who asks comes with each call.
    const call = createProcedureClient(procedure as AnyProcedure, {
      context: (caller: Caller) => caller,
      path: [operation.name],
    }) as ProcedureClient<Caller>
    const entry: Entry = { operation, call }
    methods.add(operation.method)
    routes.on(
      operation.method as 'GET',
      operation.path.replace(/\{(\w+)\}/g, `:$1${ID}`),
      Object.assign(() => {}, { entry }),
    )
  }
  const find = (method: string, path: string) => {
    const match = routes.find(method as 'GET', path)
    // A path that is not well encoded comes back with a handler of the router's own.
    return match && 'entry' in match.handler ? match : null
  }

  return async (request: IncomingMessage, response: ServerResponse, asked: string, query: string) => {
    const path = currentPath(asked)
    const match = find(request.method ?? '', path)
    const caller = authenticate(desk, request)
    if (!match) {
      const allowed = [...methods].filter(method => find(method, path))
      if (allowed.length === 0) throw notFound(`The path ${asked} was`)
      response.setHeader('allow', allowed.join(', '))
      throw new ServiceError('method_not_allowed', `This path answers ${allowed.join(' and ')} only.`)
    }
    const { operation, call } = (match.handler as unknown as { entry: Entry }).entry
    const inQuery = operation.method === 'GET' || operation.method === 'DELETE'
    const body = inQuery ? Object.fromEntries(new URLSearchParams(query)) : await readJson(request)
    const input = { ...body, ...match.params }
    if (operation.output) return sendJson(response, operation.status, await call(input, { context: caller }))
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const events = await call(input, { context: caller, signal: gone.signal })
    await sendEvents(response, events as AsyncIterable<{ type: string }>)
  }
}

function authenticate(desk: Desk, request: IncomingMessage): Caller {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const userId = key === undefined ? undefined : userOfKey(desk.db, key, desk.wall.now())
  if (userId === undefined) throw new ServiceError('unauthenticated', 'Unauthenticated.')
  return { userId }
}

/** Often enough that nothing between here and the reader takes the silence for the end. */
const KEEP_ALIVE = 15_000

/** Server-sent events (HTML Standard, 9.2), until the reader or the service goes away. */
async function sendEvents(response: ServerResponse, events: AsyncIterable<{ type: string }>) {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.write(': connected\n\n')
  const beat = setInterval(() => response.write(':\n\n'), KEEP_ALIVE)
  try {
    for await (const event of events) {
      if (!response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)) await drained(response)
      if (response.destroyed) break
    }
  } finally {
    clearInterval(beat)
    response.end()
  }
}

/** The reader has caught up, or has gone away. */
const drained = (response: ServerResponse) =>
  new Promise<void>(resolve => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
