import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../core/errors'

/** The largest body of an ordinary request, in bytes. */
export const BODY_LIMIT = 1024 * 1024

/**
 * The JSON object in a request's body; an empty body is an empty object. Throws `too_large`, `unsupported_media_type`
 * or `bad_request`.
 */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > BODY_LIMIT) throw tooLarge()
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) return {}
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_LIMIT) throw tooLarge()
    chunks.push(chunk)
  }
  if (bytes === 0) return {}
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new ServiceError('unsupported_media_type', 'The body must be JSON: Content-Type: application/json.')
  if (request.headers['content-encoding'] !== undefined)
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.')
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new ServiceError('bad_request', 'The body is not valid JSON.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('bad_request', 'The body must be a JSON object.')
  return body as Record<string, unknown>
}

const tooLarge = () => new ServiceError('too_large', `The body must not be larger than ${BODY_LIMIT} bytes.`)
