import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { isTooDeepText, jsonOrText, MOST_LEVELS } from '../../contract/json'
import { ServiceError } from '../core/kernel/errors'

/** What a form may have around its file, in bytes: its other fields and the lines between them. */
const FORM_ROOM = 64 * 1024

/** The largest body of an ordinary request, in bytes, and of one that may carry a file. */
export const BODY_LIMIT = 1024 * 1024
export const UPLOAD_LIMIT = 20 * BODY_LIMIT + FORM_ROOM

type Body = Record<string, unknown>

/**
 * The JSON object in a request's body; an empty body is an empty object. Throws `too_large`, `unsupported_media_type`
 * or `bad_request`.
 */
export const readJson = async (request: IncomingMessage, limit = BODY_LIMIT): Promise<Body> =>
  jsonIn(await bytesOf(request, limit), typeOf(request))

/** As `readJson`, for an operation that takes files: a form (multipart/form-data), or JSON when no file is sent. */
export async function readUpload(request: IncomingMessage, { shape }: z.ZodObject): Promise<Body> {
  const type = typeOf(request)
  const isForm = /^multipart\/form-data\s*;/i.test(type)
  const bytes = await bytesOf(request, UPLOAD_LIMIT)
  if (bytes.length > 0 && !isForm && !isJson(type))
    throw new ServiceError('unsupported_media_type', 'The body must be a form: Content-Type: multipart/form-data.')
  return isForm ? formIn(bytes, type, shape) : jsonIn(bytes, type)
}

const typeOf = (request: IncomingMessage) => request.headers['content-type'] ?? ''
const isJson = (type: string) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)

async function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new ServiceError('too_large', `The body must not be larger than ${limit} bytes.`)
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  if (declared > 0 || request.headers['transfer-encoding'] !== undefined)
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge()
      chunks.push(chunk)
    }
  if (bytes > 0 && request.headers['content-encoding'] !== undefined)
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.')
  return Buffer.concat(chunks)
}

function jsonIn(bytes: Buffer, type: string): Body {
  if (bytes.length === 0) return {}
  if (!isJson(type))
    throw new ServiceError('unsupported_media_type', 'The body must be JSON: Content-Type: application/json.')
  const body = parsed(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('bad_request', 'The body must be a JSON object.')
  return body as Body
}

/** The value of a JSON body. Throws `bad_request`, also when it nests more than `levels` deep. */
function parsed(bytes: Buffer, levels = MOST_LEVELS): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isTooDeepText(text, levels)) throw tooDeep()
    return JSON.parse(text)
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('bad_request', 'The body is not valid JSON.')
  }
}

const tooDeep = () => new ServiceError('bad_request', `JSON must not nest more than ${MOST_LEVELS} levels.`)

/** oRPC puts the input into an object of its own. */
const RPC_LEVELS = MOST_LEVELS + 1

/**
 * The body of a request of the console, which oRPC then decodes: JSON or a form (multipart/form-data). Undefined when
 * there is none. Throws `too_large`, `unsupported_media_type` or `bad_request`.
 */
export async function readRpc(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = typeOf(request)
  const bytes = await bytesOf(request, limit)
  if (bytes.length === 0) return undefined
  if (/^multipart\/form-data\s*;/i.test(type)) {
    const form = await parsedForm(bytes, type)
    // oRPC puts the fields without their files into this field, as JSON.
    const data = form.get('data')
    if (typeof data === 'string' && isTooDeepText(data, RPC_LEVELS)) throw tooDeep()
    return form
  }
  if (!isJson(type))
    throw new ServiceError('unsupported_media_type', 'The body must be JSON: Content-Type: application/json.')
  return parsed(bytes, RPC_LEVELS)
}

async function formIn(bytes: Buffer, type: string, shape: z.ZodObject['shape']): Promise<Body> {
  const form = await parsedForm(bytes, type)
  const body: Body = Object.create(null)
  for (const name of new Set(form.keys())) {
    const parts = form
      .getAll(name)
      .map(part => (typeof part === 'string' ? valueIn(part, shape[name]) : withHash(part)))
    body[name] = listOrOne(await Promise.all(parts), shape[name])
  }
  return body
}

async function parsedForm(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(bytes as Buffer<ArrayBuffer>, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new ServiceError('bad_request', 'The body is not a valid form.')
  }
}

/** The parts of one name in a form. A list may come as one part of JSON, or as a part for each of its items. */
function listOrOne(parts: unknown[], field: z.core.$ZodType | undefined): unknown {
  const fits = (value: unknown) => field !== undefined && z.safeParse(field, value).success
  return parts.length > 1 || (!fits(parts[0]) && fits(parts)) ? parts : parts[0]
}

/** The fields of a form are texts. When a field does not accept a text, such as a number, the text is read as JSON. */
function valueIn(text: string, field: z.core.$ZodType | undefined): unknown {
  return !field || z.safeParse(field, text).success ? text : jsonOrText(text)
}

/** Makes a file appear in JSON as the hash of its content, which the fingerprint of an idempotency key needs. */
async function withHash(file: File): Promise<File> {
  const hash = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()))
  return Object.assign(file, { toJSON: () => hash.copy().digest('hex') })
}
