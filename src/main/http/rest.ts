import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyProcedure, createProcedureClient } from '@orpc/server'
import findMyWay from 'find-my-way'
import type { Context } from '../core/kernel/context'
import { notFound, ServiceError } from '../core/kernel/errors'
import { isGoodKey, ownerOfKey } from '../core/workspace/api-keys'
import type { Caller, Router } from '../router'
import { BODY_LIMIT, readJson, readUpload, UPLOAD_LIMIT } from './body'
import type { EventStreams } from './event-streams'
import { createIdempotency } from './idempotency'
import { type Limits, UNLIMITED } from './limits'
import { type Operation, operations } from './operations'
import { sendJson, sendText, withErrorKey, withFields } from './respond'

type ProcedureClient<C> = (input: unknown, options: { context: C }) => Promise<unknown>

interface Entry {
  operation: Operation
  /** Null for the event stream, which no request of the router answers. */
  call: ProcedureClient<Caller> | null
}

/** The pattern of a path parameter for find-my-way: a whole number, except for these names. Other values are a 404. */
const inPath = (name: string) => {
  if (['phone_number', 'name', 'session'].includes(name)) return ''
  if (name === 'uuid') return '(^[0-9A-Fa-f-]{36}$)'
  return name === 'assistant' ? '(^([1-9]\\d{0,14}|[0-9A-Fa-f-]{36})$)' : '(^[1-9]\\d{0,14}$)'
}

/** Paths that clients of the hosted service still use, and the path that replaces each. */
const olderPaths: readonly [RegExp, string][] = [
  [/^\/(leads\/[^/]+|ai\/generate-reply)$/, '/user/$1'],
  [/^\/user\/assistants\/(\d+)$/, '/user/assistant/$1'],
]
const currentPath = (path: string) => olderPaths.reduce((at, [older, current]) => at.replace(older, current), path)

/** Features of the hosted service that Callwright does not have, by a segment of their paths. */
const notOffered: readonly [RegExp, string][] = [
  [/^folders?$/i, 'folders'],
  [/^labels?$/i, 'labels'],
  [/^whatsapp\b/i, 'WhatsApp'],
]

/** Whether a path belongs to the chats: then refusals of unknown paths carry the fields of chat refusals too. */
const isChat = (path: string) => /^(\/automate)?\/conversations(\/|$)/.test(path)

function unknownPath(path: string): ServiceError {
  const parts = path.split('/')
  const missing = notOffered.find(([name]) => parts.some(part => name.test(part)))
  return missing
    ? new ServiceError('not_found', `Callwright does not offer ${missing[1]}.`)
    : notFound(`The path ${path} was`)
}

/**
 * Creates the handler of the REST API: it routes a request to an operation of the contract, checks the API key, and
 * reads the body. The handler throws every refusal; the server turns it into an answer.
 */
