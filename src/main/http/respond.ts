import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ORPCError } from '@orpc/server'
import { errorKinds } from '../../contract/errors'
import type { Context } from '../core/kernel/context'
import { diskFull, isDiskFull, ServiceError } from '../core/kernel/errors'

/** Sends an answer as JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  sendText(response, status, JSON.stringify(body), headers)
}

/** Sends a text that is JSON already. */
export function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(text)
}

/** Logs an error that is a bug. Returns the text for the client, which names the entry of the log. */
export function logFailure({ log }: Pick<Context, 'log'>, error: unknown, about: object): string {
  const requestId = randomUUID()
  log.error({ err: error, requestId, ...about }, 'request failed')
  return `Something went wrong here. Its number in the log is ${requestId}.`
}

export interface Refusal {
  kind: ServiceError['kind']
  status: number
  body: Record<string, unknown>
}

/** The status and body of a refusal. Null for any other error, which is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  const given = isDiskFull(error) ? diskFull() : error
  const refusal = given instanceof ServiceError ? { ...given, message: given.message } : fromRouter(given)
  if (!refusal) return null
  const { status, key } = errorKinds[refusal.kind]
  const { errors, extra } = refusal.data
  return { kind: refusal.kind, status, body: { [key]: refusal.message, ...(errors && { errors }), ...extra } }
}

function fromRouter(error: unknown): Pick<ServiceError, 'kind' | 'message' | 'data'> | null {
  if (!(error instanceof ORPCError)) return null
  const kind = error.code.toLowerCase()
  if (!Object.hasOwn(errorKinds, kind)) return null
  return { kind: kind as ServiceError['kind'], message: error.message, data: error.data ?? {} }
}

/** Adds fields to a refusal, and its text under `error`. Any other error is returned as it is. */
export function withFields(error: unknown, extra: Record<string, unknown>): unknown {
  const refusal = error instanceof ServiceError ? error : fromRouter(error)
  if (!refusal) return error
  const { kind, message, data } = refusal
  return new ServiceError(kind, message, { ...data, extra: { ...data.extra, ...extra, error: message } })
}

/**
 * Adds the text of a refusal under `error`, which clients of some paths read. This holds for 400, 404 and 409; any
 * other error is returned as it is.
 */
export function withErrorKey(error: unknown): unknown {
  const refusal = error instanceof ServiceError ? error : fromRouter(error)
  if (!refusal || ![400, 404, 409].includes(errorKinds[refusal.kind].status)) return error
  const { kind, message, data } = refusal
  return new ServiceError(kind, message, { ...data, extra: { ...data.extra, error: message } })
}
