import type { ServerResponse } from 'node:http'
import { ORPCError } from '@orpc/server'
import { errorKinds } from '../../contract/errors'
import { ServiceError } from '../core/errors'

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(text)
}

interface Refusal {
  status: number
  body: Record<string, unknown>
}

/** How a refusal of core's looks in an answer; null for what is not one, which is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  const refusal = error instanceof ServiceError ? { ...error, message: error.message } : fromRouter(error)
  if (!refusal) return null
  const { status, key } = errorKinds[refusal.kind]
  const { errors, extra } = refusal.data
  return { status, body: { [key]: refusal.message, ...(errors && { errors }), ...extra } }
}

function fromRouter(error: unknown): Pick<ServiceError, 'kind' | 'message' | 'data'> | null {
  if (!(error instanceof ORPCError)) return null
  const kind = error.code.toLowerCase()
  if (!Object.hasOwn(errorKinds, kind)) return null
  return { kind: kind as ServiceError['kind'], message: error.message, data: error.data ?? {} }
}