export function createRestDoor(context: Context, router: Router, limits: Limits, streams: EventStreams) {
  const once = createIdempotency(context)
  const routes = findMyWay()
  const methods = new Set<string>()
  for (const operation of operations()) {
    const entry: Entry = { operation, call: operation.output ? clientOf(router, operation) : null }
    methods.add(operation.method)
    routes.on(
      operation.method as 'GET',
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}${inPath(name)}`),
      Object.assign(() => {}, { entry }),
    )
  }
  const find = (method: string, path: string) => {
    const match = routes.find(method as 'GET', path)
    // For a path that is badly encoded, find-my-way returns its own handler.
    return match && 'entry' in match.handler ? match : null
  }

  async function answer(request: IncomingMessage, response: ServerResponse, asked: string, query: string) {
    const path = currentPath(asked)
    // Every PUT changes only what it is given, so a PATCH of an older path is a PUT.
    const method = request.method === 'PATCH' && path !== asked ? 'PUT' : (request.method ?? '')
    const match = find(method, path)
    const { keyId, userId } = authenticate(context, limits, request)
    const entry = match && (match.handler as unknown as { entry: Entry }).entry
    if (!entry || !UNLIMITED.has(entry.operation.name)) spend(limits, keyId, response)
    const caller: Caller = { userId, keyId }
    if (!match || !entry) {
      const allowed = [...methods].filter(method => find(method, path))
      if (allowed.length === 0)
        throw isChat(path) ? withFields(unknownPath(asked), { status: false }) : unknownPath(asked)
      response.setHeader('allow', allowed.join(', '))
      throw new ServiceError('method_not_allowed', `This path answers ${allowed.join(' and ')} only.`)
    }
    const { operation, call } = entry
    const body = await inputOf(operation, request, query)
    const input = { ...body, ...match.params }
    if (!call) {
      const isGood = () => isGoodKey(context.db, keyId)
      return streams.open(response, { userId, holder: `key ${keyId}`, isGood, form: 'rest' })
    }
    const key = idempotencyKey(request)
    if (key !== undefined) {
      const asked = { scope: `${keyId} ${request.method} ${path}`, key, body, status: operation.status }
      const answer = await once(asked, once => call(input, { context: { ...caller, once } }))
      return sendText(response, answer.status, answer.body, answer.replayed ? { 'idempotency-replayed': 'true' } : {})
    }
    sendJson(response, operation.status, await call(input, { context: caller }))
  }

  return {
    answer,
    /** The name of the operation of a path, for the log; undefined when there is none. */
    operationOf: (method: string, path: string) =>
      (find(method, currentPath(path))?.handler as { entry?: Entry } | undefined)?.entry?.operation.name,
  }
}

/** Calls an operation of the router. The client is created once; the caller is passed with each call. */
function clientOf(router: Router, operation: Operation): ProcedureClient<Caller> {
  const procedure = operation.name.split('.').reduce((node, key) => (node as never)[key], router as object)
  const ask = createProcedureClient(procedure as AnyProcedure, {
    context: (caller: Caller) => caller,
    path: [operation.name],
  }) as ProcedureClient<Caller>
  return async (input, options) => ask(input, options).catch(rethrowFor(operation))
}

/** The input of an operation: from the query for GET, from the query and the body for DELETE, else from the body. */
async function inputOf(operation: Operation, request: IncomingMessage, query: string) {
  const asked = () => Object.fromEntries(new URLSearchParams(query))
  if (operation.method === 'GET') return asked()
  const body = await bodyFor(operation, request)
  return operation.method === 'DELETE' ? { ...asked(), ...body } : body
}

const bodyFor = (operation: Operation, request: IncomingMessage) =>
  (operation.files.length > 0
    ? readUpload(request, operation.input)
    : readJson(request, operation.largeBody ? UPLOAD_LIMIT : BODY_LIMIT)
  ).catch(rethrowFor(operation))

/** Rethrows an error; a refusal gets the fields that refusals of this operation carry. */
const rethrowFor =
  ({ alsoAsError, refusalFields }: Operation) =>
  (error: unknown): never => {
    if (refusalFields) throw withFields(error, refusalFields)
    throw alsoAsError ? withErrorKey(error) : error
  }

/** The owner of the API key of a request. Throws `unauthenticated`, or `too_many_requests`. */
function authenticate(context: Context, limits: Limits, request: IncomingMessage) {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const owner = key === undefined ? undefined : ownerOfKey(context, key)
  if (!owner) {
    limits.spendFailure()
    throw new ServiceError('unauthenticated', 'Unauthenticated.', { extra: { error: 'Unauthenticated.' } })
  }
  return owner
}

/** Counts a request of a key, and tells the client how many more it may send. Throws `too_many_requests`. */
function spend(limits: Limits, keyId: number, response: ServerResponse) {
  try {
    limits.spend(`key ${keyId}`)
  } finally {
    const { limit, remaining } = limits.left(`key ${keyId}`)
    response.setHeader('x-ratelimit-limit', limit)
    response.setHeader('x-ratelimit-remaining', remaining)
  }
}

/** Characters of an Idempotency-Key. */
const MAX_KEY_LENGTH = 255

function idempotencyKey(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return undefined
  if (key.length <= MAX_KEY_LENGTH) return key
  const text = `The Idempotency-Key must not be longer than ${MAX_KEY_LENGTH} characters.`
  throw new ServiceError('invalid', text, { errors: { 'Idempotency-Key': [text] } })
}
