import type { LanguageModel as SdkModel } from 'ai'

/** A model of a provider, as error messages name it. */
export type ModelTarget = Omit<ReachedModel, 'sdk'>

/**
 * Why a request to a model failed. The message is stored with calls, so it contains no API key and nothing that was
 * said. The original error is not kept as its cause, because a log would then contain the whole request.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  /** The HTTP status of the answer, if there was one. */
  readonly status: number | undefined
  /** How many ms to wait before a retry; null when a retry would not help. */
  readonly retryAfterMs: number | null

  constructor(message: string, about: { status?: number; retryAfterMs?: number | null } = {}) {
    super(message)
    this.status = about.status
    this.retryAfterMs = about.retryAfterMs ?? null
  }
}

/** `retryAfterMs` of an error that may not happen again. */
export const SOON = 300

/** Makes a ModelError of anything that a request to a provider threw. */
export function toModelError(error: unknown, to: ModelTarget): ModelError {
  const own = causesOf(error).find(cause => cause instanceof ModelError)
  if (own) return own
  const { status, headers, message, name } = read(error)
  const detail = scrub(message, to.key)
  if (status !== undefined && status >= 400) return refused(status, headers, detail, to)
  const code = codeOf(error)
  if (code !== undefined) return unreached(code, to)
  if (name === 'AI_StreamProviderError')
    return new ModelError(`${to.who} broke off with a fault of its own: ${detail}`, { retryAfterMs: SOON })
  // Everything else is an answer that the SDK could not read.
  return new ModelError(`${to.who} answered with something that is not a reply`, { retryAfterMs: SOON })
}

/** The server answered with an error status. */
function refused(status: number, headers: Record<string, string>, detail: string, { who, model, isOwn }: ModelTarget) {
  const reason = detail && `: ${detail}`
  switch (status) {
    case 401:
      return new ModelError(`${who} refused the key (401)`, { status })
    case 403:
      return new ModelError(`${who} does not allow this with the key that is stored (403)`, { status })
    case 404:
      return new ModelError(
        `${who} does not know the model ${model}${isOwn ? ', or its address is wrong' : ''} (404)`,
        {
          status,
        },
      )
    case 429: {
      const wait = retryAfterOf(headers)
      const forHowLong = wait !== null && wait >= 1000 ? ` for ${Math.ceil(wait / 1000)} s` : ''
      return new ModelError(`${who} takes no more requests${forHowLong} (429)${reason}`, {
        status,
        retryAfterMs: wait ?? 1000,
      })
    }
    default:
      return status >= 500
        ? new ModelError(`${who} has a fault of its own (${status})`, { status, retryAfterMs: SOON })
        : new ModelError(`${who} refused the request (${status})${reason}`, { status })
  }
}

/** The network failed with this code. */
function unreached(code: string, { who, host }: ModelTarget) {
  switch (code) {
    case 'ECONNREFUSED':
      return new ModelError(`nothing answers at ${host}`, { retryAfterMs: SOON })
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ModelError(`the host ${host} cannot be found`, { retryAfterMs: SOON })
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new ModelError(`${host} cannot be reached`)
    default:
      return /CERT|SSL|TLS|ALTNAME/.test(code)
        ? new ModelError(`the certificate of ${host} is not in order (${code})`)
        : new ModelError(`the connection to ${who} broke off`, { retryAfterMs: SOON })
  }
}

/** The fields that the errors of the SDK have. Errors of a stream may be plain objects. */
function read(error: unknown) {
  const { statusCode, responseHeaders, message, name } = Object(error) as {
    name?: unknown
    statusCode?: unknown
    responseHeaders?: Record<string, string>
    message?: unknown
  }
  return {
    status: typeof statusCode === 'number' ? statusCode : undefined,
    headers: responseHeaders ?? {},
    name,
    message: typeof message === 'string' ? message : '',
  }
}

const networkCode = /^(E[A-Z_]+|UND_ERR_|ERR_TLS|ERR_SSL|CERT|DEPTH|SELF_SIGNED|UNABLE)/

/** The error code of the network layer, if the error has one. */
function codeOf(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && networkCode.test(code)) return code
    if (cause instanceof TypeError && cause.message === 'terminated') return 'UND_ERR_SOCKET'
  }
  return undefined
}

/** An error and its causes, since the SDK wraps errors several times. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 6; at = at.cause) causes.push(at)
  return causes
}

/** The Retry-After header in ms, from seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Record<string, string>): number | null {
  const given = headers['retry-after']
  if (given === undefined) return null
  const wait = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.parse(headers.date ?? '')
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

/** A provider's error message, shortened, without anything that looks like an API key. */
function scrub(text: string, key: string | undefined): string {
  const withoutKey = key ? text.replaceAll(key, '…') : text
  return withoutKey
    .replace(/\b(sk-|AIza|Bearer\s)\S+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
    .replace(/[\s.]+$/, '')
    .trimStart()
}

/** A model that can be asked: the object of the SDK, and what error messages need. */
export interface ReachedModel {
  sdk: SdkModel
  /** The provider as error messages name it: `OpenAI`, `the server at localhost:1234`. */
  who: string
  model: string
  host: string
  /** The operator has set the address. */
  isOwn: boolean
  key: string | undefined
}
